package icfg

import (
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
)

// Bounds of the search for a value through fields, parameters and results.
const (
	maxValueDepth = 14
	maxValueFan   = 8
	maxValueSteps = 400 // registers looked at for one question
	maxNameSteps  = 30  // the same, for the name of a class or an action
)

// values follows values through the app: beyond the method that package origin
// looks at, into the writers of a field, the callers behind a parameter, the
// returns of a callee.
type values struct {
	calls     *callgraph.Graph
	resources *apk.Resources
	steps     int // registers looked at for one question
	cache     origin.Cache
	extras    map[string][]callgraph.Use // calls that put an extra, by its key; nil until asked for
}

// valueSite is an origin, and the method in which it is one.
type valueSite struct {
	origin.Origin
	In callgraph.MethodID
}

// at returns the origins of a register before an instruction, followed as far
// as the bounds allow. What cannot be followed stays as it is.
func (v *values) at(m callgraph.MethodID, pc uint32, reg uint16) []valueSite {
	s := newValueSearch(v)
	s.register(m, pc, reg, 0)
	return s.found
}

// argument is at for an argument of the call at pc, the receiver being 0.
func (v *values) argument(m callgraph.MethodID, in *dex.Insn, i int) []valueSite {
	reg, ok := origin.ArgRegister(v.calls.Method(m).Class.File, in, i)
	if !ok {
		return nil
	}
	return v.at(m, in.Off, reg)
}

type valueKey struct {
	m   callgraph.MethodID
	pc  uint32
	reg uint16
}

// returnKey is a call and one of the methods that it reaches.
type returnKey struct {
	m, callee callgraph.MethodID
	pc        uint32
}

type valueSearch struct {
	v    *values
	seen map[valueKey]bool
	// returns are the calls whose callee's values were followed: methods that call
	// each other would be followed without end.
	returns map[returnKey]bool
	found   []valueSite
	// partial says that a bound or a caller outside of the app has hidden values.
	partial bool
}

func newValueSearch(v *values) *valueSearch {
	return &valueSearch{v: v, seen: map[valueKey]bool{}, returns: map[returnKey]bool{}}
}

func (s *valueSearch) register(m callgraph.MethodID, pc uint32, reg uint16, depth int) {
	key := valueKey{m, pc, reg}
	if s.seen[key] {
		return
	}
	a := s.v.cache.Of(s.v.calls.Method(m))
	if a == nil || len(s.seen) > s.v.steps || len(s.found) > 4*maxValueFan {
		s.partial = true
		return
	}
	s.seen[key] = true
	for _, o := range a.At(pc, reg) {
		if depth >= maxValueDepth || !s.follow(m, o, depth+1) {
			s.found = append(s.found, valueSite{o, m})
		}
	}
}

// follow goes on beyond the method; false if the origin is to be kept as it is.
func (s *valueSearch) follow(m callgraph.MethodID, o origin.Origin, depth int) bool {
	switch o.Kind {
	case origin.Field, origin.Static:
		return s.field(o, depth)
	case origin.Param:
		return s.parameter(m, o, depth)
	case origin.Result:
		return s.result(m, o, depth)
	}
	return false
}

func (s *valueSearch) field(o origin.Origin, depth int) bool {
	writes := s.v.calls.Index.Writes(dex.FieldRef{Class: o.Owner, Name: o.Name, Type: o.Desc})
	if len(writes) == 0 || len(writes) > maxValueFan {
		return false
	}
	before := len(s.found)
	for _, u := range writes {
		in := s.v.calls.Method(u.Method).Code().At(u.PC)
		s.register(u.Method, u.PC, in.A(), depth)
	}
	return len(s.found) > before
}

// parameter goes on to the callers. The receiver is left alone: its class says
// more than its origin.
func (s *valueSearch) parameter(m callgraph.MethodID, o origin.Origin, depth int) bool {
	method := s.v.calls.Method(m)
	if o.Int == 0 && !method.IsStatic() {
		return false
	}
	index, ok := origin.ParamIndex(method, int(o.Int))
	if !ok {
		return false
	}
	callers := 0
	before := len(s.found)
	s.partial = s.partial || s.v.calls.IsCut(m) || s.v.calls.IsCallback(m)
	for e := range s.v.calls.In(m) {
		if e.Kind != callgraph.Call {
			s.partial = true
			continue
		}
		if callers++; callers > maxValueFan {
			s.partial = true
			break
		}
		in := s.v.calls.Method(e.From).Code().At(e.PC)
		if reg, ok := origin.ArgRegister(s.v.calls.Method(e.From).Class.File, &in, index); ok {
			s.register(e.From, e.PC, reg, depth)
		}
	}
	return len(s.found) > before
}

// result goes on to what the callee returns. A parameter that it returns is the
// argument of this very call.
func (s *valueSearch) result(m callgraph.MethodID, o origin.Origin, depth int) bool {
	caller := s.v.calls.Method(m)
	call := caller.Code().At(o.PC)
	if o.Owner == intentType || o.Owner == bundleType {
		return s.extra(m, &call, depth)
	}
	targets := s.v.calls.Targets(caller, call)
	if len(targets) == 0 || len(targets) > 3 || s.looksUp(m, &call) {
		return false
	}
	before, followed := len(s.found), false
	for _, t := range targets {
		key := returnKey{m, t, o.PC}
		if s.returns[key] {
			followed = true // its values are in, or on the way
			continue
		}
		callee := s.v.cache.Of(s.v.calls.Method(t))
		if callee == nil || len(s.seen)+len(s.returns) > s.v.steps || len(s.found) > 4*maxValueFan {
			s.partial = true
			continue
		}
		s.returns[key] = true
		for in := range callee.Graph.Code.Insns() {
			if in.Op != dex.OpReturnObject && in.Op != dex.OpReturn {
				continue
			}
			for _, r := range callee.At(in.Off, in.A()) {
				s.returned(m, &call, t, r, depth)
			}
		}
	}
	return followed || len(s.found) > before
}

// The types that carry extras from one component to another.
const intentType, bundleType = "Landroid/content/Intent;", "Landroid/os/Bundle;"

// extra goes on from a call that takes an extra of a constant key to those that
// put one of that key.
func (s *valueSearch) extra(m callgraph.MethodID, call *dex.Insn, depth int) bool {
	a := s.v.cache.Of(s.v.calls.Method(m))
	if a == nil {
		return false
	}
	key := constantKey(a, call)
	puts := s.v.puts()[key]
	if key == "" || len(puts) == 0 || len(puts) > maxValueFan {
		return false
	}
	before := len(s.found)
	for _, u := range puts {
		method := s.v.calls.Method(u.Method)
		in := method.Code().At(u.PC)
		if reg, ok := origin.ArgRegister(method.Class.File, &in, 2); ok {
			s.register(u.Method, u.PC, reg, depth)
		}
	}
	return len(s.found) > before
}

// constantKey is the constant string that is the first argument of a call.
func constantKey(a *origin.Analysis, call *dex.Insn) string {
	if o := a.Args(call, 1); len(o) == 1 && o[0].Kind == origin.String {
		return o[0].Text
	}
	return ""
}

// puts finds the calls that put extras of constant keys, in the order of the code.
func (v *values) puts() map[string][]callgraph.Use {
	if v.extras != nil {
		return v.extras
	}
	v.extras = map[string][]callgraph.Use{}
	for _, u := range v.calls.Index.CallsTo(putsExtra) {
		m := v.calls.Method(u.Method)
		in := m.Code().At(u.PC)
		if in.Op.Call() != dex.CallVirtual {
			continue
		}
		if a := v.cache.Of(m); a != nil {
			if key := constantKey(a, &in); key != "" {
				v.extras[key] = append(v.extras[key], u)
			}
		}
	}
	return v.extras
}

// putsExtra says that a method puts an extra.
func putsExtra(ref dex.MethodRef) bool {
	return (ref.Class == intentType || ref.Class == bundleType) && strings.HasPrefix(ref.Name, "put")
}

// returned goes on with one origin of what a callee returns.
func (s *valueSearch) returned(
	m callgraph.MethodID, call *dex.Insn, callee callgraph.MethodID, r origin.Origin, depth int,
) {
	if r.Kind == origin.Param {
		if i, ok := origin.ParamIndex(s.v.calls.Method(callee), int(r.Int)); ok {
			if reg, ok := origin.ArgRegister(s.v.calls.Method(m).Class.File, call, i); ok {
				s.register(m, call.Off, reg, depth)
				return
			}
		}
	}
	if depth >= maxValueDepth || !s.follow(callee, r, depth+1) {
		s.found = append(s.found, valueSite{r, callee})
	}
}

// looksUp says that a call is told a resource id: it looks something up, and its
// body, in a library or in generated code, need not be followed.
func (s *valueSearch) looksUp(m callgraph.MethodID, call *dex.Insn) bool {
	a := s.v.cache.Of(s.v.calls.Method(m))
	if a == nil {
		return false
	}
	for i := range len(a.Graph.Code.File.MethodAt(call.Index).Params()) + 1 {
		for _, o := range a.Args(call, i) {
			if o.Kind == origin.Int && o.Int > 0xffffff && s.v.resources.Get(apk.ID(uint32(o.Int))) != nil {
				return true
			}
		}
	}
	return false
}

// constants are the integer constants among the origins of an argument.
func (v *values) constants(m callgraph.MethodID, in *dex.Insn, i int) []int64 {
	var all []int64
	for _, o := range v.argument(m, in, i) {
		if o.Kind == origin.Int {
			all = append(all, o.Int)
		}
	}
	return all
}

// text is the text of an argument, if it is one constant: a string, or the id of
// a string resource.
func (v *values) text(r *apk.Resources, m callgraph.MethodID, in *dex.Insn, i int) string {
	text := ""
	for _, o := range v.argument(m, in, i) {
		var t string
		switch {
		case o.Kind == origin.String:
			t = o.Text
		case o.Kind == origin.Int && o.Int > 0xffffff:
			t = resourceText(r, apk.ID(uint32(o.Int)))
		case o.Kind == origin.Static:
			continue
		case o.Kind == origin.Result && (o.Name == "getString" || o.Name == "getText"):
			call := v.calls.Method(o.In).Code().At(o.PC)
			for _, id := range v.constants(o.In, &call, 1) {
				t = resourceText(r, apk.ID(uint32(id)))
			}
		}
		if t == "" || text != "" && text != t {
			return ""
		}
		text = t
	}
	return text
}

func resourceText(r *apk.Resources, id apk.ID) string {
	if res := r.Get(id); res == nil || res.Type != "string" {
		return ""
	}
	return r.Text(apk.Value{Type: apk.TypeReference, Data: uint32(id)})
}
