package relevance

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
)

func TestMentions(t *testing.T) {
	m := newMentions([]string{
		"1. In `List display options`, set \"Swipe left to\" to **None**",
		"2. Go back to the list of stories, then rotate and click Save",
		"It is off. The OK button does nothing.",
	})
	tests := []struct {
		label string
		want  float64
	}{
		{"List display options", namedQuoted},
		{"Swipe left to…", namedQuoted},
		{"NONE", namedQuoted},
		{"List of stories", namedPhrase},
		{"Save", namedWord},
		{"save_as", 1},
		{"OK", 1},  // too short to tell
		{"Lis", 1}, // part of a word
		{"stories then rotate and click Save It", 1},
		{"", 1},
	}
	for _, test := range tests {
		if got := m.Factor([]string{test.label}); got != test.want {
			t.Errorf("factor of %q is %v, want %v", test.label, got, test.want)
		}
	}
	if got := Mentions(nil).Factor([]string{"Save"}); got != 1 {
		t.Errorf("without a report a widget's factor is %v", got)
	}
	if got := m.Factor([]string{"unknown", "none"}); got != namedQuoted {
		t.Errorf("of several texts the one that is named counts, got %v", got)
	}
}

func TestQuotes_inPairsOnly(t *testing.T) {
	got := quotes([]string{"type `xxyyzz` into “server”", `an open " mark`, "the 'Send Note' item, it's there", "``"})
	for _, want := range []string{"xxyyzz", "server", "Send Note"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not among %q", want, got)
		}
	}
	if len(got) != 3 {
		t.Errorf("got %q", got)
	}
}

// The words of a report raise the events that they speak of, and what it quotes
// is typed.
func TestReportedEvents(t *testing.T) {
	g := &guide.Guide{Report: []string{"Rotate the phone, then long press a note.", "Enter `a'b` as its name."}}
	r := New(g)
	for _, kind := range []event.Kind{event.Rotate, event.LongTap} {
		if r.wanted[kind] <= 1 {
			t.Errorf("%s is not raised: %v", kind, r.wanted)
		}
	}
	if r.wanted[event.Pinch] > 1 {
		t.Error("what the report does not speak of is raised")
	}
	if len(r.outside) != 0 {
		t.Errorf("settings are offered that the report does not speak of: %v", r.outside)
	}
	g.Report = []string{"1. Enable Don't keep activities in the developer options"}
	drop := event.Event{Kind: event.Config, Arg: event.KeepActivities, Value: "no"}
	if r := New(g); len(r.outside) != 1 || r.outside[0].Event != drop {
		t.Errorf("of activities that are not kept comes %v", r.outside)
	}
	g.Report = []string{"Enter `a'b` as its name."}
	if texts := Texts(g); !slices.Contains(texts.Quoted, "a'b") {
		t.Errorf("what the report quotes is not typed: %q", texts.Quoted)
	}
}
