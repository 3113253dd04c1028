// Package reach finds what can reach the crash point, and how: the third stage of the
// analysis. It walks back from the callback on the stack over the program (rules R6, R8
// and R13 to R16 of package asra).
//
// Paths say of each node how far the target is; Routes say it of components, within
// each of which only what is possible under it counts. What a callback tests on its
// path, the ids of widgets above all, comes from package branch: a path whose tests
// contradict each other is none.
//
// Costs stand for what a path asks of whoever drives the app, and only their
// proportions matter. What is not modelled: how often an event must happen, and what
// state an earlier part of a path leaves behind; that is the business of relevance.
package reach
