package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/listener"
	"talpa/dex"
	"talpa/specs"
)

// findCallbacks applies the rule of the package comment to every method and
// gives the found ones their roles.
func (b *builder) findCallbacks() {
	b.called = make([]bool, b.calls.Len())
	for id := range callgraph.MethodID(b.calls.Len()) {
		m := b.calls.Method(id)
		if !m.Virtual || m.IsAbstract() {
			continue
		}
		owner := b.calls.Owner(id)
		base := b.libraryBase(owner, m)
		framework := b.calls.IsCallback(id)
		b.called[id] = framework || base != "" || b.calls.IsCut(id)
		if !framework && base == "" {
			continue
		}
		role, typ := b.role(owner, m)
		if role == "" {
			if role, typ = b.otherRole(m, base, framework); role == "" {
				if role = b.wrappedRole(m, base); role == "" {
					continue
				}
				typ = base
			}
		}
		b.addCallback(Callback{Method: id, Role: role, Base: typ})
	}
}

func (b *builder) addCallback(c Callback) {
	b.p.callback[c.Method] = len(b.p.Callbacks)
	b.p.Callbacks = append(b.p.Callbacks, c)
}

// sortCallbacks puts the callbacks into the order of their methods.
func (b *builder) sortCallbacks() {
	all := b.p.Callbacks
	slices.SortFunc(all, func(x, y Callback) int { return int(x.Method - y.Method) })
	for i := range all {
		b.p.callback[all[i].Method] = i
	}
}

// libraryBase is the supertype of another vendor, inside the APK, whose method
// m overrides; "" if there is none.
func (b *builder) libraryBase(owner callgraph.TypeID, m *dex.Method) string {
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
func (b *builder) otherRole(m *dex.Method, base string, framework bool) (role, typ string) {
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
func (b *builder) wrappedRole(m *dex.Method, base string) string {
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

// frameworkBase is the framework type whose method m overrides.
func (b *builder) frameworkBase(owner callgraph.TypeID, m *dex.Method) string {
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
func (b *builder) roleRows(name string) []roleRow {
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

// role finds the row of specs that fits the method best: that of the most
// derived type.
func (b *builder) role(owner callgraph.TypeID, m *dex.Method) (role, typ string) {
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
func (b *builder) declares(typ string, m *dex.Method) bool {
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

// callEdges adds the edges between methods, and those from types to what is
// called on their instances.
func (b *builder) callEdges() {
	for id := range callgraph.MethodID(b.calls.Len()) {
		from := b.calls.Owner(id)
		for _, e := range b.calls.Out(id) {
			if e.Kind == callgraph.Call && b.called[e.To] && b.throughLibrary(from, e) {
				continue
			}
			b.edge(Call, Node(id), Node(e.To), e.PC)
		}
		if b.called[id] {
			b.edge(CallbackEdge, b.p.Type(from), Node(id), 0)
		}
	}
	for t := range callgraph.TypeID(b.types.Len()) {
		if b.types.Class(t) == nil {
			continue
		}
		if super := b.types.Super(t); super != callgraph.NoType && b.types.Class(super) != nil {
			b.edge(Inherit, b.p.Type(t), b.p.Type(super), 0)
		}
		for _, name := range b.types.Class(t).Interfaces {
			if up := b.types.ID(name); up != callgraph.NoType && b.types.Class(up) != nil {
				b.edge(Inherit, b.p.Type(t), b.p.Type(up), 0)
			}
		}
	}
}

// throughLibrary says that code of one vendor calls a method of another one
// through a type that is not the other's: a library calls its user back.
func (b *builder) throughLibrary(from callgraph.TypeID, e callgraph.Edge) bool {
	to := b.vendors[b.calls.Owner(e.To)]
	if b.vendors[from] == to {
		return false
	}
	caller := b.calls.Method(e.From)
	in := caller.Code().At(e.PC)
	if in.Op.Ref() != dex.RefMethod {
		return false
	}
	return callgraph.Vendor(caller.Class.File.MethodAt(in.Index).Class) != to
}
