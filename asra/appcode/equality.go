package appcode

import (
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// maxEqualitySize is the largest code, in code units, of a method that is looked at as an equality.
// Kotlin's areEqual has 12.
const maxEqualitySize = 24

// IsEquality says that a call in a method is of a static method of the app that tells by Object.equals whether its
// two arguments are equal. Compiled Kotlin compares by kotlin.jvm.internal.Intrinsics.areEqual, which shrinkers
// rename, so that calls.txt does not know it.
func (r *Reader) IsEquality(m callgraph.MethodID, call *dex.Insn) bool {
	if call.Op.Ref() != dex.RefMethod || call.Op.Call() != dex.CallStatic {
		return false
	}
	from := r.Calls.Method(m)
	if from.Code().File.MethodAt(call.Index).Desc != "(Ljava/lang/Object;Ljava/lang/Object;)Z" {
		return false
	}
	targets := r.Calls.Targets(from, *call)
	if len(targets) != 1 {
		return false
	}
	code := r.Calls.Method(targets[0]).Code()
	if code == nil || code.Units > maxEqualitySize {
		return false
	}
	asks, others := false, false
	for in := range code.Insns() {
		if in.Op.Invokes() && in.Op.Ref() == dex.RefMethod {
			ref := code.File.MethodAt(in.Index)
			equals := ref.Name == "equals" && ref.Desc == "(Ljava/lang/Object;)Z"
			asks, others = asks || equals, others || !equals
		}
	}
	return asks && !others
}
