// Package instrument rewrites an app so that callbacks which cannot matter for
// a crash return at once: the pruning of the Mole paper (Masoudian et al.,
// "Mole", IEEE TSE 2024, "event-level input space reduction").
//
// A Plan says which methods are changed, and which are left alone although the
// guide calls them irrelevant, with the reason: a return out of turn must never
// break the app in a way of its own. Apply carries a Plan out on a copy of an
// APK through a Rewriter and signs the copy. There are two rewriters:
// instrument/apktool edits smali text as the papers do it, instrument/dexpatch
// patches the DEX bytes, needs no tools and is some twenty times faster. A test
// proves that their results are the same.
//
// # What a changed method does
//
// A pruned method returns false, 0 or nothing, before any of its own code. A
// logged method runs as before. A guarded method asks first which widget it is
// called for: for those that cannot matter it is pruned, for others it runs as
// before. What is pruned or logged first writes one line to the log; what is
// guarded writes it when it is pruned, or when it is not:
//
//	I/Lcom/foo/Main$1;: onClick
//
// whose tag is the descriptor of the class and whose text is the name of the
// method, so that a fuzzer can tell a pruned event from one that did nothing.
// Both strings and Log.i are in the constant pools of nearly every DEX file, so
// no pool has to grow; where Log.i is missing, dexpatch leaves the line out and
// reports the method as silent.
//
// Line numbers of all other methods stay as they are.
package instrument
