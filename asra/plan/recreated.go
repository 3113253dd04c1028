package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
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
	f := fieldOf(p.App, class, name)
	if f == nil || f.Access.Has(dex.AccSynthetic) {
		return nil
	}
	owner := dex.Descriptor(class)
	var events []string
	var fills func(by string) bool // what a callback of that class, which runs as its object starts, writes is there again
	switch {
	case f.Access.Has(dex.AccStatic), below(p.App, owner, applications):
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
		switch null := writesNull(p.App, w); {
		case made && null:
			continue // = null, as people begin a field
		case made, null, reads(p.App, w, f):
			return nil
		}
		filled = true
		for _, r := range p.App.Runners(w.Method) {
			by := p.App.Calls.Method(r)
			switch {
			case !begins(by.Name) || !fills(by.Class.Descriptor):
			case below(p.App, by.Class.Descriptor, applications):
				return p.events([]string{"restricted"}, "") // a process with another Application
			case r == w.Method && passedBy(p.App, w):
				events = []string{"kill", "rotate"} // a start after another one may go the other way
			default:
				return nil
			}
		}
	}
	if !filled {
		return nil
	}
	return p.events(events, p.screen)
}

// fieldOf is a field of the app by the Java name of its class, or of one below; nil if the app does not have it.
// The nearest class that has one of that name is meant, as the runtime resolves names.
func fieldOf(app *appcode.Reader, class, name string) *dex.Field {
	t := app.Hierarchy.ID(dex.Descriptor(class))
	if t == callgraph.NoType {
		return nil
	}
	for t := range app.Hierarchy.Supertypes(t) {
		c := app.Hierarchy.Class(t)
		if c == nil {
			continue
		}
		if i := slices.IndexFunc(c.Fields, func(f *dex.Field) bool { return f.Ref().Name == name }); i >= 0 {
			return c.Fields[i]
		}
	}
	return nil
}

// below says that a class is one of the types, or below one.
func below(app *appcode.Reader, class string, types []string) bool {
	return slices.ContainsFunc(types, func(t string) bool { return app.Hierarchy.IsSubtype(class, t) })
}

// begins says that a callback runs whenever its object starts, also where it was there before.
func begins(name string) bool {
	return comesUp(name) || slices.Contains([]string{
		"attachBaseContext", "onRestoreInstanceState", "onViewStateRestored",
	}, name)
}

// passedBy says that a method can end without coming by a place in it.
// The field may then stay as it was, though its callback ran.
func passedBy(app *appcode.Reader, u callgraph.Use) bool {
	an := app.OriginsOf(u.Method)
	return an != nil && !an.Graph.PostDominates(an.Graph.BlockAt(u.PC).ID, an.Graph.BlockAt(0).ID)
}

// writesNull says that a write to a field can write null by itself.
// DEX has one constant for null and the number 0, and the field's type tells which is meant.
func writesNull(app *appcode.Reader, w callgraph.Use) bool {
	an := app.OriginsOf(w.Method)
	if an == nil {
		return false
	}
	in := an.Graph.Code.At(w.PC)
	return slices.ContainsFunc(an.At(w.PC, in.A()), func(o origin.Origin) bool {
		return o.Kind == origin.Int && o.Int == 0
	})
}

// reads says that a method reads a field before it writes it, as one does that makes an object when it is first
// asked for it. Such a field fills itself again wherever it is wanted, so nothing is missing in a new object. Who
// uses what it has just put there reads it too, but later.
func reads(app *appcode.Reader, w callgraph.Use, f *dex.Field) bool {
	return slices.ContainsFunc(app.Calls.Index.Reads(f.Ref()), func(u callgraph.Use) bool {
		return u.Method == w.Method && u.PC < w.PC
	})
}
