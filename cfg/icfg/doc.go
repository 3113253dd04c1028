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
//	Open      a method starts a component: it names its class or action, or reads the field
//	          in which the intent for it is kept
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
// app and would connect everything with everything. A library with names that a
// shrinker gave is known by what its listeners are given. Methods with an annotation
// that a library reads at run time (event buses) are callbacks as well.
//
// # Parts
//
// Build is a pipeline of builders, each thrown away when its result is there; a result does
// not change once the next part has it, but for callbacks, which XML and composables add to
// while edges are made, and which are frozen when they are sorted.
//
//	components   components.go: the manifest, held against the classes of the app
//	callbacks    callbacks.go, specs: what is called, and in which role
//	edges        calls.go, instances.go, escapes.go, requests.go, names.go, compose.go for
//	             code; xml.go, declarations.go for XML and manifest; annotations.go,
//	             generics.go for what only the runtime reads
//	reach        reach.go: what is possible under a component, by rapid type analysis
//	widgets      package widget
//	screens      package screen, on demand
//
// # Concurrency
//
// A Program is immutable. What needs a memo is asked of a Query, of which each goroutine
// makes its own; queries share what the build found out and write nothing of it.
//
// # Soundness
//
// Edges err on the side of too many: who prunes goes by the absence of a path. Where a
// set is known to be too large to say anything (a name with fewer than minLetters known
// letters, a text that fits more than maxNamed classes), no edge is made; a class that
// nothing else is known to make either is taken to exist (reach.go).
//
// # Not modelled
//
// Implicit intents whose action only other apps handle; names of classes and
// actions of which too little is known before the run; native code; web pages.
package icfg
