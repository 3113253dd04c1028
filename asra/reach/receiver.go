package reach

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// WithReceivers is the stack of an object that is of one of some classes, by their descriptors: those whose
// methods give the failing value, where the crash point is in a class above them. Routes do not go through
// objects of other subclasses then; Paths do, as data is advice. Classes that are not below the crash point's
// say nothing, and neither do all of them if one is not.
func (s Stack) WithReceivers(classes []string) Stack {
	if !s.Known() || len(classes) == 0 {
		return s
	}
	types := s.app.Hierarchy
	base := types.ID(s.app.Calls.Method(s.Chain[0]).Class.Descriptor)
	var receivers []callgraph.TypeID
	for _, desc := range classes {
		t := types.ID(desc)
		if t == callgraph.NoType || t == base || !types.IsBelow(t, base) {
			return s
		}
		receivers = append(receivers, t)
	}
	s.other = map[callgraph.TypeID]bool{}
	for t := range callgraph.TypeID(types.Len()) {
		if t == base || !types.IsBelow(t, base) {
			continue
		}
		s.other[t] = !slices.ContainsFunc(receivers, func(r callgraph.TypeID) bool {
			return types.IsBelow(t, r) || types.IsBelow(r, t)
		})
	}
	return s
}

// otherReceiver says that an edge leads from an object of another class than those of WithReceivers, or from a
// method of one, to what its superclass has.
func (s *Stack) otherReceiver(e icfg.Edge) bool {
	if len(s.other) == 0 || e.Kind != icfg.Inherit && e.Kind != icfg.Call {
		return false
	}
	if e.Kind == icfg.Inherit {
		_, t := s.app.Kind(e.From)
		return s.other[callgraph.TypeID(t)]
	}
	from, to := s.app.MethodAt(e.From), s.app.MethodAt(e.To)
	return s.OnStack(to) && s.other[s.app.Calls.Owner(from)]
}
