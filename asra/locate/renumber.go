package locate

import (
	"slices"

	"talpa/asra/trace"
	"talpa/dex"
)

// Renumber returns t with its frames under the names that they have in this app, where
// its compiler gave other numbers to what has no name in the source (Locate finds such
// frames): what a crash of this app can be compared with. A frame that the app has as it
// stands keeps its name, unless only code under another number is on its line. t is not
// changed.
func Renumber(set *dex.Set, t trace.Trace) trace.Trace {
	t.Chain = slices.Clone(t.Chain)
	for i := range t.Chain {
		l := locator{set: set, stack: stack(t.Chain, i), thrown: t.Chain[i]}
		frames := slices.Clone(t.Chain[i].Frames)
		for j := range frames[:min(len(frames), len(l.stack))] {
			l.frame(l.stack[j])
			if m := l.renamed(frames[j]); m != nil {
				frames[j].Class, frames[j].Method = m.Class.JavaName(), m.Name
			}
		}
		t.Chain[i].Frames = frames
	}
	return t
}

// renamed is the method that the frame that was resolved last has under another name;
// nil if its own will do.
func (l *locator) renamed(f trace.Frame) *dex.Method {
	methods := l.found[len(l.found)-1]
	if len(methods) == 0 {
		return nil
	}
	m := methods[0]
	exact := 0
	if class := l.set.Class(dex.Descriptor(f.Class)); class != nil {
		exact = len(named(class, func(name string) bool { return name == f.Method }))
	}
	if exact > 0 && len(lineOffsets(m, f.Line)) == 0 {
		return nil
	}
	return m
}
