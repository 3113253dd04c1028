package workflow

import (
	"context"
	"math/rand"
	"path/filepath"

	"talpa/fuzz"
	"talpa/fuzz/oracle"
	"talpa/fuzz/report"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/progress"
	"talpa/internal/workflow/slot"
	"talpa/internal/workflow/spec"
)

// DraftOptions say which script a draft of a property is made of.
type DraftOptions struct {
	Script, APK string
	Run         RunOptions
	Progress    func(Progress) // nil if nobody looks
}

// DraftSpec replays a script and writes a first draft of a property from it.
func DraftSpec(ctx context.Context, m Machine, o DraftOptions) (*spec.Drafted, error) {
	_, script, err := input.Script(o.Script)
	if err != nil {
		return nil, err
	}
	a, err := input.OpenApp(ctx, o.APK)
	if err != nil {
		return nil, err
	}
	run := o.Run
	run.Seed = script.Seed
	if run.Serial == "" {
		run.API = script.API
	}
	log := progress.New(o.Progress, m.Log, m.Now)
	log.Say("starting the device", "")
	fleet, err := openFleet(ctx, m, run, 1)
	if err != nil {
		return nil, err
	}
	defer fleet.Close()
	log.Say("replaying", "%s", report.Counted(len(script.Events), "event"))
	on := &slot.Slot{Fleet: fleet, APK: o.APK, Log: m.Log}
	defer on.Close()
	out, err := on.Play(ctx, script, fuzz.ReplayOptions{Screens: true, InApp: a.Defines})
	if err != nil {
		return nil, infra(err)
	}
	return spec.Draft(filepath.Base(o.Script), a.Archive.Manifest().Package, out)
}

// CheckOptions say which file of properties to try out on which app.
type CheckOptions struct {
	Spec string // path: properties as code, or a specification of PBFDroid (.json)
	APK  string
	Run  RunOptions
	// Progress is told how it goes; nil if nobody looks.
	Progress func(Progress)
}

// Checked is the result of CheckSpec.
type Checked struct {
	Verdict report.Verdict `json:"verdict"`
	*spec.Checked
}

// Summary says it for people; a check that did not come to its end says so first.
func (c *Checked) Summary() string {
	switch c.Verdict {
	case report.Stopped, report.NoVerdict:
		return words(c.Verdict) + ": " + c.Checked.Summary()
	}
	return c.Checked.Summary()
}

// CheckSpec tries a file of properties out on an app: it carries out what it can, whenever it can, and
// says of each property whether it was judged and held, else what is in the way.
func CheckSpec(ctx context.Context, m Machine, o CheckOptions) (*Checked, error) {
	file, err := spec.Open(o.Spec)
	if err != nil {
		return nil, err
	}
	if err := o.Run.check(); err != nil {
		return nil, err
	}
	a, err := input.OpenApp(ctx, o.APK)
	if err != nil {
		return nil, err
	}
	log := progress.New(o.Progress, m.Log, m.Now)
	log.Say("starting the device", "")
	fleet, err := openFleet(ctx, m, o.Run, 1)
	if err != nil {
		return nil, err
	}
	defer fleet.Close()
	result, err := fuzz.Run(ctx, fuzz.Options{
		APK: o.APK, Open: fleet.OpenRecycling, Policy: fuzz.Policy(o.Run.Generator), InApp: a.Defines,
		Oracles: func(rng *rand.Rand) oracle.Panel { return oracle.Panel{oracle.Crash(), file.New(rng)} },
		Seed:    o.Run.Seed, MaxEvents: o.Run.Events, MaxTime: o.Run.Time, Log: m.Log, Clock: m.Now,
		Progress: func(p fuzz.Progress) {
			log.Tell(Progress{Phase: "trying the properties", Events: p.Events})
		},
	})
	checked := &Checked{Verdict: report.Violated, Checked: file.Conclude(result)}
	switch {
	case interrupted(ctx):
		checked.Verdict, err = report.Stopped, nil
	case err != nil:
		checked.Verdict = report.NoVerdict
	case checked.Holds:
		checked.Verdict = report.Clean
	}
	return checked, infra(err)
}
