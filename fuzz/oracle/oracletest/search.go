package oracletest

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// Oracle is one that takes part in a search.
type Oracle interface {
	oracle.Oracle
	oracle.Proposer
	oracle.Guard
}

// Played is one event of a search and what the oracle said of it.
type Played struct {
	Event event.Event
	Found []oracle.Violation
}

// Search is how an episode goes.
type Search struct {
	Length int  // in events, those that the oracle forbids included
	Clears bool // text fields are emptied, too
	First  bool // it ends with the first finding
}

// Play plays one event as package fuzz does.
func (n *Notes) Play(t *testing.T, o oracle.Oracle, e event.Event) Played {
	t.Helper()
	before := n.Screen(t)
	e, _, _ = event.Resolve(e, before)
	n.Do(e)
	step := oracle.Step{Event: e, Package: "notes", Before: before, After: n.Screen(t), Alive: true}
	return Played{e, o.Judge(step)}
}

// Search drives the app for one episode as package fuzz does: by what the oracle proposes, else by
// chance.
func (n *Notes) Search(t *testing.T, o Oracle, rng *rand.Rand, how Search) []Played {
	t.Helper()
	o.Reset()
	var all []Played
	for range how.Length {
		s := n.Screen(t)
		e, turn := o.Propose(s)
		if turn == oracle.End {
			return all
		}
		if turn == oracle.Pass {
			if e = how.draw(s, rng); !o.Allows(e, s) {
				continue
			}
		}
		p := n.Play(t, o, e)
		all = append(all, p)
		if how.First && len(p.Found) > 0 {
			return all
		}
	}
	return all
}

// draw is an event that chance chooses.
func (how Search) draw(s *ui.Screen, rng *rand.Rand) event.Event {
	if rng.Intn(6) == 0 {
		return event.Event{Kind: event.Back}
	}
	i := rng.Intn(len(s.Widgets))
	e := event.Event{Kind: event.Tap, Target: s.Selector(i)}
	if s.Widgets[i].Editable() {
		e.Kind, e.Value = event.Text, string(rune('a'+rng.Intn(26)))
		if how.Clears && rng.Intn(2) == 0 {
			e.Kind, e.Value = event.Clear, ""
		}
	}
	e.X, e.Y = s.Point(i)
	return e
}
