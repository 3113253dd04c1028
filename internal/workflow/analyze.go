package workflow

import (
	"context"
	"fmt"
	"time"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/trace"
)

// AnalyzeOptions say what to analyse.
type AnalyzeOptions struct {
	APK   string
	Trace TraceInput
	Level string // none, reach, asra
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
	return writeFile(path, data)
}

// Analyze runs the static half.
func Analyze(ctx context.Context, m Machine, o AnalyzeOptions) (*Analysis, error) {
	if _, err := level(o.Level); err != nil {
		return nil, err
	}
	a, err := openProgram(ctx, m, o.APK)
	if err != nil {
		return nil, err
	}
	want, err := wanted(o.Trace, a)
	if err != nil {
		return nil, err
	}
	g, err := analyzeApp(ctx, m, a, want, o.Level)
	if err != nil {
		return nil, err
	}
	return &Analysis{Guide: g, Trace: want}, nil
}

// analyzeApp makes the guide of an opened app for a crash.
func analyzeApp(ctx context.Context, m Machine, a *app, want trace.Trace, levelName string) (*guide.Guide, error) {
	strength, err := level(levelName)
	if err != nil {
		return nil, err
	}
	target, err := asra.Locate(a.code, want)
	if err != nil {
		return nil, err
	}
	var libs []string
	for _, lib := range a.archive.NativeLibs() {
		libs = append(libs, lib.Name)
	}
	return asra.Analyze(ctx, a.program, target, asra.Options{
		Level: strength, SHA256: a.archive.SHA256(), NativeLibs: libs, Log: m.Log, Now: time.Now,
	})
}

// level reads a level by its name.
func level(name string) (guide.Level, error) {
	switch l := guide.Level(name); l {
	case guide.LevelNone, guide.LevelReach, guide.LevelASRA:
		return l, nil
	}
	return "", fmt.Errorf("no level %q: none, reach or asra", name)
}
