package branch

import (
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// isPreference says that a type is that of an entry of preferences: the platform's, the support library's, AndroidX's.
func isPreference(desc string) bool { return strings.HasSuffix(desc, "/Preference;") }

// equalObject reads a branch on the result of equals as a test of one object: "key.equals(p.getKey())" asks whether the
// parameter p is the entry of that key, "MODE.equals(v)" whether v is that constant of an enum. number is that of the
// entry or the constant; ok is false for other branches, and for keys that no screen has.
func (x *Table) equalObject(
	m callgraph.MethodID, an *origin.Analysis, in *dex.Insn,
) (s Subject, number int64, ok bool) {
	if in.Op != dex.OpIfEqz && in.Op != dex.OpIfNez {
		return s, 0, false
	}
	tested := an.At(in.Off, in.A())
	if len(tested) != 1 || tested[0].Kind != origin.Result || !strings.HasSuffix(tested[0].Desc, ")Z") {
		return s, 0, false
	}
	call := an.Graph.Code.At(tested[0].PC)
	if s, number, ok = x.oneObject(m, an, &call); !ok {
		return s, 0, false
	}
	return s, number, tested[0].Name == "equals" || x.app.IsEquality(m, &call)
}

// oneObject is equalObject for the call, whatever its method is: that is the last question, as code is read for it.
func (x *Table) oneObject(
	m callgraph.MethodID, an *origin.Analysis, call *dex.Insn,
) (s Subject, number int64, ok bool) {
	for i := range 2 {
		if n, enum := x.app.EnumConstant(an.Args(call, i)); enum {
			if reg, known := origin.ArgRegister(an.Graph.Code.File, call, 1-i); known {
				s, ok = x.subjectAt(m, an, call.Off, reg)
			}
			return s, n, ok
		}
		p, of := keyOf(an, call, 1-i)
		if !of {
			continue
		}
		if shown := x.app.PreferencesOf(x.app.ArgumentText(m, call, i)); len(shown) > 0 {
			number, ok = appcode.Number(shown[0].Widget)
			return Subject{Key: IDKey(p), Says: IDSubject}, number, ok
		}
	}
	return s, 0, false
}

// keyOf is the parameter whose key argument i of a call is.
func keyOf(an *origin.Analysis, call *dex.Insn, i int) (parameter int64, ok bool) {
	o := an.Args(call, i)
	if len(o) != 1 || o[0].Kind != origin.Result || o[0].Name != "getKey" || !isPreference(o[0].Owner) {
		return 0, false
	}
	get := an.Graph.Code.At(o[0].PC)
	of := an.Args(&get, 0)
	if len(of) != 1 || of[0].Kind != origin.Param || of[0].Int == 0 {
		return 0, false
	}
	return of[0].Int, true
}
