package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

const (
	// farSetting is the weight of a setting that nothing near the crash is known to
	// read, plainSetting that of a widget that looks like one; 1 is a setting
	// that the method of the crash reads itself. Apps have dozens of either.
	farSetting   = 0.003
	plainSetting = 0.01
)

// setting is something that a widget changes, and how it was varied.
type setting struct {
	weight  float64
	screens []string       // that show one of its title, the nearest to the crash first
	choices []string       // what the guide knows of them, lower case
	tried   map[string]int // by label
	rounds  int            // changes of it
	missed  int            // times that it was not where it should be
}

// settings are those that the guide knows or that widgets look like.
type settings struct {
	words   mentions
	titled  map[string]*setting
	plain   map[actionKey]*setting
	known   []*setting          // all of both, in the order met
	openers map[string][]string // screens, by the ids and texts of what opens them
}

func newSettings(g *guide.Guide, words mentions) *settings {
	s := &settings{words: words, titled: map[string]*setting{}, plain: map[actionKey]*setting{},
		openers: map[string][]string{}}
	if g == nil {
		return s
	}
	texts := titlesOf(g)
	for _, v := range g.Settings {
		title := strings.ToLower(v.Title)
		for _, w := range v.Openers {
			s.open(v.Screen, append([]string{shortID(w.ID), strings.ToLower(w.Text)}, texts[shortID(w.ID)]...))
		}
		if old := s.titled[title]; old != nil {
			old.screens = append(old.screens, v.Screen)
			continue // the nearest of a title is the first
		}
		set := &setting{weight: farSetting, screens: []string{v.Screen}, tried: map[string]int{}}
		if v.Distance >= 0 {
			set.weight = 1 / float64((1+v.Distance)*(1+v.Distance))
		}
		set.weight *= words.factor([]string{title})
		for _, choice := range v.Choices {
			set.choices = append(set.choices, strings.ToLower(choice))
		}
		s.titled[title] = set
		s.known = append(s.known, set)
	}
	return s
}

// titlesOf are the texts, lower case, that the guide knows of widgets, by their ids: the
// row of a menu does not bear the id of its item.
func titlesOf(g *guide.Guide) map[string][]string {
	texts := map[string][]string{}
	for i := range g.Callbacks {
		for _, w := range g.Callbacks[i].Widgets {
			id, text := shortID(w.ID), strings.ToLower(w.Text)
			if id != "" && text != "" && !slices.Contains(texts[id], text) {
				texts[id] = append(texts[id], text)
			}
		}
	}
	return texts
}

// open notes what opens a screen, by ids and texts.
func (s *settings) open(screen string, names []string) {
	for _, name := range names {
		if name != "" && !slices.Contains(s.openers[name], screen) {
			s.openers[name] = append(s.openers[name], screen)
		}
	}
}

// opensOf are the screens that pressing a widget may open.
func (s *settings) opensOf(screen *ui.Screen, c gen.Candidate, texts []string) []string {
	if c.Verb != ui.Press || c.Event.Kind != event.Tap || len(s.openers) == 0 {
		return nil
	}
	for _, text := range texts {
		if screens := s.openers[text]; screens != nil {
			return screens
		}
	}
	if id := shortID(screen.Widgets[c.Widget].ID); id != "" {
		return s.openers[id]
	}
	return nil
}

// settingOf is what pressing a widget changes, as far as its words or its class tell;
// nil if it looks like nothing of the kind. texts are the words on it, lower case.
func (s *settings) settingOf(screen *ui.Screen, c gen.Candidate, texts []string) *setting {
	if c.Verb != ui.Press || c.Event.Kind != event.Tap {
		return nil
	}
	for _, text := range texts {
		if set := s.titled[text]; set != nil {
			return set
		}
	}
	w := &screen.Widgets[c.Widget]
	if !w.Checkable && !strings.HasSuffix(w.Class, "Spinner") || screen.Floating() {
		return nil
	}
	at := actionKey{screen.Activity, c.Kind}
	if s.plain[at] == nil {
		s.plain[at] = &setting{weight: plainSetting, tried: map[string]int{}}
		s.known = append(s.known, s.plain[at])
	}
	return s.plain[at]
}
