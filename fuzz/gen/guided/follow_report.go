package guided

import (
	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/report"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// followReport reads the steps of the bug report around the trace as a plan of their own: people
// write down what they did in its order, and name what they pressed. Of what the screen offers it
// takes what the report names next; what else the words say is not understood.
type followReport struct {
	noFeedback
	text report.Report
}

func newFollowReport(g *guide.Guide) *followReport {
	if g == nil {
		return &followReport{}
	}
	return &followReport{text: report.New(g.Report)}
}

// Name implements Strategy.
func (*followReport) Name() string { return "follow_report" }

// Propose implements Strategy: steps begin where the app does.
func (f *followReport) Propose(s *state) (plan, bool) {
	if f.text.Empty() || s.Graph.Start != nil && s.Here != s.Graph.Start {
		return nil, false
	}
	return &reportPlan{report: f, missed: maxUnnamed}, true
}

// maxUnnamed is the number of events in a row that the report does not name: people leave out
// what goes without saying, such as the button that opens a menu.
const maxUnnamed = 3

// reportPlan is a plan that follows a report.
type reportPlan struct {
	stays
	report *followReport
	at     int // byte of the report up to which it was followed
	missed int // events without a step that may still come
	form   steps
}

func (p *reportPlan) next(s *state) (choice, bool) {
	if c, ok := p.form.next(s); ok {
		return c, true
	}
	at := s.Relevance.Place(s.View.Screen)
	texts := func(o *transition.Offer) []string { return at.Texts(s.View.Screen, o.Candidate) }
	if i, end := p.report.text.Next(p.at, s.Offers, texts); i >= 0 {
		p.at, p.missed = end, maxUnnamed
		if s.Offers[i].Verb == ui.Type {
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
