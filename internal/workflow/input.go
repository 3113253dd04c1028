package workflow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/device"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/apk/splits"
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

// wanted chooses the crash that is meant out of a pasted text and puts it into
// the names that this APK uses.
func wanted(in TraceInput, a *app) (trace.Trace, error) {
	traces, err := trace.Parse(in.Text)
	if err != nil {
		return trace.Trace{}, fmt.Errorf("%s: %w", in.Name, err)
	}
	var mapping *trace.Mapping
	if in.Mapping != "" {
		if mapping, err = readMapping(in.Mapping); err != nil {
			return trace.Trace{}, err
		}
	}
	for i, t := range traces {
		if mapping != nil && !hasAppFrame(t, a.defines) {
			t = mapping.Obfuscate(t)
		}
		traces[i] = locate.Qualify(a.code, t)
	}
	n := in.Crash - 1
	switch {
	case in.Crash > len(traces):
		return trace.Trace{}, fmt.Errorf("%s: --crash %d, but there are only %d: %s",
			in.Name, in.Crash, len(traces), list(traces))
	case in.Crash < 0:
		return trace.Trace{}, fmt.Errorf("--crash counts from 1, got %d", in.Crash)
	case in.Crash == 0:
		hint := trace.Hint{Package: a.archive.Manifest().Package, InApp: a.defines}
		if n, err = trace.Choose(traces, hint); err != nil {
			return trace.Trace{}, fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	t := traces[n]
	if t.Native == nil && !hasAppFrame(t, a.defines) && !bare(t, a.archive.Manifest().Package) {
		return t, foreign(in.Name, t, a)
	}
	return t, nil
}

// bare says whether a trace has frames of the framework only, but names the app:
// by its process, or in a message, such as that of an activity that cannot start.
func bare(t trace.Trace, pkg string) bool {
	named := t.Process == pkg || strings.HasPrefix(t.Process, pkg+":")
	for _, th := range t.Chain {
		named = named || strings.Contains(th.Message, "{"+pkg+"/") || strings.Contains(th.Message, " "+pkg+".")
		for _, f := range th.Frames {
			if !trace.IsFramework(f.Class) {
				return false
			}
		}
	}
	return named
}

// foreign explains that a trace is of another app: no frame of it is in this APK.
func foreign(name string, t trace.Trace, a *app) error {
	var absent []string
	seen := map[string]bool{}
	for _, th := range t.Chain {
		for _, f := range th.Frames {
			if !trace.IsFramework(f.Class) && !seen[f.Class] {
				seen[f.Class] = true
				absent = append(absent, f.Class)
			}
		}
	}
	const most = 5
	if len(absent) > most {
		absent = append(absent[:most:most], "...")
	}
	if len(absent) == 0 {
		return fmt.Errorf("%s: the trace has frames of the framework only; nothing in it points into %s", name, a.path)
	}
	hint := "an obfuscated build needs --mapping"
	if notes := remarks(a); len(notes) > 0 {
		hint = notes[0]
	}
	return fmt.Errorf("%s: the trace is of another app, or of another build: %s has none of its classes (%s); %s",
		name, a.path, strings.Join(absent, ", "), hint)
}

// hasAppFrame says whether some frame of the trace is in the app.
func hasAppFrame(t trace.Trace, inApp func(string) bool) bool {
	for _, th := range t.Chain {
		for _, f := range th.Frames {
			if inApp(f.Class) {
				return true
			}
		}
	}
	return false
}

// list names the traces of a text in one line.
func list(traces []trace.Trace) string {
	names := make([]string, len(traces))
	for i, t := range traces {
		name := "no exception"
		if c, ok := t.Cause(); ok {
			name = c.Class
		}
		names[i] = fmt.Sprintf("%d %s (line %d)", i+1, name, t.Line)
	}
	return strings.Join(names, ", ")
}

// readMapping reads a mapping file.
func readMapping(path string) (*trace.Mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the mapping: %w", err)
	}
	defer f.Close()
	m, err := trace.ParseMapping(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}
