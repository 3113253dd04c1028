package main

import "testing"

// TestWork: each run does the same work, and all of it, the sorting included.
func TestWork(t *testing.T) {
	t.Parallel()
	if got := work(0); got != 0 {
		t.Errorf("no work meets %d kinds", got)
	}
	one, again := work(1), work(1)
	if one != again {
		t.Errorf("the same work meets %d kinds, then %d", one, again)
	}
	// Every fourth is counted. In order hardly two of these are of one kind; else, by chance, each
	// kind would be missed with the probability exp(-1/4), and 14,497 be met.
	if most := numbers / 4; one > most || one < most-200 {
		t.Errorf("one round meets %d kinds of at most %d", one, most)
	}
	if three := work(3); three <= one {
		t.Errorf("three rounds meet %d kinds, one meets %d", three, one)
	}
}
