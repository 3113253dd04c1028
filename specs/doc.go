// Package specs holds what the analysis must know of code that it does not
// analyse: the class hierarchy of the Android framework, the methods that the
// framework calls on an app, life cycles, widget attributes, and the calls that
// start, schedule, find, inflate or store something.
//
// The data are text files embedded in the program. framework.txt.gz is
// generated from class files by specs/gen and holds names and supertypes only;
// the others are written by hand, from the platform's public documentation and
// the tables of the Mole paper, and are checked against the first: a row that
// names a framework method which does not exist fails a test.
//
// All types are DEX type descriptors ("Landroid/view/View;"), all methods have
// the form name plus descriptor ("onClick(Landroid/view/View;)V") unless a
// name says otherwise. The package does not know the app: subtyping through
// classes of the APK is the caller's.
package specs
