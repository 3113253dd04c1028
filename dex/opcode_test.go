package dex_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/golden"
)

const lambda = `site("run", ()Ljava/lang/Runnable;, ()V, invoke-static@LA;->f()V, ()V)` +
	`@Ljava/lang/invoke/LambdaMetafactory;->metafactory()Ljava/lang/invoke/CallSite;`

// sample is an instruction as text with what decoding it must give.
type sample struct {
	text string
	want dex.Insn
	ref  string
}

// randomSample makes an instruction of an opcode with random operands, from
// the definition of the formats alone. Positions count from the instruction,
// which stands at 0; a target :t follows it.
func randomSample(op dex.Op, rnd *rand.Rand) sample {
	s := sample{want: dex.Insn{Op: op, Index: 0}}
	format := op.Format().String()
	limit := map[byte]int{'1': 255, '2': 255, '3': 255}[format[0]]
	if slices.Contains([]string{"12x", "11n", "22t", "22s", "22c", "35c", "45cc"}, format) {
		limit = 14 // one less than 4 bits hold: wide operands take two
	}
	if op == dex.OpConstWide || limit == 0 {
		limit = 254
	}
	limit = min(limit, 254)
	n := int(format[1] - '0')
	list := false
	switch format {
	case "35c", "45cc":
		n, list = rnd.IntN(6), true
	case "3rc", "4rcc":
		n, list = 1+rnd.IntN(200), true
	}
	first := rnd.IntN(300 - n)
	var regs []string
	for i := range n {
		r := rnd.IntN(limit + 1)
		if format == "3rc" || format == "4rcc" {
			r = first + i
		}
		regs = append(regs, fmt.Sprintf("v%d", r))
		if i < 5 && (format != "3rc" && format != "4rcc" || i == 0) {
			s.want.Regs[i] = uint16(r)
		}
	}
	s.want.N = uint8(n)
	var args []string
	if list {
		args = append(args, "{"+strings.Join(regs, ", ")+"}")
	} else {
		args = append(args, regs...)
	}
	bits := map[string]int{"11n": 4, "21s": 16, "22s": 16, "22b": 8, "31i": 32, "51l": 64, "21h": 16}[format]
	if bits > 0 {
		s.want.Lit = int64(rnd.Uint64()) >> (64 - bits)
		if format == "21h" {
			s.want.Lit <<= 16
			if op == dex.OpConstWideHigh16 {
				s.want.Lit <<= 32
			}
		}
		args = append(args, fmt.Sprint(s.want.Lit))
	}
	if op.Branches() || op.Payload() {
		args = append(args, ":t")
		s.want.Lit = int64(op.Format().Units()) + int64(op.Format().Units()%2)
	}
	s.ref = map[dex.RefKind]string{dex.RefString: `"text"`, dex.RefType: "[LA;", dex.RefField: "LA;->x:I",
		dex.RefMethod: "LA;->g(J)V", dex.RefProto: "(J)V", dex.RefMethodHandle: "static-get@LA;->x:I",
		dex.RefCallSite: lambda}[op.Ref()]
	if s.ref != "" {
		args = append(args, s.ref)
	}
	if op.Call() == dex.CallPolymorphic {
		args = append(args, "(J)V")
	}
	s.text = op.String() + " " + strings.Join(args, ", ")
	return s
}

// TestEveryOpcode writes each opcode with random operands and reads it again.
func TestEveryOpcode(t *testing.T) {
	t.Parallel()
	rnd := golden.Rand(t)
	count := 0
	for i := range 256 {
		op := dex.Op(i)
		if op.Format() == dex.FmtUnused {
			continue
		}
		count++
		for range 4 {
			checkSample(t, op, randomSample(op, rnd))
		}
		if again, ok := dex.OpByName(op.String()); !ok || again != op {
			t.Errorf("OpByName(%s) = %s, %v", op, again, ok)
		}
	}
	if count != 224 {
		t.Errorf("got %d opcodes, version 039 has 224", count)
	}
}

func checkSample(t *testing.T, op dex.Op, s sample) {
	t.Helper()
	text := ".dex 039\n.class LA;\n.method static m()V\n.registers 301\n" + s.text + "\n"
	if op.Format().Units()%2 != 0 {
		text += "nop\n"
	}
	text += ":t\n"
	switch op {
	case dex.OpPackedSwitch:
		text += ".packed-switch 5\n:t2\n.end packed-switch\n"
	case dex.OpSparseSwitch:
		text += ".sparse-switch\n5 -> :t2\n.end sparse-switch\n"
	case dex.OpFillArrayData:
		text += ".array-data 2\n7 8\n.end array-data\n"
	}
	f := dextest.File(t, text+":t2\nreturn-void\n.end method\n")
	code := f.Class("LA;").Methods[0].Code()
	in := code.At(0)
	want := s.want
	want.Index, want.Proto = in.Index, in.Proto
	if in != want {
		t.Errorf("%s: got %+v, want %+v", s.text, in, want)
	}
	named := s.ref != "" && op.Ref() != dex.RefCallSite && op.Ref() != dex.RefMethodHandle
	if got := code.Format(in); named && !strings.Contains(got, s.ref) {
		t.Errorf("%s was printed as %s", s.text, got)
	}
	uses := in.AppendUses(nil)
	if reg, _, ok := in.Def(); ok {
		if reg != in.A() {
			t.Errorf("%s defines v%d", s.text, reg)
		}
	} else if in.N > 0 && len(uses) < int(in.N) {
		t.Errorf("%s defines nothing and uses %d of %d registers", s.text, len(uses), in.N)
	}
}

func TestDefUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		def  string
		uses string
	}{
		{"nop", "", "[]"},
		{"move v1, v2", "v1", "[2]"},
		{"move-wide v1, v3", "v1 wide", "[3 4]"},
		{"const-wide v1, 5", "v1 wide", "[]"},
		{"check-cast v1, LA;", "v1", "[1]"},
		{"instance-of v1, v2, LA;", "v1", "[2]"},
		{"cmp-long v1, v2, v4", "v1", "[2 3 4 5]"},
		{"if-eq v1, v2, :t", "", "[1 2]"},
		{"aput-wide v1, v3, v4", "", "[1 2 3 4]"},
		{"aget-wide v1, v3, v4", "v1 wide", "[3 4]"},
		{"iput-wide v1, v3, LA;->x:J", "", "[1 2 3]"},
		{"sput v1, LA;->x:I", "", "[1]"},
		{"sget-wide v1, LA;->x:J", "v1 wide", "[]"},
		{"invoke-static {v1, v2, v5}, LA;->f(JI)V", "", "[1 2 5]"},
		{"invoke-static/range {v1 .. v3}, LA;->f(JI)V", "", "[1 2 3]"},
		{"move-result-wide v1", "v1 wide", "[]"},
		{"add-int v1, v2, v3", "v1", "[2 3]"},
		{"shl-long v1, v3, v5", "v1 wide", "[3 4 5]"},
		{"add-double/2addr v1, v3", "v1 wide", "[1 2 3 4]"},
		{"shl-long/2addr v1, v3", "v1 wide", "[1 2 3]"},
		{"long-to-int v1, v2", "v1", "[2 3]"},
		{"int-to-double v1, v3", "v1 wide", "[3]"},
		{"add-int/lit8 v1, v2, 5", "v1", "[2]"},
		{"return-wide v1", "", "[1 2]"},
		{"throw v1", "", "[1]"},
		{"monitor-enter v1", "", "[1]"},
	} {
		f := dextest.File(t, ".class LA;\n.method static m()V\n.registers 8\n"+c.text+"\n:t\nreturn-void\n.end method\n")
		in := f.Class("LA;").Methods[0].Code().At(0)
		def := ""
		if reg, wide, ok := in.Def(); ok {
			if def = fmt.Sprintf("v%d", reg); wide {
				def += " wide"
			}
		}
		if uses := fmt.Sprint(in.AppendUses(nil)); def != c.def || uses != c.uses {
			t.Errorf("%s: defines %q, uses %s; want %q, %s", c.text, def, uses, c.def, c.uses)
		}
	}
}
