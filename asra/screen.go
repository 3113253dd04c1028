package asra

import (
	"slices"

	"talpa/cfg/callgraph"
)

// screens knows whose screen code belongs to: where facts of places hold.
type screens struct {
	activities map[callgraph.TypeID]callgraph.TypeID // see activityOf
	places     map[callgraph.MethodID][]int          // see placesOf
}

// placesOf are the components on whose screens a method works: those under which it can
// run, and of these, for a method of an activity or of an object that only the code of
// one activity makes, that activity and its subclasses.
func (a *analysis) placesOf(m callgraph.MethodID) []int {
	if known, ok := a.screens.places[m]; ok {
		return known
	}
	if a.screens.places == nil {
		a.screens.places = map[callgraph.MethodID][]int{}
		a.screens.activities = map[callgraph.TypeID]callgraph.TypeID{}
	}
	var all []int
	for c := range a.p.Components {
		if a.p.Runs(c, m) {
			all = append(all, c)
		}
	}
	if !a.p.Calls.Method(m).IsStatic() {
		all = a.within(all, a.activityOf(a.p.Calls.Owner(m)))
	}
	a.screens.places[m] = all
	return all
}

// within are those of some components that are of an activity or a subclass of it;
// all of them if none is, or if the activity is not known.
func (a *analysis) within(components []int, activity callgraph.TypeID) []int {
	if activity == callgraph.NoType {
		return components
	}
	name := a.p.Hierarchy.Name(activity)
	own := slices.DeleteFunc(slices.Clone(components), func(c int) bool {
		t := a.p.Components[c].Type
		return t == callgraph.NoType || !a.p.Hierarchy.IsSubtype(a.p.Hierarchy.Name(t), name)
	})
	if len(own) == 0 {
		return components
	}
	return own
}

// maxHeirs bounds the subclasses of a class that activityOf looks at.
const maxHeirs = 8

// activityOf is the activity that the objects of a class belong to: the class itself,
// or that whose methods, not the static ones, make all of them, also by objects that
// belong to it. NoType says that it is not known: the framework may make them as well.
func (a *analysis) activityOf(t callgraph.TypeID) callgraph.TypeID {
	if known, ok := a.screens.activities[t]; ok {
		return known
	}
	a.screens.activities[t] = callgraph.NoType
	h := a.p.Hierarchy
	owner, heirs := callgraph.NoType, 0
	if h.IsSubtype(h.Name(t), "Landroid/app/Activity;") && len(a.p.Calls.Index.Allocs(h.Name(t))) == 0 {
		owner = t
	} else if !a.madeByFramework(h.Name(t)) {
		for sub := range h.Subtypes(t) {
			by, made := a.makerOf(h.Name(sub))
			if heirs++; made && (by == callgraph.NoType || owner != callgraph.NoType && by != owner) || heirs > maxHeirs {
				owner = callgraph.NoType
				break
			}
			if made {
				owner = by
			}
		}
	}
	a.screens.activities[t] = owner
	return owner
}

// makerOf is the activity whose code makes the objects of a class; made says that any
// are made.
func (a *analysis) makerOf(class string) (activity callgraph.TypeID, made bool) {
	allocs := a.p.Calls.Index.Allocs(class)
	if len(a.p.Calls.Index.ConstClasses(class)) > 0 || len(allocs) > maxMakerFan {
		return callgraph.NoType, true
	}
	activity = callgraph.NoType
	for i, u := range allocs {
		by := callgraph.NoType
		if !a.p.Calls.Method(u.Method).IsStatic() {
			by = a.activityOf(a.p.Calls.Owner(u.Method))
		}
		if by == callgraph.NoType || i > 0 && by != activity {
			return callgraph.NoType, true
		}
		activity = by
	}
	return activity, len(allocs) > 0
}

// madeByFramework says that the framework can make objects of a class by its name.
func (a *analysis) madeByFramework(class string) bool {
	return slices.ContainsFunc([]string{
		"Landroid/view/View;", "Landroid/app/Fragment;", "Landroid/support/v4/app/Fragment;",
		"Landroidx/fragment/app/Fragment;", "Landroid/preference/Preference;", "Landroid/support/v7/preference/Preference;",
		"Landroidx/preference/Preference;", "Landroid/content/Context;", "Landroid/content/BroadcastReceiver;",
		"Landroid/content/ContentProvider;", "Landroid/os/Parcelable;", "Ljava/io/Serializable;",
	}, func(t string) bool { return a.p.Hierarchy.IsSubtype(class, t) })
}
