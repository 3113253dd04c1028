package crash

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// madeWith are the sources of what the object was made with that the crash point calls, where a library finds it null
// later: a helper of databases keeps the Context that its constructor is given, and asks it as it opens one. The
// message names the type of what is null, which the object is not, nor anything that the call is given, and the
// constructor has a parameter of it.
func (f *finder) madeWith() []guide.Source {
	m := f.crashPoint()
	_, library := f.below()
	i := strings.LastIndexByte(f.out.Use, '.')
	if m == nil || !library || i < 0 || f.out.Kind != guide.CrashNull {
		return nil
	}
	lacks := dex.Descriptor(f.out.Use[:i])
	w := f.walk()
	at := f.stack.Chain[0]
	an := f.app.OriginsOf(at)
	if an == nil || len(f.stack.Lines[0]) == 0 {
		return nil
	}
	code := m.Code()
	for in := range code.Insns() {
		if code.Line(in.Off) != code.Line(f.stack.Lines[0][0]) || !in.Op.Invokes() ||
			in.Op.Ref() != dex.RefMethod || in.Op.Call() == dex.CallStatic {
			continue
		}
		ref := code.File.MethodAt(in.Index)
		if f.app.Hierarchy.IsSubtype(ref.Class, lacks) || slices.Contains(ref.Params(), lacks) {
			continue
		}
		for _, o := range an.Args(&in, 0) {
			constructed(w, at, an, o, lacks)
		}
	}
	return sourcesOf(w.found)
}

// constructed follows the arguments of a type that the constructor of an object is given, also of one that a field
// holds.
func constructed(w *walk, m callgraph.MethodID, an *origin.Analysis, o origin.Origin, typ string) {
	switch o.Kind {
	case origin.Field, origin.Static:
		for _, u := range w.app.Calls.Index.Writes(o.FieldRef()) {
			from := w.app.OriginsOf(u.Method)
			if from == nil {
				continue
			}
			in := from.Graph.Code.At(u.PC)
			for _, made := range from.At(u.PC, in.A()) {
				if made.Kind == origin.New {
					constructed(w, u.Method, from, made, typ)
				}
			}
		}
	case origin.New:
		for in := range an.Graph.Code.Insns() {
			if in.Off <= o.PC || !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod ||
				an.Graph.Code.File.MethodAt(in.Index).Name != "<init>" || !slices.Equal(an.Args(&in, 0), []origin.Origin{o}) {
				continue
			}
			for i, p := range an.Graph.Code.File.MethodAt(in.Index).Params() {
				if reg, ok := origin.ArgRegister(an.Graph.Code.File, &in, i+1); ok && p == typ {
					w.register(m, in.Off, reg, 0)
				}
			}
		}
	}
}
