package ui

import (
	"slices"
	"strings"
)

// State is an abstraction of a Screen: equal numbers mean "the same place".
type State uint64

// FNV-1a, inlined because a state is taken after every event.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func mix(h uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return (h ^ 0xFF) * fnvPrime
}

func mixSet(h uint64, set []uint64) State {
	slices.Sort(set)
	for _, e := range slices.Compact(set) {
		for range 8 {
			h = (h ^ e&0xFF) * fnvPrime
			e >>= 8
		}
	}
	return State(h)
}

// Structure is the coarsest state: the activity and the set of (class, id) of
// what is visible. It does not change with any text.
func (s *Screen) Structure() State {
	set := make([]uint64, 0, len(s.Widgets))
	for i := range s.Widgets {
		if w := &s.Widgets[i]; !w.Bounds.Empty() {
			set = append(set, mix(mix(fnvOffset, w.Class), w.ID))
		}
	}
	return mixSet(mix(fnvOffset, s.Activity), set)
}

// Labelled is finer than Structure: it adds whether widgets are enabled and
// checked, and the words on what can be pressed, digits and the contents of
// lists and text fields left out; of a dialog or menu it adds all words, since
// dialogs share their structure.
func (s *Screen) Labelled() State {
	set := make([]uint64, 0, len(s.Widgets))
	floating := s.Floating()
	for i := range s.Widgets {
		w := &s.Widgets[i]
		if w.Bounds.Empty() {
			continue
		}
		h := mix(mix(fnvOffset, w.Class), w.ID)
		if w.Checked {
			h = mix(h, "checked")
		}
		if !w.Enabled {
			h = mix(h, "disabled")
		}
		if !w.Editable() && (floating || (w.Clickable || w.Checkable) && !s.Listed(i)) {
			h = mix(h, Undigit(s.Label(i)))
		}
		set = append(set, h)
	}
	return mixSet(mix(fnvOffset, s.Activity), set)
}

// Content is the finest state: it changes with every visible attribute of
// every widget, except where it is and what was typed into a text field.
func (s *Screen) Content() State {
	h := mix(fnvOffset, s.Activity)
	for i := range s.Widgets {
		w := &s.Widgets[i]
		if w.Bounds.Empty() {
			continue
		}
		h = mix(mix(mix(h, w.Class), w.ID), w.Desc)
		if !w.Editable() {
			h = mix(h, w.Text)
		}
		var flags byte
		for bit, on := range [...]bool{w.Checked, w.Enabled, w.Focused, w.Selected} {
			if on {
				flags |= 1 << bit
			}
		}
		h = (h ^ uint64(flags)) * fnvPrime
	}
	return State(h)
}

// Undigit replaces every run of digits by one 0: clocks and counters are not
// new places.
func Undigit(s string) string {
	if !strings.ContainsAny(s, "0123456789") {
		return s
	}
	var b strings.Builder
	digit := false
	for _, r := range s {
		if r >= '0' && r <= '9' {
			if !digit {
				b.WriteByte('0')
			}
			digit = true
			continue
		}
		digit = false
		b.WriteRune(r)
	}
	return b.String()
}
