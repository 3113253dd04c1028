package workflow

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"talpa/fuzz"
)

// FuzzOptions say what to fuzz.
type FuzzOptions struct {
	APK      string
	Run      RunOptions
	Progress func(line string)
}

// Finding is a distinct crash of a search without a trace.
type Finding struct {
	Title     string `json:"title"`
	Signature string `json:"signature"`
	Count     int    `json:"count"`
	Events    int    `json:"events"` // when it happened first
	Script    string `json:"script"` // path
	Trace     string `json:"trace"`  // path
}

// Findings is the result of Fuzz.
type Findings struct {
	Dir        string    `json:"dir"`
	Findings   []Finding `json:"findings"`
	Events     int       `json:"events"`
	Seconds    float64   `json:"seconds"`
	Activities []string  `json:"activities"`
	Fidelity   []string  `json:"fidelity,omitempty"`
}

// Summary says it for people.
func (f *Findings) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d distinct crashes in %d events (%.0f s, %d activities)\n",
		len(f.Findings), f.Events, f.Seconds, len(f.Activities))
	for _, x := range f.Findings {
		fmt.Fprintf(&b, "  %dx %s\n     %s\n", x.Count, x.Title, x.Script)
	}
	for _, note := range f.Fidelity {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	return b.String()
}

// Fuzz drives an app until its budget is spent and keeps every distinct crash.
func Fuzz(ctx context.Context, m Machine, o FuzzOptions) (*Findings, error) {
	if err := o.Run.check(); err != nil {
		return nil, err
	}
	if o.Run.Time == 0 && o.Run.Events == 0 {
		return nil, errors.New("a search without a trace needs a limit: --time or --events")
	}
	a, err := openApp(ctx, o.APK)
	if err != nil {
		return nil, err
	}
	dir, err := newRunDir(o.Run.Out, o.APK)
	if err != nil {
		return nil, err
	}
	fleet, err := openFleet(ctx, m, o.Run, o.Run.workers())
	if err != nil {
		return nil, err
	}
	defer fleet.close()
	result, err := fuzz.Run(ctx, fuzz.Options{
		APK:       o.APK,
		Open:      fleet.openRecycling,
		Workers:   o.Run.workers(),
		Policy:    fuzz.Policy(o.Run.Generator),
		InApp:     a.defines,
		Seed:      o.Run.Seed,
		MaxTime:   o.Run.Time,
		MaxEvents: o.Run.Events,
		Log:       m.Log,
		Progress: func(p fuzz.Progress) {
			o.Progress(fmt.Sprintf("%d events (%.0f a second), %d screens, %d activities, %d crashes",
				p.Events, perSecond(p), p.States, p.Activities, p.Crashes))
		},
	})
	out := &Findings{
		Dir: dir.Path(""), Events: result.Progress.Events, Seconds: result.Progress.Elapsed.Round(time.Millisecond).Seconds(),
		Activities: result.Activities, Fidelity: result.Fidelity,
	}
	for i, f := range result.Others {
		out.Findings = append(out.Findings, Finding{
			Title: f.Crash.Title(), Signature: f.Crash.Signature, Count: f.Count, Events: f.Events,
			Script: dir.Path(fmt.Sprintf("findings/%d.talpa", i+1)), Trace: dir.Path(fmt.Sprintf("findings/%d.txt", i+1)),
		})
	}
	return out, errors.Join(infra(err), saveFindings(m, o, a, dir, result, out, err))
}
