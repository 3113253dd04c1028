package asra

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/locate"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// showing are the calls that have a fragment shown later, by the documentation of FragmentTransaction and
// DialogFragment; of the latter it is the receiver.
var showing = []string{"add", "replace", "show", "attach"}

// atNamedFragment moves the target to the method that shows the fragment which the message names, where no frame of the
// app is on the stack: the fragment manager does later what it is told. Who shows one that it makes itself, or that a
// field of the class has, comes before who makes one.
func atNamedFragment(p *icfg.Program, target *locate.Target) {
	name, ok := target.NamedFragment()
	if !ok {
		return
	}
	app := appcode.New(p)
	for _, class := range fragmentsNamed(p, name) {
		shows := p.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
			return slices.Contains(showing, ref.Name) && (strings.Contains(ref.Class, "Fragment") || isFragment(p, ref.Class))
		})
		for _, u := range append(shows, p.Calls.Index.Allocs(class)...) {
			m := p.Calls.Method(u.Method)
			if appcode.Own(m) && runsInActivity(p, u.Method) && uses(app, u, class) {
				*target = *target.At(m, "the fragment "+name)
				return
			}
		}
	}
}

// fragmentsNamed are the fragments of the app whose class has a simple name, by their descriptors.
func fragmentsNamed(p *icfg.Program, name string) []string {
	var all []string
	for _, base := range specs.Fragments() {
		t := p.Hierarchy.ID(base)
		if t == callgraph.NoType {
			continue
		}
		for sub := range p.Hierarchy.Subtypes(t) {
			class := p.Hierarchy.Name(sub)
			java := dex.JavaName(class)
			simple := java[strings.LastIndexAny(java, ".$")+1:]
			if p.Hierarchy.Class(sub) != nil && simple == name && !slices.Contains(all, class) {
				all = append(all, class)
			}
		}
	}
	return all
}

// runsInActivity says that a method can run under some activity.
func runsInActivity(p *icfg.Program, m callgraph.MethodID) bool {
	for c := range p.Components {
		if p.Components[c].Kind == icfg.Activity && p.Runs(c, m) {
			return true
		}
	}
	return false
}

// uses says that an instruction makes an object of a class, or calls something with one, as the receiver or an
// argument.
func uses(app *appcode.Reader, u callgraph.Use, class string) bool {
	an := app.OriginsOf(u.Method)
	if an == nil {
		return false
	}
	in := an.Graph.Code.At(u.PC)
	if !in.Op.Invokes() {
		return true
	}
	for i := range len(an.Graph.Code.File.MethodAt(in.Index).Params()) + 1 {
		if slices.ContainsFunc(an.Args(&in, i), func(o origin.Origin) bool { return isOf(o, class) }) {
			return true
		}
	}
	return false
}

// isOf says that a value is an object of a class for certain, by what makes it or by the type that is declared.
func isOf(o origin.Origin, class string) bool {
	switch o.Kind {
	case origin.New:
		return o.Text == class
	case origin.Field, origin.Static:
		return o.Desc == class
	case origin.Result:
		return strings.HasSuffix(o.Desc, ")"+class)
	}
	return false
}

// isFragment says that a class is a fragment.
func isFragment(p *icfg.Program, class string) bool {
	return slices.ContainsFunc(specs.Fragments(), func(base string) bool { return p.Hierarchy.IsSubtype(class, base) })
}
