package workflow

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/progress"
	"talpa/internal/workflow/spec"
)

// RecordOptions say which script a draft of a property is made of.
type RecordOptions struct {
	Script, APK string
	Serial, ADB string // as for Replay
	Network     Network
	SeedData    string
	Progress    func(Progress) // nil if nobody looks
}

// RecordSpec replays a script and writes a first draft of a property from it.
func RecordSpec(ctx context.Context, m Machine, o RecordOptions) (*spec.Drafted, error) {
	text, err := os.ReadFile(o.Script)
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	script, err := event.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Script, err)
	}
	a, err := input.OpenApp(ctx, o.APK)
	if err != nil {
		return nil, err
	}
	run := RunOptions{Serial: o.Serial, ADB: o.ADB, Network: o.Network, Seed: script.Seed, SeedData: o.SeedData}
	if o.Serial == "" {
		run.API = script.API
	}
	log := progress.New(o.Progress, m.Log, m.Now)
	log.Say("starting the device", "")
	fleet, err := openFleet(ctx, m, run, 1)
	if err != nil {
		return nil, err
	}
	defer fleet.close()
	log.Say("replaying", "%d events", len(script.Events))
	s := &slot{fleet: fleet, apk: o.APK, log: m.Log}
	defer s.close()
	out, err := s.play(ctx, script, fuzz.ReplayOptions{Screens: true, InApp: a.Defines})
	if err != nil {
		return nil, infra(err)
	}
	return spec.Draft(filepath.Base(o.Script), a.Archive.Manifest().Package, out)
}
