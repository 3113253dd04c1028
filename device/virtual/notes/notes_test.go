package notes_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"talpa/device/virtual/notes"
)

// Remarks are kept once, in their order, and what is given out is the caller's own.
func TestList(t *testing.T) {
	t.Parallel()
	var n notes.List
	n.Add("a", "b", "a")
	n.Add("b", "c")
	got := n.All()
	if want := []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
	got[0] = "changed"
	if n.All()[0] != "a" {
		t.Error("the list gave out its own slice")
	}
}

// An app that has much to say fills no memory, and a text that is cut is still text.
func TestList_bounded(t *testing.T) {
	t.Parallel()
	var n notes.List
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for j := range 1000 {
				n.Add(fmt.Sprintf("%d/%d %s", i, j, strings.Repeat("ä", 10_000)))
			}
		})
	}
	all.Wait()
	got := n.All()
	if len(got) != 200 {
		t.Errorf("%d remarks, want 200", len(got))
	}
	for _, text := range got {
		if len(text) > notes.MaxBytes+len("...") || strings.ToValidUTF8(text, "") != text {
			t.Fatalf("a remark of %d bytes: %.20q", len(text), text)
		}
	}
}
