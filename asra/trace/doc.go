// Package trace models Java stack traces as Android prints them and people
// paste them: logcat of any format, Play Console, crash services, Markdown. It
// parses, normalises, compares and signs them. It is a leaf: the one word, beside
// the guide, that both halves of talpa share.
//
// The order is always the printed one: the outermost throwable of a chain
// first, the innermost frame of a throwable first. "Deepest" means nearest to
// the throw.
//
// Not modelled: locks and states of a thread dump, registers and memory of a
// tombstone, frames of other languages (JavaScript, Dart, C#).
package trace
