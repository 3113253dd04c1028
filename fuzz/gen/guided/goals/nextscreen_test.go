package goals

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
)

func TestNextScreen(t *testing.T) {
	task := func(screen, label string) Task {
		return Task{Achiever: &guide.Achiever{
			Kind: guide.AchieveHandler, Screen: screen, Label: label}}
	}
	here := task("p.HomeActivity", "Home")
	for name, c := range map[string]struct {
		tasks []Task
		want  string
	}{
		"nothing left":             {nil, ""},
		"the last":                 {[]Task{here}, ""},
		"another one":              {[]Task{here, task("p.NoteEditor", "Edit")}, "edit editor note"},
		"the same first":           {[]Task{here, here, task("p.NoteEditor", "Edit")}, "edit editor note"},
		"one without a screen":     {[]Task{here, task("", "x"), task("p.NoteEditor", "")}, "editor note"},
		"the present one is first": {[]Task{task("p.NoteEditor", "Edit")}, ""},
	} {
		got := strings.Join(slices.Sorted(maps.Keys(NextScreen(c.tasks, here))), " ")
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
