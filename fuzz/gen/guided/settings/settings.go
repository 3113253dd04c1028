// Package settings are the settings of an app that a search can vary: those that the guide knows by
// their titles, and widgets that look like one, such as a switch.
package settings

import (
	"fmt"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/ui"
)

const (
	// farSetting is the weight of a setting that nothing near the crash is known to
	// read, plainSetting that of a widget that looks like one; 1 is a setting
	// that the method of the crash reads itself. Apps have dozens of either.
	farSetting   = 0.003
	plainSetting = 0.01
)

// Setting is something that a widget changes, and how it was varied.
type Setting struct {
	Name    string // its title, or the kind of widget and its activity
	Weight  float64
	Near    bool           // code near the crash reads it, as far as is known
	Screens []string       // that show one of its title, the nearest to the crash first
	Choices []string       // what the guide knows of them, lower case
	Tried   map[string]int // by label
	Missed  int            // times that it was not where it should be
}

// kindOf is a kind of widget of an activity.
type kindOf struct {
	activity string
	kind     gen.Key
}

// Settings are those that the guide knows or that widgets look like.
type Settings struct {
	Words   relevance.Mentions
	titled  map[string]*Setting
	plain   map[kindOf]*Setting
	Known   []*Setting          // all of both, in the order met
	openers map[string][]string // screens, by the ids and texts of what opens them
}

// New are the settings that a guide tells of, none if it is nil; words are what the wanted crash mentions.
func New(g *guide.Guide, words relevance.Mentions) *Settings {
	s := &Settings{Words: words, titled: map[string]*Setting{}, plain: map[kindOf]*Setting{},
		openers: map[string][]string{}}
	if g == nil {
		return s
	}
	texts := titlesOf(g)
	for _, v := range g.Settings {
		title := strings.ToLower(v.Title)
		for _, w := range v.Openers {
			s.open(v.Screen, append([]string{relevance.ShortID(w.ID), strings.ToLower(w.Text)},
				texts[relevance.ShortID(w.ID)]...))
		}
		if old := s.titled[title]; old != nil {
			old.Screens = append(old.Screens, v.Screen)
			continue // the nearest of a title is the first
		}
		set := &Setting{Name: title, Weight: farSetting, Screens: []string{v.Screen}, Tried: map[string]int{}}
		if v.Distance >= 0 {
			set.Weight, set.Near = 1/float64((1+v.Distance)*(1+v.Distance)), true
		}
		set.Weight *= words.Factor([]string{title})
		for _, choice := range v.Choices {
			set.Choices = append(set.Choices, strings.ToLower(choice))
		}
		s.titled[title] = set
		s.Known = append(s.Known, set)
	}
	return s
}

// ByTitle returns the setting that the guide knows by a title, in any case; nil: none. Settings
// without a title share none.
func (s *Settings) ByTitle(title string) *Setting {
	if title == "" {
		return nil
	}
	return s.titled[strings.ToLower(title)]
}

// titlesOf are the texts, lower case, that the guide knows of widgets, by their ids: the
// row of a menu does not bear the id of its item.
func titlesOf(g *guide.Guide) map[string][]string {
	texts := map[string][]string{}
	for i := range g.Callbacks {
		for _, w := range g.Callbacks[i].Widgets {
			id, text := relevance.ShortID(w.ID), strings.ToLower(w.Text)
			if id != "" && text != "" && !slices.Contains(texts[id], text) {
				texts[id] = append(texts[id], text)
			}
		}
	}
	return texts
}

// open notes what opens a screen, by ids and texts.
func (s *Settings) open(screen string, names []string) {
	for _, name := range names {
		if name != "" && !slices.Contains(s.openers[name], screen) {
			s.openers[name] = append(s.openers[name], screen)
		}
	}
}

// OpensOf are the screens that pressing a widget may open.
func (s *Settings) OpensOf(screen *ui.Screen, c gen.Candidate, texts []string) []string {
	if !c.PlainPress() || len(s.openers) == 0 {
		return nil
	}
	for _, text := range texts {
		if screens := s.openers[text]; screens != nil {
			return screens
		}
	}
	if id := relevance.ShortID(screen.Widgets[c.Widget].ID); id != "" {
		return s.openers[id]
	}
	return nil
}

// SettingOf is what pressing a widget changes, as far as its words or its class tell;
// nil if it looks like nothing of the kind. texts are the words on it, lower case.
func (s *Settings) SettingOf(screen *ui.Screen, c gen.Candidate, texts []string) *Setting {
	if !c.PlainPress() {
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
	at := kindOf{screen.Activity, c.Kind}
	if s.plain[at] == nil {
		s.plain[at] = &Setting{Name: fmt.Sprintf("%x in %s", c.Kind, screen.Activity), Weight: plainSetting,
			Tried: map[string]int{}}
		s.Known = append(s.Known, s.plain[at])
	}
	return s.plain[at]
}
