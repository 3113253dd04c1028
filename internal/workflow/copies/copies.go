// Package copies makes the copies of an app that are searched in its place: callbacks that cannot
// matter return at once, and methods that tell how near a run is log that they run. Which they are the
// guide says; how an APK is rewritten and signed is package instrument's.
package copies

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"talpa/asra/guide"
	"talpa/instrument"
	"talpa/instrument/apktool"
	"talpa/instrument/dexpatch"
	"talpa/instrument/seal"
	"talpa/internal/execx"
	"talpa/internal/workflow/fault"
)

// Copy is a copy of an app.
type Copy struct {
	Path   string
	Report *instrument.Report
	Probed []string // methods with a probe: they log when they run
	Prunes bool     // it does less than the app
}

// Make writes the copy of an app by its guide, with one of the rewriters; the probed methods log when
// they run. An error that is a tool's or the system's is marked as the infrastructure's.
func Make(
	ctx context.Context, apk, out string, g *guide.Guide, mode instrument.Mode, with string, probed []string,
) (*Copy, error) {
	plan, err := instrument.NewPlan(g, mode)
	if err != nil {
		return nil, err
	}
	plan.Watch(probed)
	rw, err := rewriter(with)
	if err != nil {
		return nil, err
	}
	// The same copy each time: what was made of one before, its class files above all, serves again.
	key, err := seal.CopiesKey()
	if err != nil {
		return nil, fault.Infra(err)
	}
	var sealer instrument.Sealer = seal.Tools{Key: key}
	if with == "dex" {
		sealer = seal.Native{Key: key}
	}
	changes, err := instrument.Apply(ctx, instrument.Options{APK: apk, Out: out, Plan: plan, Rewriter: rw, Sealer: sealer})
	var tool *execx.Error
	if errors.Is(err, execx.ErrNotFound) || errors.As(err, &tool) {
		return nil, fault.Infra(err)
	}
	if err != nil {
		return nil, err
	}
	return &Copy{Path: out, Report: changes, Probed: probed, Prunes: mode != instrument.ModeLog && prunes(g)}, nil
}

// prunes says whether a copy of the app by the guide does anything less than the app.
func prunes(g *guide.Guide) bool {
	return slices.ContainsFunc(g.Callbacks, func(c guide.Callback) bool {
		return c.Verdict == guide.Irrelevant || c.Guard != nil
	})
}

// rewriter is the rewriter of that name.
func rewriter(name string) (instrument.Rewriter, error) {
	switch name {
	case "dex":
		return dexpatch.Rewriter{}, nil
	case "apktool":
		return apktool.Rewriter{}, nil
	}
	return nil, fmt.Errorf("no rewriter %q: dex or apktool", name)
}

// ModeOf is the mode of a plan at a level: at none, callbacks log.
func ModeOf(l guide.Level) instrument.Mode {
	if l == guide.LevelNone {
		return instrument.ModeLog
	}
	return instrument.Mode(l)
}

// Check returns an error for a name that no rewriter has.
func Check(name string) error {
	_, err := rewriter(name)
	return err
}

// Available is the rewriter that was asked for, or dex with a remark where a program of
// the one asked for is not there.
func Available(rewriter string) (name, remark string) {
	if rewriter != "apktool" {
		return rewriter, ""
	}
	for _, program := range []string{"apktool", "zipalign", "apksigner"} {
		if _, err := execx.LookPath(program); err != nil {
			return "dex", fmt.Sprintf("%s is not installed: rewritten in place by dex, not rebuilt by apktool "+
				"(talpa device doctor names what is missing)", program)
		}
	}
	return rewriter, ""
}
