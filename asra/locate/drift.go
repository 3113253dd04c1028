package locate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// candidates are the methods that a frame can mean, best first. Compilers
// number what has no name in the source: anonymous classes ($1), lambdas
// (lambda$onCreate$0), accessors (access$000). Numbers drift between builds, so
// a frame that does not fit exactly is looked for under other numbers.
func (l *locator) candidates(class *dex.Class, f trace.Frame) []*dex.Method {
	if class != nil {
		exact := named(class, func(name string) bool { return name == f.Method })
		if best := withLine(exact, f.Line); len(best) > 0 {
			return best
		}
		if !anonymous(f.Class) || f.Line == 0 {
			if len(exact) == 0 {
				exact = l.renumbered(class, f)
			}
			return l.rank(exact, f)
		}
	}
	all := l.siblings(f)
	if best := withLine(all, f.Line); len(best) > 0 {
		return l.rank(best, f)
	}
	if len(all) == 0 && class == nil {
		all = l.lambdas(f)
	}
	return l.rank(all, f)
}

// lambdas are the methods that hold the body of a function without a name, on the
// frame's line, where the trace has a class for it (Main$onCreate$1.invoke) and this
// build has a method (Main.onCreate$lambda$0): which of them depends on the version of
// the compiler. Without the line nothing tells them apart.
func (l *locator) lambdas(f trace.Frame) []*dex.Method {
	if !anonymous(f.Class) {
		return nil
	}
	top, _, _ := strings.Cut(f.Class, "$")
	class := l.set.Class(dex.Descriptor(top))
	if class == nil {
		return nil
	}
	return withLine(named(class, func(name string) bool { return strings.Contains(name, "lambda") }), f.Line)
}

// renumbered are the methods whose name differs from the frame's in what compilers
// put into it only.
func (l *locator) renumbered(class *dex.Class, f trace.Frame) []*dex.Method {
	stem := methodStem(f.Method)
	if stem == f.Method {
		return nil
	}
	all := named(class, func(name string) bool { return methodStem(name) == stem })
	if best := withLine(all, f.Line); len(best) > 0 {
		return best
	}
	return all
}

// siblings are the methods of the frame's name in classes whose name differs
// from the frame's in the numbers of anonymous classes only.
func (l *locator) siblings(f trace.Frame) []*dex.Method {
	if !anonymous(f.Class) {
		return nil
	}
	stem := classStem(dex.Descriptor(f.Class))
	var all []*dex.Method
	for _, c := range l.set.Classes() {
		if classStem(c.Descriptor) == stem {
			all = append(all, named(c, func(name string) bool { return name == f.Method })...)
		}
	}
	return all
}

// rank puts the methods first that call the method of the frame before, then
// those whose class the trace names itself.
func (l *locator) rank(methods []*dex.Method, f trace.Frame) []*dex.Method {
	if len(methods) < 2 {
		return methods
	}
	var inner []*dex.Method
	if n := len(l.found); n > 0 {
		inner = l.found[n-1]
	}
	wanted := dex.Descriptor(f.Class)
	score := func(m *dex.Method) int {
		s := 0
		if calls(m, inner) {
			s -= 2
		}
		if m.Class.Descriptor == wanted {
			s--
		}
		return s
	}
	methods = slices.Clone(methods)
	slices.SortStableFunc(methods, func(a, b *dex.Method) int { return cmp.Compare(score(a), score(b)) })
	return methods
}

// calls says whether m calls a method of the name of one of the targets.
func calls(m *dex.Method, targets []*dex.Method) bool {
	code := m.Code()
	if code == nil || len(targets) == 0 {
		return false
	}
	for in := range code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := code.File.MethodAt(in.Index)
		for _, t := range targets {
			if ref.Name == t.Name && ref.Desc == t.Desc {
				return true
			}
		}
	}
	return false
}

func named(class *dex.Class, ok func(name string) bool) []*dex.Method {
	var all []*dex.Method
	for _, m := range class.Methods {
		if ok(m.Name) {
			all = append(all, m)
		}
	}
	// Bridges only pass on: the method with the code comes first.
	slices.SortStableFunc(all, func(a, b *dex.Method) int {
		return cmp.Compare(a.Access&dex.AccBridge, b.Access&dex.AccBridge)
	})
	return all
}

// withLine are those of the methods that have code on the line.
func withLine(methods []*dex.Method, line int) []*dex.Method {
	var all []*dex.Method
	for _, m := range methods {
		if len(lineOffsets(m, line)) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// anonymous says whether the class name has a part that a compiler numbered.
func anonymous(class string) bool { return withoutNumbers(class) != class }

// classStem is the descriptor without the numbers of anonymous classes.
func classStem(desc string) string { return withoutNumbers(desc) }

// kotlinLambda is the name of a lambda's method by Kotlin's compilers; the number at
// its start is of those of Compose, the one at its end is the lambda's.
var kotlinLambda = regexp.MustCompile(`^(?:m\d+)?([\p{L}_][\p{L}\p{N}_]*\$lambda)[-$]`)

// methodStem is a method's name without what compilers number and append: javac's
// lambda$open$0 is lambda$open$0$Main after desugaring, and Kotlin's open$lambda-0 is
// open$lambda$0 in newer versions.
func methodStem(name string) string {
	if rest, ok := strings.CutPrefix(name, "lambda$"); ok {
		in, _, _ := strings.Cut(rest, "$")
		return "lambda$" + in
	}
	if m := kotlinLambda.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return withoutNumbers(name)
}

// withoutNumbers drops the digits that follow a "$", or a "$$Lambda$" or
// "$$ExternalSyntheticLambda" and their like with the hash behind it.
func withoutNumbers(name string) string {
	first := strings.IndexByte(name, '$')
	if first < 0 {
		return name
	}
	if i := strings.Index(name, "Lambda$"); i >= 0 {
		name = name[:i+len("Lambda$")]
		if strings.HasPrefix(name, "L") {
			name += ";"
		}
	}
	var b strings.Builder
	b.WriteString(name[:min(first, len(name))])
	for i := min(first, len(name)); i < len(name); i++ {
		if c := name[i]; c < '0' || c > '9' {
			b.WriteByte(c)
		}
	}
	return b.String()
}
