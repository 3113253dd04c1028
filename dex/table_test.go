package dex_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/dex"
	"talpa/internal/golden"
)

// TestOpcodeTable compares what the table says of each opcode with a list that
// was checked against the opcode table of smali's dexlib2 2.5.2. The one
// difference: fill-array-data throws, on null and on short arrays.
func TestOpcodeTable(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# value mnemonic format: may throw, may continue, sets a register (or a pair), leaves a result\n")
	for i := range 256 {
		op := dex.Op(i)
		if op.Format() == dex.FmtUnused {
			continue
		}
		fmt.Fprintf(&b, "%02x %s %s:", i, op, op.Format())
		in := dex.Insn{Op: op}
		_, wide, sets := in.Def()
		for _, flag := range []struct {
			on   bool
			name string
		}{
			{op.Throws(), "throws"}, {op.Continues(), "continues"}, {sets && !wide, "sets"}, {wide, "sets-pair"},
			{op.GivesResult(), "result"},
		} {
			if flag.on {
				b.WriteString(" " + flag.name)
			}
		}
		b.WriteByte('\n')
	}
	golden.Equal(t, "testdata/opcodes.txt", []byte(b.String()))
}
