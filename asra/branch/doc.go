// Package branch finds branch constraints: which values of what a method tests take
// control to which of its instructions.
//
// What a branch or switch compares is a Subject: an attribute of a widget, a field, a
// setting, an argument, the id of the widget that a callback is given, whether a
// permission is held, or what a helper of the app tells of one of these. Constants of
// enums and entries of preferences have numbers of their own, so that a test of which one
// a value is is a test of a number. Within a method equal subjects are taken for equal
// values. The values come from package origin, the intervals from package attr, the
// flow over the blocks from package dataflow; the rules are R1 to R5 and R9 to R12 of
// package asra.
//
// What it leaves out: relations between two subjects, and arithmetic on one.
package branch
