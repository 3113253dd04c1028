// Package input reads what a job is given: an app and the text with a crash. It says what an app is
// to a device, what is missing in it, and which crash of the app the text means.
package input

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"

	"talpa/asra/locate"
	"talpa/asra/retrace"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/device"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/fuzz/event"
	"talpa/internal/workflow/external"
)

// Text is the text that somebody pasted.
type Text struct {
	Name    string // for messages; "-" is standard input
	Text    string
	Crash   int    // which crash of the text, from 1; 0 = the first complete one
	Mapping string // path of a mapping.txt, "" if the trace is readable
}

// Check says that the text is a file of another kind, such as the app: of arguments in the wrong order that
// tells more than what is wrong with the first.
func (t Text) Check() error {
	if err := trace.CheckKind(t.Text); err != nil {
		return fmt.Errorf("%s: %w", t.source(), err)
	}
	return nil
}

// source is where the text is from, for messages.
func (t Text) source() string {
	if t.Name == "-" {
		return "standard input"
	}
	return t.Name
}

// App is an opened APK and its code.
type App struct {
	Path    string
	Archive *apk.Archive
	Code    *dex.Set
	Program *icfg.Program // nil unless opened for the analysis
}

// OpenApp opens an APK and reads its DEX files.
func OpenApp(ctx context.Context, path string) (*App, error) {
	archive, err := apk.Open(path)
	if err != nil {
		return nil, err
	}
	code, _, err := icfg.Code(ctx, archive)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &App{Path: path, Archive: archive, Code: code}, nil
}

// OpenProgram opens an APK for the analysis: with its call graph and components.
func OpenProgram(ctx context.Context, path string, log *slog.Logger) (*App, error) {
	archive, err := apk.Open(path)
	if err != nil {
		return nil, err
	}
	program, err := icfg.Load(ctx, archive, log)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &App{Path: path, Archive: archive, Code: program.Hierarchy.Set(), Program: program}, nil
}

// Defines says whether the APK defines the class with this Java name.
func (a *App) Defines(class string) bool { return a.Code.Class(dex.Descriptor(class)) != nil }

// Outside are the events that come from outside the app, or are there for it to be picked.
func (a *App) Outside() []event.Event {
	m := a.Archive.Manifest()
	return slices.Concat(external.Events(m), external.Documents(m, a.texts), external.Phone(m, a.texts))
}

// texts yields the texts that the code holds.
func (a *App) texts(yield func(string) bool) {
	for _, f := range a.Code.Files {
		for i := range f.NumStrings() {
			if !yield(f.StringAt(uint32(i))) {
				return
			}
		}
	}
}

// Manifest is what a device wants to know of an APK before it installs it.
func Manifest(path string) (device.Manifest, error) {
	archive, err := apk.Open(path)
	if err != nil {
		return device.Manifest{}, refusal(err)
	}
	return deviceManifest(archive), nil
}

// refusal says an error of reading an APK in Android's words, without the
// place on this computer where it lies.
func refusal(err error) error {
	var bad *apk.Error
	if !errors.As(err, &bad) {
		return err
	}
	reason := *bad
	reason.Path = ""
	code := device.RefusedUnreadable
	switch {
	case errors.Is(err, apk.ErrNoDEX), errors.Is(err, apk.ErrTooLarge), errors.Is(err, apk.ErrEncrypted):
		code = device.RefusedInvalid
	case reason.Entry == "" && !errors.Is(err, apk.ErrNoManifest):
		code = device.RefusedNotAPK
	}
	return &device.Refusal{Code: code, Reason: &reason}
}

// deviceManifest reads what a device wants to know.
func deviceManifest(archive *apk.Archive) device.Manifest {
	m := archive.Manifest()
	out := device.Manifest{
		Package:     m.Package,
		VersionName: m.VersionName,
		VersionCode: m.VersionCode,
		MinSDK:      m.MinSDK,
		TargetSDK:   m.TargetSDK,
		Signed:      len(archive.SignatureSchemes()) > 0,
		Dangerous:   map[string]string{},
		ReadsTags:   m.ReadsTags(),
	}
	if launcher := m.Launcher(); launcher != nil {
		out.Launcher = m.Package + "/" + launcher.Name
	}
	for _, r := range m.Receivers {
		for _, f := range r.Filters {
			out.Receives = append(out.Receives, f.Actions...)
		}
	}
	for _, p := range m.Permissions {
		out.Permissions = append(out.Permissions, p.Name)
	}
	for _, p := range m.Defined {
		if p.Dangerous {
			out.Dangerous[p.Name] = p.Group
		}
	}
	return out
}

// Wanted reads a pasted text and finds in an app what it means.
func Wanted(in Text, a *App) (locate.Target, error) {
	traces, err := trace.Parse(in.Text)
	if err != nil {
		return locate.Target{}, fmt.Errorf("%s: %w", in.source(), err)
	}
	options := locate.Options{Package: a.Archive.Manifest().Package, Crash: in.Crash}
	if in.Mapping != "" {
		if options.Mapping, err = readMapping(in.Mapping); err != nil {
			return locate.Target{}, err
		}
	}
	target, err := locate.Resolve(a.Code, traces, options)
	var foreign *locate.ForeignError
	switch {
	case errors.As(err, &foreign) && len(foreign.Absent) > 0:
		return target, fmt.Errorf("%s: not for %s: %w; %s", in.source(), a.Archive.Manifest().Package, err, whyForeign(a))
	case err != nil:
		return target, fmt.Errorf("%s: %w", in.source(), err)
	}
	return target, nil
}

// whyForeign guesses why an app has none of the classes of a trace.
func whyForeign(a *App) string {
	if notes := Remarks(a); len(notes) > 0 {
		return notes[0]
	}
	return "an obfuscated build needs --mapping"
}

// readMapping reads a mapping file.
func readMapping(path string) (*retrace.Mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the mapping: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: name the mapping.txt in it", path)
	}
	m, err := retrace.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}
