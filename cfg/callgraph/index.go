package callgraph

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"talpa/dex"
)

// Use is a place in the code.
type Use struct {
	Method MethodID
	PC     uint32 // in code units
}

func (u Use) compare(v Use) int {
	return cmp.Or(cmp.Compare(u.Method, v.Method), cmp.Compare(u.PC, v.PC))
}

// Index tells where the app creates objects and names classes, fields, strings,
// numbers and methods. It is immutable. Slices that it gives must not be changed.
// What is looked up rarely (strings, numbers) is sorted when it is first asked for, once, also among several
// goroutines.
type Index struct {
	g       *Graph
	allocs  table // by TypeID
	classes table // const-class, by TypeID
	reads   table // by field number
	writes  table
	calls   table     // by sig
	created []created // by method, then position
	from    []int32   // of method m: created[from[m]:from[m+1]]

	strings []stringUse
	ints    []intUse
	sorted  sync.Once
}

// created is a new-instance of an app class.
type created struct {
	typ TypeID
	pc  uint32
}

type stringUse struct {
	text string
	use  Use
}

type intUse struct {
	value int32
	use   Use
}

// table holds the uses of numbered things: those of i are
// uses[start[i]:start[i+1]].
type table struct {
	start []int32
	uses  []Use
}

func (t *table) of(i int) []Use {
	if i < 0 || i+1 >= len(t.start) {
		return nil
	}
	return t.uses[t.start[i]:t.start[i+1]]
}

// numbered is a use on its way into a table.
type numbered struct {
	thing int32
	use   Use
}

// Uses of one thing keep the order of the list, which is that of the code.
func newTable(n int, list []numbered) table {
	t := table{start: make([]int32, n+1), uses: make([]Use, len(list))}
	for _, u := range list {
		t.start[u.thing+1]++
	}
	for i := range n {
		t.start[i+1] += t.start[i]
	}
	fill := make([]int32, n)
	for _, u := range list {
		t.uses[t.start[u.thing]+fill[u.thing]] = u.use
		fill[u.thing]++
	}
	return t
}

func (x *Index) allocsOf(m MethodID) []created { return x.created[x.from[m]:x.from[m+1]] }

// Allocs are the places that create objects of exactly this class of the app,
// or of a framework class above one.
func (x *Index) Allocs(desc string) []Use { return x.allocs.of(int(x.g.Hierarchy.ID(desc))) }

// Created are the classes of the app that a method creates, in code order.
func (x *Index) Created(m MethodID) []TypeID {
	list := x.allocsOf(m)
	types := make([]TypeID, len(list))
	for i, c := range list {
		types[i] = c.typ
	}
	return types
}

// ConstClasses are the places with a class literal of this class.
func (x *Index) ConstClasses(desc string) []Use { return x.classes.of(int(x.g.Hierarchy.ID(desc))) }

// Reads are the places that read a field of the app. The reference may name the
// class that declares the field or one that inherits it.
func (x *Index) Reads(f dex.FieldRef) []Use { return x.reads.of(x.field(f)) }

// Writes are the places that write a field of the app.
func (x *Index) Writes(f dex.FieldRef) []Use { return x.writes.of(x.field(f)) }

func (x *Index) field(f dex.FieldRef) int { return int(x.g.r.field(f)) }

// Field is the declaration that a field reference means: the same name and type
// in the class itself or the nearest supertype that declares it. Unchanged if
// the app does not declare it.
func (x *Index) Field(f dex.FieldRef) dex.FieldRef {
	if n := x.g.r.field(f); n >= 0 {
		return x.g.r.fields.at(n).Ref()
	}
	return f
}

// Calls are the call instructions that name a method with this name and
// descriptor, on whatever class, the framework's included.
func (x *Index) Calls(name, desc string) []Use {
	s, ok := x.g.r.sigs[sigKey{name, desc}]
	if !ok {
		return nil
	}
	return x.calls.of(int(s))
}

// CallsTo are the call instructions that name a method which is wanted, in the order of the code.
// Each method that a file names is asked for once. Names are tried against the few references of a
// file instead of the many calls in it.
func (x *Index) CallsTo(wanted func(ref dex.MethodRef) bool) []Use {
	named := map[*dex.File][]bool{}
	sigs := map[sig]bool{}
	for f, refs := range x.g.r.refs {
		named[f] = make([]bool, len(refs))
		for i := range refs {
			if wanted(f.MethodAt(uint32(i))) {
				named[f][i] = true
				sigs[refs[i].sig] = true
			}
		}
	}
	var uses []Use
	for s := range sigs {
		for _, u := range x.calls.of(int(s)) {
			code := x.g.Method(u.Method).Code()
			if named[code.File][code.At(u.PC).Index] {
				uses = append(uses, u)
			}
		}
	}
	slices.SortFunc(uses, Use.compare)
	return uses
}

// Strings are the places that load a constant string.
func (x *Index) Strings(text string) []Use {
	x.sort()
	lo := sort.Search(len(x.strings), func(i int) bool { return x.strings[i].text >= text })
	var uses []Use
	for ; lo < len(x.strings) && x.strings[lo].text == text; lo++ {
		uses = append(uses, x.strings[lo].use)
	}
	return uses
}

// minInt is the smallest magnitude of constants that Ints knows: resource ids
// (0x7f......, 0x01......) are above, counters and flags mostly below.
const minInt = 0x01000000

// Ints are the places that load a constant number, also among those that fill an array, for values of at least
// 0x01000000 or at most -0x01000000.
func (x *Index) Ints(value int32) []Use {
	x.sort()
	lo := sort.Search(len(x.ints), func(i int) bool { return x.ints[i].value >= value })
	var uses []Use
	for ; lo < len(x.ints) && x.ints[lo].value == value; lo++ {
		uses = append(uses, x.ints[lo].use)
	}
	return uses
}

// sort orders strings and numbers when they are first asked for.
func (x *Index) sort() {
	x.sorted.Do(func() {
		slices.SortFunc(x.strings, func(a, b stringUse) int {
			return cmp.Or(cmp.Compare(a.text, b.text), a.use.compare(b.use))
		})
		slices.SortFunc(x.ints, func(a, b intUse) int {
			return cmp.Or(cmp.Compare(a.value, b.value), a.use.compare(b.use))
		})
	})
}
