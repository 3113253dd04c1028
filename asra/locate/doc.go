// Package locate says what a pasted crash means in one build of an app: which of
// the crashes in the text is meant, which methods and instructions of this APK its
// frames are, and how far that can be relied on. Resolve is the only entry; its
// result, the Target, is what the analysis leads to and what a crash of the app is
// compared with.
//
// # Why a frame is not simply looked up
//
// A trace names classes, methods and lines of the build that crashed, in the
// words of whoever printed it. The APK at hand is often another build, and the
// printer may have changed the names. Resolve undoes this in stages. Each takes
// plain values and returns one that nobody changes after it; the files are named
// after them.
//
//	choose     which crash of the text; names of the sources become those of an
//	           obfuscated APK, by its mapping
//	qualify    simple class names get their packages ("Main" is "com.foo.Main")
//	cause      which throwable of the chain; frames behind "... 12 more"
//	relocate   frame relocation: the methods that a frame can mean, where the
//	           compiler numbered a class or a lambda otherwise in this build
//	foreign    whether the crash is of this app at all
//	mismatch   line mismatch: whether the code on a line is the code that the
//	           trace tells of; a line of an older build is not trusted
//	point      which frame is the crash point, and how precisely it is known
//	message    the component that the framework names where no frame is the app's
//	renumber   the crash as this build would print it
//	anchor     which frame the framework called
//
// # What is known less well says so
//
// A trace of another build is no error. The Precision falls from the line to the
// method to a frame on the path to the crash, and the Notes say why. A wrong line
// is worse than none: it makes conditions of code that never ran. So a line counts
// only if nothing speaks against it.
//
// # Not modelled
//
// Methods that an optimiser inlined, merged or moved without a mapping that says
// so; a mapping of another build; code that moved to another class between two
// builds; methods that were renamed. Such frames are not found, and a note names
// them. Frames of native code and of other languages.
package locate
