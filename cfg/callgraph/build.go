package callgraph

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"talpa/dex"
)

// Options steer New; the zero value means the defaults.
type Options struct {
	// MaxTargets is the number of targets from which on a call site is cut; 0
	// means 16, which leaves all but a few percent of the sites of real apps.
	MaxTargets int
}

const defaultMaxTargets = 16

// maxEdges bounds the stored edges; real apps have some hundred thousand.
const maxEdges = 1 << 24

// New builds the call graph of an app. types tells of the framework and may be
// nil. The error is that of ctx, or names what makes a hostile app too large.
// The order of the steps matters: methods are numbered before any code is read, lambdas are found before calls
// are resolved through their interfaces, and callbacks are marked when all classes are known. The result
// depends on the input alone, in every order of its lists. Time is about linear in the code, but for the
// targets of calls, which maxSteps and maxEdges bound.
func New(ctx context.Context, set *dex.Set, types Types, opts Options) (*Graph, error) {
	if opts.MaxTargets <= 0 {
		opts.MaxTargets = defaultMaxTargets
	}
	h, err := NewHierarchy(set, types)
	if err != nil {
		return nil, err
	}
	r := newResolver(h)
	n := len(r.methods)
	b := &builder{
		r: r, max: opts.MaxTargets,
		g: &Graph{Hierarchy: h, r: r, cut: make([]bool, n), back: make([]bool, n), out: make([]int32, n+1),
			ids: map[*dex.File][]MethodID{}},
		x: &Index{from: make([]int32, n+1)},
	}
	b.g.Index, b.x.g = b.x, b.g
	b.prepare()
	b.makeRoom()
	for id := range MethodID(n) {
		if id%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b.scan(id)
		if len(b.g.edges) > maxEdges {
			return nil, fmt.Errorf("callgraph: more than %d edges", maxEdges)
		}
		b.g.out[id+1] = int32(len(b.g.edges))
		b.x.from[id+1] = int32(len(b.x.created))
	}
	b.callbacks()
	b.finish()
	return b.g, nil
}

// builder makes one Graph and is thrown away. The lists of uses are in the order of the code, which
// is what makes those of the Index sorted without a sort.
type builder struct {
	g   *Graph
	r   *resolver
	x   *Index
	max int

	method  MethodID
	code    *dex.Code
	inits   map[TypeID]bool // class initialisers that the method has an edge to
	strings []dex.Insn      // that load the constant strings of the method
	forName bool            // the method calls Class.forName

	allocs, classes, reads, writes, calls []numbered
	// fieldIDs has for each field reference of a file the field's number plus 1,
	// 0 if it was not looked up yet, -1 if the app does not declare it.
	fieldIDs map[*dex.File][]int32
	refs     []methodRef // of the file that is scanned
}

// prepare numbers methods and fields and finds lambda bodies: calls of functional interfaces are
// resolved with them. Fields get their numbers from the class that declares them; a reference to an
// inherited one is looked up when it is first met.
func (b *builder) prepare() {
	for _, f := range b.r.h.set.Files {
		b.g.ids[f] = make([]MethodID, f.NumMethods())
	}
	for id, m := range b.r.methods {
		b.g.ids[m.Class.File][m.Index] = MethodID(id) + 1
	}
	b.interfaceInits()
	b.inits = map[TypeID]bool{}
	b.fieldIDs = map[*dex.File][]int32{}
	for _, f := range b.r.h.set.Files {
		b.fieldIDs[f] = make([]int32, f.NumFields())
		for i := range uint32(f.NumCallSites()) {
			b.lambda(f, i)
		}
	}
	for t, c := range b.r.h.set.Classes() {
		for i, f := range c.Fields {
			b.fieldIDs[c.File][f.Index] = b.r.fields.first[t] + int32(i) + 1
		}
	}
}

// makeRoom gives the long lists about the length that they will have: real apps have
// a call in 9 code units.
func (b *builder) makeRoom() {
	units := 0
	for _, m := range b.r.methods {
		if code := m.Code(); code != nil {
			units += int(code.Units)
		}
	}
	b.calls = make([]numbered, 0, units/9)
	b.g.edges = make([]Edge, 0, units/12)
}

// What LambdaMetafactory would make at run time is an object of the interface whose method is the body,
// captured values first; it has no class in the file.
func (b *builder) lambda(f *dex.File, i uint32) {
	site, err := f.CallSiteAt(i)
	if err != nil {
		return // a broken call site fails where it is executed
	}
	impl, ok := f.Lambda(site)
	m := b.g.Lookup(impl.Method)
	if t := b.r.h.ID((dex.MethodRef{Desc: site.Desc}).Return()); ok && t != NoType && m != NoMethod {
		b.r.lambdas[t] = append(b.r.lambdas[t], lambda{name: site.Name, impl: m})
	}
}

// scan adds the edges and uses of one method. Its own class counts as initialised from the first
// instruction on, and each other one after its first use.
func (b *builder) scan(id MethodID) {
	m := b.r.methods[id]
	b.method, b.code = id, m.Code()
	b.g.Stats.Methods++
	if b.code == nil {
		return
	}
	b.g.Stats.WithCode++
	clear(b.inits)
	b.strings, b.forName = b.strings[:0], false
	b.refs = b.r.refs[b.code.File]
	b.inits[b.r.owner[id]] = true // whoever runs the method has seen to it
	for in := range b.code.Insns() {
		b.g.Stats.Insns++
		b.insn(m, &in)
	}
	if b.forName {
		b.reflect()
	}
}

func (b *builder) use(in *dex.Insn) Use { return Use{Method: b.method, PC: in.Off} }

func (b *builder) edge(kind Kind, to MethodID, in *dex.Insn) {
	b.g.edges = append(b.g.edges, Edge{From: b.method, To: to, PC: in.Off, Kind: kind})
}

func (b *builder) insn(m *dex.Method, in *dex.Insn) {
	f := b.code.File
	switch {
	case in.Op.Invokes():
		b.call(m, in)
	case in.Op == dex.OpNewInstance:
		if t := b.r.h.ID(f.TypeAt(in.Index)); t != NoType {
			b.allocs = append(b.allocs, numbered{int32(t), b.use(in)})
			b.x.created = append(b.x.created, created{typ: t, pc: in.Off})
			b.init(t, in)
		}
	case in.Op == dex.OpConstClass:
		if t := b.r.h.ID(f.TypeAt(in.Index)); t != NoType {
			b.classes = append(b.classes, numbered{int32(t), b.use(in)})
		}
	case in.Op == dex.OpConstString || in.Op == dex.OpConstStringJumbo:
		b.strings = append(b.strings, *in)
		b.x.strings = append(b.x.strings, stringUse{f.StringAt(in.Index), b.use(in)})
	case in.Op == dex.OpConst || in.Op == dex.OpConstHigh16:
		if in.Lit >= minInt || in.Lit <= -minInt {
			b.x.ints = append(b.x.ints, intUse{int32(in.Lit), b.use(in)})
		}
	case in.Op == dex.OpFillArrayData:
		b.array(in)
	case in.Op.ReadsField() || in.Op.WritesField():
		b.field(in)
	}
}

// array takes in the constants that fill an array of numbers of 32 bits.
// The switch of a view's id is compiled to such an array at times, and so are styleables.
func (b *builder) array(in *dex.Insn) {
	data := b.code.ArrayData(*in)
	if data.Width != 4 {
		return
	}
	for at := 0; at+4 <= len(data.Bytes); at += 4 {
		n := int32(binary.LittleEndian.Uint32(data.Bytes[at:]))
		if n >= minInt || n <= -minInt {
			b.x.ints = append(b.x.ints, intUse{n, b.use(in)})
		}
	}
}

// A site of too many targets gets no edges; its targets are marked instead, and Alloc edges from who makes
// their objects stand in for it (R14): that is an over-approximation as long as the object is made by the
// app's code.
func (b *builder) call(m *dex.Method, in *dex.Insn) {
	kind := in.Op.Call()
	if kind != dex.CallCustom {
		ref := b.refs[in.Index]
		b.calls = append(b.calls, numbered{int32(ref.sig), b.use(in)})
		if kind == dex.CallStatic && ref.typ != NoType {
			b.init(ref.typ, in)
		}
		if ref.typ == NoType {
			b.g.Stats.FrameworkSites++
			b.noteForName(in, ref)
			return
		}
	}
	b.g.Stats.Sites++
	targets := b.r.site(m, in)
	b.g.Stats.MaxTargets = max(b.g.Stats.MaxTargets, len(targets))
	switch {
	case kind == dex.CallCustom:
		for _, t := range targets {
			b.edge(Lambda, t, in)
		}
	case len(targets) > b.max:
		b.g.Stats.CutSites++
		for _, t := range targets {
			b.g.cut[t] = true
		}
	default:
		for _, t := range targets {
			b.edge(Call, t, in)
		}
	}
}

// site finds the targets of a call. Direct calls (private methods, constructors) and static ones
// have one target at most. It is the one place where an invoke instruction is given its meaning;
// Graph.Targets asks it again for sites that were cut.
func (r *resolver) site(from *dex.Method, in *dex.Insn) []MethodID {
	file := from.Class.File
	kind := in.Op.Call()
	switch kind {
	case dex.CallNone, dex.CallPolymorphic:
		return nil
	case dex.CallCustom:
		return r.custom(file, in.Index)
	}
	ref := r.refs[file][in.Index]
	if ref.typ == NoType {
		return nil
	}
	switch kind {
	case dex.CallVirtual, dex.CallInterface:
		return r.targets(ref.typ, ref.sig)
	case dex.CallSuper:
		// The search begins above the class of the caller, whatever superclass
		// the reference names; for an interface's default it begins there.
		start := ref.typ
		if caller := r.h.ID(from.Class.Descriptor); !r.h.nodes[start].iface && caller != NoType {
			if start = r.h.nodes[caller].super; start == NoType {
				return nil
			}
		}
		return r.one(r.lookup(start, ref.sig))
	}
	return r.one(r.lookup(ref.typ, ref.sig))
}

func (r *resolver) one(m MethodID) []MethodID {
	if m == NoMethod {
		return nil
	}
	return []MethodID{m}
}

// custom is the body of a lambda, or else the bootstrap method if the app
// defines it.
func (r *resolver) custom(f *dex.File, index uint32) []MethodID {
	site, err := f.CallSiteAt(index)
	if err != nil {
		return nil
	}
	ref := site.Bootstrap.Method
	if impl, ok := f.Lambda(site); ok {
		ref = impl.Method
	}
	t := r.h.ID(ref.Class)
	s, ok := r.sigs[sigKey{ref.Name, ref.Desc}]
	if t == NoType || !ok {
		return nil
	}
	return r.one(r.lookup(t, s))
}

// interfaceInits finds the classes whose initialisation runs that of an interface: one
// that has a default method (JLS 12.4.1, and ART does the same).
func (b *builder) interfaceInits() {
	b.g.defaults = map[TypeID][]MethodID{}
	for _, c := range b.r.h.set.Classes() {
		init := c.Method("<clinit>", "()V")
		if !c.Access.Has(dex.AccInterface) || init == nil {
			continue
		}
		if !slices.ContainsFunc(c.Methods, func(m *dex.Method) bool { return m.Virtual && !m.IsAbstract() }) {
			continue
		}
		below := map[TypeID]bool{}
		for sub := range b.r.h.Subtypes(b.r.h.ID(c.Descriptor)) {
			below[sub] = !b.r.h.IsInterface(sub)
		}
		for sub, class := range below {
			if class && !below[b.r.h.Super(sub)] {
				b.g.defaults[sub] = append(b.g.defaults[sub], b.g.ID(init))
			}
		}
	}
	for _, inits := range b.g.defaults {
		slices.Sort(inits)
	}
}

// init adds an edge to the initialiser that the first use of a class runs, and to those of its
// superclasses and interfaces. It stops at the first class that is initialised already: whoever did
// it has done those above. The edge is an over-approximation: a class that something else used
// before is not initialised again.
func (b *builder) init(t TypeID, in *dex.Insn) {
	for ; t != NoType; t = b.r.h.nodes[t].super {
		if _, known := b.inits[t]; known {
			return
		}
		b.inits[t] = true
		if m, ok := b.r.own(t, b.r.clinit); ok {
			b.edge(Init, m, in)
		}
		for _, m := range b.g.defaults[t] {
			b.edge(Init, m, in)
		}
	}
}

func (b *builder) field(in *dex.Insn) {
	ids := b.fieldIDs[b.code.File]
	id := &ids[in.Index]
	if *id == 0 {
		*id = -1
		if n := b.r.field(b.code.File.FieldAt(in.Index)); n >= 0 {
			*id = n + 1
		}
	}
	if in.Op >= dex.OpSget {
		if t := b.r.h.ID(b.code.File.FieldAt(in.Index).Class); t != NoType {
			b.init(t, in)
		}
	}
	if *id < 0 {
		return
	}
	if in.Op.ReadsField() {
		b.reads = append(b.reads, numbered{*id - 1, b.use(in)})
	} else {
		b.writes = append(b.writes, numbered{*id - 1, b.use(in)})
	}
}

// noteForName remembers a call that loads a class by name.
func (b *builder) noteForName(in *dex.Insn, ref methodRef) {
	if name := b.r.byName[ref.sig]; name != "forName" && name != "loadClass" {
		return
	}
	class := b.code.File.MethodAt(in.Index).Class
	b.forName = b.forName || class == "Ljava/lang/Class;" || class == "Ljava/lang/ClassLoader;"
}

// reflect adds edges to the constructors of the classes that the strings of the method name. Every
// constant string of a method that asks for classes by name is tried, as names are put together and
// passed on; what is not the name of a class of the app makes no edge.
func (b *builder) reflect() {
	done := map[uint32]bool{}
	for i := range b.strings {
		in := &b.strings[i]
		if done[in.Index] {
			continue
		}
		done[in.Index] = true
		t := b.r.h.ID(dex.Descriptor(b.code.File.StringAt(in.Index)))
		if b.r.h.Class(t) == nil {
			continue
		}
		first, last := b.g.methodsOf(t)
		for m := first; m < last; m++ {
			if b.r.methods[m].IsConstructor() || b.r.methods[m].IsClassInit() {
				b.edge(Reflect, m, in)
			}
		}
	}
}

// callbacks marks the methods that override one of the framework. A method below a type of which
// nothing is known counts as one: that type may call whatever it declares.
func (b *builder) callbacks() {
	known := map[uint64]bool{}
	overridable := func(t TypeID, m *dex.Method, s sig) bool {
		k := key(t, s)
		v, ok := known[k]
		if !ok {
			v, _ = b.r.h.types.Declares(b.r.h.Name(t), m.Name+m.Desc)
			known[k] = v
		}
		return v
	}
	apps := TypeID(len(b.r.h.set.Classes()))
	for t := range apps {
		var above []TypeID
		for s := range b.r.h.Supertypes(t) {
			if s >= apps {
				above = append(above, s)
			}
		}
		first, last := b.g.methodsOf(t)
		for id := first; id < last; id++ {
			m := b.r.methods[id]
			if !m.Virtual || m.IsAbstract() {
				continue
			}
			b.g.back[id] = slices.ContainsFunc(above, func(s TypeID) bool {
				return !b.r.h.nodes[s].known || overridable(s, m, b.r.sigOf[id])
			})
		}
	}
}

// The tables are filled by counting sort: no order but that of the lists is needed, and no memory beside them.
func (b *builder) finish() {
	g, x := b.g, b.x
	n := len(b.r.methods)
	x.allocs = newTable(b.r.h.Len(), b.allocs)
	x.classes = newTable(b.r.h.Len(), b.classes)
	x.reads = newTable(b.r.fields.len(), b.reads)
	x.writes = newTable(b.r.fields.len(), b.writes)
	x.calls = newTable(len(b.r.byName), b.calls)
	g.in = make([]int32, n+1)
	g.byTo = make([]int32, len(g.edges))
	for _, e := range g.edges {
		g.in[e.To+1]++
	}
	for i := range n {
		g.in[i+1] += g.in[i]
	}
	fill := make([]int32, n)
	for i, e := range g.edges {
		g.byTo[g.in[e.To]+fill[e.To]] = int32(i)
		fill[e.To]++
	}
	g.Stats.Classes, g.Stats.Edges = len(b.r.h.set.Classes()), len(g.edges)
	for id := range n {
		if g.cut[id] {
			g.Stats.CutTargets++
		}
		if g.back[id] {
			g.Stats.Callbacks++
		}
	}
}
