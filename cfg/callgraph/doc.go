// Package callgraph resolves the calls of an app: its class hierarchy, the
// methods that each call can reach, and closures over them.
//
// # Nodes and edges
//
// Nodes are the methods that the app defines, libraries inside the APK
// included, abstract and native ones too. An edge says that control may pass
// from one method to another, and why:
//
//	Call      a call site and a method that it may invoke
//	Init      the first use of a class and its class initialiser
//	Lambda    an invoke-custom and the body of the lambda that it creates
//	Reflect   Class.forName with a constant name and the constructors of the class
//	Alloc     a method that creates an object and a method of that object which
//	          code outside of the graph may call; see below
//
// Virtual and interface calls are resolved by class hierarchy analysis (Dean,
// Grove and Chambers 1995): every class below the static receiver type counts,
// whether it is created or not. This is sound for the code that is modelled.
//
// # Where call edges are not enough
//
// Two kinds of methods have callers that call edges do not show. A callback
// overrides a method of the framework, whose bodies are not analysed. A cut
// method is a target of a call site with more than Options.MaxTargets targets
// (FunctionN.invoke of Kotlin, Runnable.run, Object.toString): such sites make
// most edges of large apps and say nothing about who calls whom, so their Call
// edges are left out. For both, whoever creates the object stands in for the
// caller: an Alloc edge leads from each method that creates an instance (of the
// class or of a subclass that inherits the method) to the method. They are not
// stored but enumerated on demand, since their number is a product.
//
// Objects that the framework creates itself (components, fragments, views named
// in XML) have no creating method; package cfg/icfg adds what it knows of them.
//
// # What is not modelled
//
// Native code, reflection other than Class.forName of a constant in the same
// method, method handles other than those of LambdaMetafactory, and the effects
// of a class that exists both in the app and on the device: the app's is used.
package callgraph
