// Package static has the jobs that need no device: an app is analysed for a crash, and drawn. The jobs that drive an
// app ask it for their guide.
package static

import (
	"context"
	"fmt"
	"strings"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/internal/files"
	"talpa/internal/footprint"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
)

// Options say what to analyse.
type Options struct {
	APK   string
	Trace input.Text
	Level string // none, reach, paper, asra
	// Sensitivity is attr or field, "" = field; Explain names callbacks.
	Sensitivity, Explain string
}

// Analysis is the result of Analyze.
type Analysis struct {
	Guide *guide.Guide
	Trace trace.Trace
}

// WriteGuide writes the guide as JSON to a file, whole or not at all.
func (a *Analysis) WriteGuide(path string) error {
	data, err := guide.Encode(a.Guide)
	if err != nil {
		return err
	}
	return files.WriteOutput(path, data)
}

// Analyze runs the static half.
func Analyze(ctx context.Context, m fleet.Machine, o Options) (*Analysis, error) {
	opts, err := o.options()
	if err != nil {
		return nil, err
	}
	a, err := input.OpenProgram(ctx, o.APK, m.Log)
	if err != nil {
		return nil, err
	}
	target, err := input.Wanted(o.Trace, a)
	if err != nil {
		return nil, err
	}
	footprint.DropProgram() // what reading the app needed, the analysis does not
	g, err := guideWith(ctx, m, a, target, opts)
	if err != nil {
		return nil, err
	}
	if o.Explain != "" && !g.Explains() {
		return nil, fmt.Errorf("--explain %s: no callback and no widget of a callback is named so%s", o.Explain,
			similar(g.Similar(o.Explain)))
	}
	return &Analysis{Guide: g, Trace: target.Crash}, nil
}

// similar offers names in place of one that there is not.
func similar(names []string) string {
	if len(names) == 0 {
		return "; without --explain the guide lists all"
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
}

// options checks the words of the command line.
func (o *Options) options() (asra.Options, error) {
	strength, err := Level(o.Level)
	if err != nil {
		return asra.Options{}, err
	}
	switch s := asra.Sensitivity(o.Sensitivity); s {
	case "", asra.SensitivityAttr, asra.SensitivityField:
		return asra.Options{Level: strength, Sensitivity: s, Explain: o.Explain}, nil
	}
	return asra.Options{}, fmt.Errorf("no sensitivity %q: attr or field", o.Sensitivity)
}

// Guide makes the guide of an opened app for a crash.
func Guide(ctx context.Context, m fleet.Machine, a *input.App, t locate.Target, l guide.Level) (*guide.Guide, error) {
	return guideWith(ctx, m, a, t, asra.Options{Level: l})
}

// guideWith is Guide with options; those that follow from the app are added.
func guideWith(
	ctx context.Context, m fleet.Machine, a *input.App, t locate.Target, opts asra.Options,
) (*guide.Guide, error) {
	var libs []string
	for _, lib := range a.Archive.NativeLibs() {
		libs = append(libs, lib.Name)
	}
	opts.SHA256, opts.NativeLibs, opts.Log, opts.Now = a.Archive.SHA256(), libs, m.Log, m.Now
	return asra.Analyze(ctx, a.Program, t, opts)
}

// Level reads a level by its name.
func Level(name string) (guide.Level, error) {
	switch l := guide.Level(name); l {
	case guide.LevelNone, guide.LevelReach, guide.LevelPaper, guide.LevelASRA:
		return l, nil
	}
	return "", fmt.Errorf("no level %q: none, reach, paper or asra", name)
}
