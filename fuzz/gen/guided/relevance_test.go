package guided

import (
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
)

// A widget whose handler leads to the null of the crash matters, one that the guide knows as
// the setter of something else is left to what it says of that.
func TestNullSetterMatters(t *testing.T) {
	t.Parallel()
	r := newRelevance(&guide.Guide{Dependencies: []guide.Dependency{
		{Kind: guide.LeadsToNull, Trigger: guide.Widget{ID: "id/two"}},
		{Kind: guide.ShowsSetting, Subject: guide.Subject{Kind: guide.SubjectSetting, Widget: guide.Widget{ID: "id/three"}}},
		{Kind: guide.LeadsToNull},
	}})
	s := screen(t, "Main", "one", "two", "three")
	p := r.place(s)
	for _, c := range gen.Candidates(s) {
		want := 1.0
		if s.Widgets[c.Widget].ID == "p:id/two" {
			want = setter
		}
		if got := p.widget(s, c); got != want {
			t.Errorf("%s matters %g, want %g", s.Widgets[c.Widget].ID, got, want)
		}
	}
}
