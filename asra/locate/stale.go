package locate

import (
	"regexp"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// A line that exists in this build need not be the line of the trace: after a change
// above it, other code stands there. What stood on the line can be told in part: a
// call of the method of the frame before, or an instruction that throws the
// exception. If the line has no such code, but another line of the method has, the
// line is of another build.

// stale says that the line of a frame is of another build. inner is the frame that it
// called, nil for the innermost one, which threw.
func stale(m *dex.Method, line int, inner *trace.Frame, thrown trace.Throwable) bool {
	at := lineOffsets(m, line)
	if len(at) == 0 {
		return false
	}
	does := throws(thrown)
	if inner != nil {
		does = callsNamed(*inner)
	}
	if does == nil {
		return false
	}
	onLine, elsewhere := false, false
	lines, _ := m.Code().Lines()
	next := 0
	current := 0
	for in := range m.Code().Insns() {
		for next < len(lines) && lines[next].Off <= in.Off {
			current = lines[next].Line
			next++
		}
		if !does(m.Class.File, &in) {
			continue
		}
		if current == line {
			onLine = true
		} else {
			elsewhere = true
		}
	}
	return elsewhere && !onLine
}

// deed says whether an instruction does what the trace tells of it.
type deed func(file *dex.File, in *dex.Insn) bool

// callsNamed looks for a call of the frame's method. Code that compilers put between
// the two, or moved, can be called by other names: of that nothing is said.
func callsNamed(f trace.Frame) deed {
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
func throws(t trace.Throwable) deed {
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
func operation(prefixes ...string) deed {
	return func(_ *dex.File, in *dex.Insn) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(in.Op.String(), p) {
				return true
			}
		}
		return false
	}
}
