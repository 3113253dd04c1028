package locate

import (
	"cmp"
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// stack is the full stack of one throwable and what its frames can mean.
type stack struct {
	thrown trace.Throwable
	frames []trace.Frame   // innermost first, with those that "... n more" left out
	found  [][]*dex.Method // by frame: the methods that it can mean, best first
}

// maxFrames bounds the frames that are looked at: stack overflows print a thousand.
const maxFrames = 256

// relocate finds for each throwable of a crash the methods of this build that its
// frames mean: frame relocation.
func relocate(code *dex.Set, crash []trace.Throwable) []stack {
	r := relocation{code: code}
	stacks := make([]stack, len(crash))
	for i, frames := range (trace.Trace{Chain: crash}).Stacks(maxFrames) {
		s := stack{thrown: crash[i], frames: frames}
		var inner []*dex.Method
		for j, f := range s.frames {
			inner = r.candidates(f, inner, s.evidence(j))
			s.found = append(s.found, inner)
		}
		stacks[i] = s
	}
	return stacks
}

// relocation looks frames up in the code of an app.
type relocation struct {
	code *dex.Set
	// byStem are the classes with a "$" in their name, by that name without what
	// compilers number; nil until a frame asks for it.
	byStem map[string][]*dex.Class
}

// candidates are the methods that a frame can mean, best first; inner are those of the
// frame that it called, and shows tells the instruction that it was at. Compilers number
// what has no name in the source: anonymous classes ($1), lambdas (lambda$onCreate$0),
// accessors (access$000). The numbers change when something is added before, so a frame
// that does not fit exactly is looked for under other numbers:
//
//   - A method of the frame's name with code on its line is meant.
//   - In a class that has a name in the source, the frame's method is meant even without
//     the line, for the line may be of another build; a method that has no name in the
//     source is looked for under other numbers.
//   - A class that has no name in the source is looked for under other numbers, too: those
//     that call the frame before, or have what throws, if there are any; of these the one
//     with the frame's line. So is a lambda that has become a method.
func (r *relocation) candidates(f trace.Frame, inner []*dex.Method, shows instruction) []*dex.Method {
	class := r.code.Class(dex.Descriptor(f.Class))
	if withoutNumbers(f.Class) != f.Class {
		return r.numbered(class, f, inner, shows)
	}
	if class == nil {
		return nil
	}
	found := named(class, f.Method)
	if len(found) == 0 {
		found = renumberedMethods(class, f)
	}
	if best := withLine(found, f.Line); len(best) > 0 {
		return best
	}
	return rank(found, f, inner)
}

// numbered are the methods that a frame of a class without a name in the source can mean; class is the one that has
// the frame's number in this build, nil if there is none. A line that fits only code without the instruction that the
// trace tells of is of another build.
func (r *relocation) numbered(
	class *dex.Class, f trace.Frame, inner []*dex.Method, shows instruction,
) []*dex.Method {
	all := r.renumberedClasses(f)
	switch {
	case len(all) > 0:
	case class != nil:
		all = renumberedMethods(class, f)
	default:
		all = r.lambdaMethods(f)
	}
	if fitting := filter(all, func(m *dex.Method) bool { return calls(m, inner) || has(m, shows) }); len(fitting) > 0 {
		all = fitting
	}
	exact := filter(all, func(m *dex.Method) bool { return m.Class == class })
	if best := withLine(exact, f.Line); len(best) > 0 {
		return best
	}
	if best := withLine(all, f.Line); len(best) > 0 {
		return rank(best, f, inner)
	}
	if f.Line == 0 && len(exact) > 0 {
		return rank(exact, f, inner)
	}
	return rank(all, f, inner)
}

// filter are the methods that are wanted.
func filter(all []*dex.Method, wanted func(*dex.Method) bool) []*dex.Method {
	var kept []*dex.Method
	for _, m := range all {
		if wanted(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// lambdaMethods are the methods that hold the body of a function without a name, on the
// frame's line, where the trace has a class for it (Main$onCreate$1.invoke) and this
// build has a method (Main.onCreate$lambda$0): which of them depends on the version of
// the compiler. Without the line nothing tells them apart.
func (r *relocation) lambdaMethods(f trace.Frame) []*dex.Method {
	class := r.code.Class(dex.Descriptor(sourceClass(f.Class)))
	if class == nil {
		return nil
	}
	return withLine(methods(class, func(name string) bool { return strings.Contains(name, "lambda") }), f.Line)
}

// renumberedMethods are the methods whose name differs from the frame's only in what
// compilers put into it; those with the frame's line if there are any.
func renumberedMethods(class *dex.Class, f trace.Frame) []*dex.Method {
	stem := methodStem(f.Method)
	if stem == f.Method {
		return nil
	}
	all := methods(class, func(name string) bool { return methodStem(name) == stem })
	if best := withLine(all, f.Line); len(best) > 0 {
		return best
	}
	return all
}

// renumberedClasses are the methods of the frame's name in the classes whose name
// differs from the frame's only in the numbers of anonymous classes.
func (r *relocation) renumberedClasses(f trace.Frame) []*dex.Method {
	if r.byStem == nil {
		r.byStem = map[string][]*dex.Class{}
		for _, c := range r.code.Classes() {
			if strings.Contains(c.Descriptor, "$") {
				stem := withoutNumbers(c.Descriptor)
				r.byStem[stem] = append(r.byStem[stem], c)
			}
		}
	}
	var all []*dex.Method
	for _, c := range r.byStem[withoutNumbers(dex.Descriptor(f.Class))] {
		all = append(all, named(c, f.Method)...)
	}
	return all
}

// rank puts the methods first that call a method of the frame before, then those whose
// class the trace names itself. What was equal keeps its order.
func rank(found []*dex.Method, f trace.Frame, inner []*dex.Method) []*dex.Method {
	if len(found) < 2 {
		return found
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
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b *dex.Method) int { return cmp.Compare(score(a), score(b)) })
	return found
}

// calls says whether m calls a method with the name and the parameters of one of the
// targets. The class is not compared: a call may name a class above it.
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

// named are the methods of a class that have the name.
func named(class *dex.Class, name string) []*dex.Method {
	return methods(class, func(n string) bool { return n == name })
}

// methods are those of a class with the names wanted. Bridges come last: they only pass
// on to the method with the code.
func methods(class *dex.Class, ok func(name string) bool) []*dex.Method {
	all := filter(class.Methods, func(m *dex.Method) bool { return ok(m.Name) })
	slices.SortStableFunc(all, func(a, b *dex.Method) int {
		return cmp.Compare(a.Access&dex.AccBridge, b.Access&dex.AccBridge)
	})
	return all
}
