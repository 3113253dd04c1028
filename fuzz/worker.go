package fuzz

import (
	"context"
	"fmt"
	"math/rand"
	"slices"

	"talpa/fuzz/device"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided"
	"talpa/fuzz/gen/random"
)

// worker drives one device.
type worker struct {
	*run
	number    int
	generator gen.Generator
	session   *session
	faults    int // failures of the device since its last event
	played    int // episodes
}

// maxFaults is the number of failures in a row after which a worker gives up:
// a device that is lost again and again will not come back.
const maxFaults = 4

// work runs episodes until the run is over. Only a device that cannot be had
// any more is an error.
func (r *run) work(ctx context.Context, number int) error {
	w := &worker{run: r, number: number}
	// Workers' seeds must differ, and worker 0 has the run's own.
	rng := rand.New(rand.NewSource(r.Seed + int64(number)*0x9E3779B9))
	w.generator = r.newGenerator(rng)
	defer w.close()
	for ctx.Err() == nil {
		err := w.playEpisode(ctx)
		if err == nil || ctx.Err() != nil {
			continue
		}
		w.faults++
		r.Log.Warn("the device failed", "worker", number, "err", err)
		w.close()
		if w.faults >= maxFaults {
			return fmt.Errorf("worker %d: %w: %w", number, ErrNoDevice, err)
		}
	}
	return nil
}

func (r *run) newGenerator(rng *rand.Rand) gen.Generator {
	switch {
	case r.Generator != nil:
		return r.Generator(rng)
	case r.Policy == Random:
		return random.New(rng, &gen.Texts{})
	}
	return guided.New(r.Guide, rng)
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
	w.opened(w.number, dev.Info(), app)
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

// playEpisode clears the app's data and plays events until the episode's end.
func (w *worker) playEpisode(ctx context.Context) error {
	if w.session == nil {
		if err := w.open(ctx); err != nil {
			return err
		}
	}
	if err := w.session.reset(ctx); err != nil {
		return err
	}
	w.generator.Begin()
	w.began()
	length := min(w.Episode, firstEpisode+episodeGrowth*w.played)
	w.played++
	played := make([]event.Event, 0, length)
	crashes, launches := 0, 0
	for len(played) < length && crashes < maxCrashes && ctx.Err() == nil {
		e, ok := w.generator.Next(w.session.view())
		if !ok {
			return nil
		}
		played = append(played, e)
		done, err := w.session.do(ctx, e)
		if err != nil {
			return err
		}
		w.faults = 0
		if w.judge(done, played) {
			crashes++
			if e.Kind == event.Launch {
				launches++
			}
		}
		if done.refused {
			played = played[:len(played)-1]
		}
		after := w.session.view()
		w.generator.Observe(gen.Outcome{Event: e, After: after, Crash: done.signature(), Refused: done.refused})
		activity := ""
		if after.InApp() {
			activity = after.Screen.Activity
		}
		if w.spent(w.number, w.generator.States(), activity) || launches > 1 {
			return nil
		}
	}
	return nil
}

// judge hands the crashes of an event on and says whether the app died of one.
func (w *worker) judge(d done, played []event.Event) bool {
	died := false
	for _, c := range d.crashes {
		died = died || c.Fatal()
		w.crashed(w.number, c, w.script(played))
	}
	return died
}

// script is what leads from cleared data to now.
func (w *worker) script(played []event.Event) *event.Script {
	return &event.Script{Package: w.session.app.Package, SHA256: w.session.app.SHA256,
		Device: Describe(w.session.dev.Info()), Seed: w.Seed, Events: slices.Clone(played)}
}

// Describe names a device in a script's header.
func Describe(info device.Info) string {
	kind := info.Model
	if info.Virtual {
		kind = "virtual"
	}
	return fmt.Sprintf("%s api=%d %dx%d@%d", kind, info.API, info.Width, info.Height, info.Density)
}
