package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/dex"
)

const intentType = "Landroid/content/Intent;"

// keptIntent returns where an intent for the class constant at u is read that its method only puts into a field: who
// reads the field starts the component, not who makes the intent. None if the method may start it, hand it on or
// return it, or if nobody reads the field.
func (b *codeBuilder) keptIntent(u callgraph.Use) []callgraph.Use {
	m := b.calls.Method(u.Method)
	code := m.Code()
	intent, ok := intentOf(code, u.PC)
	if !ok || m.Ref().Return() == intentType {
		return nil
	}
	var own, all []callgraph.Use
	for in := range code.Insns() {
		if reg, _, defines := in.Def(); defines && reg == intent && in.Off > u.PC {
			ok = false // from here on the register has something else
		}
		switch in.Op.Ref() {
		case dex.RefMethod:
			ref := code.File.MethodAt(in.Index)
			if ref.Class != intentType && slices.Contains(ref.Params(), intentType) {
				return nil
			}
		case dex.RefField:
			f := code.File.FieldAt(in.Index)
			if f.Type != intentType || !in.Op.WritesField() {
				continue
			}
			reads := b.calls.Index.Reads(f)
			all = append(all, reads...)
			if ok && own == nil && in.Off > u.PC && in.A() == intent {
				own = reads
			}
		}
	}
	if own != nil {
		return own
	}
	return all
}

// intentOf is the register of the intent that a class constant goes into: the receiver of the next call that takes the
// constant. ok is false if that is no call of Intent.
func intentOf(code *dex.Code, constant uint32) (register uint16, ok bool) {
	class := code.At(constant)
	var uses []uint16
	for in := range code.Insns() {
		uses = in.AppendUses(uses[:0])
		if in.Off <= constant || !slices.Contains(uses, class.A()) {
			continue
		}
		if in.Op.Ref() != dex.RefMethod || code.File.MethodAt(in.Index).Class != intentType {
			return 0, false
		}
		return uses[0], true
	}
	return 0, false
}
