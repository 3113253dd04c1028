// Package relevance tells how much an action matters to the wanted crash, by what the guide, the
// crash's message and the bug report around the trace say; and which texts are worth typing.
//
// It is a factor on an action's weight: 1 where nothing is said, less where the guide proves that
// the action cannot matter, more on the path to the target. It says nothing of what was tried, and
// bans nothing: the guide may be wrong.
package relevance

import (
	"math"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// Relevance is what one guide says. It is read-only once made.
type Relevance struct {
	components map[string]*guide.Component
	byID       map[string][]*guide.Callback // by resource name without package: "id/add"
	byText     map[string][]*guide.Callback // by initial text, lower case
	roles      map[guide.Role][]*guide.Callback
	steps      map[string]float64  // factor of a milestone's widget, by id or text
	chosen     map[string][]string // ids and texts of the widgets of a milestone, by its callback
	menus      map[string]float64  // factor of opening a menu, by activity
	wanted     map[event.Kind]float64
	outside    []gen.Candidate // events from outside that the guide asks for
	grants     bool            // the plan has a permission granted that the app asks for

	Mentions Mentions // what the bug report around the trace names
	Arrival  bool     // the target is met on arrival: what can be done there comes too late
	Routed   bool     // some activity has a known path to the target
	Empty    bool     // the crash wants the app without data
	Told     bool     // the crash's message gives back a text that somebody typed
}

// arrivals are the callbacks that run when a screen comes up.
var arrivals = []string{"onCreate", "onCreateView", "onViewCreated", "onActivityCreated", "onAttach", "onStart",
	"onResume", "onPostCreate", "onPostResume", "onNewIntent"}

// Factors.
const (
	pruned      = 0.03 // proved irrelevant: only when little else is left
	farActivity = 0.1
	offRoute    = 0.15 // no path to the target is known from here, though others have one
	arrived     = 0.4  // the crash is met on arrival, and did not happen
	otherWidget = 1.5  // served by a callback on the path, which is there for another widget
	setter      = 3    // only sets what the path tests
	inputFactor = 4    // a field whose text the path reads
)

// New reads a guide; nil makes all actions matter equally.
func New(g *guide.Guide) *Relevance {
	r := &Relevance{components: map[string]*guide.Component{}, byID: map[string][]*guide.Callback{},
		byText: map[string][]*guide.Callback{}, roles: map[guide.Role][]*guide.Callback{},
		steps: map[string]float64{}, chosen: map[string][]string{},
		menus: map[string]float64{}, wanted: map[event.Kind]float64{}}
	if g == nil {
		return r
	}
	for i := range g.Components {
		c := &g.Components[i]
		r.components[c.Name] = c
		r.Routed = r.Routed || c.Kind == guide.Activity && c.Distance >= 0
	}
	r.addNamed(g)
	for i := range g.Callbacks {
		r.addCallback(&g.Callbacks[i])
	}
	for i, m := range g.Milestones {
		for _, w := range m.Widgets {
			factor := 2 + 3*float64(i+1)/float64(len(g.Milestones))
			for _, name := range [...]string{ShortID(w.ID), strings.ToLower(w.Text)} {
				if name != "" {
					r.steps[name] = max(r.steps[name], factor)
					r.chosen[m.Callback] = append(r.chosen[m.Callback], name)
				}
			}
		}
	}
	for _, d := range g.Dependencies {
		if id := ShortID(d.Trigger.ID); id != "" && d.Kind == guide.LeadsToNull {
			r.steps[id] = max(r.steps[id], setter)
		}
	}
	r.Arrival = slices.Contains(arrivals, MethodName(g.Target.Callback))
	r.Told = tells(g)
	r.Empty = wantsEmpty(g)
	r.grants = grants(g)
	r.addOutside(g)
	r.addWanted(g)
	r.addReport(g)
	return r
}

// addNamed takes the components that the crash's message names for the target
// where the trace has no frame of the app: the framework tells so which one it
// could not start.
func (r *Relevance) addNamed(g *guide.Guide) {
	if g.Target.Precision != guide.PrecisionNone {
		return
	}
	for name, c := range r.components {
		if strings.Contains(g.Target.Message, name) {
			named := *c
			named.Distance = 0
			r.components[name] = &named
		}
	}
}

func (r *Relevance) addCallback(cb *guide.Callback) {
	bound := false
	for _, w := range cb.Widgets {
		if id := ShortID(w.ID); id != "" {
			r.byID[id] = append(r.byID[id], cb)
			bound = true
		}
		if w.Text != "" {
			text := strings.ToLower(w.Text)
			r.byText[text] = append(r.byText[text], cb)
			bound = true
		}
	}
	for _, id := range slices.Concat(cb.Accepts, cb.Rejects) {
		r.byID[ShortID(id)] = append(r.byID[ShortID(id)], cb)
	}
	if cb.Role == guide.RoleMenu && cb.Verdict == guide.Necessary {
		for _, c := range cb.Components {
			r.menus[c] = max(r.menus[c], factor(cb, ""))
		}
	}
	if !bound && cb.Verdict == guide.Necessary {
		r.roles[cb.Role] = append(r.roles[cb.Role], cb)
	}
}

// factor is how much running the callback matters.
func factor(cb *guide.Callback, id string) float64 {
	switch {
	case cb.Verdict == guide.Irrelevant, id != "" && slices.ContainsFunc(cb.Rejects, func(rejected string) bool {
		return ShortID(rejected) == id
	}):
		return pruned
	case cb.Verdict != guide.Necessary:
		return 1
	case cb.Distance < 0:
		return setter
	}
	return 1.5 + 6/(1+0.7*float64(cb.Distance))
}

// Known says whether the guide tells of the app's components.
func (r *Relevance) Known() bool { return len(r.components) > 0 }

// Wants is the factor of a kind of event that the guide or the report asks for, at least 1; 0 if
// neither does.
func (r *Relevance) Wants(k event.Kind) float64 { return r.wanted[k] }

// Outside are the events from outside the app that the guide asks for, beside intents.
func (r *Relevance) Outside() []gen.Candidate { return r.outside }

// Place is relevance on one screen.
type Place struct {
	*Relevance
	Activity string  // its Java name
	Factor   float64 // of the activity
	Target   bool    // the activity holds the target
	Floating bool    // a dialog or menu lies over the activity
}

// Place returns the relevance on a screen.
func (r *Relevance) Place(s *ui.Screen) Place {
	p := Place{Relevance: r, Factor: 1, Floating: s.Floating()}
	p.Activity = JavaName(s.Activity)
	if c := r.components[p.Activity]; c != nil {
		p.Target = c.Distance == 0
		switch {
		case c.Distance >= 0:
			p.Factor = 1 + 2/(1+float64(c.Distance))
			if p.Target && r.Arrival {
				p.Factor = arrived
			}
		case c.Verdict == guide.Irrelevant:
			p.Factor = farActivity
		case r.Routed:
			p.Factor = offRoute
		}
	}
	if p.Floating {
		p.Factor = max(p.Factor, r.titled(s))
	}
	return p
}

// JavaName is the Java name of an activity, from "package/.Activity".
func JavaName(activity string) string {
	pkg, class, _ := strings.Cut(activity, "/")
	if strings.HasPrefix(class, ".") {
		return pkg + class
	}
	return class
}

// titled returns the factor of a dialog that bears the name of what matters,
// such as the dialog of a setting; 0 if it does not.
func (r *Relevance) titled(s *ui.Screen) float64 {
	const head = 12 // widgets among which a title is
	best := 0.0
	for i := range s.Widgets[:min(len(s.Widgets), head)] {
		if text := s.Widgets[i].Text; text != "" {
			best = max(best, r.steps[strings.ToLower(text)])
		}
	}
	return best
}

// Widget returns the factor of an action on a widget.
func (p Place) Widget(s *ui.Screen, c gen.Candidate) float64 {
	best, known := 0.0, false
	consider := func(callbacks []*guide.Callback, id, name string) {
		for _, cb := range callbacks {
			if !Fits(cb.Role, c.Verb) || !p.under(cb) {
				continue
			}
			f := factor(cb, id)
			if chosen := p.chosen[cb.Method]; len(chosen) > 0 && !slices.Contains(chosen, name) {
				f = min(f, otherWidget)
			}
			best, known = max(best, f), true
		}
	}
	// The row's id sits on a child as often as on the row itself.
	for i, up := c.Widget, 0; i >= 0 && up < 2; i, up = s.Widgets[i].Parent, up+1 {
		if id := ShortID(s.Widgets[i].ID); id != "" {
			consider(p.byID[id], id, id)
			if f := p.steps[id]; f > 0 {
				best, known = max(best, f), true
			}
		}
	}
	texts := p.Texts(s, c)
	for _, text := range texts {
		consider(p.byText[text], "", text)
		if f := p.steps[text]; f > 0 {
			best, known = max(best, f), true
		}
	}
	if !known {
		best = 1
	}
	return p.Factor * max(best, p.role(c)) * p.kind(c.Event.Kind) * p.Mentions.Factor(texts)
}

// Texts returns what stands on a widget, lower case: its label, and for a row
// the parts of it.
func (p Place) Texts(s *ui.Screen, c gen.Candidate) []string {
	if c.Label == "" {
		return nil
	}
	texts := []string{strings.ToLower(c.Label)}
	if !c.Listed || s.Widgets[c.Widget].Text != "" {
		return texts
	}
	const parts = 12 // widgets of a row that are looked at
	for i := c.Widget + 1; i < min(len(s.Widgets), c.Widget+parts) && s.Within(i, c.Widget); i++ {
		if text := s.Widgets[i].Text; text != "" {
			texts = append(texts, strings.ToLower(text))
		}
	}
	return texts
}

// kind returns the factor of a kind of event that the target is known to want:
// where the target is, and less on the path to it.
func (p Place) kind(k event.Kind) float64 {
	f, ok := p.wanted[k]
	switch {
	case !ok:
		return 1
	case p.Target || !p.Routed:
		return f
	}
	return math.Sqrt(f)
}

// role returns the factor of an action that callbacks without known widgets
// may be waiting for.
func (p Place) role(c gen.Candidate) float64 {
	best := 0.0
	consider := func(role guide.Role) {
		for _, cb := range p.roles[role] {
			if p.under(cb) {
				best = max(best, 0.7*factor(cb, ""))
			}
		}
	}
	swipes := c.Event.Kind == event.Swipe || c.Verb == ui.Touch
	switch {
	case swipes:
		consider(guide.RoleTouch)
	case c.Verb == ui.LongPress:
		consider(guide.RoleLongClick)
		if c.Weight > 1 {
			best = max(best, 0.9*p.menus[p.Activity]) // a context menu
		}
	case c.Verb == ui.Type:
		consider(guide.RoleText)
	case c.Verb == ui.Slide:
		consider(guide.RoleCheck)
	case c.Verb == ui.Press:
		if c.Label == "More options" {
			best = p.menus[p.Activity]
		}
		if c.Listed {
			consider(guide.RoleItem)
			consider(guide.RolePreference)
		}
		if p.Floating {
			consider(guide.RoleMenu)
			consider(guide.RoleDialog)
		}
	}
	return best
}

// under says whether the callback can run in the activity in front.
func (p Place) under(cb *guide.Callback) bool {
	return len(cb.Components) == 0 || p.Activity == "" || slices.Contains(cb.Components, p.Activity)
}

// Fits says whether the verb can call a callback of the role.
func Fits(role guide.Role, verb ui.Verb) bool {
	switch role {
	case guide.RoleLongClick:
		return verb == ui.LongPress
	case guide.RoleClick, guide.RoleMenu, guide.RoleDialog:
		return verb == ui.Press || verb == ui.LongPress && role == guide.RoleMenu
	case guide.RoleText:
		return verb == ui.Type
	case guide.RoleItem:
		return verb == ui.Press || verb == ui.Touch
	}
	return true
}

// System returns the factor of an event that needs no widget.
func (p Place) System(e event.Event) float64 {
	f := p.Factor * p.kind(e.Kind)
	if gen.Recreates(e) {
		f = p.Factor * max(p.kind(e.Kind), p.kind(event.Rotate))
	}
	if e.Kind == event.Menu {
		f *= max(1, p.menus[p.Activity])
	}
	if e.Intent != nil && p.Intent(e.Intent) >= weightStart {
		f *= startFactor
	}
	return f
}

// Named says whether a widget has a name of its own on the screen.
func Named(w guide.Widget) bool { return w.ID != "" || w.Text != "" }

// ShortID turns "com.foo:id/add" into "id/add".
func ShortID(id string) string {
	if i := strings.IndexByte(id, ':'); i >= 0 {
		return id[i+1:]
	}
	return id
}

// MethodName returns the name of a method in DEX form.
func MethodName(method string) string {
	_, name, _ := strings.Cut(method, "->")
	name, _, _ = strings.Cut(name, "(")
	return name
}
