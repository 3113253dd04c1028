package guided

import (
	"math/rand"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// What comes near the crash once in hundreds of events, by a form that was filled just
// so or a row that is seldom there, comes there too seldom for all that can be tried
// around it. But an episode begins with an app without data, and the same events have
// the same effect: so the generator keeps the shortest way from the begin of an episode to
// the event that came nearest, plays it again in later ones, mostly with a part left
// out, and shakes the app at its end.
const (
	// seldom is the number of other events to one that runs a method from which on the
	// method is rare; the first few do not tell.
	seldom    = 40
	firstRuns = 3
	// retraces is the part of the episodes that play the way; retracesWorn is the number
	// of them that halves it.
	retraces     = 0.7
	retracesWorn = 12
	// beyond is the number of events after the way that end its episode.
	beyond = 15
	// whole is the length of a way that is played without a part of it half of the times;
	// longer ones are more often.
	whole = 8
	// maxMisses is how often the whole way may lead elsewhere before it is forgotten.
	maxMisses = 3
	// urgent is the part of the last events of a way that are shaken before.
	urgent = 0.75
)

// retrace is the way to what came nearest to the crash.
type retrace struct {
	way     []event.Event
	method  string // that its last event ran
	nearby  float64
	runs    map[string]int // events that ran a method, but for those of ways
	others  int            // all events but those of ways
	plays   int
	misses  int
	played  []event.Event // of this episode
	spoilt  bool          // the app crashed meanwhile: what is played is no way
	left    []event.Event // of the way, in this episode
	running bool          // the episode is one of the way
	partly  bool          // a part of it is left out
	hit     bool          // it ran the method
	after   int           // events since its end
}

// begin ends the episode and says whether the next one plays the way.
func (r *retrace) begin(rng *rand.Rand) bool {
	if r.running && !r.partly && !r.hit {
		if r.misses++; r.misses >= maxMisses {
			r.way, r.nearby = nil, 0
		}
	}
	r.played, r.spoilt, r.left, r.hit, r.after = nil, false, nil, false, 0
	r.running = r.way != nil && r.rare(r.method) && rng.Float64() < retraces/(1+float64(r.plays)/retracesWorn)
	if r.running {
		r.plays++
		r.left, r.partly = r.omit(rng)
	}
	return r.running
}

// rare says whether few events run a method.
func (r *retrace) rare(method string) bool { return (r.runs[method]-firstRuns)*seldom <= r.others }

// omit returns the way, mostly without some events in a row; the first and the last one
// stay.
func (r *retrace) omit(rng *rand.Rand) (left []event.Event, partly bool) {
	n := len(r.way) - 2
	if n <= 0 || rng.Intn(len(r.way)+whole) < whole {
		return r.way, false
	}
	from := 1 + rng.Intn(n)
	to := min(from+1+rng.Intn((n+1)/2), len(r.way)-1)
	return slices.Concat(r.way[:from], r.way[to:]), true
}

// next returns the next event of the way that the screen offers; last says that it is the
// one that is to run the method.
func (r *retrace) next(v gen.View) (e event.Event, last, ok bool) {
	for len(r.left) > 0 {
		e, r.left = r.left[0], r.left[1:]
		if e.Target.IsZero() {
			return e, len(r.left) == 0, true
		}
		if found, _, ok := event.Resolve(e, v.Screen); ok {
			return found, len(r.left) == 0, true
		}
	}
	return event.Event{}, false, false
}

// ended says whether the episode has played the way and enough after it.
func (r *retrace) ended() bool {
	if !r.running || len(r.left) > 0 {
		return false
	}
	r.after++
	return r.after > beyond
}

// observe takes in an event and what it ran, whose evidence is given by weights.
func (r *retrace) observe(o gen.Outcome, weights map[string]float64) {
	if o.Refused {
		return
	}
	r.played = append(r.played, o.Event)
	r.spoilt = r.spoilt || o.Crash != ""
	r.hit = r.hit || slices.Contains(o.Ran, r.method)
	if !r.running {
		r.others++
		for _, method := range o.Ran {
			r.runs[method]++
		}
	}
	for _, method := range o.Ran {
		if near := weights[method]; near > closeBy && !r.spoilt && r.rare(method) && r.better(method, near) {
			r.method, r.nearby, r.plays, r.misses = method, near, 0, 0
			r.way = slices.Clone(r.played)
		}
	}
}

// better says whether what was played is a better way: to a method that is nearer to the
// crash, or as near and rarer, or a shorter one to the same.
func (r *retrace) better(method string, near float64) bool {
	switch {
	case r.way == nil, !r.rare(r.method):
		return true
	case method == r.method:
		return len(r.played) < len(r.way)
	case near == r.nearby:
		return r.runs[method] < r.runs[r.method]
	}
	return near > r.nearby
}

// retraced returns the next event of the way; false if none is being played. Its last
// one is done as the generator does what came near: mostly with something around it.
func (g *Generator) retraced(v gen.View, offers []offer) (event.Event, bool) {
	e, last, ok := g.retrace.next(v)
	if !ok || !last || !v.InApp() {
		return e, ok
	}
	i := match(offers, e)
	if i < 0 {
		return e, true
	}
	if g.rng.Float64() < urgent {
		g.primed = true // once is enough
		if first, ok := g.surround(v, offers[i], g.mood(v.Screen), offers, delays); ok {
			return first, true
		}
	}
	g.played = g.here.byKey[offers[i].Key]
	return e, true
}

// match returns the offer of an event, -1 if there is none.
func match(offers []offer, e event.Event) int {
	return slices.IndexFunc(offers, func(o offer) bool {
		return o.Event.Kind == e.Kind && o.Event.Arg == e.Arg && o.Event.Target == e.Target &&
			(!e.Target.IsZero() || o.Event.X == e.X && o.Event.Y == e.Y)
	})
}
