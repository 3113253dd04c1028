package virtual

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/wire"
)

// answered notes that a stand-in server answered the app.
func (h *hardware) answered(e logcat.Entry, n wire.Notice) {
	h.notes.add(fmt.Sprintf("stand-in servers of ours answered, not real ones: %s: %s", logcat.OneLine(n.Name), n.Kind))
	e.Tag, e.Msg = "talpa", fmt.Sprintf("stand-in server %s answers %s with a %s: %s",
		logcat.OneLine(n.Name), logcat.OneLine(n.Detail), n.Kind, logcat.OneLine(n.Value))
	h.log.Add(e)
}

// unreachable notes that the app looked for a host that it does not reach.
func (h *hardware) unreachable(n wire.Notice) {
	if h.opts.Network == runtime.NetworkOff {
		h.unreached.add(logcat.OneLine(n.Name))
		h.notes.add(fmt.Sprintf("the app asked for %s, and there is no network "+
			"(--network=standin answers with made up data)", logcat.OneLine(n.Name)))
	}
}

// Unreached are the hosts that apps asked for while there was no network.
func (s *Server) Unreached() []string {
	var all notes
	for _, d := range s.devices {
		all.add(d.unreached.list()...)
	}
	return all.list()
}

// notes are remarks, each once. Safe for use by several goroutines.
type notes struct {
	mu  sync.Mutex
	all []string
}

// What is kept of notes: apps have a say in their words.
const (
	maxNotes = 200
	maxNote  = 4 << 10 // bytes of one; the rest is left out
)

func (n *notes) add(texts ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, t := range texts {
		if len(t) > maxNote {
			t = strings.ToValidUTF8(t[:maxNote], "") + "..."
		}
		if len(n.all) < maxNotes && !slices.Contains(n.all, t) {
			n.all = append(n.all, t)
		}
	}
}

func (n *notes) list() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.all)
}
