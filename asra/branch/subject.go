package branch

import (
	"fmt"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Subject is a value that code tests.
type Subject struct {
	// Key is its identity within a method: equal keys are taken for equal values.
	Key string
	// Says is what the guide calls it: an attribute, its widget left out, a field, a
	// setting, an argument.
	Says guide.Subject
	// Call is the call that yields it, for attributes and texts; nil otherwise.
	Call *dex.Insn
	// Text is what a text is compared with; the subject is then 1 if they agree.
	Text string
	// Kind is that of the attribute; "" for other subjects.
	Kind specs.AttributeKind
	// Read says that the instruction at pc reads it from a state that others can
	// change: a field, an attribute, a setting.
	Read bool
	PC   uint32
	// Field and parameter say which one it is, if it is one: the register of a
	// Parameter is above 0. Of a text that is compared it is the parameter that has the text.
	Field     dex.FieldRef
	Parameter int64
	Helper    *Helper // the one whose result it is; nil otherwise
	// Unset are the values that it may have as long as nobody has stored the setting that it is read from; no
	// values for what is read from no setting.
	Unset attr.Values
}

// Attribute is the subject of an attribute of some widget.
func Attribute(name string) guide.Subject {
	return guide.Subject{Kind: guide.SubjectAttribute, Name: name}
}

// IDSubject is the id of the widget or menu item that a callback is given.
var IDSubject = Attribute("id")

// ParameterKey is the key of parameter register i itself. Keys begin with what they are of:
// "p" a parameter, "f:" a field, "a:" an attribute, "s:" a setting, "t:", "l:" and "e:" a
// text's equality, length and emptiness, "h:" a helper's result, "g:" whether a permission is held.
func ParameterKey(i int64) string { return fmt.Sprintf("p%d", i) }

// IDKey is the key of the id of the widget or menu item in parameter register i.
func IDKey(i int64) string { return fmt.Sprintf("a:id:p%d", i) }

// subjectAt finds out what a register holds (R1: copies, casts and boxes pass on
// what they are given; package origin follows them); ok is false for values that no
// rule speaks of.
func (x *Table) subjectAt(
	m callgraph.MethodID, an *origin.Analysis, pc uint32, reg uint16,
) (Subject, bool) {
	origins := an.At(pc, reg)
	if len(origins) != 1 {
		return Subject{}, false
	}
	o := origins[0]
	switch o.Kind {
	case origin.Param:
		says := guide.Subject{Kind: guide.SubjectArgument, Register: int(o.Int)}
		return Subject{Key: ParameterKey(o.Int), Says: says, Parameter: o.Int}, true
	case origin.Field, origin.Static:
		return Subject{
			Key:  "f:" + o.Owner + o.Name,
			Says: guide.Subject{Kind: guide.SubjectField, Class: dex.JavaName(o.Owner), Name: o.Name},
			Read: true, PC: o.PC, Field: o.FieldRef(),
		}, true
	case origin.Result:
		return x.resultSubject(m, an, o)
	case origin.Other:
		return x.permissionAnswer(m, an, o)
	case origin.Unknown, origin.Int, origin.String, origin.Class, origin.New, origin.Array:
	}
	return Subject{}, false
}

// resultSubject is subjectAt for what a call returns (R11), one of a helper of the app
// included.
func (x *Table) resultSubject(m callgraph.MethodID, an *origin.Analysis, o origin.Origin) (Subject, bool) {
	if o.Owner == "" {
		return Subject{}, false
	}
	call := an.Graph.Code.At(o.PC)
	subtype := x.app.Hierarchy.IsSubtype
	if row, ok := attr.Getter(o.Owner, o.Name, subtype); ok {
		return Subject{
			Key:  "a:" + row.Attribute + ":" + valueKey(an, &call, 0),
			Says: Attribute(row.Attribute), Call: &call, Kind: row.Kind, Read: true, PC: o.PC,
		}, true
	}
	for _, c := range attr.Calls(o.Owner, o.Name, subtype) {
		switch c.Kind {
		case specs.CallCompare:
			return x.comparison(an, o, &call)
		case specs.CallEqual:
			return x.equality(an, &call)
		case specs.ReadPrefix + "preferences":
			if key := appcode.ConstantText(an, &call, 1); key != "" {
				return Subject{
					Key: "s:" + key, Says: guide.Subject{Kind: guide.SubjectSetting, Name: key},
					Read: true, PC: o.PC, Unset: unset(an, &call),
				}, true
			}
		}
	}
	if s, ok := permissionHeld(an, o, &call); ok {
		return s, true
	}
	if x.app.IsEquality(m, &call) {
		return x.equality(an, &call)
	}
	if h := x.helperAt(m, &call); h != nil {
		s := Subject{Key: fmt.Sprintf("h:%d", o.PC), Says: h.Tells[0].S.Says, Read: true, PC: o.PC, Helper: h}
		if strings.HasSuffix(o.Desc, ")Z") {
			s.Kind = specs.KindBool
		}
		return s, true
	}
	return Subject{}, false
}

// comparison is the subject of a comparison of texts: the length, or 1 for equal.
func (x *Table) comparison(an *origin.Analysis, o origin.Origin, call *dex.Insn) (Subject, bool) {
	s := Subject{Call: call}
	switch o.Name {
	case "length":
		s.Key, s.Says = "l:"+valueKey(an, call, 0), Attribute("length")
	case "isEmpty":
		s.Key, s.Says = "e:"+valueKey(an, call, 0), Attribute("empty")
	case "equals", "equalsIgnoreCase", "contentEquals":
		return x.equality(an, call)
	}
	return s, s.Key != ""
}

// equality is the subject of a question whether a value equals a constant text: 1 for equal. Whether it equals the
// empty one is the question of isEmpty.
func (x *Table) equality(an *origin.Analysis, call *dex.Insn) (Subject, bool) {
	s := Subject{Call: call}
	for i := range 2 {
		if o := an.Args(call, i); len(o) == 1 && o[0].Kind == origin.String && o[0].Text == "" {
			return Subject{Call: call, Key: "e:" + valueKey(an, call, 1-i), Says: Attribute("empty")}, true
		}
		if text := appcode.ConstantText(an, call, i); text != "" {
			s.Key, s.Says, s.Text = "t:"+text+":"+valueKey(an, call, 1-i), Attribute("text"), text
			s.Unset = x.unsetText(an, call, 1-i, text)
			if o := an.Args(call, 1-i); len(o) == 1 && o[0].Kind == origin.Param {
				s.Parameter = o[0].Int
			}
		}
	}
	return s, s.Key != ""
}

// valueKey is the identity of argument i of a call within the method.
func valueKey(an *origin.Analysis, call *dex.Insn, i int) string {
	origins := an.Args(call, i)
	if len(origins) != 1 {
		return fmt.Sprintf("at%d", call.Off)
	}
	switch o := origins[0]; o.Kind {
	case origin.Param:
		return ParameterKey(o.Int)
	case origin.Field, origin.Static:
		return "f:" + o.Owner + o.Name
	default:
		return fmt.Sprintf("v%d", o.PC)
	}
}

// Primary is the value by which a callback tells the widgets apart that it
// serves: the id of the menu item, view or preference that it is given, or a number.
func Primary(m *dex.Method) (key string, ok bool) {
	reg := int64(1)
	number, view := "", ""
	for _, p := range dex.Params(m.Desc) {
		switch {
		case p == "Landroid/view/MenuItem;":
			return IDKey(reg), true
		case p == "Landroid/view/View;" && view == "", isPreference(p): // which the screen comes before, if both are given
			view = IDKey(reg)
		case p == "I" && number == "":
			number = ParameterKey(reg)
		}
		reg++
		if dex.IsWide(p) {
			reg++
		}
	}
	if number != "" && m.Name != "onTouch" {
		return number, true
	}
	return view, view != ""
}

// Passed is the key under which the callee of a call knows a subject of the
// caller (R10, R12: the map of arguments to parameters); "" if the call does not
// pass it.
func (x *Table) Passed(g *Constraints, in *dex.Insn, key string, callee callgraph.MethodID) string {
	an := g.Origins
	if in.Op.Ref() != dex.RefMethod {
		return ""
	}
	args := len(an.Graph.Code.File.MethodAt(in.Index).Params())
	reg := int64(0)
	static := in.Op.Call() == dex.CallStatic
	if !static {
		args++
	}
	params := dex.Params(x.app.Calls.Method(callee).Desc)
	for i := range args {
		width := int64(1)
		if p := i; !static {
			p--
			if p >= 0 && p < len(params) && dex.IsWide(params[p]) {
				width = 2
			}
		} else if p < len(params) && dex.IsWide(params[p]) {
			width = 2
		}
		origins := an.Args(in, i)
		if len(origins) == 1 {
			o := origins[0]
			switch {
			case o.Kind == origin.Param && IDKey(o.Int) == key:
				return IDKey(reg)
			case o.Kind == origin.Param && ParameterKey(o.Int) == key:
				return ParameterKey(reg)
			case o.Kind == origin.Result:
				if s, ok := x.resultSubject(g.In, an, o); ok && s.Key == key {
					return ParameterKey(reg)
				}
			}
		}
		reg += width
	}
	return ""
}
