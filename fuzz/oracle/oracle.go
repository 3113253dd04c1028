// Package oracle models who says that something went wrong: an Oracle is told
// every event with the screens before and after it and returns the violations
// that it saw. Crash and ANR judge by the log; others may compare screens, and
// may propose events (Proposer), such as the action of a property or the next
// event of a test that they compare with another one.
//
// An oracle judges one run of the app, from cleared data on. It does not know
// the wanted crash of a reproduction: that is compared in fuzz/crash.
package oracle

import (
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Step is one event and what came of it.
type Step struct {
	Event event.Event
	// Package is the app under test.
	Package string
	// Before and After are the screens around the event; nil where one could not
	// be read.
	Before, After *ui.Screen
	// Alive says whether the app's process ran afterwards.
	Alive bool
	// Refused says that the device cannot perform the event: nothing was done.
	Refused bool
	// Crashes are what the log told of the app during the event.
	Crashes []crash.Crash
}

// Violation is what an oracle holds to be wrong.
type Violation struct {
	// Oracle is the name of the oracle that saw it.
	Oracle string
	// Signature is equal for violations of one oracle that are the same.
	Signature string
	Title     string // one line, for people
	Detail    string // what was expected and what was seen, may be long or empty
	// Crash is the crash that it is, nil if it is none.
	Crash *crash.Crash
	// Again says that it was told before and only counts: the events of this run alone do not
	// show it.
	Again bool
	// Twice is set where the script runs the app twice, and the second run lacked something.
	Twice *Twice
}

// Twice says how the two runs of a script correspond, for people who compare them. Steps are
// numbered as the events of the script; that after the last one is its number of events.
type Twice struct {
	// Pairs are steps of the first and the second run, in order; -1 where one has none.
	Pairs [][2]int
	// Lost is where the screens before two steps show the difference: what the first has, and
	// where the second shows otherwise. Rectangles may be empty.
	Lost [2]Place
}

// Place is a part of the screen before a step.
type Place struct {
	Step   int
	Bounds ui.Rect
}

// Key identifies the violation among those of all oracles.
func (v Violation) Key() string { return v.Oracle + " " + v.Signature }

// Oracle judges what an app does. It is used by one goroutine: Reset, then
// Judge after every event. Given the same steps it returns the same violations.
type Oracle interface {
	// Name is the word by which the oracle is asked for.
	Name() string
	// Reset tells that the app's data has been cleared and the app is stopped.
	Reset()
	// Judge returns what is wrong after an event; most often nothing.
	Judge(s Step) []Violation
}

// Turn is what a Proposer wants of the run.
type Turn int

// The turns.
const (
	Pass Turn = iota // whatever the generator chooses
	Play             // the proposed event
	End              // cleared data: the episode is over
)

// Proposer is an optional capability of an Oracle: it is asked before the
// generator is.
type Proposer interface {
	// Propose returns what to do on the screen, which is nil if it could not be
	// read. The event counts with Play only.
	Propose(s *ui.Screen) (event.Event, Turn)
}

// Guard is an optional capability of an Oracle: it may forbid what the generator
// chose, such as an event after which it could not judge any more.
type Guard interface {
	// Allows says whether an event may be played on the screen, which is nil if it
	// could not be read.
	Allows(e event.Event, s *ui.Screen) bool
}

// Memoryless is an optional capability of an Oracle: it judges each event by itself, so it may be told of what follows
// an earlier moment of the app.
type Memoryless interface {
	// Memoryless says whether it does.
	Memoryless() bool
}

// Panel is oracles that judge together.
type Panel []Oracle

// Reset resets all.
func (p Panel) Reset() {
	for _, o := range p {
		o.Reset()
	}
}

// Memoryless says whether all of them judge each event by itself.
func (p Panel) Memoryless() bool {
	for _, o := range p {
		if m, ok := o.(Memoryless); !ok || !m.Memoryless() {
			return false
		}
	}
	return true
}

// Judge returns the violations that any of them sees, in their order.
func (p Panel) Judge(s Step) []Violation {
	var all []Violation
	for _, o := range p {
		all = append(all, o.Judge(s)...)
	}
	return all
}

// Propose returns what the first one that does not pass wants.
func (p Panel) Propose(s *ui.Screen) (event.Event, Turn) {
	for _, o := range p {
		if proposer, ok := o.(Proposer); ok {
			if e, turn := proposer.Propose(s); turn != Pass {
				return e, turn
			}
		}
	}
	return event.Event{}, Pass
}

// Allows says whether none of them forbids an event.
func (p Panel) Allows(e event.Event, s *ui.Screen) bool {
	for _, o := range p {
		if guard, ok := o.(Guard); ok && !guard.Allows(e, s) {
			return false
		}
	}
	return true
}
