package instrument

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"talpa/dex/apk"
)

// Options say what Apply does.
type Options struct {
	APK      string // path of the app; it is only read
	Out      string // path of the new APK; an old file there is replaced
	Plan     *Plan
	Rewriter Rewriter
	Sealer   Sealer
	Log      *slog.Logger // nil logs nothing
}

// Sealer aligns and signs a packed APK.
type Sealer interface {
	// Seal reads the unsigned APK at in and writes the signed one to out. dir is
	// an empty folder for scratch files, minSDK the app's least API level.
	Seal(ctx context.Context, in, out, dir string, minSDK int) (*Seal, error)
}

// Seal says how an APK was signed.
type Seal struct {
	Schemes []string `json:"schemes"` // "v1", "v2", "v3"
	// Verified names the tools that accepted the result, "apksigner", "zipalign".
	Verified []string `json:"verified,omitempty"`
}

// Report says what Apply did. All lists of methods are sorted DEX names.
type Report struct {
	Rewriter string `json:"rewriter"`
	Mode     Mode   `json:"mode"`
	Package  string `json:"package"`
	// Changed were changed as planned. Silent are those of them that write no
	// log line: the app refers to no log method, and none can be added.
	Changed []string `json:"changed"`
	Silent  []string `json:"silent,omitempty"`
	// Probes are those of Changed that log when they run as before.
	Probes []string `json:"probes,omitempty"`
	// Kept were left as they are: by the rules of the plan, because the app does
	// not define them, or because the rewriter could not change them.
	Kept   []Kept `json:"kept,omitempty"`
	Seal   Seal   `json:"seal"`
	SHA256 string `json:"sha256"` // of the new APK
}

// Apply writes a changed and signed copy of an app. The copy appears under its
// name when it is complete, or not at all.
func Apply(ctx context.Context, o Options) (*Report, error) {
	r, err := apply(ctx, o)
	// Programs that rewrite and sign say it in words of their own, which end alike.
	if err != nil && strings.Contains(strings.ToLower(err.Error()), "no space left on device") {
		return nil, fmt.Errorf("the disk of %s is full: free some room or name another place: %w", o.Out, err)
	}
	return r, err
}

func apply(ctx context.Context, o Options) (*Report, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := distinct(o.APK, o.Out); err != nil {
		return nil, err
	}
	app, err := apk.Open(o.APK)
	if err != nil {
		return nil, err
	}
	m := app.Manifest()
	if o.Plan.Package != "" && o.Plan.Package != m.Package {
		return nil, fmt.Errorf("%s is %s, but the plan is for %s", o.APK, m.Package, o.Plan.Package)
	}
	// The scratch folder lies beside the result, so that the last step is a
	// rename, and so that an unwritable place is found out first.
	dir, err := os.MkdirTemp(filepath.Dir(o.Out), ".talpa-*")
	if err != nil {
		return nil, fmt.Errorf("cannot write to %s: %w", filepath.Dir(o.Out), reason(err))
	}
	defer os.RemoveAll(dir)

	report := &Report{Rewriter: o.Rewriter.Name(), Mode: o.Plan.Mode, Package: m.Package, Kept: o.Plan.Kept}
	packed := filepath.Join(dir, "packed.apk")
	if err := o.rewrite(ctx, dir, packed, report); err != nil {
		return nil, err
	}
	signed := filepath.Join(dir, "signed.apk")
	scratch := filepath.Join(dir, "seal")
	if err := os.Mkdir(scratch, 0o700); err != nil {
		return nil, fmt.Errorf("making a scratch folder: %w", err)
	}
	seal, err := o.Sealer.Seal(ctx, packed, signed, scratch, m.MinSDK)
	if err != nil {
		return nil, fmt.Errorf("signing %s: %w", m.Package, err)
	}
	report.Seal = *seal
	if report.SHA256, err = check(signed, app); err != nil {
		return nil, err
	}
	if err := os.Rename(signed, o.Out); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", o.Out, reason(err))
	}
	o.Log.Info("instrumented", "app", m.Package, "rewriter", report.Rewriter,
		"changed", len(report.Changed), "kept", len(report.Kept))
	return report, nil
}

// rewrite runs the rewriter and completes the report.
func (o Options) rewrite(ctx context.Context, dir, out string, report *Report) error {
	scratch := filepath.Join(dir, "rewrite")
	if err := os.Mkdir(scratch, 0o700); err != nil {
		return fmt.Errorf("making a scratch folder: %w", err)
	}
	actions := make(map[string]Action, len(o.Plan.Methods))
	guards := map[string]Guard{}
	for _, m := range o.Plan.Methods {
		actions[m.Name] = m.Action
		if m.Guard != nil {
			guards[m.Name] = *m.Guard
		}
	}
	changes, err := o.Rewriter.Rewrite(ctx, Job{
		APK: o.APK, Out: out, Dir: scratch, Actions: actions, Guards: guards, Log: o.Log,
	})
	if err != nil {
		return fmt.Errorf("rewriting %s: %w", report.Package, err)
	}
	report.Changed, report.Silent = changes.Changed, changes.Silent
	sort.Strings(report.Changed)
	sort.Strings(report.Silent)
	done := set(changes.Changed...)
	for _, k := range changes.Failed {
		done[k.Name] = true
	}
	report.Kept = append(append([]Kept(nil), report.Kept...), changes.Failed...)
	silent := set(changes.Silent...)
	for _, m := range o.Plan.Methods {
		if m.probe() && !silent[m.Name] && slices.Contains(changes.Changed, m.Name) {
			report.Probes = append(report.Probes, m.Name)
		}
		if !done[m.Name] {
			report.Kept = append(report.Kept, Kept{m.Name, "the app has no code of this name"})
		}
	}
	sort.SliceStable(report.Kept, func(i, j int) bool { return report.Kept[i].Name < report.Kept[j].Name })
	return nil
}

// check reads the new APK like any other and compares what must be the same.
func check(path string, old *apk.Archive) (sha256 string, err error) {
	a, err := apk.Open(path)
	if err != nil {
		return "", fmt.Errorf("checking the new app: %w", err)
	}
	o, n := old.Manifest(), a.Manifest()
	if o.Package != n.Package || o.VersionCode != n.VersionCode || len(o.Activities) != len(n.Activities) ||
		len(old.DEX()) != len(a.DEX()) {
		return "", fmt.Errorf("checking the new app: it is not the same app as before")
	}
	return a.SHA256(), nil
}

// distinct refuses to write over the app itself.
func distinct(in, out string) error {
	a, err := os.Stat(in)
	if err != nil {
		return fmt.Errorf("opening the app: %w", err)
	}
	if b, err := os.Stat(out); err == nil {
		if os.SameFile(a, b) {
			return fmt.Errorf("%s is the app itself: name another file for the result", out)
		}
		if b.IsDir() {
			return fmt.Errorf("%s is a folder: name a file for the result", out)
		}
	}
	return nil
}

// reason drops the scratch names from the error of a file operation.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
