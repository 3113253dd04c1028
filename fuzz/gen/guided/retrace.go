package guided

import (
	"math/rand"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// What comes near the crash once in hundreds of events, by a form that was filled just
// so or a row that is seldom there, comes there too seldom for all that can be tried
// around it. But an episode begins with an app without data, and the same events have
// the same effect: so the generator keeps the shortest way from the begin of an episode to
// the event that came nearest, plays it again in later ones, mostly with a part left
// out or one event more, and shakes the app at its end.
const (
	// seldom is the number of other events to one that runs a method from which on the
	// method is rare; the first few do not tell.
	seldom    = 40
	firstRuns = 3
	// retraces is how many events are spent on the way for each of the others; plays that
	// halve it are retracesWorn.
	retraces     = 0.7
	retracesWorn = 24
	// beyond is the number of events after the way that end its episode.
	beyond = 15
	// whole is the length of a way that is played without a part of it half of the times;
	// longer ones are more often.
	whole = 8
	// maxMisses is how often the whole way may lead elsewhere before it is forgotten.
	maxMisses = 3
	// maxVain is how often all loops may be left out in vain.
	maxVain = 3
	// detours is the part of the ways, and long the length of the longest of them, on which
	// there is one event more, before one of the last lastLegs.
	detours  = 0.5
	long     = 30
	lastLegs = 6
	// urgent is the part of the last events of a way that are shaken before.
	urgent = 0.75
)

// retrace is the way to what came nearest to the crash.
type retrace struct {
	way     []leg
	method  string // that its last event ran
	nearby  float64
	runs    map[string]int // events that ran a method, but for those of ways
	others  int            // all events but those of ways
	plays   int
	spent   int // events of ways
	misses  int
	vain    int   // plays without loops that led elsewhere
	played  []leg // of this episode
	spoilt  bool  // the app crashed meanwhile: what is played is no way
	left    []leg // of the way, in this episode
	running bool  // the episode is one of the way
	partly  bool  // it is not quite the way
	looped  bool  // its loops are left out
	detour  int   // an event of the generator comes when so many are left; 0: none
	hit     bool  // it ran the method
	after   int   // events since its end
}

// leg is an event of a way and the screen that it led to, 0 if that is not known.
type leg struct {
	event event.Event
	after ui.State
}

// begin ends the episode and says whether the next one plays the way.
func (r *retrace) begin(rng *rand.Rand) bool {
	switch {
	case !r.running || r.hit:
	case r.looped:
		r.vain++
	case !r.partly:
		if r.misses++; r.misses >= maxMisses {
			r.way, r.nearby = nil, 0
		}
	}
	r.played, r.spoilt, r.left, r.hit, r.after, r.detour = nil, false, nil, false, 0, 0
	r.running = r.way != nil && r.rare(r.method) &&
		float64(r.spent) < retraces*float64(r.others)/(1+float64(r.plays)/retracesWorn)
	if !r.running {
		return false
	}
	r.plays++
	r.left, r.looped = r.omit(rng)
	r.partly = len(r.left) < len(r.way)
	if n := len(r.left); 1 < n && n <= long && rng.Float64() < detours {
		r.detour, r.partly, r.looped = 1+rng.Intn(min(n-1, lastLegs)), true, false
	}
	return true
}

// rare says whether few events run a method.
func (r *retrace) rare(method string) bool { return (r.runs[method]-firstRuns)*seldom <= r.others }

// omit returns the way, mostly without some events in a row or without its loops, and
// whether those were left out; the first and the last event stay.
func (r *retrace) omit(rng *rand.Rand) (left []leg, looped bool) {
	n := len(r.way) - 2
	if n <= 0 || rng.Intn(len(r.way)+whole) < whole {
		return r.way, false
	}
	if left := direct(r.way); len(left) < len(r.way) && r.vain < maxVain && rng.Intn(2) == 0 {
		return left, true
	}
	most := (n + 1) / 2
	if rng.Intn(2) == 0 {
		most = (n + 7) / 8
	}
	from := 1 + rng.Intn(n)
	to := min(from+1+rng.Intn(most), len(r.way)-1)
	return slices.Concat(r.way[:from], r.way[to:]), false
}

// direct returns the way without what led from a screen back to the same; what it did
// that no screen shows is lost.
func direct(way []leg) []leg {
	end := len(way) - 1
	last := map[ui.State]int{}
	for i, l := range way[:end] {
		last[l.after] = i
	}
	var left []leg
	for i := 0; i < end; i++ {
		left = append(left, way[i])
		if way[i].after != 0 {
			i = last[way[i].after]
		}
	}
	return append(left, way[end])
}

// strays says whether it is time for the event more.
func (r *retrace) strays() bool {
	if r.detour == 0 || len(r.left) > r.detour {
		return false
	}
	r.detour = 0
	return true
}

// next returns the next event of the way that the screen offers; last says that it is the
// one that is to run the method.
func (r *retrace) next(v gen.View) (e event.Event, last, ok bool) {
	for len(r.left) > 0 {
		e, r.left = r.left[0].event, r.left[1:]
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
	l := leg{event: o.Event}
	if o.After.InApp() {
		l.after = o.After.Screen.Content()
	}
	r.played = append(r.played, l)
	r.spoilt = r.spoilt || o.Crash != ""
	r.hit = r.hit || slices.Contains(o.Ran, r.method)
	if r.running {
		r.spent++
	} else {
		r.others++
		for _, method := range o.Ran {
			r.runs[method]++
		}
	}
	for _, method := range o.Ran {
		if near := weights[method]; near > closeBy && !r.spoilt && r.rare(method) && r.better(method, near) {
			r.method, r.nearby, r.plays, r.misses, r.vain = method, near, 0, 0, 0
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
	if v.InApp() && g.retrace.strays() {
		return event.Event{}, false
	}
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

// match returns the offer of an event, -1 if there is none. A value does not count: that
// of a text is chosen after the offer.
func match(offers []offer, e event.Event) int {
	return slices.IndexFunc(offers, func(o offer) bool {
		e.Value = o.Event.Value
		return e.Same(o.Event)
	})
}
