package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// followReport reads the steps of the bug report around the trace as a plan of their own: people
// write down what they did in its order, and name what they pressed. Of what the screen offers it
// takes what the report names next; what else the words say is not understood.
type followReport struct {
	deaf
	text string // of the report in plain words, a space at each end
}

func newFollowReport(g *guide.Guide) *followReport {
	if g == nil || len(g.Report) == 0 {
		return &followReport{}
	}
	return &followReport{text: " " + relevance.Plain(strings.Join(g.Report, "\n")) + " "}
}

// Name implements Strategy.
func (*followReport) Name() string { return "follow_report" }

// Propose implements Strategy: steps begin where the app does.
func (f *followReport) Propose(s *state) (plan, bool) {
	if len(f.text) < minReport || s.graph.Start != nil && s.here != s.graph.Start {
		return nil, false
	}
	return &reportPlan{report: f, missed: maxUnnamed}, true
}

const (
	// minReport is the length of a report in bytes that can name anything.
	minReport = 8
	// maxUnnamed is the number of events in a row that the report does not name: people leave out
	// what goes without saying, such as the button that opens a menu.
	maxUnnamed = 3
	// minLabel is the least length of a label that is looked for: "to" and "in" stand in any text.
	minLabel = 3
	// longBefore is the number of bytes before a label in which "long" makes its press a long one.
	longBefore = 24
)

// reportPlan is a plan that follows a report.
type reportPlan struct {
	report *followReport
	at     int // byte of the report up to which it was followed
	missed int // events without a step that may still come
	form   steps
}

// outside implements roamer: the app is brought back.
func (*reportPlan) outside(*state) (event.Event, bool) { return event.Event{}, false }

func (p *reportPlan) next(s *state) (choice, bool) {
	if c, ok := p.form.next(s); ok {
		return c, true
	}
	if i, end := p.named(s); i >= 0 {
		p.at, p.missed = end, maxUnnamed
		if s.offers[i].Verb == ui.Type {
			return take(i, gen.EdgeValue) // what the report quotes is among those
		}
		return take(i, gen.ValidValue)
	}
	if p.missed--; p.missed < 0 {
		return choice{}, false
	}
	if fields := s.fields(); len(fields) > 0 {
		p.form.left = s.form(fields)
		if c, ok := p.form.next(s); ok {
			return c, true
		}
	}
	return choice{kind: drawOffer, onPath: true}, true
}

// named returns the offer that the report names next, and the byte after its name; -1 if none is
// named. Of names at one place the longest is meant.
func (p *reportPlan) named(s *state) (best, end int) {
	best = -1
	place, length := len(p.report.text), 0
	at := s.relevance.Place(s.view.Screen)
	rest := p.report.text[p.at:]
	for i := range s.offers {
		o := &s.offers[i]
		for _, name := range names(o, at.Texts(s.view.Screen, o.Candidate)) {
			found := strings.Index(rest, " "+name+" ")
			if found < 0 || found > place || found == place && len(name) <= length || !p.means(o, p.at+found) {
				continue
			}
			best, place, length = i, found, len(name)
		}
	}
	return best, p.at + place + length
}

// means says whether the words before a name mean the gesture of the offer.
func (p *reportPlan) means(o *transition.Offer, at int) bool {
	if o.System {
		return true
	}
	before := p.report.text[max(0, at-longBefore):at]
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
