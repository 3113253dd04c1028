package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// Tally is what became of one property of an oracle in a search: a rule, an invariant, a function of
// a specification. No finding after no judgement means nothing, so it also says why there was none.
type Tally struct {
	Oracle   string `json:"oracle"`
	Property string `json:"property"`
	// Held counts the screens on which the precondition held when the oracle chose what to do.
	Held      int `json:"held"`
	Begun     int `json:"begun"`
	BrokenOff int `json:"brokenOff"`
	Judged    int `json:"judged"`
	Failed    int `json:"failed"`
	// Reasons are those for which it was broken off, at most four different ones.
	Reasons []Reason `json:"reasons,omitempty"`
	// Lacking is what its precondition asked for and no screen had; empty once it has held.
	Lacking []string `json:"lacking,omitempty"`
	// Stages are what the judgements were made of, from the first stage on; what one stage loses the next lacks.
	Stages []Stage `json:"stages,omitempty"`
}

// Stage is one stage of how judgements come about, and how much came to it.
type Stage struct {
	What  string `json:"what"`
	Times int    `json:"times"`
}

// Reason is why a property was broken off, and how often.
type Reason struct {
	Why   string `json:"why"`
	Times int    `json:"times"`
}

// maxReasons is how many different reasons a Tally tells.
const maxReasons = 4

// Tallier is an optional capability of an Oracle that judges by several properties.
type Tallier interface {
	// Tallies has one for each property, also for those that were never judged.
	Tallies() []Tally
}

// Break counts that the property was broken off.
func (t *Tally) Break(why string) {
	t.BrokenOff++
	t.reason(Reason{why, 1})
}

func (t *Tally) reason(r Reason) {
	i := slices.IndexFunc(t.Reasons, func(old Reason) bool { return old.Why == r.Why })
	switch {
	case r.Why == "":
	case i >= 0:
		t.Reasons[i].Times += r.Times
	case len(t.Reasons) < maxReasons:
		t.Reasons = append(t.Reasons, r)
	}
}

// add takes in what another worker counted of the same property.
func (t *Tally) add(o Tally) {
	t.Held, t.Begun, t.BrokenOff = t.Held+o.Held, t.Begun+o.Begun, t.BrokenOff+o.BrokenOff
	t.Judged, t.Failed = t.Judged+o.Judged, t.Failed+o.Failed
	t.Reasons = slices.Clone(t.Reasons)
	for _, r := range o.Reasons {
		t.reason(r)
	}
	t.Stages = slices.Clone(t.Stages)
	for i := range min(len(t.Stages), len(o.Stages)) {
		t.Stages[i].Times += o.Stages[i].Times
	}
	t.Lacking = slices.DeleteFunc(slices.Clone(t.Lacking), func(what string) bool {
		return t.Held > 0 || !slices.Contains(o.Lacking, what)
	})
}

// Silence says why the property was never judged, "" if it was.
func (t *Tally) Silence() string {
	switch {
	case t.Judged > 0:
		return ""
	case t.BrokenOff > 0:
		return "it was always broken off"
	case len(t.Stages) > 0:
		return t.empty()
	case t.Begun > 0:
		return "it was begun and did not come to a check"
	case t.Held > 0:
		return "its precondition held, but chance chose something else: more events"
	case len(t.Lacking) > 0:
		return "its precondition held on no screen: none had " + strings.Join(t.Lacking, "; ")
	}
	return "its precondition held on no screen"
}

// empty names the first stage that nothing came to.
func (t *Tally) empty() string {
	for _, s := range t.Stages {
		if s.Times == 0 {
			return "no " + s.What
		}
	}
	return "time was up"
}

// Details are the lines that belong below a row of a table: why it was never judged, the stages before it, and
// what broke it off, the most frequent reason first.
func (t *Tally) Details() []string {
	var lines []string
	if why := t.Silence(); why != "" {
		lines = append(lines, "never judged: "+why)
	}
	if len(t.Stages) > 0 {
		stages := make([]string, len(t.Stages))
		for i, s := range t.Stages {
			stages[i] = fmt.Sprintf("%d %s", s.Times, s.What)
		}
		lines = append(lines, "stages: "+strings.Join(stages, ", "))
	}
	reasons := slices.Clone(t.Reasons)
	slices.SortStableFunc(reasons, func(a, b Reason) int { return cmp.Compare(b.Times, a.Times) })
	for _, r := range reasons {
		lines = append(lines, fmt.Sprintf("broken off %d times: %s", r.Times, r.Why))
	}
	return lines
}

// Merge adds tallies of the same properties, in the order in which they come first.
func Merge(all, more []Tally) []Tally {
	all = slices.Clone(all)
	for _, t := range more {
		i := slices.IndexFunc(all, func(old Tally) bool { return old.Oracle == t.Oracle && old.Property == t.Property })
		if i < 0 {
			all = append(all, t)
			continue
		}
		all[i].add(t)
	}
	return all
}

// Table writes tallies for people, a line each with its details below it.
func Table(all []Tally) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "property\theld\tbegun\tbroken off\tjudged\tfailed")
	for i := range all {
		t := &all[i]
		fmt.Fprintf(w, "%s: %s\t%d\t%d\t%d\t%d\t%d\n", t.Oracle, t.Property, t.Held, t.Begun, t.BrokenOff, t.Judged,
			t.Failed)
	}
	_ = w.Flush() // a Builder takes everything
	rows := strings.SplitAfter(b.String(), "\n")
	b.Reset()
	for i, row := range rows {
		b.WriteString(row)
		if i == 0 || i > len(all) {
			continue
		}
		for _, line := range all[i-1].Details() {
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	return b.String()
}

// Tallies are those of all, with the name of the oracle.
func (p Panel) Tallies() []Tally {
	var all []Tally
	for _, o := range p {
		tallier, ok := o.(Tallier)
		if !ok {
			continue
		}
		list := tallier.Tallies()
		for i := range list {
			list[i].Oracle = o.Name()
		}
		all = Merge(all, list)
	}
	return all
}
