package asra

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

// subject is a value that code tests.
type subject struct {
	// key is its identity within a method: equal keys are taken for equal values.
	key string
	// says is what the guide calls it: an attribute, its widget left out, a field, a
	// setting, an argument.
	says guide.Subject
	// call is the call that yields it, for attributes and texts; nil otherwise.
	call *dex.Insn
	// text is what a text is compared with; the subject is then 1 if they agree.
	text string
	// kind is that of the attribute; "" for other subjects.
	kind specs.AttributeKind
	// read says that the instruction at pc reads it from a state that others can
	// change: a field, an attribute, a setting.
	read bool
	pc   uint32
	// field and parameter say which one it is, if it is one: the register of a
	// parameter is above 0.
	field     dex.FieldRef
	parameter int64
	helper    *helper // the one whose result it is; nil otherwise
}

// attribute is the subject of an attribute of some widget.
func attribute(name string) guide.Subject {
	return guide.Subject{Kind: guide.SubjectAttribute, Name: name}
}

// idSubject is the id of the widget or menu item that a callback is given.
var idSubject = attribute("id")

// parameterKey is the key of parameter register i itself, idKey that of the id
// of the widget or menu item in it.
func parameterKey(i int64) string { return fmt.Sprintf("p%d", i) }

func idKey(i int64) string { return fmt.Sprintf("a:id:p%d", i) }

// subjectAt finds out what a register holds (R1: copies, casts and boxes pass on
// what they are given; package origin follows them); ok is false for values that no
// rule speaks of.
func (a *analysis) subjectAt(
	m callgraph.MethodID, an *origin.Analysis, pc uint32, reg uint16,
) (subject, bool) {
	origins := an.At(pc, reg)
	if len(origins) != 1 {
		return subject{}, false
	}
	o := origins[0]
	switch o.Kind {
	case origin.Param:
		says := guide.Subject{Kind: guide.SubjectArgument, Register: int(o.Int)}
		return subject{key: parameterKey(o.Int), says: says, parameter: o.Int}, true
	case origin.Field, origin.Static:
		return subject{
			key:  "f:" + o.Owner + o.Name,
			says: guide.Subject{Kind: guide.SubjectField, Class: dex.JavaName(o.Owner), Name: o.Name},
			read: true, pc: o.PC, field: dex.FieldRef{Class: o.Owner, Name: o.Name, Type: o.Desc},
		}, true
	case origin.Result:
		return a.resultSubject(m, an, o)
	}
	return subject{}, false
}

// resultSubject is subjectAt for what a call returns (R11), one of a helper of the app
// included.
func (a *analysis) resultSubject(m callgraph.MethodID, an *origin.Analysis, o origin.Origin) (subject, bool) {
	if o.Owner == "" {
		return subject{}, false
	}
	call := an.Graph.Code.At(o.PC)
	subtype := a.p.Hierarchy.IsSubtype
	if row, ok := attr.Getter(o.Owner, o.Name, subtype); ok {
		return subject{
			key:  "a:" + row.Attribute + ":" + valueKey(an, &call, 0),
			says: attribute(row.Attribute), call: &call, kind: row.Kind, read: true, pc: o.PC,
		}, true
	}
	for _, c := range attr.Calls(o.Owner, o.Name, subtype) {
		switch c.Kind {
		case specs.CallCompare:
			return a.comparison(an, o, &call)
		case specs.ReadPrefix + "preferences":
			if key := appcode.ConstantText(an, &call, 1); key != "" {
				return subject{key: "s:" + key, says: guide.Subject{Kind: guide.SubjectSetting, Name: key}}, true
			}
		}
	}
	if h := a.helperAt(m, &call); h != nil {
		s := subject{key: fmt.Sprintf("h:%d", o.PC), says: h.tells[0].s.says, read: true, pc: o.PC, helper: h}
		if strings.HasSuffix(o.Desc, ")Z") {
			s.kind = specs.KindBool
		}
		return s, true
	}
	return subject{}, false
}

// comparison is the subject of a comparison of texts: the length, or 1 for equal.
func (a *analysis) comparison(an *origin.Analysis, o origin.Origin, call *dex.Insn) (subject, bool) {
	s := subject{call: call}
	switch o.Name {
	case "length":
		s.key, s.says = "l:"+valueKey(an, call, 0), attribute("length")
	case "isEmpty":
		s.key, s.says = "e:"+valueKey(an, call, 0), attribute("empty")
	case "equals", "equalsIgnoreCase", "contentEquals":
		for i := range 2 {
			if text := appcode.ConstantText(an, call, i); text != "" {
				s.key, s.says, s.text = "t:"+text+":"+valueKey(an, call, 1-i), attribute("text"), text
			}
		}
	}
	return s, s.key != ""
}

// valueKey is the identity of argument i of a call within the method.
func valueKey(an *origin.Analysis, call *dex.Insn, i int) string {
	origins := an.Args(call, i)
	if len(origins) != 1 {
		return fmt.Sprintf("at%d", call.Off)
	}
	switch o := origins[0]; o.Kind {
	case origin.Param:
		return parameterKey(o.Int)
	case origin.Field, origin.Static:
		return "f:" + o.Owner + o.Name
	default:
		return fmt.Sprintf("v%d", o.PC)
	}
}

// primary is the value by which a callback tells the widgets apart that it
// serves: the id of the menu item or view that it is given, or a number.
func primary(m *dex.Method) (key string, ok bool) {
	reg := int64(1)
	number, view := "", ""
	for _, p := range dex.Params(m.Desc) {
		switch p {
		case "Landroid/view/MenuItem;":
			return idKey(reg), true
		case "Landroid/view/View;":
			if view == "" {
				view = idKey(reg)
			}
		case "I":
			if number == "" {
				number = parameterKey(reg)
			}
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

// passed is the key under which the callee of a call knows a subject of the
// caller (R10, R12: the map of arguments to parameters); "" if the call does not
// pass it.
func (a *analysis) passed(g *gates, in *dex.Insn, key string, callee callgraph.MethodID) string {
	an := g.an
	if in.Op.Ref() != dex.RefMethod {
		return ""
	}
	args := len(an.Graph.Code.File.MethodAt(in.Index).Params())
	reg := int64(0)
	static := in.Op.Call() == dex.CallStatic
	if !static {
		args++
	}
	params := dex.Params(a.p.Calls.Method(callee).Desc)
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
			case o.Kind == origin.Param && idKey(o.Int) == key:
				return idKey(reg)
			case o.Kind == origin.Param && parameterKey(o.Int) == key:
				return parameterKey(reg)
			case o.Kind == origin.Result:
				if s, ok := a.resultSubject(g.in, an, o); ok && s.key == key {
					return parameterKey(reg)
				}
			}
		}
		reg += width
	}
	return ""
}
