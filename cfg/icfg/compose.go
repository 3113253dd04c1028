package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/cfg/origin"
	"talpa/cfg/values"
	"talpa/dex"
	"talpa/dex/apk"
)

// Compose has no listeners: a composable is told a function to run on a click, and
// functions that draw what is inside of it. The compiler makes of a composable a static
// method with a Composer among its parameters, by which it is known here. Code whose
// Compose classes a shrinker renamed is not understood; its functions are reachable,
// and have no role.

const (
	composerType = "Landroidx/compose/runtime/Composer;"
	functions    = "Lkotlin/jvm/functions/Function"
	action       = functions + "0;" // what runs on a click
	reaction     = functions + "1;" // what takes a new text or state
)

// maxComposeDepth bounds the functions in functions that are looked into for a text.
const maxComposeDepth = 5

// composer finds the callbacks of composables, and the texts by which people know them.
// It understands what the Kotlin compiler makes of Compose, not its runtime: recomposition has no order here,
// and state that is read in one function and set in another is a field like any.
type composer struct {
	*edges
	trace    *values.Tracer
	composed []widget.Shown
}

// composables gives the functions that are handed to composables for what the user
// does the role of callbacks.
func (c *composer) composables() {
	if c.types.ID(composerType) == callgraph.NoType {
		return
	}
	calls := c.calls.Index.CallsTo(func(ref dex.MethodRef) bool { return isComposable(ref) || isModifier(ref) })
	for _, u := range calls {
		if callgraph.Platform(c.vendors[c.calls.Owner(u.Method)]) {
			continue
		}
		code := c.calls.Method(u.Method).Code()
		if in := code.At(u.PC); in.Op.Call() == dex.CallStatic {
			c.call(u.Method, &in, code.File.MethodAt(in.Index))
		}
	}
}

// call looks at one call of a composable or a modifier.
func (c *composer) call(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) {
	text, asked := "", false
	for i, p := range ref.Params() {
		role := composeRole(ref, p)
		if role == "" {
			continue
		}
		reg, ok := origin.ArgRegister(c.calls.Method(m).Class.File, in, i)
		if !ok {
			continue
		}
		for _, t := range c.objects(m, in.Off, reg, 0) {
			id := c.invoke(t)
			if id == callgraph.NoMethod || c.callbacks.of(id) != nil {
				continue
			}
			if !asked && isComposable(ref) {
				text = c.label(m, in, ref, maxComposeDepth)
			} else if !asked {
				text = c.modified(m, in)
			}
			asked = true
			c.callbacks.add(Callback{Method: id, Role: role, Base: p})
			c.composed = append(c.composed, widget.Shown{Method: id, Text: text})
		}
	}
}

// isComposable says that a method draws: it takes a composer and returns nothing.
func isComposable(ref dex.MethodRef) bool {
	return strings.Contains(ref.Desc, composerType) && strings.HasSuffix(ref.Desc, ")V") &&
		!strings.HasPrefix(ref.Class, "Landroidx/compose/runtime/")
}

// isModifier says that a method makes something react to touches.
func isModifier(ref dex.MethodRef) bool {
	return strings.HasPrefix(ref.Class, "Landroidx/compose/foundation/ClickableKt") ||
		strings.HasPrefix(ref.Class, "Landroidx/compose/foundation/selection/")
}

// composeRole is the role of what a composable is told by a parameter; "" for content.
// The names are those of Material's composables; of a composable of the app's own a click is a click.
func composeRole(ref dex.MethodRef, param string) string {
	name := ref.Name
	switch {
	case param == action && strings.Contains(name, "Item"):
		return "click"
	case param == action && (strings.Contains(name, "Dialog") || strings.Contains(name, "Popup") ||
		strings.Contains(name, "Menu") || strings.Contains(name, "Sheet")):
		return "dialog"
	case param == action:
		return "click"
	case param != reaction:
		return ""
	case strings.Contains(name, "TextField"):
		return "text"
	case strings.Contains(name, "Checkbox"), strings.Contains(name, "Switch"), strings.Contains(name, "oggle"):
		return "check"
	}
	return ""
}

// objects are the classes of functions that a register can hold. Parameters are followed to the
// callers by package values, fields and results here, since the compiler's wrappers stand between.
func (c *composer) objects(m callgraph.MethodID, pc uint32, reg uint16, depth int) []callgraph.TypeID {
	a := c.trace.Origins(m)
	if a == nil || depth > maxComposeDepth {
		return nil
	}
	var all []callgraph.TypeID
	for _, o := range a.At(pc, reg) {
		switch o.Kind {
		case origin.New:
			all = append(all, c.types.ID(o.Text))
		case origin.Static, origin.Field:
			all = append(all, c.fieldObjects(o, depth)...)
		case origin.Param:
			for _, s := range c.trace.ValuesAt(m, pc, reg) {
				if s.Kind == origin.New {
					all = append(all, c.types.ID(s.Text))
				}
			}
		case origin.Result:
			all = append(all, c.resultObjects(m, o, depth)...)
		}
	}
	return slices.DeleteFunc(all, func(t callgraph.TypeID) bool {
		return t == callgraph.NoType || c.types.Class(t) == nil
	})
}

// fieldObjects are the classes of functions that a field holds: its own type, for the
// one instance of a function that needs nothing, or what its writers put there.
func (c *composer) fieldObjects(o origin.Origin, depth int) []callgraph.TypeID {
	if t := c.types.ID(o.Desc); t != callgraph.NoType && c.types.Class(t) != nil && !c.types.IsInterface(t) {
		return []callgraph.TypeID{t}
	}
	var all []callgraph.TypeID
	writes := c.calls.Index.Writes(o.FieldRef())
	for _, u := range writes[:min(len(writes), values.MaxFan)] {
		in := c.calls.Method(u.Method).Code().At(u.PC)
		all = append(all, c.objects(u.Method, u.PC, in.A(), depth+1)...)
	}
	return all
}

// resultObjects are the classes of functions that a call gives: the compiler wraps what
// draws, and keeps it in a class of its own behind a getter.
func (c *composer) resultObjects(m callgraph.MethodID, o origin.Origin, depth int) []callgraph.TypeID {
	call := c.calls.Method(m).Code().At(o.PC)
	if strings.Contains(o.Name, "omposableLambda") {
		last := len(dex.Params(o.Desc)) - 1
		for ; last >= 0; last-- {
			if dex.Params(o.Desc)[last] == "Ljava/lang/Object;" {
				break
			}
		}
		if reg, ok := origin.ArgRegister(c.calls.Method(m).Class.File, &call, last); ok {
			return c.objects(m, o.PC, reg, depth+1)
		}
		return nil
	}
	targets := c.calls.Targets(c.calls.Method(m), call)
	if len(targets) != 1 || !strings.HasPrefix(dex.MethodRef{Desc: o.Desc}.Return(), functions) {
		return nil
	}
	var all []callgraph.TypeID
	code := c.calls.Method(targets[0]).Code()
	if code == nil {
		return nil
	}
	for in := range code.Insns() {
		if in.Op == dex.OpReturnObject {
			all = append(all, c.objects(targets[0], in.Off, in.A(), depth+1)...)
		}
	}
	return all
}

// invoke is the method of a function's class that whoever has the function calls.
// Function0.invoke and its like return Object: the bridge is what the runtime calls, and it calls the typed
// one.
func (c *composer) invoke(t callgraph.TypeID) callgraph.MethodID {
	for ; t != callgraph.NoType && c.types.Class(t) != nil; t = c.types.Super(t) {
		for _, m := range c.types.Class(t).Methods {
			if m.Name == "invoke" && !m.IsAbstract() && strings.HasSuffix(m.Desc, ")Ljava/lang/Object;") {
				return c.calls.ID(m)
			}
		}
	}
	return callgraph.NoMethod
}

// modified is the text of the composable that gets what a call of a modifier makes, perhaps through
// further modifiers. The positions are followed in the order of the code, so that chains of
// modifiers are met before who gets them.
func (c *composer) modified(m callgraph.MethodID, made *dex.Insn) string {
	a := c.trace.Origins(m)
	if a == nil {
		return ""
	}
	from := map[uint32]bool{made.Off: true}
	for in := range a.Graph.Code.Insns() {
		if in.Off <= made.Off || !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := a.Graph.Code.File.MethodAt(in.Index)
		for i := range len(ref.Params()) + 1 {
			for _, o := range a.Args(&in, i) {
				if o.Kind != origin.Result || !from[o.PC] {
					continue
				}
				if isComposable(ref) {
					return c.label(m, &in, ref, maxComposeDepth)
				}
				from[in.Off] = true
			}
		}
	}
	return ""
}

// label is the first text that a call of a composable shows: one that it is told, or one that the
// functions inside of it show. It tells people what a click is on, and is no condition: the first
// text found may be another one's.
func (c *composer) label(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef, depth int) string {
	file := c.calls.Method(m).Class.File
	for i, p := range ref.Params() {
		if p == "Ljava/lang/String;" {
			if text := c.shown(m, in, i); text != "" {
				return text
			}
		}
	}
	if depth == 0 {
		return ""
	}
	for i, p := range ref.Params() {
		if !strings.HasPrefix(p, functions) || p == action || p == reaction {
			continue
		}
		reg, ok := origin.ArgRegister(file, in, i)
		if !ok {
			continue
		}
		for _, t := range c.objects(m, in.Off, reg, 0) {
			for _, body := range c.types.Class(t).Methods {
				if text := c.labelIn(body, depth-1); body.Name == "invoke" && text != "" {
					return text
				}
			}
		}
	}
	targets := c.calls.Targets(c.calls.Method(m), *in)
	if len(targets) == 1 && !strings.HasPrefix(ref.Class, "Landroidx/") {
		return c.labelIn(c.calls.Method(targets[0]), depth-1)
	}
	return ""
}

// labelIn is the first text that the composables which a method calls show.
func (c *composer) labelIn(m *dex.Method, depth int) string {
	id := c.calls.ID(m)
	if m.Code() == nil || id == callgraph.NoMethod || depth <= 0 {
		return ""
	}
	for in := range m.Code().Insns() {
		if in.Op.Call() != dex.CallStatic || in.Op.Ref() != dex.RefMethod {
			continue
		}
		if ref := m.Class.File.MethodAt(in.Index); isComposable(ref) {
			if text := c.label(id, &in, ref, depth); text != "" {
				return text
			}
		}
	}
	return ""
}

// shown is the text that argument i of a call is, if it is a constant or a resource.
func (c *composer) shown(m callgraph.MethodID, in *dex.Insn, i int) string {
	a := c.trace.Origins(m)
	if a == nil {
		return ""
	}
	for _, o := range a.Args(in, i) {
		switch {
		case o.Kind == origin.String:
			return o.Text
		case o.Kind == origin.Result && o.Name == "stringResource":
			call := a.Graph.Code.At(o.PC)
			for _, id := range a.Args(&call, 0) {
				if text := c.trace.ResourceText(apk.ID(uint32(id.Int))); text != "" {
					return text
				}
			}
		}
	}
	return ""
}
