package virtual

import (
	"fmt"

	"talpa/device/virtual/logcat"
	"talpa/device/virtual/notes"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/wire"
)

// answered notes that a stand-in server answered the app.
func (h *hardware) answered(e logcat.Entry, n wire.Notice) {
	h.notes.Add(fmt.Sprintf("stand-in servers of ours answered, not real ones: %s: %s", logcat.OneLine(n.Name), n.Kind))
	e.Tag, e.Msg = "talpa", fmt.Sprintf("stand-in server %s answers %s with a %s: %s",
		logcat.OneLine(n.Name), logcat.OneLine(n.Detail), n.Kind, logcat.OneLine(n.Value))
	h.log.Add(e)
}

// unreachable notes that the app looked for a host that it does not reach.
func (h *hardware) unreachable(n wire.Notice) {
	if h.opts.Network == runtime.NetworkOff {
		h.unreached.Add(logcat.OneLine(n.Name))
		h.notes.Add(fmt.Sprintf("the app asked for %s, and there is no network "+
			"(--network=standin answers with made up data)", logcat.OneLine(n.Name)))
	}
}

// Unreached are the hosts that apps asked for while there was no network.
func (s *Server) Unreached() []string {
	var all notes.List
	for _, d := range s.devices {
		all.Add(d.unreached.All()...)
	}
	return all.All()
}
