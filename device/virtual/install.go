package virtual

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/nativelib"
	"talpa/device/virtual/permission"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/surroundings"
	"talpa/fuzz/event"
	"talpa/internal/files"
)

// installation says how an app is installed.
type installation struct {
	signed bool // it has to be signed
	grant  bool // it gets all the permissions that it asks for
	update bool // the app is told that it is a newer build of what was there
}

// Install implements framework.Installer.
func (d *Device) Install(ctx context.Context, r io.Reader, size int64, grant bool) error {
	_, err := d.installStream(ctx, r, size, installation{signed: true, grant: grant, update: true})
	return err
}

// installFrom installs a file of the device for a session, and removes it.
func (d *Device) installFrom(ctx context.Context, path string, how installation) (*device.App, error) {
	in, err := d.fs.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	a, err := d.installStream(ctx, in, -1, how)
	if err != nil {
		return nil, err
	}
	if !a.Signed && len(a.splits) == 0 {
		d.notes.Add(a.Package + " is not signed: a phone would not install it")
	}
	_ = d.fs.Remove(path, false)
	return &device.App{Package: a.Package, Launcher: a.Launcher, SHA256: a.sha}, nil
}

// installStream installs the APK that r holds: size bytes, or all if size is
// negative.
func (d *Device) installStream(ctx context.Context, r io.Reader, size int64, how installation) (*app, error) {
	if size > maxAPK {
		return nil, fmt.Errorf("%w: %d bytes, limit %d", device.ErrInstall, size, int64(maxAPK))
	}
	file, err := d.store(r, size)
	if err != nil {
		return nil, err
	}
	a, err := d.install(ctx, file, how)
	if err != nil {
		_ = os.Remove(file)
	}
	return a, err
}

// install makes the APK in the host's file an app of the device. Data of an
// older copy is kept. The file is taken over.
func (d *Device) install(ctx context.Context, file string, how installation) (a *app, err error) {
	manifest, err := d.opts.Manifest(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", device.ErrInstall, err)
	}
	if err := acceptable(manifest, how.signed, d.opts.API); err != nil {
		return nil, err
	}
	if err := d.joinSlices(file); err != nil {
		return nil, &device.Refusal{Code: device.RefusedInvalid, Reason: err}
	}
	sha, err := files.Digest(file)
	if err != nil {
		return nil, err
	}
	code, err := d.conv.Convert(ctx, file, sha, false)
	if errors.Is(err, runtime.ErrUnreadable) {
		return nil, &device.Refusal{Code: device.RefusedCode, Reason: err}
	}
	if err != nil {
		return nil, err
	}
	grants := permission.New(manifest, d.opts.API, how.grant)
	a = &app{App: framework.App{Manifest: manifest, Grants: grants}, sha: sha, code: code}
	d.system.With(func(s *system) {
		_, known := s.apps[a.Package]
		if err = s.install(ctx, a, file, how.grant); err == nil && how.update && known {
			err = s.replaced(ctx, a)
		}
	})
	if err != nil {
		return nil, err
	}
	if n := len(code.Facts.Native); n > 0 {
		d.notes.Add(fmt.Sprintf("native libraries of %s are not run: %s",
			manifest.Package, strings.Join(baseNames(code.Facts.Native), ", ")))
	}
	if code.Facts.Failed > 0 {
		d.notes.Add(fmt.Sprintf("%d of %d methods of %s could not be converted; they throw VerifyError",
			code.Facts.Failed, code.Facts.Methods, manifest.Package))
	}
	return a, nil
}

// acceptable says whether a device of an API level takes the app.
func acceptable(m device.Manifest, signed bool, api int) error {
	switch {
	case !packageName(m.Package):
		return &device.Refusal{Code: device.RefusedPackageName, Reason: fmt.Errorf("bad package name %q", m.Package)}
	case m.MinSDK > api:
		return &device.Refusal{Code: device.RefusedOlderSDK, Reason: fmt.Errorf(
			"requires newer sdk version #%d (current version is #%d)", m.MinSDK, api)}
	case signed && !m.Signed:
		return &device.Refusal{Code: device.RefusedNoCertificates, Reason: errors.New("the APK is not signed")}
	}
	return nil
}

// install puts an app in the place of its older version; file is its APK.
func (s *system) install(ctx context.Context, a *app, file string, grant bool) error {
	if err := s.checkManifest(ctx, file, a.code); err != nil {
		return err
	}
	if p := s.alive(); p != nil && p.app.Package == a.Package {
		if err := unlessDied(s.leave(ctx, p)); err != nil {
			return err
		}
		s.kept.Services = nil // an update ends them
	}
	// A folder of its own for each version: a JVM may still have the old one open.
	s.versions++
	name := fmt.Sprintf("%s-%d", a.Package, s.versions)
	dir := filepath.Join(s.dir, dirApps, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	a.apk, a.Path = filepath.Join(dir, "base.apk"), "/data/app/"+name+"/base.apk"
	if err := os.Rename(file, a.apk); err != nil {
		return err
	}
	installed := time.UnixMilli(s.wall)
	if err := os.Chtimes(a.apk, installed, installed); err != nil {
		return err
	}
	if s.opts.Extract != nil {
		var err error
		if a.splits, err = s.opts.Extract(a.apk, dir); err != nil {
			return &device.Refusal{Code: device.RefusedInvalid, Reason: err}
		}
	}
	if len(a.code.Facts.Native) > 0 {
		err := nativelib.Extract(a.apk, dir)
		if errors.Is(err, nativelib.ErrUnread) { // their code would not run anyway
			s.opts.Log.Warn("virtual device: installing without native libraries", "package", a.Package, "err", err)
		} else if err != nil {
			return &device.Refusal{Code: device.RefusedInvalid, Reason: err}
		}
	}
	for _, split := range a.splits {
		a.Splits = append(a.Splits, "/data/app/"+name+"/"+filepath.Base(split))
	}
	if old := s.apps[a.Package]; old != nil {
		a.Grants.Inherit(old.Grants, grant)
		_ = os.RemoveAll(filepath.Dir(old.apk))
	}
	s.apps[a.Package] = a
	return nil
}

// joinSlices gives an APK the code that lies in slices in it.
func (d *Device) joinSlices(file string) error {
	if d.opts.Sliced == nil || !d.opts.Sliced(file) {
		return nil
	}
	joined := file + ".joined"
	if err := d.opts.JoinSlices(file, joined); err != nil {
		return err
	}
	return os.Rename(joined, file)
}

// replaced tells an app that it is a newer build, which starts its process.
func (s *system) replaced(ctx context.Context, a *app) error {
	if !slices.Contains(a.Receives, surroundings.ActionReplaced) {
		return nil
	}
	err := s.intent(ctx, a, "broadcast", &event.Intent{Action: surroundings.ActionReplaced})
	return unlessDied(err)
}

// checkManifest has Android's own parser say whether it takes an APK; a verdict
// is kept with the app's conversion. Without a spare JVM nobody is asked: then
// the app's first start fails with the same words.
func (s *system) checkManifest(ctx context.Context, file string, code runtime.Conversion) error {
	verdict, known := code.Verdict()
	if !known {
		asked, err := s.pool.Borrow(ctx, func(j *runtime.JVM) error {
			ctx, cancel := context.WithTimeout(ctx, runtime.LoadTimeout)
			defer cancel()
			_, err := j.Call(ctx, "check", map[string]any{"apk": file}, &verdict)
			return err
		})
		if !asked || err != nil {
			s.opts.Log.Debug("virtual device: a manifest is not checked at the installation", "asked", asked, "err", err)
			return ctx.Err()
		}
		if err := code.KeepVerdict(verdict); err != nil {
			return err
		}
	}
	if verdict.Code == "" {
		return nil
	}
	return &device.Refusal{Code: verdict.Code, Reason: fmt.Errorf(
		"%s; Android installs no app with such a manifest, so the build of the app is at fault", verdict.Reason)}
}

// packageName says whether s can be a package, and so a file name.
func packageName(s string) bool {
	if s == "" || len(s) > 200 || strings.Contains(s, "..") || s[0] == '.' {
		return false
	}
	for _, r := range s {
		if r != '.' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

func baseNames(paths []string) []string {
	var names []string
	for _, p := range paths {
		if name := filepath.Base(p); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
