package oracle

import (
	"reflect"
	"strings"
	"testing"
)

// TestTallySilence says why a property was never judged.
func TestTallySilence(t *testing.T) {
	t.Parallel()
	for want, tally := range map[string]Tally{
		"":                           {Held: 3, Begun: 2, Judged: 1},
		"always broken off":          {Held: 3, Begun: 2, BrokenOff: 2},
		"did not come to a check":    {Held: 3, Begun: 2},
		"chance chose":               {Held: 3},
		`none had text="Add"; an id`: {Lacking: []string{`text="Add"`, "an id"}},
		"held on no screen":          {},
		"no targets":                 {Held: 3, Stages: []Stage{{"seeds", 4}, {"targets", 0}, {"mutants", 0}}},
		"time was up":                {Held: 3, Begun: 1, Stages: []Stage{{"seeds", 4}, {"targets", 2}}},
	} {
		if got := tally.Silence(); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%+v: %q, want %q", tally, got, want)
		}
	}
}

// TestMerge adds what workers counted; what one of them met is lacking nowhere.
func TestMerge(t *testing.T) {
	t.Parallel()
	one := []Tally{{Oracle: "p", Property: "add", Held: 2, Begun: 1, BrokenOff: 1, Reasons: []Reason{{"no row", 1}},
		Stages: []Stage{{"seeds", 1}, {"targets", 0}}},
		{Oracle: "p", Property: "view", Lacking: []string{"a", "b"}}}
	two := []Tally{{Oracle: "q", Property: "add", Judged: 1},
		{Oracle: "p", Property: "view", Lacking: []string{"b", "c"}},
		{Oracle: "p", Property: "add", Held: 1, Begun: 1, BrokenOff: 3, Judged: 1, Failed: 1,
			Reasons: []Reason{{"w", 1}, {"no row", 1}, {"x", 1}, {"y", 1}, {"z", 1}},
			Stages:  []Stage{{"seeds", 2}, {"targets", 3}}}}
	want := []Tally{{Oracle: "p", Property: "add", Held: 3, Begun: 2, BrokenOff: 4, Judged: 1, Failed: 1,
		Reasons: []Reason{{"no row", 2}, {"w", 1}, {"x", 1}, {"y", 1}}, Stages: []Stage{{"seeds", 3}, {"targets", 3}}},
		{Oracle: "p", Property: "view", Lacking: []string{"b"}}, {Oracle: "q", Property: "add", Judged: 1}}
	if got := Merge(one, two); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if one[0].Reasons[0].Times != 1 || one[0].Stages[0].Times != 1 {
		t.Error("the tallies of a worker were changed")
	}
}

// TestTable has a row for each property, and below it what kept it from being judged.
func TestTable(t *testing.T) {
	t.Parallel()
	got := Table([]Tally{{Oracle: "property", Property: "add", Held: 12, Begun: 3, BrokenOff: 3,
		Reasons: []Reason{{"no field", 1}, {"no button", 2}}}, {Oracle: "dmf", Property: "view", Held: 1, Begun: 1, Judged: 1, Stages: []Stage{{"seeds", 2}, {"views", 5}}}})
	want := `property       held  begun  broken off  judged  failed
property: add  12    3      3           0       0
    never judged: it was always broken off
    broken off 2 times: no button
    broken off 1 times: no field
dmf: view      1     1      0           1       0
    stages: 2 seeds, 5 views
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// counting is an oracle that judges by one property.
type counting struct{ byLog }

func (counting) Tallies() []Tally { return []Tally{{Property: "add", Judged: 1}} }

// TestPanelTallies names the oracle of each, and leaves out those that have none.
func TestPanelTallies(t *testing.T) {
	t.Parallel()
	got := Panel{Crash(), counting{byLog{name: "x"}}, counting{byLog{name: "y"}}}.Tallies()
	if want := []Tally{{Oracle: "x", Property: "add", Judged: 1}, {Oracle: "y", Property: "add", Judged: 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
