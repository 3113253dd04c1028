package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/prefix"
	"talpa/fuzz/gen/guided/transition"
)

// perturbLast is the part of the last events of a prefix that are perturbed before.
const perturbLast = 0.75

// replayPrefix plays the prefix to what came nearest to the crash at the begin of an episode.
type replayPrefix struct{ *prefix.Prefix }

func newReplayPrefix() *replayPrefix { return &replayPrefix{prefix.New(closeBy)} }

// Name implements Strategy.
func (*replayPrefix) Name() string { return "replay_prefix" }

// begin implements beginner.
func (r *replayPrefix) begin(s *state) { r.Again(s.Rng) }

// learn implements learner.
func (r *replayPrefix) learn(s *state, n gen.Near) { r.Learn(n, s.Feedback.Scale.Weight(n.Method)) }

// Observe implements Strategy.
func (r *replayPrefix) Observe(s *state, o gen.Outcome) {
	levels := s.Feedback.Scale.Levels(o.Ran)
	r.Take(o, func(method string) float64 { return levels[method] })
}

// Propose implements Strategy: what is played has to begin with the episode.
func (r *replayPrefix) Propose(s *state) (plan, bool) {
	if !r.Replaying() || s.Length > 0 {
		return nil, false
	}
	return &replay{r}, true
}

// replay is a plan that plays the prefix and goes on for a while.
type replay struct{ *replayPrefix }

// outside implements outsidePlanner: events without a target need no screen of the app.
func (p *replay) outside(s *state) (event.Event, bool) {
	if p.Ended() {
		return event.Event{}, false
	}
	e, _, ok := p.Play(s.View)
	return e, ok
}

// next returns the next event of the prefix. Its last one is done as the search does what came
// near: mostly with something around it.
func (p *replay) next(s *state) (choice, bool) {
	if p.Ended() {
		return choice{kind: endEpisode}, true
	}
	if p.Inserts() {
		return choice{kind: drawOffer}, true
	}
	e, last, ok := p.Play(s.View)
	switch {
	case !ok:
		return choice{kind: drawOffer}, true
	case !last:
		return give(e)
	}
	c := choice{kind: giveEvent, event: e, offer: transition.OfferOf(s.Offers, e)}
	if c.offer >= 0 {
		c.around = perturbLast
	}
	return c, true
}
