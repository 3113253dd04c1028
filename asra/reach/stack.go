package reach

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/locate"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Stack is what the trace tells of the calls that led to the crash point.
type Stack struct {
	app *appcode.Reader
	// Chain are the method numbers of the trace's app frames, innermost first; empty if
	// the target is not in the app.
	Chain []callgraph.MethodID
	// Lines are, of each frame in Chain, the positions at which the frame's line starts,
	// in code units.
	Lines [][]uint32
	// Anchor is the index in Chain of the callback that the walk back starts from.
	Anchor int
	// direct says that the stack shows that the framework or a library called the anchor.
	direct bool
	hosts  []bool // by component: see Hosts
	// asks says whether a request with a code can be the one whose answer was being handed over; nil if the trace
	// does not tell the request.
	asks func(code int64) bool
	// points are the instructions of the crash point one of which fails, where its line is not known; see WithPoints.
	points []uint32
	// other are the classes below the crash point's of which its object is not; see WithReceivers.
	other map[callgraph.TypeID]bool
}

// NewStack takes the stack over into the numbers of the call graph (R6, R13).
func NewStack(app *appcode.Reader, target *locate.Target) Stack {
	s := Stack{app: app}
	for _, at := range target.Chain {
		s.Chain = append(s.Chain, app.Calls.ID(at.Method))
		s.Lines = append(s.Lines, at.Offsets)
	}
	anchor := target.Anchor(app.Program)
	s.Anchor, s.direct = max(anchor.Index, 0), anchor.Direct
	s.hosts = s.findHosts()
	if result, ok := target.Crash.ActivityResult(); ok {
		s.asks = result.Answers
	}
	return s
}

// WithPoints is the stack with what stands in for a line of the crash point that the trace does not tell, or that is
// of another build: the positions, in code units, of the instructions one of which fails, by the exception and its
// message.
func (s Stack) WithPoints(points []uint32) Stack {
	if s.Known() && len(s.Lines[0]) == 0 {
		s.points = points
	}
	return s
}

// Known says that the crash point is in the app.
func (s *Stack) Known() bool { return len(s.Chain) > 0 }

// OnStack says that a method is on the stack.
func (s *Stack) OnStack(m callgraph.MethodID) bool { return slices.Contains(s.Chain, m) }

// Inner are the frames from the crash point out to the anchor.
func (s *Stack) Inner() []callgraph.MethodID { return s.Chain[:min(s.Anchor+1, len(s.Chain))] }

// Hosts says whether the whole stack, from the crash point out to the anchor, can run under a
// component. The anchor alone may be of a base class that every screen uses: the frames of its
// subclass tell which of them it was. Where no component can run all frames, since the graph lacks
// a call, those that can run the anchor are meant.
func (s *Stack) Hosts(component int) bool { return s.hosts[component] }

// findHosts makes what Hosts tells.
func (s *Stack) findHosts() []bool {
	all := make([]bool, len(s.app.Components))
	if !s.Known() {
		return all
	}
	count := make([]int, len(all)) // of the frames that can run there
	for _, m := range s.Inner() {
		for _, c := range s.app.PlacesOf(m) {
			count[c]++
		}
	}
	found := slices.Contains(count, len(s.Inner()))
	for c := range all {
		all[c] = count[c] == len(s.Inner()) || !found && s.app.Runs(c, s.Chain[s.Anchor])
	}
	return all
}

// AnchorNode is the node of the anchor; one that nothing leads to if there is none.
func (s *Stack) AnchorNode() icfg.Node {
	if !s.Known() {
		return NoNode
	}
	return s.app.Method(s.Chain[s.Anchor])
}

// steps are the steps of the chain's method i to the next frame inwards, and of the crash point to what fails.
func (s *Stack) steps(i int) []Step {
	to := callgraph.NoMethod
	if i > 0 {
		to = s.Chain[i-1]
	}
	var all []Step
	for _, pc := range s.Lines[i] {
		all = append(all, Step{pc, to})
	}
	if i == 0 {
		for _, pc := range s.points {
			all = append(all, Step{pc, to})
		}
		return all
	}
	m := s.app.Calls.Method(s.Chain[i])
	if code := m.Code(); code != nil {
		var calls []Step
		for in := range code.Insns() {
			if in.Op.Invokes() && slices.Contains(s.app.Calls.Targets(m, in), to) {
				calls = append(calls, Step{in.Off, to})
			}
		}
		elsewhere := func(at Step) bool { return !s.onLine(i, at.PC) }
		if onLine := slices.DeleteFunc(slices.Clone(calls), elsewhere); len(onLine) > 0 {
			return onLine
		}
		if len(all) == 0 {
			return calls
		}
	}
	return all
}

// Positions are those at which control may be in frame i, in code units: where the crash is, or where the next frame
// is called.
func (s *Stack) Positions(i int) []uint32 {
	var all []uint32
	for _, at := range s.steps(i) {
		all = append(all, at.PC)
	}
	return all
}

// onLine says whether pc belongs to the line of the chain's frame i.
func (s *Stack) onLine(i int, pc uint32) bool {
	if len(s.Lines[i]) == 0 {
		return false
	}
	code := s.app.Calls.Method(s.Chain[i]).Code()
	return code.Line(pc) == code.Line(s.Lines[i][0])
}

// Consistent says that each frame on the stack, down to the anchor, calls the next
// one on its line: the trace is of this build.
func (s *Stack) Consistent() bool {
	for i := 1; i <= s.Anchor && i < len(s.Chain); i++ {
		onLine := slices.ContainsFunc(s.steps(i), func(at Step) bool {
			return at.To == s.Chain[i-1] && s.onLine(i, at.PC) && s.calls(i, at.PC)
		})
		if !onLine {
			return false
		}
	}
	return s.Anchor > 0 && len(s.Lines[0]) > 0
}

// calls says that the instruction at pc in frame i can call the next frame.
func (s *Stack) calls(i int, pc uint32) bool {
	m := s.app.Calls.Method(s.Chain[i])
	in := m.Code().At(pc)
	return in.Op.Invokes() && slices.Contains(s.app.Calls.Targets(m, in), s.Chain[i-1])
}
