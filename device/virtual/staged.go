package virtual

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"talpa/device"
	"talpa/device/virtual/shell"
)

// Limits of installations in several steps.
const (
	maxStaged      = 8 // under way at a time
	maxStagedFiles = 64
)

// staged is an installation in several steps: the host's files that came so far.
type staged struct {
	files []string
	grant bool // all permissions
}

// pmStaged are the steps: install-create, install-write, install-commit and
// install-abandon.
func (d *Device) pmStaged(ctx context.Context, c *shell.Call, verb string, args []string) int {
	if verb == "install-create" {
		return d.stage(c, slices.Contains(args, grantFlag))
	}
	size, rest, err := installWords(args)
	if err != nil {
		return d.refuse(c, err)
	}
	if len(rest) == 0 {
		return c.Fail("needs a session")
	}
	id, err := strconv.Atoi(rest[0])
	d.mu.Lock()
	known := d.staged[id] != nil
	d.mu.Unlock()
	switch {
	case err != nil || !known:
		return d.refuse(c, fmt.Errorf("no session %q", rest[0]))
	case verb == "install-write":
		return d.stageFile(c, id, rest[1:], size)
	case verb == "install-abandon":
		d.unstage(id)
		fmt.Fprintln(c.Out, "Success")
		return 0
	}
	if err := d.commit(ctx, id); err != nil {
		return d.refuse(c, err)
	}
	fmt.Fprintln(c.Out, "Success")
	return 0
}

// stage begins an installation.
func (d *Device) stage(c *shell.Call, grant bool) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.staged) >= maxStaged {
		return d.refuse(c, fmt.Errorf("%d installations are under way: install-abandon them", len(d.staged)))
	}
	if d.staged == nil {
		d.staged = map[int]*staged{}
	}
	d.lastStaged++
	d.staged[d.lastStaged] = &staged{grant: grant}
	fmt.Fprintf(c.Out, "Success: created install session [%d]\n", d.lastStaged)
	return 0
}

// stageFile adds a file: "NAME [PATH]", or the input.
func (d *Device) stageFile(c *shell.Call, id int, args []string, size int64) int {
	in := c.In
	if len(args) > 1 && args[1] != "-" {
		f, err := d.fs.Open(c.Path(args[1]))
		if err != nil {
			return d.refuse(c, err)
		}
		defer f.Close()
		in, size = f, -1
	} else if size < 0 {
		return d.refuse(c, errors.New("no file and no -S size given"))
	}
	if size > maxAPK {
		return d.refuse(c, fmt.Errorf("%d bytes, limit %d", size, int64(maxAPK)))
	}
	file, err := d.store(in, size)
	if err != nil {
		return d.refuse(c, err)
	}
	d.mu.Lock()
	s := d.staged[id]
	full := s == nil || len(s.files) >= maxStagedFiles
	if !full {
		s.files = append(s.files, file)
	}
	d.mu.Unlock()
	if full {
		_ = os.Remove(file)
		return d.refuse(c, fmt.Errorf("the session has ended, or holds %d files", maxStagedFiles))
	}
	fmt.Fprintln(c.Out, "Success: streamed bytes")
	return 0
}

// commit installs the APKs of an installation: one, or those of an app in splits.
func (d *Device) commit(ctx context.Context, id int) error {
	d.mu.Lock()
	s := *d.staged[id]
	d.mu.Unlock()
	defer d.unstage(id)
	if len(s.files) == 0 {
		return &device.Refusal{Code: device.RefusedInvalid, Reason: errors.New("no APK was written")}
	}
	file, how := s.files[0], installation{signed: true, grant: s.grant}
	if len(s.files) > 1 {
		var err error
		if file, err = d.join(s.files); err != nil {
			return &device.Refusal{Code: device.RefusedInvalid, Reason: err}
		}
		defer os.Remove(file)
		how.signed = false // the joined one has no signature
	}
	_, err := d.install(ctx, file, how)
	return err
}

// join makes one APK of those of an app in splits, in a file beside them.
func (d *Device) join(files []string) (string, error) {
	if d.opts.Join == nil {
		return "", errors.New("this server does not take apps in splits; build a universal APK (bundletool --mode=universal)")
	}
	dir, err := os.MkdirTemp(filepath.Join(d.dir, dirApps), ".joined-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	joined, file := filepath.Join(dir, "base.apk"), filepath.Join(d.dir, dirApps, filepath.Base(dir)+".apk")
	if err := d.opts.Join(files, joined); err != nil {
		return "", err
	}
	return file, os.Rename(joined, file)
}

// unstage ends an installation and removes what is left of it.
func (d *Device) unstage(id int) {
	d.mu.Lock()
	s := d.staged[id]
	delete(d.staged, id)
	d.mu.Unlock()
	if s == nil {
		return
	}
	for _, file := range s.files {
		_ = os.Remove(file)
	}
}
