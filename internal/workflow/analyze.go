package workflow

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
	"talpa/internal/workflow/input"
)

// AnalyzeOptions say what to analyse.
type AnalyzeOptions struct {
	APK   string
	Trace TraceInput
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
func Analyze(ctx context.Context, m Machine, o AnalyzeOptions) (*Analysis, error) {
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
	g, err := analyzeWith(ctx, m, a, target, opts)
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
func (o *AnalyzeOptions) options() (asra.Options, error) {
	strength, err := level(o.Level)
	if err != nil {
		return asra.Options{}, err
	}
	switch s := asra.Sensitivity(o.Sensitivity); s {
	case "", asra.SensitivityAttr, asra.SensitivityField:
		return asra.Options{Level: strength, Sensitivity: s, Explain: o.Explain}, nil
	}
	return asra.Options{}, fmt.Errorf("no sensitivity %q: attr or field", o.Sensitivity)
}

// analyzeApp makes the guide of an opened app for a crash.
func analyzeApp(ctx context.Context, m Machine, a *input.App, t locate.Target, l guide.Level) (*guide.Guide, error) {
	return analyzeWith(ctx, m, a, t, asra.Options{Level: l})
}

// analyzeWith is analyzeApp with options; those that follow from the app are added.
func analyzeWith(ctx context.Context, m Machine, a *input.App, t locate.Target, opts asra.Options) (*guide.Guide,
	error) {
	var libs []string
	for _, lib := range a.Archive.NativeLibs() {
		libs = append(libs, lib.Name)
	}
	opts.SHA256, opts.NativeLibs, opts.Log, opts.Now = a.Archive.SHA256(), libs, m.Log, m.Now
	return asra.Analyze(ctx, a.Program, t, opts)
}

// analyse makes the guide of a job.
func analyse(ctx context.Context, j job, t target) (*guide.Guide, error) {
	j.Say("analysing", "")
	strength, err := searchLevel(j.options.Level)
	if err != nil {
		return nil, err
	}
	g, err := analyzeApp(ctx, j.machine, t.app, t.crash, strength)
	if err != nil {
		return nil, err
	}
	j.Timed("analysis")
	for _, remark := range input.Remarks(t.app) {
		j.Note("%s", remark)
	}
	if g.Target.Precision == guide.PrecisionNone {
		j.Note("the trace has no frame of the app: nothing in it guides the search, " +
			"and a crash counts if its exception and message are the same")
	}
	return g, nil
}

// level reads a level by its name.
func level(name string) (guide.Level, error) {
	switch l := guide.Level(name); l {
	case guide.LevelNone, guide.LevelReach, guide.LevelPaper, guide.LevelASRA:
		return l, nil
	}
	return "", fmt.Errorf("no level %q: none, reach, paper or asra", name)
}

// logOnly is the level of a search in a copy whose callbacks log and do all that they did.
const logOnly = "log"

// searchLevel reads the level of a search: that of its guide.
func searchLevel(name string) (guide.Level, error) {
	switch name {
	case logOnly:
		return guide.LevelNone, nil
	case LevelLadder:
		return guide.LevelASRA, nil
	}
	l, err := level(name)
	if err != nil {
		return "", fmt.Errorf("no level %q: none, log, reach, paper, asra or ladder", name)
	}
	return l, nil
}
