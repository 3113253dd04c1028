package memory_test

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/memory"
	"talpa/fuzz/ui/uitest"
)

// TestValueClass states that odd values are typed at the target more often than on the path
// there, and that a text which the crash gives back is tried anywhere.
func TestValueClass(t *testing.T) {
	t.Parallel()
	odd := func(distance int, crash *guide.CrashCondition) int {
		m := memory.New(&guide.Guide{
			Crash: crash,
			Components: []guide.Component{{
				Name: "p.Main", Kind: guide.Activity, Verdict: guide.Necessary, Distance: distance,
			}},
		}, rand.New(rand.NewSource(3)))
		n := 0
		for range 400 {
			if m.ValueClass(uitest.Buttons(t, "Main", "one")) == gen.EdgeValue {
				n++
			}
		}
		return n
	}
	text := &guide.CrashCondition{Kind: guide.CrashNumber, Want: guide.Want{Class: guide.WantText, Text: "x"}}
	target, path, told := odd(0, nil), odd(1, nil), odd(1, text)
	if !(target > told && told > path && path > 0) {
		t.Errorf("odd values: %d of 400 at the target, %d where the crash tells a text, %d elsewhere on the path", target, told, path)
	}
}

// TestBegin: an episode begins with nothing in front, and what was learned is kept.
func TestBegin(t *testing.T) {
	t.Parallel()
	m := memory.New(nil, rand.New(rand.NewSource(1)))
	m.Begin()
	main := gen.View{Screen: uitest.Buttons(t, "Main", "one"), Alive: true, Package: "p"}
	m.Look(main)
	if m.Here == nil || len(m.Graph.Nodes) != 1 || len(m.Offers) == 0 {
		t.Fatalf("in front %v, %d states, %d offers", m.Here, len(m.Graph.Nodes), len(m.Offers))
	}
	i := m.Draw(false)
	m.Play(i, gen.AnyValue)
	m.Observe(gen.Outcome{Event: m.Offers[i].Event, After: main})
	if m.Action(i).Tries != 1 || m.Length != 1 {
		t.Errorf("tried %d times in %d events", m.Action(i).Tries, m.Length)
	}
	m.Begin()
	if m.Here != nil || m.Offers != nil || m.Length != 0 || m.Episode != 2 || len(m.Graph.Nodes) != 1 {
		t.Errorf("in front %v, %d events, episode %d, %d states", m.Here, m.Length, m.Episode, len(m.Graph.Nodes))
	}
}
