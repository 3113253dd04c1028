package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/byname"
	"talpa/asra/plan/field"
	"talpa/dex"
	"talpa/specs"
)

// Types of which the framework makes the objects without asking the app: the application with each process, an
// activity and its fragments each time that it is made anew.
var (
	applications = []string{"Landroid/app/Application;"}
	activities   = []string{"Landroid/app/Activity;"}
	fragments    = specs.Fragments()
	screens      = append(slices.Clone(activities), fragments...)
)

// recreated is for a field that is null though no code clears it: it is so in an object that the framework made and
// that the app did not get to fill. That is a fragment whose field its maker set, and an activity whose field a
// touch set, once the activity was made anew; and what an earlier screen left in a static field or in the
// application, once the process is another. Nothing where what runs with each start fills the field, but for the
// Application: a backup starts the process with another one. The class of the field is a Java name.
func recreated(p *planner, class, name string) []guide.Achiever {
	f := field.Of(p.App, class, name)
	if f == nil || f.Access.Has(dex.AccSynthetic) {
		return nil
	}
	owner := dex.Descriptor(class)
	lasting := f.Access.Has(dex.AccStatic) || below(p.App, owner, applications) || field.OfSingle(p.App, f)
	var events []string
	var fills func(by string) bool // what a callback of that class, which runs as its object starts, writes is there again
	switch {
	case lasting:
		// These live as long as their process, so a rotation leaves them.
		events = []string{"kill"}
		fills = func(by string) bool { return by == dex.Descriptor(p.screen) || !below(p.App, by, screens) }
	case below(p.App, owner, fragments):
		// A new fragment is made by its empty constructor; what the first one was given by its maker is gone.
		events = []string{"rotate", "kill"}
		fills = func(by string) bool { return below(p.App, by, []string{owner}) || below(p.App, owner, []string{by}) }
	case below(p.App, owner, activities) && class == p.screen:
		// Another activity than the one in front is not made anew by a rotation until it is come back to.
		events = []string{"rotate", "kill"}
		fills = func(by string) bool { return by == owner || below(p.App, by, fragments) }
	default:
		return nil
	}
	filled := false
	for _, w := range p.App.Calls.Index.Writes(f.Ref()) {
		m := p.App.Calls.Method(w.Method)
		// The framework calls the constructor without parameters: one with some is called by the app.
		made := m.IsClassInit() || m.IsConstructor() && m.Class == f.Class && len(dex.Params(m.Desc)) == 0
		switch null := field.WritesNull(p.App, w); {
		case made && null:
			continue // = null, as people begin a field
		case made && f.Access.Has(dex.AccStatic) && m.IsConstructor() && below(p.App, owner, applications):
			return p.Events([]string{"restricted"}, "") // a process with another Application
		case made, null, field.ReadFirst(p.App, w, f):
			return nil
		}
		filled = true
		for _, r := range p.App.Runners(w.Method) {
			by := p.App.Calls.Method(r)
			switch {
			case !byname.Begins(by.Name) || !fills(by.Class.Descriptor):
			case below(p.App, by.Class.Descriptor, applications):
				return p.Events([]string{"restricted"}, "") // a process with another Application
			case r == w.Method && field.Passed(p.App, w):
				events = []string{"kill", "rotate"} // a start after another one may go the other way
			case lasting:
				return startedElsewhere(p, f)
			default:
				return nil
			}
		}
	}
	if !filled {
		return nil
	}
	return p.Events(events, p.screen)
}

// emptyAtFirst is the death of the process, where the collection of a static field is empty as the crash wants because
// a process begins so: a screen that is restored finds nothing in it, as the screens before it are not there to fill
// it. Nothing where something that runs as the screen comes up, or of the Application, puts elements into it.
func emptyAtFirst(p *planner, f *dex.Field, want guide.Want) []guide.Achiever {
	begins := p.Stack.Known() && byname.Begins(p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor]).Name)
	if want.Class != guide.WantEmpty || !f.Access.Has(dex.AccStatic) || !begins || f.Class.JavaName() == p.screen {
		return nil
	}
	fills := slices.Concat(field.CallsOn(p.App, f, field.AddingCalls), p.App.Calls.Index.Writes(f.Ref()))
	for _, u := range fills {
		if p.App.Calls.Method(u.Method).IsClassInit() || field.Passed(p.App, u) {
			continue // made empty, or filled in some starts only
		}
		for _, r := range p.App.Runners(u.Method) {
			by := p.App.Calls.Method(r)
			owner := by.Class.Descriptor
			if byname.Begins(by.Name) && (owner == dex.Descriptor(p.screen) || below(p.App, owner, applications)) {
				return nil
			}
		}
	}
	return p.Events([]string{"kill"}, p.screen)
}

// below says that a class is one of the types, or below one.
func below(app *appcode.Reader, class string, types []string) bool {
	return slices.ContainsFunc(types, func(t string) bool { return app.Hierarchy.IsSubtype(class, t) })
}
