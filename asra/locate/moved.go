package locate

import (
	"slices"
	"strings"

	"talpa/dex"
)

// Code that was added to a source file between the trace's build and this one moves the lines behind it. Where the
// lines of two frames of the file, each with the instruction that the trace tells of, have moved by the same number,
// that is taken for how far the lines of the others moved as well.

// maxMoved bounds by how many lines a file's code is taken to have moved: more is another file.
const maxMoved = 1000

// move gives the frames of a changed file the lines of this build, where two of them agree by how many lines they have
// moved. That they are the trace's is likely and no more: LineFound stays false.
func (s *stack) move(frames []Frame, class string) {
	by, ok := s.moved(frames, class)
	if !ok {
		return
	}
	for i := range frames {
		f := &frames[i]
		if len(f.Methods) == 0 || f.Line == 0 || sourceClass(f.Class) != class {
			continue
		}
		if m := f.Methods[0]; !mismatch(m, f.Line+by, s.evidence(i)) {
			f.Offsets = lineOffsets(m, f.Line+by)
		}
	}
}

// changedFiles are the classes, as sourceClass names them, of the files of which a line is not this build's, each once.
func changedFiles(frames []Frame) []string {
	var changed []string
	for i := range frames {
		f := &frames[i]
		known := len(f.Methods) == 0 || f.File == "" || f.Line <= 0 || f.LineFound || strings.Contains(f.Class, "$$")
		if class := sourceClass(f.Class); !known && !slices.Contains(changed, class) {
			changed = append(changed, class)
		}
	}
	return changed
}

// moved is by how many lines the frames of a file have moved, if two of them or more agree, and no others agree on
// another number.
func (s *stack) moved(frames []Frame, class string) (by int, ok bool) {
	type place struct {
		method *dex.Method
		line   int
	}
	votes := map[int]map[place]bool{}
	for i := range frames {
		f := &frames[i]
		if len(f.Methods) == 0 || f.Line == 0 || sourceClass(f.Class) != class {
			continue
		}
		for _, line := range linesShown(f.Methods[0], s.evidence(i)) {
			by := line - f.Line
			if max(by, -by) > maxMoved {
				continue
			}
			if votes[by] == nil {
				votes[by] = map[place]bool{}
			}
			votes[by][place{f.Methods[0], line}] = true
		}
	}
	most := 0
	for number, places := range votes {
		switch {
		case len(places) > most:
			by, most, ok = number, len(places), true
		case len(places) == most:
			ok = false
		}
	}
	return by, ok && most > 1
}
