// Package asra answers the question of the static half: which events of an app
// can matter for a crash, and how to get there. The name is that of the analysis
// of the Mole paper, attribute-sensitive reachability (Masoudian et al., "Mole:
// Efficient Crash Reproduction in Android Applications With Enforcing Necessary
// UI Events", IEEE TSE 2024).
//
// # Stages
//
// Each stage is a package, and its result is frozen: a later one asks it and cannot
// change it.
//
//	locate     a trace as pasted becomes a Target in this APK
//	hidden     handlers that cannot run, since XML hides what they serve (R22)
//	reach      what reaches the crash point, and how (R6, R8, R13 to R16)
//	crash      what must hold at the crash point, and where its values come from
//	condition  what must hold on the paths to it
//	effect     what code reads and changes; a summary of each method
//	relevance  which callbacks can matter: one fixpoint (R7, R16 to R21)
//	plan       goals and what achieves them, from the launcher to the crash
//
// Package branch finds branch constraints (R1 to R5, R9 to R12) and package appcode
// answers what all stages ask of code. Analyze runs the stages and writes the guide,
// which adds nothing of its own to what they decided.
//
// # Rules
//
// R1 to R12 are the transfer rules of the paper's Table III; the rest are ours.
// Code that implements a rule quotes its number, and so do the verdicts of the
// guide.
//
//	R1   an assignment passes attribute facts from the variable set to the one read
//	R2   setting an attribute fixes its value for what comes after
//	R3   a test of a boolean attribute demands the value of the branch taken
//	R4   a comparison of a numeric attribute demands the interval of the branch
//	R5   a goto changes nothing
//	R6   the crash point is a target
//	R7   code that sets an attribute which the path tests is a target as well
//	R8   what can reach a target is reachable, and necessary
//	R9   a return with a value carries facts into the callee
//	R10  a return without a value carries facts of globals and arguments
//	R11  a call with a result takes the callee's facts to the caller
//	R12  a call without a result does the same
//	R13  every path to the crash passes all app frames of the trace: the walk starts
//	     at the outermost one that the framework calls, not at other callers; it ends
//	     at the crash point's line, or at the instructions that can have thrown
//	R14  an object's maker stands in for the framework that calls its callback
//	R15  an activity is on the path if code on the path starts it
//	R16  a callback that serves several widgets matters for those ids only that
//	     reach the target; others are rejected only when R17 clears the code behind them
//	R17  a callback is irrelevant if nothing that it can run, make or start is
//	     relevant, and it changes no fact that is needed; it may bring up a screen
//	     from which no path goes on, and that one may change itself. What a call into
//	     the framework changes is known by its class (specs.Effect, specs.Attributes,
//	     specs.Calls); a call of which nothing is known keeps the callback
//	R18  only handlers of user events can be irrelevant: callbacks of life cycle,
//	     drawing, adapters, results, threads and the system are kept, and so is
//	     what makes something for its caller or gives it an answer
//	R19  the facts are needed that relevant code reads, in the part of it that can
//	     decide whether it reaches the target (its slice), with the values that do (R3, R4)
//	     where a handler only tests them; and those that decide whether
//	     Android runs relevant callbacks: that a widget and what is around it is
//	     visible and enabled, that a list has rows, a menu is made, a dialog shown;
//	     who changes a needed fact is relevant, and what it reads is needed; and so it
//	     is for the handlers that a source names beside the facts: who sets what the
//	     path tests, adds rows to a list on it, opens the screen of a setting that it
//	     reads
//	R20  what cannot be decided is kept
//	R21  the null of a NullPointerException comes from somewhere: handlers that lead
//	     to a constant null which can get to the crash are necessary
//	R22  what the XML hides or disables is out of reach until code shows and enables
//	     it: a handler of clicks on nothing else cannot run if no code does, and if it
//	     is on the path, who does is relevant by R7. What cannot run is never necessary
//
// # Facts
//
// A fact is named by a heap abstraction, never by a variable: a field by its
// declaration and the class of the object, a widget attribute by the resource name
// of the widget, the contents of a collection by the places that make it, a setting
// by its key, a row by its table, what is on a screen by the component. What
// cannot be told apart is one fact that overlaps with all others of its kind.
//
// # Levels
//
// The rules from R13 on decide at the level asra. The level paper is R1 to R12 as published,
// and reach R8 alone: package relevance says how they differ.
//
// # Not modelled
//
// The effect of native code and of other apps and servers; the contents of files
// and databases beyond "was written"; timing.
package asra
