package attr

import (
	"math"

	"talpa/dex"
)

// Taken is the set of x for which a branch "if x op n" is taken, for each of
// the twelve conditional branches; those that compare with zero ignore n. The
// branch is not taken for the complement. ok is false for other instructions.
func Taken(op dex.Op, n int64) (v Values, ok bool) {
	if op >= dex.OpIfEqz && op <= dex.OpIfLez {
		op, n = op-dex.OpIfEqz+dex.OpIfEq, 0
	}
	switch op {
	case dex.OpIfEq:
		return Only(n), true
	case dex.OpIfNe:
		return Only(n).Complement(), true
	case dex.OpIfLt:
		return Range(n, math.MaxInt64).Complement(), true
	case dex.OpIfGe:
		return Range(n, math.MaxInt64), true
	case dex.OpIfGt:
		return Range(math.MinInt64, n).Complement(), true
	case dex.OpIfLe:
		return Range(math.MinInt64, n), true
	}
	return Values{}, false
}

// Mirrored is the branch that decides the same with its operands exchanged:
// "n < x" for "x > n".
func Mirrored(op dex.Op) dex.Op {
	switch op {
	case dex.OpIfLt:
		return dex.OpIfGt
	case dex.OpIfGt:
		return dex.OpIfLt
	case dex.OpIfLe:
		return dex.OpIfGe
	case dex.OpIfGe:
		return dex.OpIfLe
	}
	return op
}
