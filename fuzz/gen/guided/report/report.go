// Package report reads the steps of the bug report around a trace: what of the things that a screen
// offers it names next. What else its words say is not understood.
package report

import (
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// Report is a report's text. The zero value names nothing.
type Report struct {
	text string // in plain words, a space at each end
}

const (
	// minReport is the length of a report in bytes that can name anything.
	minReport = 8
	// minLabel is the least length of a label that is looked for: "to" and "in" stand in any text.
	minLabel = 3
	// longBefore is the number of bytes before a label in which "long" makes its press a long one.
	longBefore = 24
)

// New returns the report with the lines given.
func New(lines []string) Report {
	if len(lines) == 0 {
		return Report{}
	}
	return Report{" " + relevance.Plain(strings.Join(lines, "\n")) + " "}
}

// Empty says that the report is too short to name anything.
func (r Report) Empty() bool { return len(r.text) < minReport }

// Next returns the offer that the report names first from the byte given on, and the byte after its
// name; -1 if none is named. Of names at one place the longest is meant. texts are those that stand on an
// offer's widget.
func (r Report) Next(from int, offers []transition.Offer, texts func(*transition.Offer) []string) (best, end int) {
	best = -1
	place, length := len(r.text), 0
	rest := r.text[from:]
	for i := range offers {
		o := &offers[i]
		for _, name := range names(o, texts(o)) {
			found := strings.Index(rest, " "+name+" ")
			if found < 0 || found > place || found == place && len(name) <= length || !r.means(o, from+found) {
				continue
			}
			best, place, length = i, found, len(name)
		}
	}
	return best, from + place + length
}

// means says whether the words before a name mean the gesture of the offer.
func (r Report) means(o *transition.Offer, at int) bool {
	if o.System {
		return true
	}
	before := r.text[max(0, at-longBefore):at]
	long := strings.Contains(before, " long") || strings.Contains(before, " hold")
	switch o.Verb {
	case ui.LongPress:
		return long
	case ui.Type:
		return true
	case ui.Press:
		return !long && o.Event.Kind == event.Tap
	}
	return false
}

// names are the plain words by which a report may call an offer.
func names(o *transition.Offer, texts []string) []string {
	if o.System {
		return systemNames[o.Event.Kind]
	}
	var list []string
	for _, text := range texts {
		if name := relevance.Plain(text); len(name) >= minLabel && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// systemNames are what reports call events that need no widget.
var systemNames = map[event.Kind][]string{
	event.Back:   {"press back", "back button", "go back", "hit back"},
	event.Rotate: {"rotate", "rotating", "rotation", "landscape", "change orientation"},
	event.Home:   {"home button", "background", "minimize", "minimise"},
	event.Menu:   {"menu button", "open menu", "the menu", "overflow menu"},
}
