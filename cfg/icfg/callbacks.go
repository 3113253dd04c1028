package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/listener"
	"talpa/dex"
	"talpa/specs"
)

// callbacks are the methods that the framework or a library calls. They grow while the
// edges are made, since XML and composables name some; sorted, they are frozen.
// called is the wider of the two: it also has methods without a role, such as compareTo, which nobody needs to
// know by name but which run without a call in sight.
type callbacks struct {
	list  []Callback
	index map[callgraph.MethodID]int // into list
	// called says of each method that the framework or a library calls it, or that its
	// callers are too many to tell.
	called []bool
}

func (c *callbacks) add(cb Callback) {
	c.index[cb.Method] = len(c.list)
	c.list = append(c.list, cb)
}

// of returns the callback of a method; nil if it is none.
func (c *callbacks) of(m callgraph.MethodID) *Callback {
	if i, ok := c.index[m]; ok {
		return &c.list[i]
	}
	return nil
}

// sort puts the callbacks into the order of their methods.
func (c *callbacks) sort() {
	slices.SortFunc(c.list, func(x, y Callback) int { return int(x.Method - y.Method) })
	for i := range c.list {
		c.index[c.list[i].Method] = i
	}
}

// callbackBuilder finds the callbacks in the code.
type callbackBuilder struct {
	*app
	callbacks *callbacks
	rows      map[string][]roleRow // of specs, by name of methods; filled as asked for
}

// findCallbacks finds the methods that the framework or a library calls, but for those
// that XML or a composable names.
func findCallbacks(a *app) *callbacks {
	b := &callbackBuilder{a, &callbacks{
		index: map[callgraph.MethodID]int{}, called: make([]bool, a.calls.Len()),
	}, map[string][]roleRow{}}
	b.overriding()
	b.annotated()
	return b.callbacks
}

// overriding applies the rule of the package comment to every method and gives the found
// ones their roles.
func (b *callbackBuilder) overriding() {
	for id := range callgraph.MethodID(b.calls.Len()) {
		m := b.calls.Method(id)
		if !m.Virtual || m.IsAbstract() {
			continue
		}
		owner := b.calls.Owner(id)
		base := b.libraryBase(owner, m)
		framework := b.calls.IsCallback(id)
		b.callbacks.called[id] = framework || base != "" || b.calls.IsCut(id)
		if !framework && base == "" {
			continue
		}
		if role, typ := b.roleOf(owner, m, base, framework); role != "" {
			b.callbacks.add(Callback{Method: id, Role: role, Base: typ})
		}
	}
}

// roleOf is the role of a method that others call, and the type that says so; "" for none.
// The order of the questions is from the special to the general: a row of specs, then the custom of names,
// then what a listener of a library leaves to its subclasses.
func (b *callbackBuilder) roleOf(
	owner callgraph.TypeID, m *dex.Method, base string, framework bool,
) (role, typ string) {
	if role, typ = b.specsRole(owner, m); role != "" {
		return role, typ
	}
	if role, typ = b.otherRole(m, base, framework); role != "" {
		return role, typ
	}
	if role = b.wrappedRole(m, base); role != "" {
		return role, base
	}
	return b.shrunkRole(m, base), base
}

// libraryBase is the supertype of another vendor, inside the APK, whose method
// m overrides; "" if there is none.
func (b *callbackBuilder) libraryBase(owner callgraph.TypeID, m *dex.Method) string {
	for t := range b.types.Supertypes(owner) {
		class := b.types.Class(t)
		if class == nil || b.vendors[t] == b.vendors[owner] {
			continue
		}
		if up := class.Method(m.Name, m.Desc); up != nil && up.Virtual {
			return class.Descriptor
		}
	}
	return ""
}

// otherRole is for callbacks that no row of specs names: events by the naming
// custom "on...", nothing for helpers such as toString and compareTo.
func (b *callbackBuilder) otherRole(m *dex.Method, base string, framework bool) (role, typ string) {
	if !strings.HasPrefix(m.Name, "on") || len(m.Name) < 3 || m.Name[2] < 'A' || m.Name[2] > 'Z' {
		return "", ""
	}
	if base == "" && framework {
		base = b.frameworkBase(b.types.ID(m.Class.Descriptor), m)
	}
	if base == "" || strings.HasPrefix(base, "Ljava/") {
		return "", ""
	}
	switch {
	case strings.HasSuffix(m.Name, "LongClick"), strings.HasSuffix(m.Name, "LongClicked"):
		return "longclick", base
	case strings.HasSuffix(m.Name, "ItemClick"), strings.HasSuffix(m.Name, "ItemSelected"):
		return "item", base
	case strings.HasSuffix(m.Name, "Click"), strings.HasSuffix(m.Name, "Clicked"):
		return "click", base
	}
	return "other", base
}

// wrappedRole is for what a listener of a library leaves to its subclasses
// (ButterKnife's doClick): an abstract method of a class that is itself a
// listener of the framework, for what the user does.
func (b *callbackBuilder) wrappedRole(m *dex.Method, base string) string {
	t := b.types.ID(base)
	if t == callgraph.NoType || b.types.Class(t) == nil {
		return ""
	}
	if up := b.types.Class(t).Method(m.Name, m.Desc); up == nil || !up.IsAbstract() {
		return ""
	}
	for up := range b.types.Supertypes(t) {
		if b.types.Class(up) != nil || !b.types.IsInterface(up) {
			continue
		}
		if role := listener.Roles()[b.types.Name(up)]; role != "" {
			return role
		}
	}
	return ""
}

// shrunkRole is for the listeners of a library whose names a shrinker changed: nothing is
// left to go by but what the abstract method of an interface is given. A method that gives
// an answer is left out, unless the answer can only say that an event was taken.
func (b *callbackBuilder) shrunkRole(m *dex.Method, base string) string {
	t := b.types.ID(base)
	if !listener.IsShrunk(m.Name) || t == callgraph.NoType || !b.types.IsInterface(t) {
		return ""
	}
	for _, p := range dex.Params(m.Desc) {
		switch p {
		case "Landroid/view/MenuItem;":
			return "menu"
		case "Landroid/content/DialogInterface;":
			return "dialog"
		}
	}
	if strings.HasSuffix(m.Desc, ")V") {
		return "other"
	}
	return ""
}

// frameworkBase is the framework type whose method m overrides.
func (b *callbackBuilder) frameworkBase(owner callgraph.TypeID, m *dex.Method) string {
	framework := specs.Framework()
	for t := range b.types.Supertypes(owner) {
		if overridable, ok := framework.Declares(b.types.Name(t), m.Name+m.Desc); ok && overridable {
			return b.types.Name(t)
		}
	}
	return ""
}

// roleRow is a row of specs about a type above classes of the app.
type roleRow struct {
	*specs.CallbackRow
	id callgraph.TypeID
}

// roleRows are the rows of a method's name, "*" for those of any name.
func (b *callbackBuilder) roleRows(name string) []roleRow {
	rows, known := b.rows[name]
	if !known {
		all := specs.Callbacks()[name]
		for i := range all {
			if id := b.types.ID(all[i].Type); id != callgraph.NoType {
				rows = append(rows, roleRow{&all[i], id})
			}
		}
		b.rows[name] = rows
	}
	return rows
}

// specsRole finds the row of specs that fits the method best: that of the most derived type. Rows
// with a name go before those for any name, and of each the most derived type wins.
func (b *callbackBuilder) specsRole(owner callgraph.TypeID, m *dex.Method) (role, typ string) {
	for _, fitting := range [...][]roleRow{b.roleRows(m.Name), b.roleRows("*")} {
		for i := range fitting {
			row := &fitting[i]
			if row.id == owner || !b.types.IsBelow(owner, row.id) || !b.declares(row.Type, m) {
				continue
			}
			if typ == "" || b.types.IsSubtype(row.Type, typ) {
				role, typ = row.Role, row.Type
			}
		}
	}
	return role, typ
}

// declares says whether a type, or one above it, declares the method.
func (b *callbackBuilder) declares(typ string, m *dex.Method) bool {
	framework := specs.Framework()
	if framework.Has(typ) {
		found := false
		framework.Walk(typ, func(t string) bool {
			overridable, ok := framework.Declares(t, m.Name+m.Desc)
			found = ok && overridable
			return !found
		})
		return found
	}
	id := b.types.ID(typ)
	if id == callgraph.NoType {
		return false
	}
	for t := range b.types.Supertypes(id) {
		if class := b.types.Class(t); class != nil {
			if class.Method(m.Name, m.Desc) != nil {
				return true
			}
		} else if overridable, ok := framework.Declares(b.types.Name(t), m.Name+m.Desc); ok && overridable {
			return true
		}
	}
	return false
}

// annotated finds the methods that a library calls because they carry an annotation of its:
// subscribers of event buses, observers of life cycles, methods for scripts. Nothing in the code
// leads there but reflection, so that every annotation counts that is kept for the run time and is
// not known to be read by compilers and people only. Too many are found rather than too few: a
// callback that nobody calls costs a node, a missing one a wrong verdict.
func (b *callbackBuilder) annotated() {
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil || class.AnnotationsOff == 0 {
			continue
		}
		all, err := class.AnnotationsOf(effective)
		if err != nil || len(all.Methods) == 0 {
			continue // broken annotations are none to the runtime either
		}
		for _, m := range class.Methods {
			id := b.calls.ID(m)
			if id == callgraph.NoMethod || b.callbacks.called[id] || m.IsStatic() || m.IsAbstract() || m.IsConstructor() {
				continue
			}
			if len(all.Methods[m.Index]) > 0 {
				b.callbacks.called[id] = true
				b.callbacks.add(Callback{Method: id, Role: "other"})
			}
		}
	}
}
