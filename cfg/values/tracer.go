package values

import (
	"encoding/binary"
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
)

// MaxSteps bounds the registers looked at for one question; what is only a name needs
// fewer.
const MaxSteps = 400

// Bounds of the search for a value through fields, parameters and results.
const (
	maxDepth = 14
	// MaxFan bounds the writers of a field, the callers of a method and the places
	// that put an extra: beyond it, they are not followed.
	MaxFan = 8
)

// Tracer follows values through an app. It remembers the methods that it has looked
// at, and so serves one goroutine.
type Tracer struct {
	calls     *callgraph.Graph
	resources *apk.Resources
	steps     int // registers looked at for one question
	cache     origin.Cache
	extras    map[string][]callgraph.Use // calls that put an extra, by its key; nil until asked for
}

// New returns a Tracer that looks at no more than steps registers for one question.
// More steps find more, never something else.
func New(calls *callgraph.Graph, resources *apk.Resources, steps int) *Tracer {
	return &Tracer{calls: calls, resources: resources, steps: steps, cache: origin.Cache{Constants: constants(calls)}}
}

// Facts are what a Tracer has found out, frozen: any number of goroutines may make
// themselves a Tracer that starts from them.
type Facts struct {
	calls     *callgraph.Graph
	resources *apk.Resources
	analyses  origin.Analyses
	extras    map[string][]callgraph.Use
}

// Freeze hands over what the Tracer has found out, and ends its use.
func (t *Tracer) Freeze() Facts {
	return Facts{t.calls, t.resources, t.cache.Freeze(), t.extras}
}

// Tracer returns a new Tracer that starts from the facts and reads them only.
func (f Facts) Tracer(steps int) *Tracer {
	return &Tracer{calls: f.calls, resources: f.resources, steps: steps, cache: f.analyses.Cache(constants(f.calls)),
		extras: f.extras}
}

// constants are those of the app, for one goroutine.
func constants(calls *callgraph.Graph) *origin.Constants {
	return origin.NewConstants(calls.Hierarchy.Set().Class)
}

// Site is an origin, and the method in which it is one.
type Site struct {
	origin.Origin
	In callgraph.MethodID
}

// Origins are the values in a method's registers, of which that method alone tells;
// nil if it has no code or is too big. They share the Tracer's goroutine.
func (t *Tracer) Origins(m callgraph.MethodID) *origin.Analysis {
	return t.cache.Of(t.calls.Method(m))
}

// ValuesAt follows the value of a register before the instruction at position pc back,
// beyond the method as far as the bounds allow: through fields, parameters, results and
// the extras of intents. What cannot be followed stays as it is.
func (t *Tracer) ValuesAt(m callgraph.MethodID, pc uint32, reg uint16) []Site {
	s := newSearch(t)
	s.register(m, pc, reg, 0)
	return s.found
}

// Argument is ValuesAt for argument i of a call, the receiver being 0.
func (t *Tracer) Argument(m callgraph.MethodID, in *dex.Insn, i int) []Site {
	reg, ok := origin.ArgRegister(t.calls.Method(m).Class.File, in, i)
	if !ok {
		return nil
	}
	return t.ValuesAt(m, in.Off, reg)
}

type place struct {
	m   callgraph.MethodID
	pc  uint32
	reg uint16
	of  string // see search
}

// returnKey is a call and one of the methods that it reaches.
type returnKey struct {
	m, callee callgraph.MethodID
	pc        uint32
}

// One question is one search. Each register is looked at once, in the order of the code, so that answers are
// the same in every run; found may hold one origin twice, where it was met by two registers.
type search struct {
	t    *Tracer
	seen map[place]bool
	// returns are the calls whose callee's values were followed: methods that call
	// each other would be followed without end.
	returns map[returnKey]bool
	found   []Site
	// of is the class of the object whose constructor wrote the field that is followed, "" elsewhere: of the constructors
	// of a base class only those callers count that make such an object.
	of string
	// partial says that a bound or a caller outside of the app has hidden values.
	partial bool
}

func newSearch(t *Tracer) *search {
	return &search{t: t, seen: map[place]bool{}, returns: map[returnKey]bool{}}
}

func (s *search) register(m callgraph.MethodID, pc uint32, reg uint16, depth int) {
	key := place{m, pc, reg, s.of}
	if s.seen[key] {
		return
	}
	a := s.t.cache.Of(s.t.calls.Method(m))
	if a == nil || len(s.seen) > s.t.steps || len(s.found) > 4*MaxFan {
		s.partial = true
		return
	}
	s.seen[key] = true
	for _, o := range a.At(pc, reg) {
		if depth >= maxDepth || !s.follow(m, o, depth+1) {
			s.found = append(s.found, Site{o, m})
		}
	}
}

// follow goes on beyond the method; false if the origin is to be kept as it is.
func (s *search) follow(m callgraph.MethodID, o origin.Origin, depth int) bool {
	if o.Kind == origin.Param {
		return s.parameter(m, o, depth)
	}
	defer func(of string) { s.of = of }(s.of)
	s.of = ""
	switch o.Kind {
	case origin.Field, origin.Static:
		return s.field(o, depth)
	case origin.Result:
		return s.result(m, o, depth)
	}
	return false
}

// A field that nobody writes keeps its default and stays as it is: whoever asks decides what 0 means to him.
func (s *search) field(o origin.Origin, depth int) bool {
	writes := s.t.calls.Index.Writes(o.FieldRef())
	if len(writes) == 0 || len(writes) > MaxFan {
		return false
	}
	before := len(s.found)
	for _, u := range writes {
		writer := s.t.calls.Method(u.Method)
		in := writer.Code().At(u.PC)
		if s.of = ""; o.Kind == origin.Field && writer.IsConstructor() {
			s.of = o.Owner
		}
		s.register(u.Method, u.PC, in.A(), depth)
	}
	return len(s.found) > before
}

// makes says that a caller of a constructor can have it work on an object of class of, and whether that is still to be
// asked of who calls the caller ("" if not). Callers of a base class's constructor that do are the constructors of the
// classes on the way to such an object. Compilers name a field by the class that the code knows its object to have; DEX
// does not demand it, so that answers on which a verdict rests are partial where this rules a caller out.
func (s *search) makes(of string, caller, constructor *dex.Method) (next string, ok bool) {
	types, base, c := s.t.calls.Hierarchy, constructor.Class.Descriptor, caller.Class.Descriptor
	switch {
	case types.IsSubtype(base, of):
		return "", true
	case !caller.IsConstructor() || !types.IsSubtype(c, base):
		return "", false
	case types.IsSubtype(c, of):
		return "", true
	}
	return of, types.IsSubtype(of, c)
}

// parameter goes on to the callers. The receiver is left alone: its class says
// more than its origin.
func (s *search) parameter(m callgraph.MethodID, o origin.Origin, depth int) bool {
	method := s.t.calls.Method(m)
	if o.Int == 0 && !method.IsStatic() {
		return false
	}
	index, ok := origin.ParamIndex(method, int(o.Int))
	if !ok {
		return false
	}
	callers := 0
	before := len(s.found)
	of := s.of
	defer func() { s.of = of }()
	s.partial = s.partial || s.t.calls.IsCut(m) || s.t.calls.IsCallback(m)
	for e := range s.t.calls.In(m) {
		if e.Kind != callgraph.Call {
			s.partial = true
			continue
		}
		if s.of = ""; of != "" && method.IsConstructor() {
			if s.of, ok = s.makes(of, s.t.calls.Method(e.From), method); !ok {
				s.partial = true
				continue
			}
		}
		if callers++; callers > MaxFan {
			s.partial = true
			break
		}
		in := s.t.calls.Method(e.From).Code().At(e.PC)
		if reg, ok := origin.ArgRegister(s.t.calls.Method(e.From).Class.File, &in, index); ok {
			s.register(e.From, e.PC, reg, depth)
		}
	}
	return len(s.found) > before
}

// result goes on to what the callee returns. A parameter that it returns is the argument of this
// very call. Intents and bundles are asked first: their getters have no code in the app.
func (s *search) result(m callgraph.MethodID, o origin.Origin, depth int) bool {
	caller := s.t.calls.Method(m)
	call := caller.Code().At(o.PC)
	if o.Owner == intentType || o.Owner == bundleType {
		return s.extra(m, &call, depth)
	}
	targets := s.t.calls.Targets(caller, call)
	if len(targets) == 0 || len(targets) > 3 || s.looksUp(m, &call) {
		return false
	}
	before, followed := len(s.found), false
	for _, t := range targets {
		key := returnKey{m, t, o.PC}
		if s.returns[key] {
			followed = true // its values are in, or on the path
			continue
		}
		callee := s.t.cache.Of(s.t.calls.Method(t))
		if callee == nil || len(s.seen)+len(s.returns) > s.t.steps || len(s.found) > 4*MaxFan {
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

// extra goes on from a call that takes an extra of a constant key to those that put one of that
// key. Keys are not told apart by component: two activities that use one key share their values.
func (s *search) extra(m callgraph.MethodID, call *dex.Insn, depth int) bool {
	a := s.t.cache.Of(s.t.calls.Method(m))
	if a == nil {
		return false
	}
	key := constantKey(a, call)
	puts := s.t.puts()[key]
	if key == "" || len(puts) == 0 || len(puts) > MaxFan {
		return false
	}
	// Other apps put extras, too, and so does code whose keys are not constant.
	s.partial = true
	before := len(s.found)
	for _, u := range puts {
		method := s.t.calls.Method(u.Method)
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
func (t *Tracer) puts() map[string][]callgraph.Use {
	if t.extras != nil {
		return t.extras
	}
	t.extras = map[string][]callgraph.Use{}
	for _, u := range t.calls.Index.CallsTo(putsExtra) {
		m := t.calls.Method(u.Method)
		in := m.Code().At(u.PC)
		if in.Op.Call() != dex.CallVirtual {
			continue
		}
		if a := t.cache.Of(m); a != nil {
			if key := constantKey(a, &in); key != "" {
				t.extras[key] = append(t.extras[key], u)
			}
		}
	}
	return t.extras
}

// putsExtra says that a method puts an extra.
func putsExtra(ref dex.MethodRef) bool {
	return (ref.Class == intentType || ref.Class == bundleType) && strings.HasPrefix(ref.Name, "put")
}

// returned goes on with one origin of what a callee returns.
func (s *search) returned(
	m callgraph.MethodID, call *dex.Insn, callee callgraph.MethodID, r origin.Origin, depth int,
) {
	if r.Kind == origin.Param {
		if i, ok := origin.ParamIndex(s.t.calls.Method(callee), int(r.Int)); ok {
			if reg, ok := origin.ArgRegister(s.t.calls.Method(m).Class.File, call, i); ok {
				s.register(m, call.Off, reg, depth)
				return
			}
		}
	}
	if depth >= maxDepth || !s.follow(callee, r, depth+1) {
		s.found = append(s.found, Site{r, callee})
	}
}

// ActionView is the descriptor of MenuItemCompat.getActionView, by which the method is known where a shrinker changed
// its name.
const ActionView = "(Landroid/view/MenuItem;)Landroid/view/View;"

// looksUp says that a call is told a resource id: it looks something up, and its
// body, in a library or in generated code, need not be followed.
// findViewById and its like: what they return is named by the id, and their code would only lose it. The view of the
// action of a menu's item is named by the item.
func (s *search) looksUp(m callgraph.MethodID, call *dex.Insn) bool {
	if s.t.calls.Method(m).Class.File.MethodAt(call.Index).Desc == ActionView {
		return true
	}
	a := s.t.cache.Of(s.t.calls.Method(m))
	if a == nil {
		return false
	}
	for i := range len(a.Graph.Code.File.MethodAt(call.Index).Params()) + 1 {
		for _, o := range a.Args(call, i) {
			if o.Kind == origin.Int && o.Int > 0xffffff && s.t.resources.Get(apk.ID(uint32(o.Int))) != nil {
				return true
			}
		}
	}
	return false
}

// Ints are the integer constants among the origins of an argument, and of an element of an array of constants all.
// Others among the origins are left out, so that the list may be of some of the values only.
func (t *Tracer) Ints(m callgraph.MethodID, in *dex.Insn, i int) []int64 {
	var all []int64
	for _, o := range t.Argument(m, in, i) {
		switch o.Kind {
		case origin.Int:
			all = append(all, o.Int)
		case origin.Other:
			all = append(all, t.elements(o)...)
		}
	}
	return all
}

// maxElements bounds the elements of an array: a loop over more does not register handlers.
const maxElements = 64

// elements are the constants with which the array is filled, in the same method, that a value is an element of.
func (t *Tracer) elements(o Site) (all []int64) {
	a := t.cache.Of(t.calls.Method(o.In))
	if a == nil {
		return nil
	}
	get := a.Graph.Code.At(o.PC)
	if get.Op != dex.OpAget {
		return nil
	}
	arrays := a.At(o.PC, get.B())
	for in := range a.Graph.Code.Insns() {
		if in.Op != dex.OpFillArrayData || !slices.ContainsFunc(a.At(in.Off, in.A()), func(of origin.Origin) bool {
			return of.Kind == origin.Array && slices.Contains(arrays, of)
		}) {
			continue
		}
		data := a.Graph.Code.ArrayData(in)
		if data.Width != 4 || len(data.Bytes) > 4*maxElements {
			return nil
		}
		for at := 0; at+4 <= len(data.Bytes); at += 4 {
			all = append(all, int64(int32(binary.LittleEndian.Uint32(data.Bytes[at:]))))
		}
	}
	return all
}

// ArgumentText is the text of argument i of a call, the receiver being 0, if it is one constant: a
// string or a string resource. Other than Texts it tells what is likely: a static field beside a
// constant is taken for the same text.
func (t *Tracer) ArgumentText(m callgraph.MethodID, in *dex.Insn, i int) string {
	text := ""
	for _, o := range t.Argument(m, in, i) {
		var one string
		switch {
		case o.Kind == origin.String:
			one = o.Text
		case o.Kind == origin.Int && o.Int > 0xffffff:
			one = t.ResourceText(apk.ID(uint32(o.Int)))
		case o.Kind == origin.Static:
			continue
		case o.Kind == origin.Result && (o.Name == "getString" || o.Name == "getText"):
			call := t.calls.Method(o.In).Code().At(o.PC)
			for _, id := range t.Ints(o.In, &call, 1) {
				one = t.ResourceText(apk.ID(uint32(id)))
			}
		}
		if one == "" || text != "" && text != one {
			return ""
		}
		text = one
	}
	return text
}

// ResourceText is the text of a string resource, "" for other resources.
func (t *Tracer) ResourceText(id apk.ID) string {
	if res := t.resources.Get(id); res == nil || res.Type != "string" {
		return ""
	}
	return t.resources.Text(apk.Value{Type: apk.TypeReference, Data: uint32(id)})
}
