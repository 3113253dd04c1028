package main

import (
	"slices"
	"testing"
)

// TestCommandWords demands that a run's page names what was asked for, and not
// where its files went.
func TestCommandWords(t *testing.T) {
	t.Parallel()
	cmd := newFuzz(&globals{})
	flags := []string{"--seed=7", "--oracle", "crash,dmf=my notes.json", "--generator=random", "-o", "elsewhere", "--time=1m"}
	if err := cmd.ParseFlags(flags); err != nil {
		t.Fatal(err)
	}
	got := commandWords(cmd, []string{"app.apk"})
	want := []string{"fuzz", "app.apk", "--generator=random", "--oracle=crash,dmf=my notes.json", "--seed=7", "--time=1m0s"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
