package branch

import (
	"slices"
	"strings"

	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// enumTable are the numbers by which code switches over the constants of an enum: those of the table that a
// compiler makes of it ($SwitchMap$, $EnumSwitchMapping$), or the ordinals, where a shrinker took the table away.
// Keys are the numbers of the constants, as appcode has them.
type enumTable map[int64]int64

// constants are the values of the enum whose number is among some: what the table does not have has the number 0,
// which no case of a table is.
func (t enumTable) constants(numbers attr.Values) attr.Values {
	var all, with attr.Values
	for constant, n := range t {
		one := attr.Only(constant)
		all = all.Union(one)
		if numbers.Has(n) {
			with = with.Union(one)
		}
	}
	if numbers.Has(0) {
		with = with.Union(all.Complement())
	}
	return with
}

// enumSwitch reads a branch or switch on the number of a constant of an enum as a test of the value that is asked for
// its ordinal; ok is false for other tests.
func (x *Table) enumSwitch(
	m callgraph.MethodID, an *origin.Analysis, pc uint32, reg uint16,
) (s Subject, t enumTable, ok bool) {
	at := an.At(pc, reg)
	if len(at) != 1 {
		return s, nil, false
	}
	var table *dex.FieldRef
	if get := an.Graph.Code.At(at[0].PC); at[0].Kind == origin.Other && get.Op == dex.OpAget {
		array := an.At(get.Off, get.B())
		if len(array) != 1 || !IsEnumTable(array[0]) {
			return s, nil, false
		}
		f := array[0].FieldRef()
		table, at = &f, an.At(get.Off, get.C())
	}
	if len(at) != 1 || at[0].Kind != origin.Result || at[0].Name != "ordinal" || at[0].Desc != "()I" {
		return s, nil, false
	}
	ordinal := an.Graph.Code.At(at[0].PC)
	object, ok := origin.ArgRegister(an.Graph.Code.File, &ordinal, 0)
	if !ok {
		return s, nil, false
	}
	if s, ok = x.subjectAt(m, an, ordinal.Off, object); !ok {
		return s, nil, false
	}
	if table != nil {
		t = x.switchTable(*table)
	} else {
		t = x.ordinals(at[0].Owner)
	}
	return s, t, len(t) > 0
}

// IsEnumTable says that a value is the table by which a compiler switches over an enum.
func IsEnumTable(o origin.Origin) bool {
	return o.Kind == origin.Static && o.Desc == "[I" &&
		(strings.HasPrefix(o.Name, "$SwitchMap$") || strings.HasPrefix(o.Name, "$EnumSwitchMapping$"))
}

// initialiser is the analysis of the class initialiser of a class; nil if it has none.
func (x *Table) initialiser(desc string) *origin.Analysis {
	class := x.app.Hierarchy.Set().Class(desc)
	if class == nil {
		return nil
	}
	m := class.Method("<clinit>", "()V")
	if m == nil {
		return nil
	}
	return x.app.OriginsOf(x.app.Calls.ID(m))
}

// switchTable reads a compiler's table: its class stores a number for the ordinal of each constant that a switch names.
func (x *Table) switchTable(f dex.FieldRef) enumTable {
	an := x.initialiser(f.Class)
	if an == nil {
		return nil
	}
	t := enumTable{}
	for in := range an.Graph.Code.Insns() {
		if in.Op != dex.OpAput || !slices.ContainsFunc(an.At(in.Off, in.B()), func(o origin.Origin) bool {
			return o.Kind == origin.Array || o.Kind == origin.Static && o.FieldRef() == f
		}) {
			continue
		}
		index, value := an.At(in.Off, in.C()), an.At(in.Off, in.A())
		if len(index) != 1 || index[0].Name != "ordinal" || len(value) != 1 || value[0].Kind != origin.Int {
			continue
		}
		ordinal := an.Graph.Code.At(index[0].PC)
		if constant, enum := x.app.EnumConstant(an.Args(&ordinal, 0)); enum {
			t[constant] = value[0].Int
		}
	}
	return t
}

// ordinals are those of the constants of an enum, which its class initialiser gives to their constructor behind their
// names.
func (x *Table) ordinals(desc string) enumTable {
	an := x.initialiser(desc)
	if an == nil {
		return nil
	}
	made := map[uint32]int64{} // ordinals, by where the object is made
	t := enumTable{}
	for in := range an.Graph.Code.Insns() {
		switch {
		case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && in.Op.Call() == dex.CallDirect:
			of, ordinal := an.Args(&in, 0), an.Args(&in, 2)
			if len(of) == 1 && of[0].Kind == origin.New && len(ordinal) == 1 && ordinal[0].Kind == origin.Int {
				made[of[0].PC] = ordinal[0].Int
			}
		case in.Op == dex.OpSputObject:
			value := an.At(in.Off, in.A())
			ref := an.Graph.Code.File.FieldAt(in.Index)
			stored := origin.Origin{Kind: origin.Static, Owner: ref.Class, Name: ref.Name, Desc: ref.Type}
			constant, enum := x.app.EnumConstant([]origin.Origin{stored})
			if len(value) != 1 || value[0].Kind != origin.New || !enum {
				continue
			}
			if n, known := made[value[0].PC]; known {
				t[constant] = n
			}
		}
	}
	return t
}
