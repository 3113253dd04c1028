// Package listener knows the framework's types with callbacks that run only once an
// instance has been handed over: listeners, tasks, handlers, receivers. It reads them off
// the rows of package specs; a type of the app or of a library inside of it counts if one
// of those is above it.
//
// Components, views and fragments have callbacks too, but live on their own: to hand one
// to somebody registers nothing.
package listener

import (
	"slices"
	"sync"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/specs"
)

// Types tells which types of an app are such, and which methods take them. It remembers
// what it has said, since an app names some thousand descriptors again and again, and so
// serves one goroutine.
type Types struct {
	types  *callgraph.Hierarchy
	handed map[string]bool // types of the framework that are
	bulky  map[string]bool // types of the framework whose instances live on their own
	known  map[string]bool // by type
	takes  map[string]bool // by descriptor of methods
}

// Of returns the Types of an app.
func Of(types *callgraph.Hierarchy) *Types {
	return &Types{types, set(handedTypes()), set(bulkyTypes), map[string]bool{}, map[string]bool{}}
}

// Handed says that the callbacks of a type's instances run only once they are handed over.
func (t *Types) Handed(typ string) bool {
	is, ok := t.known[typ]
	if !ok {
		is = typ != "" && typ[0] == 'L' && t.below(typ, t.handed) && !t.below(typ, t.bulky)
		t.known[typ] = is
	}
	return is
}

// Taken says that a method of a descriptor has a parameter of such a type.
func (t *Types) Taken(desc string) bool {
	is, ok := t.takes[desc]
	if !ok {
		is = slices.ContainsFunc(dex.Params(desc), t.Handed)
		t.takes[desc] = is
	}
	return is
}

// below says that a type is one of some, or below one.
func (t *Types) below(typ string, some map[string]bool) bool {
	for up := range t.types.Above(typ) {
		if some[up] {
			return true
		}
	}
	return false
}

func set(list []string) map[string]bool {
	all := map[string]bool{}
	for _, s := range list {
		all[s] = true
	}
	return all
}

// handedTypes are the framework types with callbacks that run only when an
// instance is handed over.
func handedTypes() []string {
	seen := map[string]bool{}
	var all []string
	for _, rows := range specs.Callbacks() {
		for _, row := range rows {
			switch row.Role {
			case "lifecycle", "draw", "adapter", "system", "other":
				continue
			}
			if !seen[row.Type] {
				seen[row.Type] = true
				all = append(all, row.Type)
			}
		}
	}
	return append(all, "Landroid/content/BroadcastReceiver;", "Landroid/content/ServiceConnection;")
}

// bulkyTypes are the types whose instances live on their own.
var bulkyTypes = append([]string{"Landroid/content/Context;", "Landroid/view/View;"}, specs.Fragments()...)

// Roles are the roles of the framework's listeners for what the user does,
// by descriptor.
var Roles = sync.OnceValue(func() map[string]string {
	roles := map[string]string{}
	for _, rows := range specs.Callbacks() {
		for _, row := range rows {
			if Bindable(row.Role) && row.Role != "other" && specs.Framework().Interface(row.Type) {
				roles[row.Type] = row.Role
			}
		}
	}
	return roles
})

// Bindable says that callbacks of the role belong to one widget each.
func Bindable(role string) bool {
	switch role {
	case "lifecycle", "system", "draw", "adapter", "result", "async":
		return false
	}
	return true
}

// maxShrunkName is the length of the longest name that is taken for a shrinker's: 26 + 26*26
// names serve all methods of a class but the largest.
const maxShrunkName = 2

// IsShrunk says that a method's name looks like one that a shrinker gives.
func IsShrunk(name string) bool { return len(name) <= maxShrunkName }
