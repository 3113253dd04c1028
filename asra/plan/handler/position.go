package handler

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// RunningAt is what has control come to a position in a method: where that is in a handler itself, those of its widgets
// with which it goes there.
func (h *Handlers) RunningAt(u callgraph.Use) []guide.Achiever {
	var all []guide.Achiever
	for _, r := range h.app.Runners(u.Method) {
		cb := h.app.CallbackOf(r)
		if cb == nil {
			continue
		}
		at := *cb
		if places := h.app.PositionsOf(u, r); len(places) > 0 {
			at.Widgets = nil
			for _, pc := range places {
				at.Widgets = appendNew(at.Widgets, h.at(cb, pc))
			}
		}
		all = achieve.AddNew(all, h.Callback(&at, nil)...)
	}
	return all
}

// appendNew appends widgets that are not there yet.
func appendNew(all, more []icfg.Widget) []icfg.Widget {
	for _, w := range more {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// HandlersAt are the handlers with which control comes to a position in a method.
func (h *Handlers) HandlersAt(u callgraph.Use) []guide.Achiever {
	return achieve.Handlers(h.RunningAt(u))
}

// Beginners are the handlers that begin the work in the background at whose end a method runs: they make its object.
func (h *Handlers) Beginners(m callgraph.MethodID) []guide.Achiever {
	var all []guide.Achiever
	for _, r := range h.app.Runners(m) {
		if h.app.CallbackOf(r).Role != string(guide.RoleAsync) {
			continue
		}
		for _, made := range h.app.Calls.Index.Allocs(h.app.Calls.Method(r).Class.Descriptor) {
			all = achieve.AddNew(all, h.HandlersAt(made)...)
		}
	}
	return all
}

// Makers are the handlers that put an object into a field. None where something else does so, too: a constructor or a
// callback that runs as the screen comes up has been there before them.
func (h *Handlers) Makers(f *dex.Field) []guide.Achiever {
	var all []guide.Achiever
	for _, w := range h.app.Calls.Index.Writes(f.Ref()) {
		m := h.app.Calls.Method(w.Method)
		switch {
		case field.WritesNull(h.app, w):
			continue
		case m.IsClassInit() || m.IsConstructor() && m.Class == f.Class:
			return nil
		}
		for _, r := range h.app.Runners(w.Method) {
			if !h.app.IsHandler(r) {
				return nil
			}
		}
		all = achieve.AddNew(all, h.RunningAt(w)...)
	}
	return all
}
