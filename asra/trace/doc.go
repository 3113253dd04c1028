// Package trace models Java stack traces as Android prints them and people
// paste them: logcat of any format, Play Console, crash services, Markdown. It
// parses, normalises, compares and signs them. It is a leaf: the one word, beside
// the guide, that both halves of talpa share.
//
// The order is always the printed one: the outermost throwable of a chain
// first, the innermost frame of a throwable first. "Deepest" means nearest to
// the throw.
//
// # Reading
//
// Parse takes whatever text has a crash somewhere in it. It goes from the whole to the
// line, and each step knows less of where the text is from:
//
//	decode       the text as a whole: encoding, the JSON and tables of services,
//	             escapes, line numbers, marks before each line
//	cleanLines   one line: quotes, Markdown, HTML, terminal colours
//	parseRecord  the prefix of a log line: process, thread, tag
//	stream       the lines of one thread of one process, in order: header, heading,
//	             message, frames, causes; lines of others may stand between
//	parseFrame, parseHeading, serviceFrame: the forms of a line
//
// Where nothing is found, stripLeads takes off what stands before the frames, and the
// text is read once more.
//
// A log is long and crashes are few, so every regular expression that sees each line has
// a cheap condition in front of it (pattern.when, mayBegin). A condition may let too much
// through, and never too little; a test holds them against their patterns.
//
// # Comparing
//
// Compare says how well a crash agrees with the wanted one, Sign whether two crashes are
// the same one. Both look at normalised traces: frames behind "... 12 more" restored,
// wrappers of the framework left out, wordings of messages of Android's versions made
// one. Only frames of the app decide, since those of the framework differ between
// versions.
//
// # Not modelled
//
// Locks and states of a thread dump, registers and memory of a tombstone, frames of
// other languages (JavaScript, Dart, C#): a text with nothing else is refused with its
// language's name.
package trace
