package workflow

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/evidence"
	"talpa/fuzz/report"
	"talpa/instrument"
	"talpa/instrument/apktool"
	"talpa/instrument/dexpatch"
	"talpa/instrument/seal"
	"talpa/internal/execx"
)

// PruneOptions say what to prune.
type PruneOptions struct {
	APK      string
	Trace    TraceInput
	Out      string // "" = APP-pruned.apk in the working directory
	Level    string // none (log only), reach, asra
	Rewriter string // apktool or dex
}

// Pruned is the result of Prune.
type Pruned struct {
	Out    string             `json:"out"`
	Guide  *guide.Guide       `json:"guide"`
	Report *instrument.Report `json:"report"`
}

// Summary says it for people.
func (p *Pruned) Summary() string {
	var b strings.Builder
	what := "return at once"
	if p.Report.Mode == instrument.ModeLog {
		what = "log that they ran"
	}
	fmt.Fprintf(&b, "%s: %d of %d callbacks %s\n", p.Out, len(p.Report.Changed), len(p.Guide.Callbacks), what)
	if n := len(p.Report.Silent); n > 0 {
		fmt.Fprintf(&b, "%d of them write no log line: the app refers to no log method\n", n)
	}
	for _, kept := range p.Report.Kept {
		fmt.Fprintf(&b, "kept: %s: %s\n", kept.Name, kept.Reason)
	}
	return b.String()
}

// Prune writes a signed copy of the app in which irrelevant callbacks return at once.
func Prune(ctx context.Context, m Machine, o PruneOptions) (*Pruned, error) {
	if _, err := rewriter(o.Rewriter); err != nil {
		return nil, err
	}
	a, err := openProgram(ctx, m, o.APK)
	if err != nil {
		return nil, err
	}
	target, err := wanted(o.Trace, a)
	if err != nil {
		return nil, err
	}
	level := o.Level
	if level == string(guide.LevelNone) {
		level = string(guide.LevelASRA)
	}
	g, err := analyzeApp(ctx, m, a, target, level)
	if err != nil {
		return nil, err
	}
	if o.Out == "" {
		o.Out = strings.TrimSuffix(filepath.Base(o.APK), ".apk") + "-pruned.apk"
	}
	p, err := pruneApp(ctx, o.APK, o.Out, g, o.Level, o.Rewriter, nil)
	if err != nil {
		return nil, err
	}
	return &Pruned{Out: p.path, Guide: g, Report: p.report}, nil
}

// pruning is a pruned copy of an app.
type pruning struct {
	path   string
	report *instrument.Report
	probed []string // methods with a probe: they log when they run
}

// prune writes the pruned copy of a job's app into its run directory; nil if none is
// wanted, or if that fails: the search works without, and a remark says what went
// wrong.
func prune(ctx context.Context, j job, a *app, g *guide.Guide, dir *report.Dir) *pruning {
	o := j.options
	if o.Rewriter == "none" || o.Level == "none" {
		return nil
	}
	j.say("pruning")
	p, err := pruneApp(ctx, a.path, dir.Path(report.FilePruned), g, o.Level, o.Rewriter, evidence.New(g).Watched())
	if err != nil {
		j.note("searched without pruning: %v", err)
	}
	j.timed("pruning")
	return p
}

// pruneApp writes the pruned copy of an app by its guide; the probed methods
// log when they run.
func pruneApp(ctx context.Context, apk, out string, g *guide.Guide, level, with string, probed []string) (
	*pruning, error,
) {
	mode, err := mode(level)
	if err != nil {
		return nil, err
	}
	plan, err := instrument.NewPlan(g, mode)
	if err != nil {
		return nil, err
	}
	plan.Watch(probed)
	rw, err := rewriter(with)
	if err != nil {
		return nil, err
	}
	key, err := seal.NewKey()
	if err != nil {
		return nil, infra(err)
	}
	var sealer instrument.Sealer = seal.Tools{Key: key}
	if with == "dex" {
		sealer = seal.Native{Key: key}
	}
	changes, err := instrument.Apply(ctx, instrument.Options{APK: apk, Out: out, Plan: plan, Rewriter: rw, Sealer: sealer})
	var tool *execx.Error
	if errors.Is(err, execx.ErrNotFound) || errors.As(err, &tool) {
		return nil, infra(err)
	}
	if err != nil {
		return nil, err
	}
	return &pruning{path: out, report: changes, probed: probed}, nil
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

// mode is the mode of a plan at a level.
func mode(level string) (instrument.Mode, error) {
	switch guide.Level(level) {
	case guide.LevelNone:
		return instrument.ModeLog, nil
	case guide.LevelReach:
		return instrument.ModeReach, nil
	case guide.LevelASRA:
		return instrument.ModeASRA, nil
	}
	return "", fmt.Errorf("no level %q: none, reach or asra", level)
}
