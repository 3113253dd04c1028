package icfg

import (
	"slices"
	"strconv"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// pattern is a text of which some parts are not known: its elements stand in this
// order, with anything between two of them. One element is a constant; two empty ones
// are any text.
type pattern []string

var anyText = pattern{"", ""}

// constant says that the whole text is known.
func (p pattern) constant() bool { return len(p) == 1 }

// letters counts what is known.
func (p pattern) letters() int {
	n := 0
	for _, part := range p {
		n += len(part)
	}
	return n
}

// then is the pattern of one text and another one behind it.
func (p pattern) then(q pattern) pattern {
	last := len(p) - 1
	joined := append(slices.Clone(p[:last]), p[last]+q[0])
	return append(joined, q[1:]...)
}

// matches says whether s can be the text.
func (p pattern) matches(s string) bool {
	if p.constant() {
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

// texts are what a register can hold before an instruction, as far as constants,
// concatenation, formats, names of classes and the name of the package tell.
func (b *builder) texts(v *values, m callgraph.MethodID, pc uint32, reg uint16, depth int) []pattern {
	if depth > maxTextDepth {
		return []pattern{anyText}
	}
	var all []pattern
	for _, site := range v.at(m, pc, reg) {
		all = append(all, b.text(v, site, depth)...)
	}
	return fewTexts(all)
}

// fewTexts gives up where there are too many alternatives.
func fewTexts(all []pattern) []pattern {
	if len(all) == 0 || len(all) > maxTexts {
		return []pattern{anyText}
	}
	return all
}

// text are the texts of one origin.
func (b *builder) text(v *values, o valueSite, depth int) []pattern {
	switch o.Kind {
	case origin.String:
		return []pattern{{o.Text}}
	case origin.Result:
	default:
		return []pattern{anyText}
	}
	call := b.calls.Method(o.In).Code().At(o.PC)
	argument := func(i int) []pattern {
		reg, ok := origin.ArgRegister(b.calls.Method(o.In).Class.File, &call, i)
		if !ok {
			return []pattern{anyText}
		}
		return b.texts(v, o.In, o.PC, reg, depth+1)
	}
	switch o.Name {
	case "getPackageName":
		if b.in.Manifest != nil {
			return []pattern{{b.in.Manifest.Package}}
		}
	case "toString":
		if isBuilder(o.Owner) {
			reg, _ := origin.ArgRegister(b.calls.Method(o.In).Class.File, &call, 0)
			return b.built(v, o.In, o.PC, reg, depth+1)
		}
	case "concat", "stringPlus":
		return product(argument(0), argument(1))
	case "format":
		if o.Owner == "Ljava/lang/String;" && strings.HasPrefix(o.Desc, "(Ljava/lang/String;") {
			return formats(argument(0))
		}
	case "getName", "getCanonicalName":
		return b.classNames(v, o, &call)
	}
	return []pattern{anyText}
}

// classNames are the names of the class constants that getName is called on.
func (b *builder) classNames(v *values, o valueSite, call *dex.Insn) []pattern {
	var all []pattern
	for _, class := range v.argument(o.In, call, 0) {
		switch {
		case class.Kind == origin.Class && o.Owner == "Ljava/lang/Class;":
			all = append(all, pattern{dex.JavaName(class.Text)})
		case class.Kind == origin.Result && class.Name == "getPackage":
			of := b.calls.Method(class.In).Code().At(class.PC)
			for _, c := range v.argument(class.In, &of, 0) {
				name := dex.JavaName(c.Text)
				if dot := strings.LastIndexByte(name, '.'); c.Kind == origin.Class && dot > 0 {
					all = append(all, pattern{name[:dot]})
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
func (b *builder) built(v *values, m callgraph.MethodID, pc uint32, reg uint16, depth int) []pattern {
	a := v.cache.Of(b.calls.Method(m))
	if a == nil || depth > 4*maxTextDepth {
		return []pattern{anyText}
	}
	var all []pattern
	for _, o := range a.At(pc, reg) {
		switch {
		case o.Kind == origin.New && isBuilder(o.Text):
			all = append(all, b.appended(v, m, a, o, pc, depth)...)
		case o.Kind == origin.Result && o.Name == "append" && isBuilder(o.Owner):
			call := a.Graph.Code.At(o.PC)
			if receiver, ok := origin.ArgRegister(a.Graph.Code.File, &call, 0); ok {
				before := b.built(v, m, o.PC, receiver, depth+1)
				all = append(all, product(before, b.piece(v, m, &call, depth))...)
			}
		default:
			all = append(all, anyText)
		}
	}
	return fewTexts(all)
}

// appended are the texts that the calls on one builder, up to an instruction, put into
// it, in the order of the code.
func (b *builder) appended(
	v *values, m callgraph.MethodID, a *origin.Analysis, made origin.Origin, end uint32, depth int,
) []pattern {
	all := []pattern{{""}}
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
		all = fewTexts(product(all, b.piece(v, m, &in, depth)))
	}
	return all
}

// piece is what a call appends to a string builder.
func (b *builder) piece(v *values, m callgraph.MethodID, call *dex.Insn, depth int) []pattern {
	file := b.calls.Method(m).Class.File
	reg, ok := origin.ArgRegister(file, call, 1)
	params := dex.Params(file.MethodAt(call.Index).Desc)
	if !ok || len(params) != 1 {
		return []pattern{anyText}
	}
	switch params[0] {
	case "Ljava/lang/String;", "Ljava/lang/Object;", "Ljava/lang/CharSequence;":
		return b.texts(v, m, call.Off, reg, depth+1)
	case "C", "I":
		var all []pattern
		for _, o := range v.at(m, call.Off, reg) {
			switch {
			case o.Kind != origin.Int:
				all = append(all, anyText)
			case params[0] == "C":
				all = append(all, pattern{string(rune(o.Int))})
			default:
				all = append(all, pattern{strconv.FormatInt(o.Int, 10)})
			}
		}
		return fewTexts(all)
	}
	return []pattern{anyText}
}

// product joins each of the first with each of the second.
func product(first, second []pattern) []pattern {
	var all []pattern
	for _, p := range first {
		for _, q := range second {
			all = append(all, p.then(q))
		}
	}
	return fewTexts(all)
}

// formats turns the texts of formats into patterns: what stands in for a % is not known.
func formats(all []pattern) []pattern {
	var out []pattern
	for _, p := range all {
		var parts pattern
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
	return s[i+1:]
}
