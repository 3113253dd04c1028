package appcode

import (
	"slices"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/specs"
)

// AttributeUse is a place that sets or gets an attribute of a known widget.
type AttributeUse struct {
	In        callgraph.MethodID
	PC        uint32 // in code units
	Attribute string
	Widget    icfg.Widget
	Set       bool // or got
}

// AttributeUses finds the places that set or get attributes of known widgets, in code
// that keep accepts: those attributes that wanted accepts. Ids and the attributes of
// events are left out: they are tests of what was touched, not of a state.
func (r *Reader) AttributeUses(wanted func(attribute string) bool, keep func(m *dex.Method) bool) []AttributeUse {
	names := map[string]bool{}
	for _, row := range specs.Attributes() {
		if row.Kind == specs.KindLook || !wanted(row.Attribute) {
			continue
		}
		for _, name := range slices.Concat(row.Setters, row.Getters) {
			names[name] = true
		}
	}
	var all []AttributeUse
	for _, u := range r.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return names[ref.Name] }) {
		m := r.Calls.Method(u.Method)
		if !keep(m) {
			continue
		}
		in := m.Code().At(u.PC)
		if in.Op.Call() == dex.CallVirtual || in.Op.Call() == dex.CallInterface {
			all = append(all, r.usesAt(u.Method, &in, m.Code().File.MethodAt(in.Index))...)
		}
	}
	return all
}

// usesAt is the part of AttributeUses for one call.
func (r *Reader) usesAt(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) []AttributeUse {
	row, set := attr.Setter(ref.Class, ref.Name, r.Hierarchy.IsSubtype)
	if !set {
		var get bool
		if row, get = attr.Getter(ref.Class, ref.Name, r.Hierarchy.IsSubtype); !get {
			return nil
		}
	}
	if row.Kind == specs.KindLook || row.Kind == specs.KindID || row.Attribute == "group" ||
		row.Attribute == "action" || row.Attribute == "keycode" {
		return nil
	}
	reg := in.Regs[0]
	var all []AttributeUse
	for _, w := range r.WidgetsAt(m, in.Off, reg) {
		if w.Name != "" || w.Text != "" {
			all = append(all, AttributeUse{In: m, PC: in.Off, Attribute: row.Attribute, Widget: w, Set: set})
		}
	}
	return all
}

// SameWidget says whether two mentions are of one widget. Two widgets without id and text are never
// the same: nothing says so.
func SameWidget(a, b guide.Widget) bool {
	if a.ID != "" || b.ID != "" {
		return a.ID == b.ID
	}
	return a.Text != "" && a.Text == b.Text
}

// SameAttribute says whether two subjects are one attribute of one widget.
// Subjects of other kinds are never one attribute.
func SameAttribute(a, b guide.Subject) bool {
	return a.Kind == b.Kind && a.Name == b.Name && SameWidget(a.Widget, b.Widget)
}
