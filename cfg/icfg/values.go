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
	maxValueDepth = 4
	maxValueFan   = 8
)

// values follows values through the app: beyond the method that package origin
// looks at, into the writers of a field, the callers behind a parameter, the
// returns of a callee.
type values struct {
	calls *callgraph.Graph
	cache origin.Cache
}

// valueSite is an origin, and the method in which it is one.
type valueSite struct {
	origin.Origin
	In callgraph.MethodID
}

// at returns the origins of a register before an instruction, followed as far
// as the bounds allow. What cannot be followed stays as it is.
func (v *values) at(m callgraph.MethodID, pc uint32, reg uint16) []valueSite {
	s := &valueSearch{v: v, seen: map[valueKey]bool{}}
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

type valueSearch struct {
	v     *values
	seen  map[valueKey]bool
	found []valueSite
}

func (s *valueSearch) register(m callgraph.MethodID, pc uint32, reg uint16, depth int) {
	key := valueKey{m, pc, reg}
	if s.seen[key] || len(s.found) > 4*maxValueFan {
		return
	}
	s.seen[key] = true
	a := s.v.cache.Of(s.v.calls.Method(m))
	if a == nil {
		return
	}
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
	index, ok := parameterIndex(method, int(o.Int))
	if !ok {
		return false
	}
	callers := 0
	before := len(s.found)
	for e := range s.v.calls.In(m) {
		if e.Kind != callgraph.Call {
			continue
		}
		if callers++; callers > maxValueFan {
			break
		}
		in := s.v.calls.Method(e.From).Code().At(e.PC)
		if reg, ok := origin.ArgRegister(s.v.calls.Method(e.From).Class.File, &in, index); ok {
			s.register(e.From, e.PC, reg, depth)
		}
	}
	return len(s.found) > before
}

// parameterIndex turns the number of a parameter register into the number of
// the argument, counting the receiver.
func parameterIndex(m *dex.Method, reg int) (int, bool) {
	at, index := 0, 0
	if !m.IsStatic() {
		at, index = 1, 1
		if reg == 0 {
			return 0, true
		}
	}
	for _, p := range dex.Params(m.Desc) {
		if at == reg {
			return index, true
		}
		at++
		if dex.IsWide(p) {
			at++
		}
		index++
	}
	return 0, false
}

// result goes on to what the callee returns.
func (s *valueSearch) result(m callgraph.MethodID, o origin.Origin, depth int) bool {
	caller := s.v.calls.Method(m)
	in := caller.Code().At(o.PC)
	targets := s.v.calls.Targets(caller, in)
	if len(targets) == 0 || len(targets) > 3 || knownAPI(o) {
		return false
	}
	before := len(s.found)
	for _, t := range targets {
		code := s.v.calls.Method(t).Code()
		if code == nil {
			continue
		}
		for in := range code.Insns() {
			if in.Op == dex.OpReturnObject || in.Op == dex.OpReturn {
				s.register(t, in.Off, in.A(), depth)
			}
		}
	}
	return len(s.found) > before
}

// knownAPI says that the call has a meaning by its name, so that its body, in a
// library or generated code, need not be followed.
func knownAPI(o origin.Origin) bool {
	return strings.Contains(o.Name, "findViewById") || strings.Contains(o.Name, "FindCachedViewById") ||
		strings.HasPrefix(o.Name, "inflate") || strings.HasPrefix(o.Name, "find")
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
