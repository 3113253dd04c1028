package values

import (
	"slices"
	"strconv"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Pattern is a text of which some parts are not known: its elements stand in this order, with
// anything between two of them. One element is a constant; two empty ones are any text. A pattern
// may match more than the text can be, never less: what is not known widens it.
type Pattern []string

// AnyText is a text of which nothing is known.
var AnyText = Pattern{"", ""}

// Constant says that the whole text is known.
func (p Pattern) Constant() bool { return len(p) == 1 }

// Letters counts what is known.
func (p Pattern) Letters() int {
	n := 0
	for _, part := range p {
		n += len(part)
	}
	return n
}

// Then is the Pattern of one text and another one behind it.
func (p Pattern) Then(q Pattern) Pattern {
	last := len(p) - 1
	joined := append(slices.Clone(p[:last]), p[last]+q[0])
	return append(joined, q[1:]...)
}

// Matches says whether s can be the text. The parts are looked for from left to right, each at its
// first place, which finds a match if there is one.
func (p Pattern) Matches(s string) bool {
	if p.Constant() {
		return s == p[0]
	}
	rest, ok := strings.CutPrefix(s, p[0])
	if !ok {
		return false
	}
	for _, part := range p[1 : len(p)-1] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, p[len(p)-1])
}

// Bounds of the evaluation of a text.
const (
	maxTexts     = 8 // alternatives
	maxTextDepth = 6
)

// evaluator puts texts together.
type evaluator struct {
	t   *Tracer
	pkg string
}

// Patterns are the texts that a register can hold before the instruction at position
// pc: AnyText among them if one is not known. The app's package name is pkg.
func (t *Tracer) Patterns(pkg string, m callgraph.MethodID, pc uint32, reg uint16) []Pattern {
	e := &evaluator{t, pkg}
	return e.texts(m, pc, reg, 0)
}

// texts are what a register can hold before an instruction, as far as constants,
// concatenation, formats, names of classes and the name of the package tell.
func (e *evaluator) texts(m callgraph.MethodID, pc uint32, reg uint16, depth int) []Pattern {
	if depth > maxTextDepth {
		return []Pattern{AnyText}
	}
	var all []Pattern
	for _, site := range e.t.ValuesAt(m, pc, reg) {
		all = append(all, e.text(site, depth)...)
	}
	return fewTexts(all)
}

// fewTexts gives up where there are too many alternatives. Too many alternatives are as good as
// none, and none are a value that control does not get to: either may be any text.
func fewTexts(all []Pattern) []Pattern {
	if len(all) == 0 || len(all) > maxTexts {
		return []Pattern{AnyText}
	}
	return all
}

// text are the texts of one origin.
func (e *evaluator) text(o Site, depth int) []Pattern {
	switch o.Kind {
	case origin.String:
		return []Pattern{{o.Text}}
	case origin.Result:
	default:
		return []Pattern{AnyText}
	}
	call := e.t.calls.Method(o.In).Code().At(o.PC)
	argument := func(i int) []Pattern {
		reg, ok := origin.ArgRegister(e.t.calls.Method(o.In).Class.File, &call, i)
		if !ok {
			return []Pattern{AnyText}
		}
		return e.texts(o.In, o.PC, reg, depth+1)
	}
	switch o.Name {
	case "getPackageName":
		if e.pkg != "" {
			return []Pattern{{e.pkg}}
		}
	case "toString":
		if isBuilder(o.Owner) {
			reg, _ := origin.ArgRegister(e.t.calls.Method(o.In).Class.File, &call, 0)
			return e.built(o.In, o.PC, reg, depth+1)
		}
	case "concat", "stringPlus":
		return product(argument(0), argument(1))
	case "format":
		if o.Owner == "Ljava/lang/String;" && strings.HasPrefix(o.Desc, "(Ljava/lang/String;") {
			return formats(argument(0))
		}
	case "getName", "getCanonicalName":
		return e.classNames(o, &call)
	}
	return []Pattern{AnyText}
}

// classNames are the names of the class constants that getName is called on.
func (e *evaluator) classNames(o Site, call *dex.Insn) []Pattern {
	var all []Pattern
	for _, class := range e.t.Argument(o.In, call, 0) {
		switch {
		case class.Kind == origin.Class && o.Owner == "Ljava/lang/Class;":
			all = append(all, Pattern{dex.JavaName(class.Text)})
		case class.Kind == origin.Result && class.Name == "getPackage":
			of := e.t.calls.Method(class.In).Code().At(class.PC)
			for _, c := range e.t.Argument(class.In, &of, 0) {
				name := dex.JavaName(c.Text)
				if dot := strings.LastIndexByte(name, '.'); c.Kind == origin.Class && dot > 0 {
					all = append(all, Pattern{name[:dot]})
				}
			}
		}
	}
	return fewTexts(all)
}

func isBuilder(class string) bool {
	return class == "Ljava/lang/StringBuilder;" || class == "Ljava/lang/StringBuffer;"
}

// built are the texts that a string builder has before an instruction. Compilers hand
// on either the builder itself or what append gives back; both are followed.
// Branches that append differently in between are joined as if all had run, one after the other, in appended;
// the chain through results of append keeps them apart.
func (e *evaluator) built(m callgraph.MethodID, pc uint32, reg uint16, depth int) []Pattern {
	a := e.t.cache.Of(e.t.calls.Method(m))
	if a == nil || depth > 4*maxTextDepth {
		return []Pattern{AnyText}
	}
	var all []Pattern
	for _, o := range a.At(pc, reg) {
		switch {
		case o.Kind == origin.New && isBuilder(o.Text):
			all = append(all, e.appended(m, a, o, pc, depth)...)
		case o.Kind == origin.Result && o.Name == "append" && isBuilder(o.Owner):
			call := a.Graph.Code.At(o.PC)
			if receiver, ok := origin.ArgRegister(a.Graph.Code.File, &call, 0); ok {
				before := e.built(m, o.PC, receiver, depth+1)
				all = append(all, product(before, e.piece(m, &call, depth))...)
			}
		default:
			all = append(all, AnyText)
		}
	}
	return fewTexts(all)
}

// appended are the texts that the calls on one builder, up to an instruction, put into
// it, in the order of the code.
func (e *evaluator) appended(
	m callgraph.MethodID, a *origin.Analysis, made origin.Origin, end uint32, depth int,
) []Pattern {
	all := []Pattern{{""}}
	for in := range a.Graph.Code.Insns() {
		if in.Off <= made.PC || in.Off >= end || !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := a.Graph.Code.File.MethodAt(in.Index)
		if !isBuilder(ref.Class) || ref.Name != "append" && ref.Name != "<init>" {
			continue
		}
		if on := a.Args(&in, 0); len(on) != 1 || on[0] != made {
			continue
		}
		if ref.Name == "<init>" && ref.Desc != "(Ljava/lang/String;)V" {
			continue
		}
		all = fewTexts(product(all, e.piece(m, &in, depth)))
	}
	return all
}

// piece is what a call appends to a string builder.
func (e *evaluator) piece(m callgraph.MethodID, call *dex.Insn, depth int) []Pattern {
	file := e.t.calls.Method(m).Class.File
	reg, ok := origin.ArgRegister(file, call, 1)
	params := dex.Params(file.MethodAt(call.Index).Desc)
	if !ok || len(params) != 1 {
		return []Pattern{AnyText}
	}
	switch params[0] {
	case "Ljava/lang/String;", "Ljava/lang/Object;", "Ljava/lang/CharSequence;":
		return e.texts(m, call.Off, reg, depth+1)
	case "C", "I":
		var all []Pattern
		for _, o := range e.t.ValuesAt(m, call.Off, reg) {
			switch {
			case o.Kind != origin.Int:
				all = append(all, AnyText)
			case params[0] == "C":
				all = append(all, Pattern{string(rune(o.Int))})
			default:
				all = append(all, Pattern{strconv.FormatInt(o.Int, 10)})
			}
		}
		return fewTexts(all)
	}
	return []Pattern{AnyText}
}

// product joins each of the first with each of the second. The alternatives multiply, which is why
// fewTexts ends them early.
func product(first, second []Pattern) []Pattern {
	var all []Pattern
	for _, p := range first {
		for _, q := range second {
			all = append(all, p.Then(q))
		}
	}
	return fewTexts(all)
}

// formats turns the texts of formats into patterns: what stands in for a % is not known.
func formats(all []Pattern) []Pattern {
	var out []Pattern
	for _, p := range all {
		var parts Pattern
		for i, part := range p {
			pieces := strings.Split(part, "%")
			for j := 1; j < len(pieces); j++ {
				pieces[j] = afterVerb(pieces[j])
			}
			if i == 0 {
				parts = pieces
			} else {
				parts = append(parts, pieces...)
			}
		}
		out = append(out, parts)
	}
	return out
}

// afterVerb is what follows the verb of a format: flags and numbers, then one letter.
func afterVerb(s string) string {
	i := strings.IndexFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
	if i < 0 {
		return ""
	}
	if s[i] == 't' || s[i] == 'T' { // of a date: a second letter says which part
		i = min(i+1, len(s)-1)
	}
	return s[i+1:]
}
