package dex

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Format writes an instruction with its references resolved, near dexdump's
// form: "invoke-virtual {v1, v2}, Lcom/foo/A;->f(I)V".
func (c *Code) Format(in Insn) string {
	var b strings.Builder
	b.WriteString(in.Op.String())
	var operands []string
	switch {
	case opcodes[in.Op].operands == "*":
		operands = append(operands, regList(&in))
	default:
		for i := range int(in.N) {
			operands = append(operands, "v"+strconv.Itoa(int(in.Regs[i])))
		}
	}
	if ref := c.ref(in); ref != "" {
		operands = append(operands, ref)
	}
	switch {
	case in.Op.Branches(), in.Op.Payload():
		operands = append(operands, fmt.Sprintf("%04x", in.Target()))
	case hasLiteral(in.Op.Format()):
		operands = append(operands, fmt.Sprintf("#%d", in.Lit))
	}
	if len(operands) > 0 {
		b.WriteByte(' ')
		b.WriteString(strings.Join(operands, ", "))
	}
	return b.String()
}

func hasLiteral(f Format) bool {
	switch f {
	case Fmt11n, Fmt21s, Fmt21h, Fmt22b, Fmt22s, Fmt31i, Fmt51l:
		return true
	}
	return false
}

func regList(in *Insn) string {
	if in.IsRange() && in.N > 1 {
		return fmt.Sprintf("{v%d .. v%d}", in.Regs[0], in.Reg(int(in.N)-1))
	}
	regs := make([]string, in.N)
	for i := range regs {
		regs[i] = "v" + strconv.Itoa(int(in.Reg(i)))
	}
	return "{" + strings.Join(regs, ", ") + "}"
}

// ref writes what Index and Proto refer to.
func (c *Code) ref(in Insn) string {
	f := c.File
	switch in.Op.Ref() {
	case RefString:
		return strconv.Quote(f.StringAt(in.Index))
	case RefType:
		return f.TypeAt(in.Index)
	case RefField:
		return f.FieldAt(in.Index).String()
	case RefMethod:
		if in.Op.Call() == CallPolymorphic {
			return f.MethodAt(in.Index).String() + ", " + f.ProtoAt(uint32(in.Proto))
		}
		return f.MethodAt(in.Index).String()
	case RefProto:
		return f.ProtoAt(in.Index)
	case RefCallSite:
		return "call_site@" + strconv.Itoa(int(in.Index))
	case RefMethodHandle:
		return "method_handle@" + strconv.Itoa(int(in.Index))
	}
	return ""
}

// WriteMethod writes a method's code for people: one instruction a line with
// its position, source lines, switch arms and try ranges between them.
func WriteMethod(w io.Writer, m *Method) error {
	var b strings.Builder
	writeMethod(&b, m)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeCode(b *strings.Builder, c *Code) {
	fmt.Fprintf(b, "  registers %d, ins %d, outs %d\n", c.Registers, c.Ins, c.Outs)
	lines, _ := c.Lines() // what precedes a breakage is shown
	for in := range c.Insns() {
		for len(lines) > 0 && lines[0].Off <= in.Off {
			fmt.Fprintf(b, "  line %d\n", lines[0].Line)
			lines = lines[1:]
		}
		fmt.Fprintf(b, "  %04x: %s\n", in.Off, c.Format(in))
		for arm := range c.Cases(in) {
			fmt.Fprintf(b, "        %d -> %04x\n", arm.Key, arm.Target)
		}
		if data := c.ArrayData(in); data.Width > 0 {
			fmt.Fprintf(b, "        %d elements of %d bytes\n", len(data.Bytes)/data.Width, data.Width)
		}
	}
	for _, t := range c.Tries() {
		fmt.Fprintf(b, "  try %04x..%04x", t.Start, t.End)
		for _, h := range t.Handlers {
			name := h.Type
			if name == "" {
				name = "any"
			}
			fmt.Fprintf(b, " %s -> %04x", name, h.Target)
		}
		b.WriteByte('\n')
	}
}
