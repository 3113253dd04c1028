package dexpatch

import (
	"slices"

	"talpa/dex"
	"talpa/instrument"
)

// Instructions of guards.
const (
	opMoveFrom16           = 0x02
	opMoveResult           = 0x0a
	opConst                = 0x14
	opGoto16               = 0x29
	opIfEq                 = 0x32
	opIfEqz                = 0x38
	opInvokeVirtualRange   = 0x74
	opInvokeInterfaceRange = 0x78
	v0V1                   = 0x1000 // registers of a comparison of v0 with v1
	inV1                   = 0x0100 // v1 as destination
)

// maxGuarded bounds the numbers of one guard: its branches reach 16 bits.
const maxGuarded = 1000

// unguardable says why a method cannot get its guard, "" if it can.
func (p *patcher) unguardable(m *dex.Method) string {
	g, ok := p.guards[m.String()]
	if !ok || len(g.Values) == 0 || len(g.Values) > maxGuarded {
		return "its guard has no numbers, or too many"
	}
	at, ok := argumentAt(m, g.Argument)
	if !ok {
		return "it has no such argument"
	}
	if c := m.Code(); c == nil || int(c.Registers)+int(growth(c))-int(c.Ins)+int(at) > maxByteRegister {
		return "its frame is too large"
	}
	if g.Getter != "" {
		if _, ok := p.methodIndex(g.Getter); !ok {
			return "the app refers to no " + g.Getter
		}
	}
	return ""
}

// argumentAt is the number of registers before an argument; ok is false for an
// argument that does not exist, or is wide.
func argumentAt(m *dex.Method, argument int) (at uint16, ok bool) {
	if !m.IsStatic() {
		at = 1
	}
	for i, p := range dex.Params(m.Desc) {
		if i == argument {
			return at, !dex.IsWide(p)
		}
		at++
		if dex.IsWide(p) {
			at++
		}
	}
	return 0, false
}

func (p *patcher) methodIndex(name string) (uint16, bool) {
	for i := range uint32(min(p.file.NumMethods(), maxShortIndex+1)) {
		if p.file.MethodAt(i).String() == name {
			return uint16(i), true
		}
	}
	return 0, false
}

// guardUnits is the prologue of a guarded method: it asks for the number of the widget, and for a
// rejected one it returns. It logs when it returns, or when it does not (a probe). It uses v0 and
// v1. The arguments still lie at the end of the grown frame.
func (p *patcher) guardUnits(m *dex.Method, g instrument.Guard) (units []uint16, silent bool) {
	c := m.Code()
	at, _ := argumentAt(m, g.Argument)
	arg := c.Registers + growth(c) - c.Ins + at
	line, silent := p.logUnits(m)
	prune, _ := neutralReturn(m)
	if !g.Probe {
		prune, line = append(line, prune...), nil
	}

	ask := 2
	if g.Getter != "" {
		ask = 6
	}
	const test = 5 // units for each number
	pruneAt := ask + test*len(g.Values) + 2
	bodyAt := pruneAt + len(prune)
	if g.Getter == "" {
		units = append(units, opMoveFrom16, arg)
	} else {
		method, _ := p.methodIndex(g.Getter)
		units = append(units, opIfEqz|arg<<8, uint16(bodyAt), p.invokeOp(g.Getter)|1<<8, method, arg, opMoveResult)
	}
	for _, n := range g.Values {
		units = append(units, opConst|inV1, uint16(uint32(n)), uint16(uint32(n)>>16))
		units = append(units, opIfEq|v0V1, uint16(pruneAt-len(units)))
	}
	units = append(units, opGoto16, uint16(bodyAt-len(units)))
	return slices.Concat(units, prune, line), silent
}

// invokeOp is the instruction that calls a getter: MenuItem is an interface.
func (p *patcher) invokeOp(getter string) uint16 {
	if getter == "Landroid/view/MenuItem;->getItemId()I" {
		return opInvokeInterfaceRange
	}
	return opInvokeVirtualRange
}
