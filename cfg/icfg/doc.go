// Package icfg joins the methods of an app into one program: what Android calls
// when, what creates what, what opens what.
//
// # Nodes
//
// A node is a method of the app, a type of its hierarchy ("an instance of this
// class exists"), a component of the manifest ("this component has been
// started"), or a resource that makes objects (a layout, a menu, a preference
// screen, a navigation graph: "this has been inflated").
//
// # Edges
//
// An edge says that the first makes the second possible:
//
//	Call      a method calls a method
//	Create    a method makes an instance, or names a class that something else
//	          (reflection, a fragment transaction, a work request) instantiates
//	Use       a method reads a field that holds an object with callbacks, and so
//	          may hand it to the framework; or it hands over its receiver or a
//	          parameter, and their callbacks by that type can run
//	Inherit   an instance of a class is one of its superclass
//	Callback  an instance exists, so the framework, or a library, may call its method
//	Open      a method starts a component
//	Run       a started component is an instance of its class
//	Inflate   a method names a resource
//	Declare   a resource, an annotation or the manifest makes an instance, includes
//	          a resource, starts a component
//	Handle    a layout names a method that handles clicks (android:onClick)
//	Answer    a method asks another activity, or for permissions, and a method of
//	          the class takes the answer
//	Show      a method asks for a dialog by number, and a method of the class makes it
//
// What the framework calls and how is the subject of package specs. For each
// component there is a dummy main in the sense of FlowDroid (Arzt et al., PLDI
// 2014): its life cycle in order, with all callbacks in a loop inside. It is kept
// as a structure, Main, not as code.
//
// Callbacks are found by one rule: a method overrides a method of the framework,
// or of a library inside the APK (a package of another vendor), and an instance
// of its class is made. Calls from a library into such methods are left out: the
// maker of the instance stands in for them, since the library serves the whole
// app and would connect everything with everything. Methods with an annotation
// that a library reads at run time (event buses) are callbacks as well.
//
// # Not modelled
//
// Implicit intents whose action only other apps handle; names of classes and
// actions of which too little is known before the run; native code; web pages.
package icfg
