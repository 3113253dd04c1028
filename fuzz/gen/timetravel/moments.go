package timetravel

import (
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// moments are what the device keeps, each of an interesting state, and the way that the app has come since its start.
type moments struct {
	kept []*state // by number; nil: none
	// pending is the state whose moment is to be kept now.
	pending *state
	hops    []hop
	known   bool // hops begin at the app's start
	crashed bool // since data was cleared or the device went back: a script would crash on its way
}

// hop is an event and the state that it led to.
type hop struct {
	event event.Event
	to    *state
}

// moment is what the device keeps of a state.
type moment struct {
	number int
	tail   []event.Event // from the app's start to the state
}

// reset forgets all: the device keeps so many from now on, and has none.
func (m *moments) reset(n int) {
	for _, s := range m.kept {
		if s != nil {
			s.moment = nil
		}
	}
	*m = moments{kept: make([]*state, n)}
}

// stopped says that the app was stopped, with data that no crash has seen.
func (m *moments) stopped() { m.hops, m.known, m.crashed, m.pending = nil, false, false, nil }

// left takes an event that led out of the app.
func (m *moments) left(o gen.Outcome) {
	m.pending = nil
	if o.Crash != "" {
		m.crashed = true
	}
	if !o.After.Alive {
		m.known = false
	}
}

// went takes an event that led to a state. Events that led back to one where the app had been are detours.
func (m *moments) went(e event.Event, to *state, fresh bool) {
	m.pending = nil
	if e.Kind == event.Restart || e.Kind == event.Launch && !m.known {
		m.hops, m.known = []hop{{e, to}}, true
	} else if i := slices.IndexFunc(m.hops, func(h hop) bool { return h.to == to }); i >= 0 {
		m.hops = m.hops[:i+1]
	} else {
		m.hops = append(m.hops, hop{e, to})
	}
	if fresh && m.known && !m.crashed && len(m.hops)-1 <= maxRoute {
		m.pending = to
	}
}

// keep is the number under which the present moment is to be kept: a free one, or that of the state that is the
// least fit.
func (m *moments) keep(c *corpus) (int, bool) {
	s := m.pending
	m.pending = nil
	if s == nil || len(m.kept) == 0 {
		return 0, false
	}
	number := slices.Index(m.kept, nil)
	if number < 0 {
		number = 0
		for i, other := range m.kept {
			if c.promise(other) < c.promise(m.kept[number]) {
				number = i
			}
		}
		m.kept[number].moment = nil
	}
	s.moment = &moment{number: number}
	for _, h := range m.hops[1:] {
		s.moment.tail = append(s.moment.tail, h.event)
	}
	m.kept[number] = s
	return number, true
}
