package relevance

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// The values that are typed are those of the crash condition, of the plan, and what the message quotes, but
// for names of code.
func TestTypedValues(t *testing.T) {
	t.Parallel()
	text := func(kind guide.CrashKind, value string) *guide.CrashCondition {
		return &guide.CrashCondition{Kind: kind, Want: guide.Want{Class: guide.WantText, Text: value}}
	}
	planned := &guide.Plan{Goals: []guide.Goal{{ID: 1, Achievers: []guide.Achiever{
		{Kind: guide.AchieveText, Values: []string{"", "1,5"}}, {Kind: guide.AchievePreference, Values: []string{"off"}}}}}}
	for _, c := range []struct {
		name  string
		guide guide.Guide
		want  []string
	}{
		{"nothing", guide.Guide{}, nil},
		{"the failing value", guide.Guide{Crash: text(guide.CrashText, "news.example")}, []string{"news.example"}},
		{"an empty text", guide.Guide{Crash: &guide.CrashCondition{Kind: guide.CrashNumber, Want: guide.Want{Class: guide.WantEmpty}}},
			[]string{""}},
		{"an empty list is no text", guide.Guide{Crash: &guide.CrashCondition{Kind: guide.CrashEmpty,
			Want: guide.Want{Class: guide.WantEmpty}}}, nil},
		{"what the message quotes", guide.Guide{Target: guide.Target{Message: `Unparseable date: "31.2."`}}, []string{"31.2."}},
		{"both are one", guide.Guide{Target: guide.Target{Message: `For input string: "x y"`}, Crash: text(guide.CrashNumber, "x y")},
			[]string{"x y"}},
		{"a statement that broke", guide.Guide{Crash: text(guide.CrashStatement, "s")}, []string{"s", "'s"}},
		{"texts of the plan", guide.Guide{Plan: planned}, []string{"", "1,5"}},
		{"a signature", guide.Guide{Target: guide.Target{Message: "Attempt to invoke 'int java.lang.String.length()'"}}, nil},
		{"a class", guide.Guide{Target: guide.Target{Message: `Didn't find class "com.foo.Bar" on path`}}, nil},
	} {
		if got := typedValues(&c.guide); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A text that somebody typed is told of by what refuses texts; a missing column is not typed.
func TestTells_ofTextsThatWereTyped(t *testing.T) {
	t.Parallel()
	for kind, want := range map[guide.CrashKind]bool{guide.CrashNumber: true, guide.CrashText: true, guide.CrashStatement: true,
		guide.CrashColumn: false, guide.CrashNull: false, guide.CrashClass: false} {
		g := &guide.Guide{Crash: &guide.CrashCondition{Kind: kind, Want: guide.Want{Class: guide.WantText, Text: "x"}}}
		if got := tells(g); got != want {
			t.Errorf("%s: %v", kind, got)
		}
		if g.Crash.Want.Class = guide.WantNull; tells(g) {
			t.Errorf("%s tells of null", kind)
		}
	}
	if tells(&guide.Guide{}) {
		t.Error("a crash of which nothing is known tells of a text")
	}
}

// FuzzTypedValues: whatever a message is, few and short values come out.
func FuzzTypedValues(f *testing.F) {
	f.Add(`For input string: "x"`, "x")
	f.Add("near \"'\": 'a' `b`\n'", "'")
	f.Fuzz(func(t *testing.T, message, value string) {
		values := typedValues(&guide.Guide{Target: guide.Target{Message: message}, Crash: &guide.CrashCondition{
			Kind: guide.CrashStatement, Want: guide.Want{Class: guide.WantText, Text: value}}})
		if len(values) > maxQuoted {
			t.Errorf("%d values", len(values))
		}
		for _, v := range values {
			if len(v) > maxValue+1 {
				t.Errorf("a value of %d bytes", len(v))
			}
		}
	})
}

// What the crash condition says is typed, and kept empty.
func TestCrashConditionIsUsed(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Crash: &guide.CrashCondition{Kind: guide.CrashNumber, Want: guide.Want{Class: guide.WantText, Text: "1,5"}}}
	texts, rng, typed := Texts(g), rand.New(rand.NewSource(1)), 0
	for range 100 {
		if texts.Value(&ui.Widget{Class: "android.widget.EditText"}, gen.EdgeValue, rng) == "1,5" {
			typed++
		}
	}
	if typed < 30 {
		t.Errorf("the failing value was typed %d of 100 times", typed)
	}
	none, two := int64(0), int64(2)
	for _, c := range []struct {
		kind guide.CrashKind
		size *int64
		want bool
	}{{guide.CrashIndex, &none, true}, {guide.CrashEmpty, &none, true}, {guide.CrashIndex, &two, false},
		{guide.CrashIndex, nil, false}, {guide.CrashNull, &none, false}} {
		if got := wantsEmpty(&guide.Guide{Crash: &guide.CrashCondition{Kind: c.kind, Size: c.size}}); got != c.want {
			t.Errorf("%s of %v wants empty data: %v", c.kind, c.size, got)
		}
	}
}
