package locate

import "talpa/dex"

// printed are the lines that the runtime prints for positions in code, each from one on. Where code has no line numbers
// it prints the position itself, in code units: each instruction is on a line of its own.
func printed(code *dex.Code) []dex.LineEntry {
	lines, _ := code.Lines() // what precedes a broken entry is good
	if len(lines) > 0 {
		return lines
	}
	for in := range code.Insns() {
		lines = append(lines, dex.LineEntry{Off: in.Off, Line: int(in.Off)})
	}
	return lines
}

// lineOffsets are the code units at which code of a line starts, as the runtime prints lines.
func lineOffsets(m *dex.Method, line int) []uint32 {
	code := m.Code()
	if code == nil || line <= 0 {
		return nil
	}
	var at []uint32
	for _, e := range printed(code) {
		if e.Line == line {
			at = append(at, e.Off)
		}
	}
	return at
}

// withLine are those of the methods that have code on the line.
func withLine(methods []*dex.Method, line int) []*dex.Method {
	return filter(methods, func(m *dex.Method) bool { return len(lineOffsets(m, line)) > 0 })
}
