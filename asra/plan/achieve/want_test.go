package achieve

import (
	"testing"

	"talpa/asra/guide"
)

// TestWantOf: what a person has to see to, of each form of a condition.
func TestWantOf(t *testing.T) {
	t.Parallel()
	n := func(i int64) *int64 { return &i }
	length := guide.Subject{Kind: guide.SubjectAttribute, Name: "length"}
	permission := guide.Subject{Kind: guide.SubjectPermission, Name: "android.permission.CAMERA"}
	for name, c := range map[string]struct {
		of   guide.Condition
		want string // in words; "" for nothing
	}{
		"argument":             {guide.Condition{Subject: guide.Subject{Kind: guide.SubjectArgument}, Min: n(1)}, ""},
		"which widget":         {guide.Condition{Subject: guide.Subject{Kind: guide.SubjectAttribute, Name: "id"}, Min: n(1)}, ""},
		"nothing excluded":     {guide.Condition{}, ""},
		"text":                 {guide.Condition{Text: "x"}, `"x"`},
		"no letters":           {guide.Condition{Subject: length, Max: n(0)}, "empty"},
		"some letters":         {guide.Condition{Subject: length, Min: n(1)}, "present"},
		"three letters":        {guide.Condition{Subject: length, Min: n(3), Max: n(3)}, "3"},
		"another value":        {guide.Condition{Not: []int64{4}}, "another value"},
		"a number":             {guide.Condition{Min: n(2), Max: n(2)}, "2"},
		"granted":              {guide.Condition{Subject: permission, Min: n(0), Max: n(0)}, "present"},
		"refused":              {guide.Condition{Subject: permission, Not: []int64{0}}, "absent"},
		"granted or refused":   {guide.Condition{Subject: permission, Max: n(0)}, ""},
		"no state that can be": {guide.Condition{Subject: permission, Min: n(1)}, ""},
	} {
		want, ok := WantOf(c.of)
		if said := want.String(); ok != (c.want != "") || ok && said != c.want {
			t.Errorf("%s: %q, %v, want %q", name, said, ok, c.want)
		}
	}
}

// TestOfScreen: failures of a life cycle, of a window, and of what a screen gives while it is there.
func TestOfScreen(t *testing.T) {
	t.Parallel()
	screen := []guide.Source{{Subject: guide.Subject{Kind: guide.SubjectField}}, {Subject: guide.Subject{Kind: guide.SubjectScreen}}}
	for name, c := range map[string]struct {
		of   guide.CrashCondition
		want bool
	}{
		"life cycle":         {guide.CrashCondition{Kind: guide.CrashLifecycle}, true},
		"window":             {guide.CrashCondition{Kind: guide.CrashWindow}, true},
		"null of a screen":   {guide.CrashCondition{Kind: guide.CrashNull, Sources: screen}, true},
		"null of a field":    {guide.CrashCondition{Kind: guide.CrashNull, Sources: screen[:1]}, false},
		"number of a screen": {guide.CrashCondition{Kind: guide.CrashNumber, Sources: screen}, false},
	} {
		if got := OfScreen(&c.of); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
