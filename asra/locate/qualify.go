package locate

import (
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// qualify returns a crash with the full names of classes of the app where the text has
// simple ones, as some crash services print them: "Main.onCreate (Main.java:40)". Of
// several classes of one name those with the frame's method count, and of these those
// with its line; where still more than one is left, the name stays as it is. What was
// given is not changed.
func qualify(code *dex.Set, t trace.Trace) trace.Trace {
	if !anySimple(code, t) {
		return t
	}
	bySimple := map[string][]*dex.Class{}
	for _, c := range code.Classes() {
		name := c.JavaName()
		simple := name[strings.LastIndexByte(name, '.')+1:]
		bySimple[simple] = append(bySimple[simple], c)
	}
	t.Chain = slices.Clone(t.Chain)
	for i := range t.Chain {
		t.Chain[i].Frames = slices.Clone(t.Chain[i].Frames)
		for j := range t.Chain[i].Frames {
			f := &t.Chain[i].Frames[j]
			if c := meant(bySimple[f.Class], *f); isSimple(code, f.Class) && c != nil {
				f.Class = c.JavaName()
			}
		}
	}
	return t
}

// isSimple says that a name has no package, and that the app has no class of it.
func isSimple(code *dex.Set, class string) bool {
	return class != "" && !strings.Contains(class, ".") && code.Class(dex.Descriptor(class)) == nil
}

func anySimple(code *dex.Set, t trace.Trace) bool {
	for _, th := range t.Chain {
		for _, f := range th.Frames {
			if isSimple(code, f.Class) {
				return true
			}
		}
	}
	return false
}

// meant is the one class among several that a frame can mean; nil if that is open.
func meant(classes []*dex.Class, f trace.Frame) *dex.Class {
	for _, fits := range []func(m *dex.Method) bool{
		func(m *dex.Method) bool { return m.Name == f.Method },
		func(m *dex.Method) bool { return m.Name == f.Method && len(lineOffsets(m, f.Line)) > 0 },
	} {
		if len(classes) > 1 {
			classes = slices.DeleteFunc(slices.Clone(classes), func(c *dex.Class) bool {
				return !slices.ContainsFunc(c.Methods, fits)
			})
		}
	}
	if len(classes) != 1 {
		return nil
	}
	return classes[0]
}
