package locate

import (
	"regexp"
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// A line that exists in this build need not be the line of the trace: after a change
// above it, other code stands there. What stood on the line can be told in part: a
// call of the method of the frame before, or an instruction that throws the
// exception. If the line has no such code, but another line of the method has, the
// line is of another build: a line mismatch.

// matchLines says for each frame of a stack where its line is in this build.
func matchLines(code *dex.Set, s stack) []Frame {
	frames := make([]Frame, len(s.frames))
	for i, f := range s.frames {
		out := Frame{Frame: f, Methods: s.found[i]}
		out.InApp = len(out.Methods) > 0 || code.Class(dex.Descriptor(f.Class)) != nil
		shows := s.evidence(i)
		for k, m := range out.Methods {
			at := lineOffsets(m, f.Line)
			if mismatch(m, f.Line, shows) {
				at = nil
			}
			out.LineFound = out.LineFound || len(at) > 0
			if k == 0 {
				out.Offsets = at
			}
		}
		frames[i] = out
	}
	changed := changedFiles(frames)
	distrust(frames, changed)
	for _, class := range changed {
		s.move(frames, class)
	}
	return frames
}

// distrust forgets the lines of source files that were changed between the trace's build
// and this one: where one line of a file is not this build's, the others prove nothing.
func distrust(frames []Frame, changed []string) {
	for i := range frames {
		if slices.Contains(changed, sourceClass(frames[i].Class)) {
			frames[i].LineFound, frames[i].Offsets = false, nil
		}
	}
}

// evidence tells the instruction that must stand on the line of a frame: the call of the
// frame before, or what throws the exception. Nil if the trace does not tell.
func (s *stack) evidence(frame int) instruction {
	if frame == 0 {
		return throws(s.thrown)
	}
	return callsNamed(s.frames[frame-1])
}

// mismatch says that the line is of another build: the method has the instruction, but
// not on the line. A method that has it nowhere proves nothing, for an optimiser may have
// put the code of another one there.
func mismatch(m *dex.Method, line int, shows instruction) bool {
	if shows == nil || len(lineOffsets(m, line)) == 0 {
		return false
	}
	shown := linesShown(m, shows)
	return len(shown) > 0 && !slices.Contains(shown, line)
}

// linesShown are the lines of a method that have an instruction, each once, in the order of the code.
func linesShown(m *dex.Method, shows instruction) []int {
	if shows == nil || m.Code() == nil {
		return nil
	}
	var all []int
	lines := printed(m.Code())
	next, current := 0, 0
	for in := range m.Code().Insns() {
		for next < len(lines) && lines[next].Off <= in.Off {
			current = lines[next].Line
			next++
		}
		if shows(m.Class.File, &in) && !slices.Contains(all, current) {
			all = append(all, current)
		}
	}
	return all
}

// has says that a method has an instruction, on whatever line.
func has(m *dex.Method, shows instruction) bool {
	if shows == nil || m.Code() == nil {
		return false
	}
	for in := range m.Code().Insns() {
		if shows(m.Class.File, &in) {
			return true
		}
	}
	return false
}

// instruction says whether an instruction is one that the trace tells of.
type instruction func(file *dex.File, in *dex.Insn) bool

// callsNamed looks for a call of the frame's method. Code that compilers put between
// the two, or moved, can be called by other names: of that nothing is said.
func callsNamed(f trace.Frame) instruction {
	if f.Method == "" || strings.ContainsAny(f.Method, "$-<") || strings.Contains(f.Class, "$$") {
		return nil
	}
	return func(file *dex.File, in *dex.Insn) bool {
		return in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && file.MethodAt(in.Index).Name == f.Method
	}
}

// What the runtime says of a fault names the instruction.
var (
	nullCall  = regexp.MustCompile(`^Attempt to invoke \w+ method '(?:\S+ )?[^\s(']*\.([\w$<>]+)\(`)
	nullField = regexp.MustCompile(`^Attempt to (?:read from|write to) field '\S+ [^\s']*\.([\w$]+)'`)
)

// throws looks for what throws the exception, as far as its class and message tell.
func throws(t trace.Throwable) instruction {
	if m := nullCall.FindStringSubmatch(t.Message); m != nil {
		return callsNamed(trace.Frame{Method: m[1]})
	}
	if m := nullField.FindStringSubmatch(t.Message); m != nil {
		return func(file *dex.File, in *dex.Insn) bool {
			return in.Op.Ref() == dex.RefField && file.FieldAt(in.Index).Name == m[1]
		}
	}
	switch t.Class {
	case "java.lang.ClassCastException":
		return operation("check-cast")
	case "java.lang.ArithmeticException":
		return operation("div-", "rem-")
	case "java.lang.ArrayIndexOutOfBoundsException":
		return operation("aget", "aput")
	case "java.lang.NegativeArraySizeException":
		return operation("new-array")
	case "java.lang.NullPointerException":
		return nil // anything that follows a reference
	}
	made := dex.Descriptor(t.Class) // its constructor takes the stack
	return func(file *dex.File, in *dex.Insn) bool {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			return false
		}
		ref := file.MethodAt(in.Index)
		return ref.Class == made && ref.Name == "<init>"
	}
}

// operation looks for instructions whose names begin so.
func operation(prefixes ...string) instruction {
	return func(_ *dex.File, in *dex.Insn) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(in.Op.String(), p) {
				return true
			}
		}
		return false
	}
}
