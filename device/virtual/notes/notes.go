// Package notes keeps remarks of a device on what of a run was not real: each once, bounded in
// number and length, since apps have a say in their words.
package notes

import (
	"slices"
	"strings"
	"sync"
)

// MaxBytes are the bytes that are kept of a remark; the rest is left out.
const MaxBytes = 4 << 10

// maxNotes bounds a list.
const maxNotes = 200

// List is a list of remarks, empty as its zero value. It is safe for use by several goroutines.
type List struct {
	mu  sync.Mutex
	all []string
}

// Add adds those of some remarks that the list does not have, as long as there is room.
func (n *List) Add(texts ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, t := range texts {
		if len(t) > MaxBytes {
			t = strings.ToValidUTF8(t[:MaxBytes], "") + "..."
		}
		if len(n.all) < maxNotes && !slices.Contains(n.all, t) {
			n.all = append(n.all, t)
		}
	}
}

// All are the remarks in the order in which they came. The caller may change the slice.
func (n *List) All() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.all)
}
