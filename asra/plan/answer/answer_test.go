package answer_test

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/plan/answer"
)

// TestUnexpected states which answers come first: the field that fails in what is right otherwise.
func TestUnexpected(t *testing.T) {
	t.Parallel()
	n := func(n int64) *int64 { return &n }
	for name, c := range map[string]struct {
		crash guide.CrashCondition
		field string
		want  guide.Want
		first []string
		last  string
	}{
		"no field": {crash: guide.CrashCondition{Kind: guide.CrashKey}, first: []string{"a server answers: bare"}},
		"a key": {
			guide.CrashCondition{Kind: guide.CrashKey, Name: "name"}, "", guide.Want{},
			[]string{`a server answers without "name"`, "a server answers: bare"}, "no network",
		},
		"a key in a field": {
			guide.CrashCondition{Kind: guide.CrashKey, Name: "name"}, "owner", guide.Want{},
			[]string{`a server answers without "owner.name"`, "a server answers: bare"}, "no network",
		},
		"a null": {
			guide.CrashCondition{Kind: guide.CrashNull}, "owner", guide.Want{Class: guide.WantNull},
			[]string{`a server answers without "owner"`, `a server answers with null as "owner"`, "a server answers: broken"},
			"no network",
		},
		"an empty list": {
			guide.CrashCondition{Kind: guide.CrashIndex}, "rows", guide.Want{Class: guide.WantEmpty},
			[]string{`a server answers with nothing in "rows"`, `a server answers without "rows"`}, "no network",
		},
		"a short list": {
			guide.CrashCondition{Kind: guide.CrashIndex}, "rows", guide.Want{Class: guide.WantSize, Max: n(2)},
			[]string{`a server answers with 2 in "rows"`}, "no network",
		},
		"a long list": {
			guide.CrashCondition{Kind: guide.CrashIndex}, "rows", guide.Want{Class: guide.WantSize, Max: n(1e9)},
			[]string{`a server answers with 1000 in "rows"`}, "no network",
		},
		"a text": {
			guide.CrashCondition{Kind: guide.CrashNumber}, "id", guide.Want{Class: guide.WantText, Text: "x"},
			[]string{`a server answers with "x" as "id"`, `a server answers with a text as "id"`}, "no network",
		},
		"any text": {
			guide.CrashCondition{Kind: guide.CrashText}, "id", guide.Want{Class: guide.WantNoText},
			[]string{`a server answers with a text as "id"`, `a server answers with nothing in "id"`}, "no network",
		},
		"another class": {
			guide.CrashCondition{Kind: guide.CrashClass}, "id", guide.Want{},
			[]string{`a server answers with a text as "id"`, `a server answers with null as "id"`}, "no network",
		},
		"the network": {
			guide.CrashCondition{Kind: guide.CrashNetwork}, "id", guide.Want{},
			[]string{"no network", "a server answers: none"}, "a server answers: error",
		},
	} {
		var got []string
		for _, a := range answer.Unexpected(&c.crash, c.field, c.want) {
			got = append(got, a.String())
		}
		begins := len(got) >= len(c.first) && slices.Equal(got[:len(c.first)], c.first)
		if !begins || c.last != "" && got[len(got)-1] != c.last {
			t.Errorf("%s: %q, want %q first, %q last", name, got, c.first, c.last)
		}
	}
}

// TestFailing: a request fails without a network first, then by what a server does.
func TestFailing(t *testing.T) {
	t.Parallel()
	var got []string
	for _, a := range answer.Failing() {
		got = append(got, a.String())
	}
	want := []string{"no network", "a server answers: none", "a server answers: error", "a server answers: broken"}
	if !slices.Equal(got, want) {
		t.Errorf("a request fails by %q, want %q", got, want)
	}
}

// TestErrors states that the status is the wanted one where it is that of an error.
func TestErrors(t *testing.T) {
	t.Parallel()
	for status, want := range map[int64][]string{
		503: {"503"}, 200: {"404", "500", "401"}, 600: {"404", "500", "401"},
	} {
		var got []string
		for _, a := range answer.Errors(guide.Want{Class: guide.WantNumber, Min: &status, Max: &status}) {
			got = append(got, a.Values...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d: %q, want %q", status, got, want)
		}
	}
}
