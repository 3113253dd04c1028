package appcode

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/specs"
)

// PlacesOf are the components on whose screens a method works: those under which it can run, and of
// these, for a method of an activity or of an object that only the code of one activity makes, that
// activity and its subclasses. The narrowing is sound as long as nobody else can call the method on
// such an object: an object that one activity makes may be handed to another screen, but what it
// does there it does with its maker's views.
func (r *Reader) PlacesOf(m callgraph.MethodID) []int {
	if known, ok := r.places[m]; ok {
		return known
	}
	var all []int
	for c := range r.Components {
		if r.Runs(c, m) {
			all = append(all, c)
		}
	}
	if !r.Calls.Method(m).IsStatic() {
		all = r.within(all, r.activityOf(r.Calls.Owner(m)))
	}
	r.places[m] = all
	return all
}

// within are those of some components that are of an activity or a subclass of it; all of them if
// none is, or if the activity is not known. The second case is an activity that the program does
// not run the method under, which says that the answer on the activity is worth nothing here.
func (r *Reader) within(components []int, activity callgraph.TypeID) []int {
	if activity == callgraph.NoType {
		return components
	}
	name := r.Hierarchy.Name(activity)
	own := slices.DeleteFunc(slices.Clone(components), func(c int) bool {
		t := r.Components[c].Type
		return t == callgraph.NoType || !r.Hierarchy.IsSubtype(r.Hierarchy.Name(t), name)
	})
	if len(own) == 0 {
		return components
	}
	return own
}

// maxSubclasses bounds the subclasses of a class that activityOf looks at.
const maxSubclasses = 8

// activityOf is the activity that the objects of a class belong to: the class itself,
// or that whose methods, not the static ones, make all of them, also by objects that
// belong to it. NoType says that it is not known: the framework may make them as well.
// While it is being looked for it is not known, so that classes which make each other end; one such class
// alone then belongs to nobody.
func (r *Reader) activityOf(t callgraph.TypeID) callgraph.TypeID {
	if known, ok := r.activities[t]; ok {
		return known
	}
	r.activities[t] = callgraph.NoType
	h := r.Hierarchy
	owner, below := callgraph.NoType, 0
	if h.IsSubtype(h.Name(t), "Landroid/app/Activity;") && len(r.Calls.Index.Allocs(h.Name(t))) == 0 {
		owner = t
	} else if !r.madeByFramework(h.Name(t)) {
		for sub := range h.Subtypes(t) {
			by, made := r.makerOf(h.Name(sub))
			if below++; made && (by == callgraph.NoType || owner != callgraph.NoType && by != owner) || below > maxSubclasses {
				owner = callgraph.NoType
				break
			}
			if made {
				owner = by
			}
		}
	}
	r.activities[t] = owner
	return owner
}

// makerOf is the activity whose code makes the objects of a class; made says that any
// are made.
func (r *Reader) makerOf(class string) (activity callgraph.TypeID, made bool) {
	allocs := r.Calls.Index.Allocs(class)
	if len(r.Calls.Index.ConstClasses(class)) > 0 || len(allocs) > MaxFan {
		return callgraph.NoType, true
	}
	activity = callgraph.NoType
	for i, u := range allocs {
		by := callgraph.NoType
		if !r.Calls.Method(u.Method).IsStatic() {
			by = r.activityOf(r.Calls.Owner(u.Method))
		}
		if by == callgraph.NoType || i > 0 && by != activity {
			return callgraph.NoType, true
		}
		activity = by
	}
	return activity, len(allocs) > 0
}

// madeByFramework says that the framework can make objects of a class by its name.
// Views and preferences are made out of XML, components by the system, parcels and streams by readers: none of
// these shows as an allocation in the app's code.
func (r *Reader) madeByFramework(class string) bool {
	return slices.ContainsFunc(madeTypes, func(t string) bool { return r.Hierarchy.IsSubtype(class, t) })
}

var madeTypes = append([]string{
	"Landroid/view/View;", "Landroid/preference/Preference;", "Landroid/support/v7/preference/Preference;",
	"Landroidx/preference/Preference;", "Landroid/content/Context;", "Landroid/content/BroadcastReceiver;",
	"Landroid/content/ContentProvider;", "Landroid/os/Parcelable;", "Ljava/io/Serializable;",
}, specs.Fragments()...)
