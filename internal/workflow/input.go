package workflow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"talpa/asra/locate"
	"talpa/asra/retrace"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/device"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/apk/splits"
	"talpa/fuzz/event"
	"talpa/internal/workflow/external"
)

// WholeApp is the path of one APK with all of an app, which may come in several; see
// package splits.
func WholeApp(m Machine, path string) (string, error) {
	return splits.Cache{Dir: filepath.Join(m.CacheDir, "joined"), Now: m.Now, Log: m.Log}.Whole(path)
}

// app is an opened APK and its code.
type app struct {
	path    string
	archive *apk.Archive
	code    *dex.Set
	program *icfg.Program // nil unless opened for the analysis
}

// openApp opens an APK and reads its DEX files.
func openApp(ctx context.Context, path string) (*app, error) {
	archive, err := apk.Open(path)
	if err != nil {
		return nil, err
	}
	code, _, err := icfg.Code(ctx, archive)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &app{path: path, archive: archive, code: code}, nil
}

// openProgram opens an APK for the analysis: with its call graph and components.
func openProgram(ctx context.Context, m Machine, path string) (*app, error) {
	archive, err := apk.Open(path)
	if err != nil {
		return nil, err
	}
	program, err := icfg.Load(ctx, archive, m.Log)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &app{path: path, archive: archive, code: program.Hierarchy.Set(), program: program}, nil
}

// defines says whether the APK defines the class with this Java name.
func (a *app) defines(class string) bool { return a.code.Class(dex.Descriptor(class)) != nil }

// outside are the events that come from outside the app, or are there for it to be picked.
func (a *app) outside() []event.Event {
	m := a.archive.Manifest()
	return slices.Concat(external.Events(m), external.Documents(m, a.texts), external.Phone(m, a.texts))
}

// texts yields the texts that the code holds.
func (a *app) texts(yield func(string) bool) {
	for _, f := range a.code.Files {
		for i := range f.NumStrings() {
			if !yield(f.StringAt(uint32(i))) {
				return
			}
		}
	}
}

// manifest is what a device wants to know of an APK before it installs it.
func manifest(path string) (device.Manifest, error) {
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

// wanted reads a pasted text and finds in an app what it means.
func wanted(in TraceInput, a *app) (locate.Target, error) {
	traces, err := trace.Parse(in.Text)
	if err != nil {
		return locate.Target{}, fmt.Errorf("%s: %w", in.Name, err)
	}
	options := locate.Options{Package: a.archive.Manifest().Package, Crash: in.Crash}
	if in.Mapping != "" {
		if options.Mapping, err = readMapping(in.Mapping); err != nil {
			return locate.Target{}, err
		}
	}
	target, err := locate.Resolve(a.code, traces, options)
	var foreign *locate.ForeignError
	switch {
	case errors.As(err, &foreign) && len(foreign.Absent) > 0:
		return target, fmt.Errorf("%s: %s: %w; %s", in.Name, a.path, err, whyForeign(a))
	case err != nil:
		return target, fmt.Errorf("%s: %w", in.Name, err)
	}
	return target, nil
}

// whyForeign guesses why an app has none of the classes of a trace.
func whyForeign(a *app) string {
	if notes := remarks(a); len(notes) > 0 {
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
	m, err := retrace.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}
