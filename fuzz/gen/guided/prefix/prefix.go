// Package prefix keeps the events that led from the begin of an episode to what came nearest to a
// crash, and plays them again.
package prefix

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
// the same effect: so the generator keeps the shortest prefix from the begin of an episode to
// the event that came nearest, plays it again in later ones, mostly with a part left
// out or one event more, and perturbs the app at its end.
const (
	// rareEvents is the number of other events to one that runs a method from which on the
	// method is rare; the first few do not tell.
	rareEvents = 40
	firstRuns  = 3
	// replayShare is how many events are spent on the prefix for each of the others; plays that
	// halve it are replayDecay.
	replayShare = 0.7
	replayDecay = 24
	// eventsAfter is the number of events after the prefix that end its episode.
	eventsAfter = 15
	// wholeLength is the length of a prefix that is played without a part of it half of the times;
	// longer ones are more often.
	wholeLength = 8
	// maxMisses is how often the whole prefix may lead elsewhere before it is forgotten.
	maxMisses = 3
	// maxVain is how often all loops may be left out in vain.
	maxVain = 3
	// insertShare is the part of the prefixes, and insertLength the length of the longest of them, on which
	// there is one event more, before one of the last insertLast.
	insertShare  = 0.5
	insertLength = 30
	insertLast   = 6
)

// Prefix is the prefix to what came nearest to the crash.
type Prefix struct {
	near   float64 // approach level above which a method counts
	prefix []segment
	method string // that its last event ran
	nearby float64
	runs   map[string]int // events that ran a method, but for those of prefixes
	others int            // all events but those of prefixes
	plays  int
	spent  int // events of prefixes
	misses int
	inVain int // plays without loops that led elsewhere
	play   play
}

// play is what one episode did of the prefix.
type play struct {
	played    []segment
	crashed   bool      // the app crashed meanwhile: what is played is no prefix
	left      []segment // of the prefix
	replaying bool      // the episode is one of the prefix
	partly    bool      // it is not quite the prefix
	loopless  bool      // its loops are left out
	insertAt  int       // an event of the generator comes when so many are left; 0: none
	hit       bool      // it ran the method
	after     int       // events since its end
}

// segment is an event of a prefix and the screen that it led to, 0 if that is not known.
type segment struct {
	event event.Event
	after ui.State
}

// New returns a prefix that nothing has come near to yet.
// near is the approach level above which a method is near.
func New(near float64) *Prefix { return &Prefix{near: near, runs: map[string]int{}} }

// Again ends the episode and says whether the next one plays the prefix.
func (r *Prefix) Again(rng *rand.Rand) bool {
	switch {
	case !r.play.replaying || r.play.hit:
	case r.play.loopless:
		r.inVain++
	case !r.play.partly:
		if r.misses++; r.misses >= maxMisses {
			r.prefix, r.nearby = nil, 0
		}
	}
	r.play = play{}
	r.play.replaying = r.prefix != nil && r.rare(r.method) &&
		float64(r.spent) < replayShare*float64(r.others)/(1+float64(r.plays)/replayDecay)
	if !r.play.replaying {
		return false
	}
	r.plays++
	r.play.left, r.play.loopless = r.omit(rng)
	r.play.partly = len(r.play.left) < len(r.prefix)
	if n := len(r.play.left); 1 < n && n <= insertLength && rng.Float64() < insertShare {
		r.play.insertAt, r.play.partly, r.play.loopless = 1+rng.Intn(min(n-1, insertLast)), true, false
	}
	return true
}

// rare says whether few events run a method.
func (r *Prefix) rare(method string) bool {
	return (r.runs[method]-firstRuns)*rareEvents <= r.others
}

// omit returns the prefix, mostly without some events in a row or without its loops, and
// whether those were left out; the first and the last event stay.
func (r *Prefix) omit(rng *rand.Rand) (left []segment, looped bool) {
	n := len(r.prefix) - 2
	if n <= 0 || rng.Intn(len(r.prefix)+wholeLength) < wholeLength {
		return r.prefix, false
	}
	if left := withoutLoops(r.prefix); len(left) < len(r.prefix) && r.inVain < maxVain && rng.Intn(2) == 0 {
		return left, true
	}
	most := (n + 1) / 2
	if rng.Intn(2) == 0 {
		most = (n + 7) / 8
	}
	from := 1 + rng.Intn(n)
	to := min(from+1+rng.Intn(most), len(r.prefix)-1)
	return slices.Concat(r.prefix[:from], r.prefix[to:]), false
}

// withoutLoops returns the prefix without what led from a screen back to the same; what it did
// that no screen shows is lost.
func withoutLoops(prefix []segment) []segment {
	end := len(prefix) - 1
	last := map[ui.State]int{}
	for i, l := range prefix[:end] {
		last[l.after] = i
	}
	var left []segment
	for i := 0; i < end; i++ {
		left = append(left, prefix[i])
		if prefix[i].after != 0 {
			i = last[prefix[i].after]
		}
	}
	return append(left, prefix[end])
}

// Inserts says whether it is time for the event more.
func (r *Prefix) Inserts() bool {
	if r.play.insertAt == 0 || len(r.play.left) > r.play.insertAt {
		return false
	}
	r.play.insertAt = 0
	return true
}

// Play returns the next event of the prefix that the screen offers; last says that it is the
// one that is to run the method.
func (r *Prefix) Play(v gen.View) (e event.Event, last, ok bool) {
	for len(r.play.left) > 0 {
		e, r.play.left = r.play.left[0].event, r.play.left[1:]
		if e.Target.IsZero() {
			return e, len(r.play.left) == 0, true
		}
		if found, _, ok := event.Resolve(e, v.Screen); ok {
			return found, len(r.play.left) == 0, true
		}
	}
	return event.Event{}, false, false
}

// Ended says whether the episode has played the prefix and enough after it.
func (r *Prefix) Ended() bool {
	if !r.play.replaying || len(r.play.left) > 0 {
		return false
	}
	r.play.after++
	return r.play.after > eventsAfter
}

// Take takes in an event and what it ran, whose approach level is given by weight.
func (r *Prefix) Take(o gen.Outcome, weight func(method string) float64) {
	if o.Refused {
		return
	}
	l := segment{event: o.Event}
	if o.After.InApp() {
		l.after = o.After.Screen.Content()
	}
	r.play.played = append(r.play.played, l)
	r.play.crashed = r.play.crashed || o.Crash != ""
	r.play.hit = r.play.hit || slices.Contains(o.Ran, r.method)
	if r.play.replaying {
		r.spent++
	} else {
		r.others++
		for _, method := range o.Ran {
			r.runs[method]++
		}
	}
	for _, method := range o.Ran {
		if near := weight(method); near > r.near && !r.play.crashed && r.rare(method) && r.better(method, near) {
			r.method, r.nearby, r.plays, r.misses, r.inVain = method, near, 0, 0, 0
			r.prefix = slices.Clone(r.play.played)
		}
	}
}

// Learn takes in what came near on another device, at the approach level that is given, unless as
// much came as near here. Which screens its events led to is not known, so that no loops are found
// in it; where it leads elsewhere on this device, it is forgotten like any other.
func (r *Prefix) Learn(n gen.Near, near float64) {
	known := r.runs[n.Method] > 0 || r.prefix != nil && r.rare(r.method) && near <= r.nearby
	if near <= r.near || known || len(n.Events) == 0 {
		return
	}
	r.method, r.nearby, r.plays, r.misses, r.inVain = n.Method, near, 0, 0, 0
	r.prefix = make([]segment, len(n.Events))
	for i, e := range n.Events {
		r.prefix[i].event = e
	}
}

// better says whether what was played is a better prefix: to a method that is nearer to the
// crash, or as near and rarer, or a shorter one to the same.
func (r *Prefix) better(method string, near float64) bool {
	switch {
	case r.prefix == nil, !r.rare(r.method):
		return true
	case method == r.method:
		return len(r.play.played) < len(r.prefix)
	case near == r.nearby:
		return r.runs[method] < r.runs[r.method]
	}
	return near > r.nearby
}

// Replaying says whether the episode is one of the prefix.
func (r *Prefix) Replaying() bool { return r.play.replaying }
