package dextest

import (
	"strconv"
	"strings"

	"talpa/dex"
)

// bodyParser parses the lines of one method.
type bodyParser struct {
	p *parser
	m *method
}

func (b *bodyParser) add(w words, it item) {
	it.at = w.line
	b.m.body = append(b.m.body, it)
}

func (b *bodyParser) line(w words) error {
	head := w.toks[0]
	switch {
	case head[0] == ':':
		b.add(w, item{label: head})
		return nil
	case head[0] == '.':
		return b.directive(w)
	}
	op, ok := dex.OpByName(head)
	if !ok {
		return w.errorf("unknown instruction %s", head)
	}
	in, err := b.insn(w, op)
	b.add(w, item{insn: in})
	return err
}

func (b *bodyParser) directive(w words) error {
	args := w.toks[1:]
	switch w.toks[0] {
	case ".registers", ".locals", ".line":
		return b.number(w)
	case ".annotation":
		n, err := b.p.annotation(w)
		b.m.notes = append(b.m.notes, n)
		return err
	case ".catch", ".catchall":
		c := catch{at: w.line}
		if w.toks[0] == ".catch" && len(args) > 0 {
			c.typ, args = args[0], args[1:]
		}
		// { :start .. :end } :handler
		if len(args) != 6 || args[0] != "{" || args[2] != ".." || args[4] != "}" {
			return w.errorf("expected {:start .. :end} :handler")
		}
		c.start, c.end, c.handler = args[1], args[3], args[5]
		b.m.catches = append(b.m.catches, c)
		return nil
	case ".packed-switch", ".sparse-switch", ".array-data":
		return b.payload(w)
	case ".local": // v0, "name":Ltype;
		if len(args) == 3 {
			name, err := strconv.Unquote(args[1])
			reg, err2 := b.register(w, args[0])
			b.add(w, item{local: &local{reg: reg, name: name, typ: strings.TrimPrefix(args[2], ":")}})
			if err == nil && err2 == nil {
				return nil
			}
		}
		return w.errorf("expected .local register, \"name\":type")
	case ".end":
		if len(args) == 2 && args[0] == "local" {
			reg, err := b.register(w, args[1])
			b.add(w, item{local: &local{reg: reg}})
			return err
		}
	}
	return w.errorf("unknown directive %s", strings.Join(w.toks, " "))
}

func (b *bodyParser) number(w words) error {
	if len(w.toks) != 2 {
		return w.errorf("%s needs a number", w.toks[0])
	}
	n, err := strconv.ParseInt(w.toks[1], 0, 32)
	if err != nil || n < 0 || n > 0xffff && w.toks[0] != ".line" {
		return w.errorf("%s needs a number, found %s", w.toks[0], w.toks[1])
	}
	switch w.toks[0] {
	case ".registers":
		b.m.registers = int(n)
	case ".locals":
		b.m.registers = int(n) + b.m.ins()
	case ".line":
		b.add(w, item{line: int(n)})
	}
	return nil
}

// register is the number of vN, or of the argument pN.
func (b *bodyParser) register(w words, tok string) (int, error) {
	if len(tok) > 1 {
		if n, err := strconv.Atoi(tok[1:]); err == nil && n >= 0 {
			switch tok[0] {
			case 'v':
				return n, nil
			case 'p':
				return b.m.registers - b.m.ins() + n, nil
			}
		}
	}
	return 0, w.errorf("expected a register, found %s", tok)
}

func (b *bodyParser) insn(w words, op dex.Op) (*insn, error) {
	in := &insn{op: op}
	args := w.toks[1:]
	var err error
	if len(args) > 0 && args[0] == "{" {
		if args, err = b.list(w, in, args[1:]); err != nil {
			return in, err
		}
	}
	for _, tok := range args {
		switch {
		case tok[0] == ':':
			in.target = tok
		case in.ref == "" && op.Ref() != dex.RefNone && !isRegister(tok):
			err = b.reference(w, in, tok)
		case op.Call() == dex.CallPolymorphic && in.ref != "":
			in.proto = tok
		case isRegister(tok):
			var reg int
			reg, err = b.register(w, tok)
			in.regs = append(in.regs, reg)
		default:
			in.lit, err = literal(tok)
		}
		if err != nil {
			return in, w.errorf("%s: %v", tok, err)
		}
	}
	return in, nil
}

func isRegister(tok string) bool {
	if len(tok) < 2 || tok[0] != 'v' && tok[0] != 'p' {
		return false
	}
	_, err := strconv.Atoi(tok[1:])
	return err == nil
}

// list parses registers up to the closing brace: {v0, v1} or {v0 .. v5}.
func (b *bodyParser) list(w words, in *insn, args []string) ([]string, error) {
	for i, tok := range args {
		switch tok {
		case "}":
			return args[i+1:], nil
		case "..":
			if i+1 == len(args) || len(in.regs) != 1 {
				return nil, w.errorf("expected {vA .. vB}")
			}
			last, err := b.register(w, args[i+1])
			if err != nil {
				return nil, err
			}
			for r := in.regs[0] + 1; r < last; r++ {
				in.regs = append(in.regs, r)
			}
			continue
		}
		reg, err := b.register(w, tok)
		if err != nil {
			return nil, err
		}
		in.regs = append(in.regs, reg)
	}
	return nil, w.errorf("no closing brace")
}

func (b *bodyParser) reference(w words, in *insn, tok string) error {
	var err error
	in.ref = tok
	switch in.op.Ref() {
	case dex.RefString:
		in.ref, err = unquote(tok)
	case dex.RefCallSite:
		in.site, err = parseCallSite(w.line, tok)
	}
	return err
}

// literal parses a number with an optional L suffix; unsigned hexadecimals wrap.
func literal(tok string) (int64, error) {
	tok = strings.TrimRight(tok, "LtsTS")
	if n, err := strconv.ParseInt(tok, 0, 64); err == nil {
		return n, nil
	}
	n, err := strconv.ParseUint(tok, 0, 64)
	return int64(n), err
}

// payload parses the data of a switch or an array, up to its .end.
func (b *bodyParser) payload(w words) error {
	pl := &payload{}
	first := int64(0)
	if len(w.toks) > 1 {
		var err error
		if first, err = literal(w.toks[1]); err != nil {
			return w.errorf("%s: %v", w.toks[1], err)
		}
	}
	switch w.toks[0] {
	case ".packed-switch":
		pl.op = dex.OpPackedSwitch
	case ".sparse-switch":
		pl.op = dex.OpSparseSwitch
	default:
		pl.op, pl.width = dex.OpFillArrayData, int(first)
	}
	for b.p.next < len(b.p.lines) {
		line := b.p.take()
		if line.toks[0] == ".end" {
			b.add(w, item{payload: pl})
			return nil
		}
		if err := pl.row(line, first); err != nil {
			return err
		}
	}
	return w.errorf("no .end for %s", w.toks[0])
}

func (pl *payload) row(w words, first int64) error {
	switch {
	case pl.op == dex.OpPackedSwitch:
		pl.keys = append(pl.keys, int32(first)+int32(len(pl.keys)))
		pl.targets = append(pl.targets, w.toks[0])
	case pl.op == dex.OpSparseSwitch && len(w.toks) == 3 && w.toks[1] == "->":
		key, err := literal(w.toks[0])
		if err != nil {
			return w.errorf("%s: %v", w.toks[0], err)
		}
		pl.keys = append(pl.keys, int32(key))
		pl.targets = append(pl.targets, w.toks[2])
	case pl.op == dex.OpFillArrayData:
		for _, tok := range w.toks {
			n, err := literal(tok)
			if err != nil {
				return w.errorf("%s: %v", tok, err)
			}
			pl.elems = append(pl.elems, uint64(n))
		}
	default:
		return w.errorf("expected key -> :label")
	}
	return nil
}
