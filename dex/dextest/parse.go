package dextest

import (
	"strconv"
	"strings"

	"talpa/dex"
)

type parser struct {
	lines []words
	next  int
	prog  *program
	class *class
}

func parse(text string) (*program, error) {
	lines, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{lines: lines, prog: &program{version: 35}}
	for p.next < len(p.lines) {
		w := p.take()
		if err := p.top(w); err != nil {
			return nil, err
		}
	}
	return p.prog, nil
}

func (p *parser) take() words {
	w := p.lines[p.next]
	p.next++
	return w
}

// top handles one directive outside of methods.
func (p *parser) top(w words) (err error) {
	args := w.toks[1:]
	if w.toks[0] != ".class" && w.toks[0] != ".dex" && p.class == nil {
		return w.errorf("expected .class, found %s", w.toks[0])
	}
	if len(args) == 0 {
		return w.errorf("%s needs an argument", w.toks[0])
	}
	last := args[len(args)-1]
	switch w.toks[0] {
	case ".dex":
		p.prog.version, err = strconv.Atoi(last)
	case ".class":
		p.class = &class{line: w.line, desc: last, super: "Ljava/lang/Object;"}
		p.prog.classes = append(p.prog.classes, p.class)
		p.class.access, err = access(args[:len(args)-1], dex.Access.ClassWords)
	case ".super":
		p.class.super = last
	case ".implements":
		p.class.interfaces = append(p.class.interfaces, last)
	case ".source":
		p.class.source, err = strconv.Unquote(last)
	case ".field":
		return p.field(w)
	case ".method":
		return p.method(w)
	case ".annotation":
		var n note
		n, err = p.annotation(w)
		p.class.notes = append(p.class.notes, n)
	default:
		return w.errorf("unknown directive %s", w.toks[0])
	}
	if err != nil {
		return w.errorf("%v", err)
	}
	return nil
}

// access turns words into flags; spell is the method that writes them.
func access(toks []string, spell func(dex.Access) string) (dex.Access, error) {
	var flags dex.Access
	for _, tok := range toks {
		found := false
		for bit := dex.Access(1); bit <= dex.AccDeclaredSync; bit <<= 1 {
			if spell(bit) == tok {
				flags |= bit
				found = true
			}
		}
		if !found {
			return 0, strconv.ErrSyntax
		}
	}
	return flags, nil
}

// field parses ".field public static name:type = value" and, where they follow,
// annotations up to ".end field".
func (p *parser) field(w words) error {
	f := &field{}
	args := w.toks[1:]
	for i, tok := range args {
		if tok != "=" {
			continue
		}
		v := &valueParser{toks: args[i+1:], line: w.line}
		init, err := v.value()
		if err != nil {
			return err
		}
		f.init = &init
		args = args[:i]
		break
	}
	name, typ, ok := strings.Cut(args[len(args)-1], ":")
	if !ok {
		return w.errorf("expected name:type, found %s", args[len(args)-1])
	}
	f.ref = dex.FieldRef{Class: p.class.desc, Name: name, Type: typ}
	var err error
	if f.access, err = access(args[:len(args)-1], dex.Access.FieldWords); err != nil {
		return w.errorf("unknown access flag of field %s", name)
	}
	if f.init != nil {
		f.init.fit(typ)
	}
	p.class.fields = append(p.class.fields, f)
	if !p.ahead(".annotation") || !p.fieldEnds() {
		return nil
	}
	for w := p.take(); w.toks[0] == ".annotation"; w = p.take() {
		n, err := p.annotation(w)
		if err != nil {
			return err
		}
		f.notes = append(f.notes, n)
	}
	return nil
}

func (p *parser) ahead(tok string) bool {
	return p.next < len(p.lines) && p.lines[p.next].toks[0] == tok
}

// fieldEnds reports whether the annotations that follow are those of a field.
func (p *parser) fieldEnds() bool {
	for _, w := range p.lines[p.next:] {
		switch {
		case len(w.toks) == 2 && w.toks[0] == ".end" && w.toks[1] == "field":
			return true
		case w.toks[0] == ".field" || w.toks[0] == ".method" || w.toks[0] == ".class":
			return false
		}
	}
	return false
}

func (p *parser) method(w words) error {
	args := w.toks[1:]
	ref, err := dex.ParseMethodRef(p.class.desc + "->" + args[len(args)-1])
	if err != nil {
		return w.errorf("%v", err)
	}
	m := &method{line: w.line, ref: ref}
	if m.access, err = access(args[:len(args)-1], dex.Access.MethodWords); err != nil {
		return w.errorf("unknown access flag of method %s", ref.Name)
	}
	p.class.methods = append(p.class.methods, m)
	m.registers = -1
	b := &bodyParser{p: p, m: m}
	for p.next < len(p.lines) {
		w := p.take()
		if len(w.toks) == 2 && w.toks[0] == ".end" && w.toks[1] == "method" {
			if len(m.body) > 0 && m.registers < 0 {
				return w.errorf("%s needs .registers or .locals", ref.Name)
			}
			return nil
		}
		if err := b.line(w); err != nil {
			return err
		}
	}
	return w.errorf("no .end method for %s", ref.Name)
}

// annotation parses ".annotation runtime Ltype;" up to ".end annotation".
func (p *parser) annotation(w words) (note, error) {
	if len(w.toks) != 3 {
		return note{}, w.errorf("expected .annotation visibility type")
	}
	visibility, ok := map[string]dex.Visibility{"build": dex.VisibleBuild, "runtime": dex.VisibleRuntime,
		"system": dex.VisibleSystem}[w.toks[1]]
	if !ok {
		return note{}, w.errorf("expected build, runtime or system, found %s", w.toks[1])
	}
	v := &valueParser{line: w.line}
	for {
		if p.next == len(p.lines) {
			return note{}, w.errorf("no .end annotation")
		}
		body := p.take()
		if body.toks[0] == ".end" && len(body.toks) > 1 && body.toks[1] == "annotation" {
			break
		}
		v.toks = append(v.toks, body.toks...)
	}
	elements, err := v.elements("")
	return note{visibility: visibility, typ: w.toks[2], elements: elements}, err
}
