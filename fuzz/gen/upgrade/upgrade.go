// Package upgrade has episodes begin on an older build of the app, as a phone does whose
// user updates: the older build is installed and used for a while, then the newer one comes
// over its data, and another generator goes on. One episode in four begins without, on the
// newer build as it is.
//
// Not modelled: several updates in a row, and an older build that keeps running.
package upgrade

import (
	"math/rand"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// Bounds of the use of the older build, in events.
const (
	minUse = 3
	maxUse = 25
)

// freshShare is the part of the episodes that begins on the newer build: one in so many.
const freshShare = 4

// Generator plays the part on the older build itself.
type Generator struct {
	gen.Generator // plays what comes after the update
	user          gen.Generator
	rng           *rand.Rand
	stage         stage
	left          int  // events until the update
	refused       bool // the device has no older build
	episodes      int
}

// stage is how far an episode is.
type stage int

const (
	install stage = iota // the older build is to be installed next
	use                  // it is used
	after                // the newer build is there
)

// New returns a generator that has user work the older build, and after it goes on as newer
// does.
func New(newer, user gen.Generator, rng *rand.Rand) *Generator {
	return &Generator{Generator: newer, user: user, rng: rng}
}

// Begin implements gen.Generator.
func (g *Generator) Begin() {
	g.Generator.Begin()
	g.user.Begin()
	g.stage, g.left = install, minUse+g.rng.Intn(maxUse-minUse+1)
	if g.refused || g.episodes%freshShare == freshShare-1 {
		g.stage = after
	}
	g.episodes++
}

// Next implements gen.Generator.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	switch g.stage {
	case install:
		return event.Event{Kind: event.Older}, true
	case use:
		if g.left > 0 {
			g.left--
			if e, ok := g.user.Next(v); ok {
				return e, true
			}
		}
		return event.Event{Kind: event.Update}, true
	}
	return g.Generator.Next(v)
}

// Observe implements gen.Generator.
func (g *Generator) Observe(o gen.Outcome) {
	switch {
	case g.stage == after:
		g.Generator.Observe(o)
	case o.Event.Kind == event.Older && o.Refused:
		g.stage, g.refused = after, true
	case o.Event.Kind == event.Older:
		g.stage = use
	case o.Event.Kind == event.Update:
		g.stage = after
	default:
		g.user.Observe(o)
	}
}

// Strategies implements gen.Strategic.
func (g *Generator) Strategies() []gen.StrategyCount {
	if s, ok := g.Generator.(gen.Strategic); ok {
		return s.Strategies()
	}
	return nil
}

// Chose implements gen.Strategic.
func (g *Generator) Chose() string {
	if s, ok := g.Generator.(gen.Strategic); ok && g.stage == after {
		return s.Chose()
	}
	return ""
}
