package locate

import (
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// Anchor is the frame that the walk back from the crash starts at.
type Anchor struct {
	// Index is that of the frame's position in Target.Chain; -1 if the chain is empty.
	Index int
	// Direct says that the stack shows code of others around the frame: the framework or
	// a library called it, not the app's own code.
	Direct bool
}

// Anchor finds the callback on the stack that the framework called (R6, R13): the
// outermost one that is of the same vendor as the crash point; without one, the
// outermost frame of the app. A library in the APK that stands further out on the stack
// is no place to start from, since it serves the whole app.
func (t *Target) Anchor(p *icfg.Program) Anchor {
	a := Anchor{Index: len(t.Chain) - 1}
	if a.Index < 0 {
		return a
	}
	own := vendor(t.Chain[0].Method)
	for i, at := range t.Chain {
		if p.CallbackOf(p.Calls.ID(at.Method)) != nil && vendor(at.Method) == own {
			a.Index = i
		}
	}
	a.Direct = t.calledFromOutside(t.Chain[a.Index].Method)
	return a
}

// calledFromOutside says that the trace shows a frame around the outermost one of a
// method, and that it is of another vendor.
func (t *Target) calledFromOutside(m *dex.Method) bool {
	for i := len(t.Frames) - 2; i >= 0; i-- {
		if found := t.Frames[i].Methods; len(found) > 0 && found[0] == m {
			return callgraph.Vendor(dex.Descriptor(t.Frames[i+1].Class)) != vendor(m)
		}
	}
	return false
}

// vendor is who wrote a method, by its package.
func vendor(m *dex.Method) string { return callgraph.Vendor(m.Class.Descriptor) }
