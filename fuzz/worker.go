package fuzz

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// worker drives one device.
type worker struct {
	*run
	number    int
	generator gen.Generator
	session   *session
	oracles   oracle.Panel
	learnt    int // near misses of others that the generator has been told
	faults    int // failures of the device since its last event
	begun     int // episodes
	unseen    int // events without the app in front since the run began; -1 once it was
	// covered is what ran on this worker's devices; nil unless the generator wants to know.
	covered covered
	moments *moments // nil if there are none to go back to
}

// maxUnseen is the number of events after which an app is given up that has never come to the front: it does not
// start on this device, and whatever else is tried tests nothing.
const maxUnseen = 100

// maxFaults is the number of failures in a row after which a worker gives up:
// a device that is lost again and again will not come back.
const maxFaults = 4

// work runs episodes until the run is over. Only a device that cannot be had
// any more, or one that refuses the app, is an error.
func (r *run) work(ctx context.Context, number int) error {
	w := &worker{run: r, number: number}
	// Workers' seeds must differ, and worker 0 has the run's own.
	rng := rand.New(rand.NewSource(r.Seed + int64(number)*0x9E3779B9))
	w.generator, w.oracles = r.Generator(rng), r.Oracles(rng)
	if c, ok := w.generator.(gen.CoverageGuided); ok && c.WantsCoverage() {
		w.covered = covered{}
	}
	earlier := strategies(w.generator)
	defer w.close()
	defer func() {
		r.judged(w.oracles.Tallies())
		r.counted(since(earlier, strategies(w.generator)))
	}()
	for ctx.Err() == nil {
		played, err := w.playEpisode(ctx)
		if err == nil && played == 0 && ctx.Err() == nil {
			return nil // the generator has nothing to do
		}
		if w.Wanted == nil && w.unseen > maxUnseen {
			r.Log.Info("the app never came to the front", "worker", number, "events", w.unseen)
			return nil
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		if errors.Is(err, device.ErrInstall) {
			return err // the next device will refuse it too
		}
		w.faults++
		r.Log.Info("the device failed", "worker", number, "err", err)
		w.close()
		if w.faults >= maxFaults {
			return fmt.Errorf("worker %d: %w: %w", number, ErrNoDevice, err)
		}
	}
	return nil
}

// strategies are what those of a generator did, in the runs before as well; nil if it has none.
func strategies(g gen.Generator) []gen.StrategyCount {
	if s, ok := g.(gen.Strategic); ok {
		return s.Strategies()
	}
	return nil
}

// since takes off what the strategies of a generator had done earlier.
func since(earlier, now []gen.StrategyCount) []gen.StrategyCount {
	done := slices.Clone(now)
	for i, old := range earlier {
		done[i].Plans -= old.Plans
		done[i].Events -= old.Events
		done[i].Raised -= old.Raised
	}
	return done
}

// open gets a device and installs the app.
func (w *worker) open(ctx context.Context) error {
	dev, err := w.Open(ctx, w.number)
	if err != nil {
		return fmt.Errorf("opening a device: %w", err)
	}
	app, err := dev.Install(ctx, w.APK)
	if err != nil {
		w.closing(dev)
		_ = dev.Close() // the first error tells more
		return fmt.Errorf("installing %s: %w", w.APK, err)
	}
	w.session = newSession(dev, app, w.InApp)
	w.session.outside = w.Outside
	if w.session.feedback, err = observe(ctx, dev, w.Options, w.covered); err != nil {
		return err
	}
	w.moments = w.newMoments(dev)
	w.opened(w.number, dev.Info(), app, w.session.feedback.methods())
	return nil
}

func (w *worker) close() {
	if w.session == nil {
		return
	}
	w.closing(w.session.dev)
	if err := w.session.dev.Close(); err != nil {
		w.Log.Debug("closing the device", "worker", w.number, "err", err)
	}
	w.session = nil
}

// Bounds of an episode.
const (
	firstEpisode  = 150 // events; most crashes need few after a reset
	episodeGrowth = 50
	// maxCrashes ends an episode: the data are likely such that the app can
	// only crash.
	maxCrashes = 6
)

// episode is what has happened since the app's data was cleared, or since the moment that was gone back to.
type episode struct {
	played            []event.Event
	crashes, launches int // starts that crashed, of these
	standing          *evidence.Standing
}

// playEpisode clears the app's data and plays events until the episode's end;
// it returns their number.
func (w *worker) playEpisode(ctx context.Context) (int, error) {
	if w.session == nil {
		if err := w.open(ctx); err != nil {
			return 0, err
		}
	}
	if err := w.session.reset(ctx); err != nil {
		return 0, err
	}
	w.learn()
	w.generator.Begin()
	w.oracles.Reset()
	w.began()
	length := min(w.Episode, firstEpisode+episodeGrowth*w.begun)
	if w.moments != nil {
		length = w.Episode // it goes back before that
	}
	w.begun++
	ep := &episode{played: make([]event.Event, 0, length), standing: w.scale.NewStanding()}
	for len(ep.played) < length && ep.crashes < maxCrashes && ctx.Err() == nil {
		path, back, err := w.back(ctx)
		if err != nil {
			return len(ep.played), err
		}
		if back {
			ep = &episode{played: path, standing: w.scale.NewStanding()}
		}
		e, ok := w.next(len(ep.played))
		if !ok {
			break
		}
		if over, err := w.play(ctx, ep, e); over || err != nil {
			return len(ep.played), err
		}
	}
	return len(ep.played), nil
}

// play plays one event of an episode and tells all who watch what it led to; over says that the search or the episode
// ends with it.
func (w *worker) play(ctx context.Context, ep *episode, e event.Event) (over bool, err error) {
	ep.played = append(ep.played, e)
	before := w.session.screen
	done, err := w.session.do(ctx, e)
	if err != nil {
		return false, err
	}
	w.faults = 0
	w.judge(done, before, ep.played)
	if done.signature() != "" {
		ep.crashes++
		if e.Kind == event.Launch {
			ep.launches++
		}
	}
	if done.refused {
		ep.played = ep.played[:len(ep.played)-1]
	}
	after := w.session.view()
	activity := activityOf(after)
	w.look(ep, after, activity)
	score := w.scale.Score(done.ran, done.traces()...)
	score.Goals, score.Told = ep.standing.Goals()
	w.Log.Debug("event", "worker", w.number, "number", len(ep.played), "event", e, "strategy", w.strategy(),
		"evidence", score.Value(), "activity", activity)
	w.generator.Observe(gen.Outcome{Event: e, After: after, Crash: done.signature(), Refused: done.refused,
		Ran: done.ran, Code: done.code, Evidence: score})
	script := func() *event.Script { return w.script(ep.played) }
	w.ran(done.ran, component(activity), ep.standing.Waits(), score, script)
	w.cover(done.covered)
	if ep.crashes == 0 {
		w.share(w.number, done.ran, ep.played)
		if err := w.moments.keep(ctx, w.session.app, ep.played); err != nil {
			return false, err
		}
	}
	return w.spent(w.number, w.generator.States(), activity) || ep.launches > 1 ||
		w.Wanted == nil && w.unseen > maxUnseen, nil
}

// look takes in the screen that an event led to: how long the app was not to be seen, and which goals hold.
func (w *worker) look(ep *episode, after gen.View, activity string) {
	switch {
	case activity != "":
		w.unseen = -1
		ep.standing.Observe(after.Screen, component(activity))
	case w.unseen >= 0:
		w.unseen++
	}
}

// learn tells the generator what came near on other devices since the last episode.
func (w *worker) learn() {
	l, ok := w.generator.(gen.Learner)
	if !ok || w.Exchange == nil {
		return
	}
	misses := w.Exchange.since(w.learnt)
	w.learnt += len(misses)
	for _, m := range misses {
		if m.from != (origin{w.Member, w.number}) {
			l.Learn(m.Near)
		}
	}
}

// activityOf is the app's activity in front, "" if another app is.
func activityOf(v gen.View) string {
	if !v.InApp() {
		return ""
	}
	return v.Screen.Activity
}

// next asks the oracles and then the generator what to do; false ends the
// episode. An oracle cannot end one that has not begun.
func (w *worker) next(played int) (event.Event, bool) {
	e, turn := w.oracles.Propose(w.session.screen)
	switch {
	case turn == oracle.Play:
		return e, true
	case turn == oracle.End && played > 0:
		return event.Event{}, false
	}
	for tries := 0; ; tries++ {
		e, ok := w.generator.Next(w.session.view())
		if !ok || tries == maxForbidden || w.oracles.Allows(e, w.session.screen) {
			return e, ok
		}
		w.generator.Observe(gen.Outcome{Event: e, After: w.session.view(), Refused: true})
	}
}

// maxForbidden is how many events of the generator the oracles may forbid in a row.
const maxForbidden = 30

// judge hands on what was wrong with the last of the events played.
func (w *worker) judge(d done, before *ui.Screen, played []event.Event) {
	script := func() *event.Script { return w.script(played) }
	wanted := map[string]bool{} // signatures
	for _, c := range d.crashes {
		if w.met(w.number, w.strategy(), c, script) {
			wanted[c.Signature] = true
		}
	}
	step := oracle.Step{Event: played[len(played)-1], Package: w.session.app.Package, Before: before,
		After: w.session.screen, Alive: w.session.alive, Refused: d.refused, Crashes: d.crashes}
	for _, v := range w.oracles.Judge(step) {
		if v.Crash == nil || !wanted[v.Crash.Signature] {
			w.violated(w.number, v, script)
		}
	}
}

// strategy names the one that chose the last event, "" if none did.
func (w *worker) strategy() string {
	if s, ok := w.generator.(gen.Strategic); ok {
		return s.Chose()
	}
	return ""
}

// script is what leads from cleared data to now.
func (w *worker) script(played []event.Event) *event.Script {
	script := NewScript(w.session.app, w.session.dev.Info(), w.DeviceSeed)
	script.Events = slices.Clone(played)
	return script
}

// NewScript is a script of an app on a device, whose randomness has a seed, without events.
func NewScript(app device.App, info device.Info, seed int64) *event.Script {
	s := &event.Script{Package: app.Package, SHA256: app.SHA256, Device: Describe(info), Seed: seed,
		StandIns: info.StandIns}
	if info.Older {
		s.API = info.API
	}
	return s
}

// Describe names a device in a script's header.
func Describe(info device.Info) string {
	kind := info.Model
	if info.Virtual {
		kind = "virtual"
	}
	return fmt.Sprintf("%s api=%d %dx%d@%d", kind, info.API, info.Width, info.Height, info.Density)
}
