package plan

import (
	"cmp"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/answer"
	"talpa/asra/plan/field"
	"talpa/asra/plan/permit"
	"talpa/asra/plan/setting"
	"talpa/asra/plan/typed"
	"talpa/cfg/callgraph"
	"talpa/specs"
)

// crashHold makes a goal of what the crash condition wants. It is one goal for all sources: they are
// alternatives, any of which can have given the failing value, so their achievers are alternatives, too.
// The goal is named after the first source that somebody can set. It wants that its subject, or one of the
// other sources of the failing value, is so.
// Kinds that only other code can cure make no goal. An own check makes none here either: its branches do, in
// branchHolds.
func (p *planner) crashHold() {
	c := p.Crash
	if c == nil || slices.Contains([]guide.CrashKind{
		guide.CrashOwn, guide.CrashColumn, guide.CrashLink, guide.CrashResource,
	}, c.Kind) {
		return // nothing outside of the code decides, as far as is known
	}
	if c.Kind == guide.CrashPermission && permit.IsSpecial(p.Target.Exception, p.Target.Message) {
		return
	}
	if own := p.App.Manifest.Package + "/"; c.Kind == guide.CrashComponent && strings.HasPrefix(c.Subject.Name, own) {
		return // the app asks for a class of its own that its manifest does not have: nobody can take it away
	}
	if endedHold(p) || lackingHold(p) || walkedHold(p) || savedHold(p) || unstoredHold(p) {
		return
	}
	subjects := []guide.Source{{Subject: c.Subject, Where: c.Where}}
	if len(c.Sources) > 0 {
		subjects = c.Sources
	}
	var all []guide.Achiever
	screen, found := "", guide.Source{}
	want := c.Want
	for _, s := range subjects {
		some, tested, wanted, on := given(p, s)
		if len(some) > 0 && len(all) == 0 {
			screen, found, want = on, tested, wanted
		}
		all = achieve.AddNew(all, some...)
		wanted = c.Want
		if !s.Want.IsZero() {
			wanted = s.Want
		}
		some, on = p.achieve(s, wanted)
		if len(some) > 0 && len(all) == 0 {
			screen, found, want = on, s, wanted
		}
		all = achieve.AddNew(all, some...)
	}
	if rememberedHold(p, found.Subject, all) || ownDoing(p, found.Subject, all) {
		return
	}
	if found.Subject == (guide.Subject{}) {
		found = subjects[0]
	}
	if len(all) == 0 && want.Class == guide.WantNull && found.Subject.Kind == guide.SubjectField && upAt(p) {
		all = startedByOthers(p, p.screen)
	}
	if found.Subject.Kind == guide.SubjectConstant && c.Want.IsZero() {
		return // the code gives it, and nothing of it is wanted
	}
	if screen == "" && achieve.OnlyHandled(all, p.screen) && !p.EndsOn(p.screen) {
		screen = p.screen // not before the path has led there
	}
	if found.Subject != (guide.Subject{}) && (len(all) > 0 || !want.IsZero()) {
		p.tester = found.Where // a handler of the path may read it and hand it on, long before the crash
		p.hold(found.Subject, want, screen, all)
		p.tester = ""
	}
}

// branchHolds makes goals of what the branches of the path want: of the callback that the stack begins
// with first, then of the handlers on the path, the last one first, since what is nearest to the crash is
// needed for sure and the path may have been another one. tested is the activity on which each is tested.
// Each callback is asked once, also where the path passes it twice.
func (p *planner) branchHolds() {
	var methods []callgraph.MethodID
	if p.Stack.Known() {
		anchor := p.Stack.Chain[p.Stack.Anchor]
		methods = append(methods, anchor)
		p.conditionHolds(anchor)
	}
	for _, step := range slices.Backward(p.Milestones) {
		if m := p.Method(step.Callback); m != callgraph.NoMethod && !slices.Contains(methods, m) {
			methods = append(methods, m)
			p.tested, p.tester = step.Activity, step.Callback
			p.conditionHolds(m)
		}
	}
	p.tested, p.tester = p.screen, ""
}

// conditionHolds makes goals of what must hold for a callback. One that nobody is known to achieve makes
// none: it would say nothing that the guide's conditions do not.
func (p *planner) conditionHolds(m callgraph.MethodID) {
	for _, c := range p.Conditions(m) {
		want, ok := achieve.WantOf(c)
		if !ok {
			continue
		}
		some, on := p.achieve(guide.Source{Subject: c.Subject, Where: c.Where}, want)
		if anew := anewForNull(p, c); len(anew) > 0 {
			some, on, want = anew, "", guide.Want{Class: guide.WantNull}
		}
		if len(some) > 0 && !p.holdsAtFirst(c, m, some[0]) {
			p.hold(c.Subject, want, on, some)
		}
	}
}

// holdsAtFirst says that a handler is the likeliest to make what it tests itself be so, and finds it so the first time
// that it runs: a button that starts and stops would be touched once too often.
func (p *planner) holdsAtFirst(c guide.Condition, m callgraph.MethodID, by guide.Achiever) bool {
	f := field.Of(p.App, c.Subject.Class, c.Subject.Name)
	if c.Subject.Kind != guide.SubjectField || f == nil || by.Method != p.Name(m) {
		return false
	}
	n, known := field.AtFirst(p.App, f)
	return known && achieve.Allows(c, n)
}

// anewForNull is what makes the object of a field anew, where a condition wants the field to be null and it is so only
// then.
func anewForNull(p *planner, c guide.Condition) []guide.Achiever {
	if c.Subject.Kind != guide.SubjectField || !c.Null() {
		return nil
	}
	if f := field.Of(p.App, c.Subject.Class, c.Subject.Name); f == nil || !strings.ContainsAny(f.Ref().Type[:1], "L[") {
		return nil
	}
	return recreated(p, c.Subject.Class, c.Subject.Name)
}

// comparedHolds makes goals of the settings that a frame of the stack compares with something that
// is no constant: the condition is not known, but as the app begins it did not lead to the crash yet, so another
// value may.
func (p *planner) comparedHolds() {
	for i := range p.Inputs {
		in := &p.Inputs[i]
		at := p.Method(in.Where)
		if in.Cause != guide.CauseCompared || len(in.Values) > 0 || at == callgraph.NoMethod ||
			!slices.Contains(p.Stack.Inner(), at) {
			continue
		}
		for _, s := range p.Settings {
			if in.Widget.ID != "" || s.Title == "" || s.Title != in.Widget.Text {
				continue
			}
			want := guide.Want{Class: guide.WantChanged}
			if some, on := p.setting(s.Key, want); len(some) > 0 {
				p.hold(guide.Subject{Kind: guide.SubjectSetting, Name: s.Key}, want, on, some)
			}
		}
	}
}

// achieve is what makes a subject be as wanted, the likeliest first, and the Java name of the activity
// where that is done; "" says that it is done on any screen, or that it is not known where. The source is
// one of the app's methods that reads the subject; who sets it is asked by that method.
// Kinds without a case of their own are set by the handlers that the dependencies name, if any are. What it
// returns may be shared between goals and is not changed afterwards.
func (p *planner) achieve(s guide.Source, want guide.Want) ([]guide.Achiever, string) {
	switch s.Subject.Kind {
	case guide.SubjectSetting:
		return p.setting(s.Subject.Name, want)
	case guide.SubjectAttribute:
		return p.attribute(s, want)
	case guide.SubjectTable, guide.SubjectColumn, guide.SubjectContents:
		return p.rows(s, want), ""
	case guide.SubjectExtra:
		return p.extra(s.Subject), ""
	case guide.SubjectResult:
		if want.Class == guide.WantAbsent {
			return []guide.Achiever{{Kind: guide.AchieveAnswer, Answer: guide.AnswerNone, Action: s.Subject.Name}}, ""
		}
		return p.answered(p.screen), p.screen
	case guide.SubjectServer:
		return answer.Unexpected(p.Crash, s.Subject.Name, want), ""
	case guide.SubjectStatus:
		return answer.Errors(want), ""
	case guide.SubjectFile:
		return slices.Concat(picked(p), p.setters(s), lost(p)), ""
	case guide.SubjectPart, guide.SubjectSensor:
		return achieve.Absent(s.Subject, want), spaceAt(p, s.Subject)
	case guide.SubjectPlace: // nothing is known of the last place while the user has all providers off
		return achieve.Absent(guide.Subject{Name: guide.PartPlaces}, want), ""
	case guide.SubjectPermission:
		return permissionWanted(p, s.Subject.Name, want), ""
	case guide.SubjectScreen, guide.SubjectComponent:
		return p.screenState(s, want)
	case guide.SubjectField, guide.SubjectConstant, guide.SubjectNull:
		if s.Subject.Kind == guide.SubjectConstant && p.Crash.Kind == guide.CrashIndex {
			return nil, "" // it is in the code, whoever runs that
		}
		if key := setting.Kept(p.App, s.Subject); key != "" {
			if all, on := p.setting(key, want); len(all) > 0 {
				return all, on
			}
		}
		return p.written(s, want)
	case guide.SubjectArgument:
		if all := rowsNotThere(p, s, want); len(all) > 0 {
			return all, p.screen
		}
	}
	return p.setters(s), ""
}

// attribute is for the text or another attribute of a widget.
// The text of a widget is typed before a handler is asked to set it: most texts that crash an app are typed by
// people.
func (p *planner) attribute(s guide.Source, want guide.Want) ([]guide.Achiever, string) {
	w := s.Subject.Widget
	text := s.Subject.Name == "text" || s.Subject.Name == "length"
	if s.Subject.Name == "checked" && w.ID != "" {
		return box(p, s, want)
	}
	if !text || w == (guide.Widget{}) {
		return p.setters(s), ""
	}
	screen := cmp.Or(w.Screen, p.OnlyScreen(s.Where), p.tested)
	values := p.values(want)
	if s.Subject.Name == "length" && want.Class == guide.WantNumber {
		want, values = guide.Want{Class: guide.WantPresent}, typed.OfLength(want)
	}
	if want.Class == guide.WantNull || want.Class == guide.WantAbsent {
		want = guide.Want{Class: guide.WantEmpty} // a text field never gives null: what is made of the text is null
		values = []string{"", "x"}
	}
	if text := pieces(p); text != "" && (want.Class == guide.WantSize || want.Class == guide.WantEmpty) {
		want, values = guide.Want{Class: guide.WantText, Text: text}, []string{text}
	}
	a := guide.Achiever{
		Kind: guide.AchieveText, Widgets: []guide.Widget{w}, Want: want, Values: values,
		Screen: screen, Label: p.Label(screen), Needs: uncovering(p, w, screen),
	}
	return append([]guide.Achiever{a}, p.setters(s)...), screen
}

// box is for a box or switch that is to be checked, or not: whoever hears of it runs as it is touched. One that nobody
// hears of is touched, too; it is not known how it is at first, so that a second touch is left to the search.
func box(p *planner, s guide.Source, want guide.Want) ([]guide.Achiever, string) {
	screen := cmp.Or(s.Subject.Widget.Screen, p.tested)
	all := p.setters(s)
	on := want.Class == guide.WantNumber && want.Min != nil && *want.Min == 1
	if len(all) == 0 && on {
		all = append(all, guide.Achiever{
			Kind: guide.AchieveGesture, Gesture: guide.GestureCheck, Widgets: []guide.Widget{s.Subject.Widget},
			Screen: screen, Label: p.Label(screen),
		})
	}
	return all, screen
}

// values are texts worth trying for what is wanted of one.
func (p *planner) values(want guide.Want) []string {
	return typed.Texts(want, p.Crash.Kind, p.Target.Exception)
}

// setters are the handlers that set what a method tests, as the dependencies tell: those of the fixpoint of
// package relevance, which proved that the method tests what the handler sets. Of attributes it has to be
// the same widget, as far as both are known.
func (p *planner) setters(s guide.Source) []guide.Achiever {
	var all []guide.Achiever
	for _, d := range p.Dependencies {
		if d.Kind != guide.Sets && d.Kind != guide.Passes || d.Tester != s.Where || d.Subject.Kind != s.Subject.Kind ||
			d.Subject.Name != s.Subject.Name || d.Subject.Class != s.Subject.Class ||
			!appcode.SameAttribute(d.Subject, s.Subject) && s.Subject.Kind == guide.SubjectAttribute {
			continue
		}
		all = append(all, setter(p, d)...)
	}
	return all
}

// setter is what runs the method that sets something: the method itself, or, of a widget's attribute, the handlers that
// call it. Those of widgets that are hidden or disabled at first come last. Who changes a field by a helper is not
// named: that would be half of an app's handlers.
func setter(p *planner, d guide.Dependency) []guide.Achiever {
	m := p.Method(d.Setter)
	if m == callgraph.NoMethod || p.App.CallbackOf(m) != nil || d.Subject.Kind != guide.SubjectAttribute {
		return p.Named(d.Setter, d.Trigger)
	}
	var shown, hidden []guide.Achiever
	for _, runner := range p.App.NearestRunners(m) {
		some := p.Named(p.Name(runner), guide.Widget{})
		switch {
		case !appcode.IsEvent(p.App.CallbackOf(runner).Role):
		case p.OutOfReach(runner):
			hidden = achieve.AddNew(hidden, some...)
		default:
			shown = achieve.AddNew(shown, some...)
		}
	}
	return achieve.AddNew(shown, hidden...)
}

// rows is for things in tables and lists, whichever they are where the table is not named: they are deleted
// until none, or as many as wanted, are left; or added.
// A crash by an index tells how many rows there were, which is how many to add; beyond a thousand the number
// is no advice.
func (p *planner) rows(s guide.Source, want guide.Want) []guide.Achiever {
	var all []guide.Achiever
	empty := want.Class == guide.WantEmpty || want.Class == guide.WantAbsent || want.Class == guide.WantNull
	if empty {
		all = append(all, guide.Achiever{Kind: guide.AchieveDeleteRows})
		if p.App.Manifest.AsksFor(guide.ReadsPersonalData) { // whose tables it cannot empty
			all = append(all, guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeEmptied})
		}
	}
	rows := 1
	if want.Class == guide.WantSize && want.Max != nil && *want.Max > 0 && *want.Max < 1000 {
		rows = int(*want.Max)
	}
	for _, d := range p.Dependencies {
		if d.Kind != guide.AddsRows || s.Subject.Kind == guide.SubjectTable && s.Subject.Name != "" &&
			d.Subject.Name != s.Subject.Name {
			continue
		}
		for _, a := range p.Named(d.Setter, d.Trigger) {
			a.Kind, a.Rows = guide.AchieveAddRows, rows
			all = append(all, a)
		}
	}
	return openersLast(p, all)
}

// openersLast puts the handlers that only open the screen of another one behind those: they add no row before that
// screen is done.
func openersLast(p *planner, all []guide.Achiever) []guide.Achiever {
	opens := func(a guide.Achiever) bool {
		return slices.ContainsFunc(all, func(b guide.Achiever) bool {
			return a.Screen != "" && b.Screen != "" && a.Screen != b.Screen &&
				slices.ContainsFunc(p.Starters(a.Screen, b.Screen), func(m guide.Milestone) bool {
					return m.Callback == a.Method
				})
		})
	}
	var adders, openers []guide.Achiever
	for _, a := range all {
		if opens(a) {
			openers = append(openers, a)
		} else {
			adders = append(adders, a)
		}
	}
	return append(adders, openers...)
}

// extra is for what an intent carries: others start the component without it.
// Only an exported component can be started from outside; what the app's own code puts stands among the nulls.
func (p *planner) extra(s guide.Subject) []guide.Achiever {
	var all []guide.Achiever
	if s.Name == "savedInstanceState" {
		return p.Events([]string{"kill", "rotate"}, p.screen)
	}
	for _, a := range startedByOthers(p, s.Class) {
		if s.Name != "" && s.Name != "data" {
			a.Extras = []string{s.Name}
		}
		all = append(all, a)
	}
	return append(all, p.nulls()...)
}

// nulls are the handlers that lead to a null which can get to the crash.
// Their dependencies rest on R21.
func (p *planner) nulls() []guide.Achiever {
	var all []guide.Achiever
	for _, d := range p.Dependencies {
		if d.Kind == guide.LeadsToNull {
			all = append(all, p.Named(d.Setter, d.Trigger)...)
		}
	}
	return all
}

// spaceAt is the screen on which the room in the storage is to be gone: where a handler fails for it, what is there
// before, as the row that it deletes, was stored while there was room. "" for other parts, and where a screen fails as
// it comes up.
func spaceAt(p *planner, s guide.Subject) string {
	if s.Name == guide.PartSpace && (reopens(p) || p.Stack.Known() && p.App.IsHandler(p.Stack.Chain[p.Stack.Anchor])) {
		return p.screen
	}
	return ""
}

// screenState is for the state of a screen, such as that it is gone, that the failure is about: the message
// tells how it comes about; a fragment whose screen is gone has lost it by a rotation.
// The words of the message win, since the platform's rules tie them to a cause (failures.txt).
func (p *planner) screenState(s guide.Source, want guide.Want) ([]guide.Achiever, string) {
	screen := s.Subject.Class
	if screen == "" {
		screen = p.screen
	}
	if f, ok := specs.FailureOf(p.Target.Exception, p.Target.Message); ok && len(f.Events) > 0 {
		all := p.Events(f.Events, screen)
		if len(all) > 0 && all[0].Kind == guide.AchieveOutside {
			screen = "" // before anything of the app is there
		}
		return all, screen
	}
	if want.Class == guide.WantNull {
		return p.Events([]string{"rotate", "back", "leave"}, screen), screen
	}
	return nil, screen
}

// written is for a field, or a null in the code of a method: the handlers that write it,
// and what has the framework run the callbacks that do, as one that runs when a screen goes.
// Callbacks that run on leaving come first: they clear fields while work is under way, which is what most
// crashes of this kind come from. Handlers that write the field another way follow. A null that no code writes is
// in an object that was made anew, which goes before all.
func (p *planner) written(s guide.Source, want guide.Want) ([]guide.Achiever, string) {
	writers := s.Writers
	if s.Subject.Kind != guide.SubjectField {
		writers = []string{s.Where}
		if want.Class == guide.WantNull && s.Subject.Name != "null" {
			return nil, ""
		}
	}
	var all []guide.Achiever
	if s.Subject.Kind == guide.SubjectField && want.Class == guide.WantNull {
		all = recreated(p, s.Subject.Class, s.Subject.Name)
	}
	all = achieve.AddNew(all, p.setters(s)...)
	f := field.Of(p.App, s.Subject.Class, s.Subject.Name)
	ofField := f != nil && s.Subject.Kind == guide.SubjectField
	if ofField && want.Class == guide.WantNull {
		writers = nil
		for _, m := range field.Nulling(p.App, f) {
			writers = append(writers, p.Name(m))
		}
		writers = writers[:min(len(writers), maxWriters)]
	}
	for _, leaving := range []bool{true, false} {
		for _, w := range writers {
			id := p.Method(w)
			if id == callgraph.NoMethod {
				continue
			}
			for _, m := range p.App.Runners(id) {
				cb := p.App.CallbackOf(m)
				name := p.App.Calls.Method(m).Name
				if cb == nil || appcode.OnLeaving(name) != leaving || !leaving && !appcode.IsEvent(cb.Role) {
					continue
				}
				all = achieve.AddNew(all, p.Callback(cb, nil)...)
			}
		}
	}
	short := p.Crash.Kind == guide.CrashIndex || p.Crash.Kind == guide.CrashEmpty
	if short && ofField {
		all = achieve.AddNew(removersOf(p, f), all...)
		all = append(all, p.rows(s, want)...)
		all = achieve.AddNew(emptyAtFirst(p, f, want), all...)
	}
	return withRecreation(p, s, all), ""
}
