package locate

import "talpa/dex"

// lineOffsets are the code units at which code of a line starts. In a method without
// line numbers the runtime prints the position in code units in their place, which
// counts if an instruction starts there.
func lineOffsets(m *dex.Method, line int) []uint32 {
	code := m.Code()
	if code == nil || line <= 0 {
		return nil
	}
	lines, _ := code.Lines() // what precedes a broken entry is good
	var at []uint32
	for _, e := range lines {
		if e.Line == line {
			at = append(at, e.Off)
		}
	}
	if len(lines) == 0 {
		for in := range code.Insns() {
			if in.Off == uint32(line) {
				at = append(at, in.Off)
			}
		}
	}
	return at
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
