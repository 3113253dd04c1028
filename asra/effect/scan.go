package effect

import (
	"math"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// scan reads the instructions of one method and notes what they do in e. It is a pass from the
// first to the last instruction, without a state of the machine: what registers hold is asked of
// the origins at each. A method without them (code that cannot be followed) has facts without
// owners, never fewer facts.
type scan struct {
	x    *Summaries
	app  *appcode.Reader
	m    callgraph.MethodID
	code *dex.Code
	// wanted are the values that matter of what is read at a position; all of them
	// elsewhere.
	wanted map[uint32]attr.Values
	e      *Effect
}

// origins are the values in the method; nil if they are not known.
func (s *scan) origins() *origin.Analysis { return s.app.OriginsOf(s.m) }

// read notes that a fact is read, and that all of its values matter.
func (s *scan) read(f Fact) { s.e.Reads = joined(s.e.Reads, f, attr.All()) }

// get is read for the fact whose value the instruction at pc gets. Only callers that know the test
// behind a read narrow its values (R3, R4); a read that nobody looked at wants them all.
func (s *scan) get(f Fact, pc uint32) {
	v, known := s.wanted[pc]
	if !known {
		v = attr.All()
	}
	s.e.Reads = joined(s.e.Reads, f, v)
}

// write notes that a fact is changed, to what is not known.
func (s *scan) write(f Fact) { s.e.Writes = joined(s.e.Writes, f, attr.All()) }

// set notes that a fact is changed to one of some values (R2).
func (s *scan) set(f Fact, v attr.Values) { s.e.Writes = joined(s.e.Writes, f, v) }

// insn notes what one instruction does.
func (s *scan) insn(in *dex.Insn) {
	switch {
	case in.Op.ReadsField(), in.Op.WritesField():
		s.field(in)
	case in.Op >= dex.OpAget && in.Op <= dex.OpAgetShort:
		s.arrayAccess(in, s.read)
	case in.Op >= dex.OpAput && in.Op <= dex.OpAputShort:
		s.arrayAccess(in, s.write)
	case in.Op.Invokes():
		s.call(in)
	}
}

// field notes an access to a field, once for each class that the object can have. The class that
// the instruction names is the static type of the object. An object of a class further down, which
// is made elsewhere, is among the owners: ownersOf walks down the hierarchy, not the types that
// exist.
func (s *scan) field(in *dex.Insn) {
	to := s.x.accessed(s.code.File, in.Index)
	if to.counter {
		return
	}
	static := in.Op >= dex.OpSget
	if in.Op.WritesField() && s.fresh(in, static) {
		return
	}
	owners := nobody
	if !static && len(to.owners) > 0 {
		owners = to.owners
	}
	values := attr.All()
	if in.Op.WritesField() {
		values = s.stores(in)
	}
	f := Fact{Kind: Field, Name: to.name}
	for _, owner := range owners {
		f.Owner = owner
		if in.Op.ReadsField() {
			s.get(f, in.Off)
		} else {
			s.set(f, values)
		}
	}
}

// nobody is the owner of static fields, and of fields of objects that cannot be
// told apart.
var nobody = []string{""}

// accessed is what is known of a field that code names.
type accessed struct {
	name    string   // in facts
	owners  []string // see ownersOf
	counter bool     // it belongs to a coverage tool
}

// accessed is what is known of the field with an index in a file. An access may name a class below
// the one that declares the field: the fact is named by the declaration, its owners by the class
// that the code names. A reference of a DEX file means the first class above the named one that
// declares the field (JLS 13.1, dex-format "field_id_item"); without this step one field would be
// two facts.
func (x *Summaries) accessed(f *dex.File, index uint32) *accessed {
	known := x.fields[f]
	if known == nil {
		known = make([]*accessed, f.NumFields())
		x.fields[f] = known
	}
	if known[index] == nil {
		ref := f.FieldAt(index)
		decl := x.app.Calls.Index.Field(ref)
		known[index] = &accessed{
			name: decl.Class + decl.Name, owners: x.ownersOf(ref.Class), counter: appcode.OfCoverage(ref.Name),
		}
	}
	return known[index]
}

// stores are the values that an instruction can store in a field. An iput-byte and its like store
// the low bits of a register: a constant that has no room is taken for any.
func (s *scan) stores(in *dex.Insn) attr.Values {
	an := s.origins()
	if an == nil {
		return attr.All()
	}
	v := appcode.Constants(an.At(in.Off, in.A()))
	if !v.Union(narrow(in.Op)).Equal(narrow(in.Op)) {
		return attr.All() // bits are cut off
	}
	return v
}

// narrow are the values that a field has room for.
func narrow(op dex.Op) attr.Values {
	switch op {
	case dex.OpIputBoolean, dex.OpSputBoolean:
		return attr.Range(0, 1)
	case dex.OpIputByte, dex.OpSputByte:
		return attr.Range(math.MinInt8, math.MaxInt8)
	case dex.OpIputChar, dex.OpSputChar:
		return attr.Range(0, math.MaxUint16)
	case dex.OpIputShort, dex.OpSputShort:
		return attr.Range(math.MinInt16, math.MaxInt16)
	}
	return attr.All()
}
