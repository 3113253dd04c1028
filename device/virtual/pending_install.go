package virtual

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"talpa/device"
)

// Limits of installations in several steps.
const (
	maxPendingInstalls = 8 // under way at a time
	maxPendingFiles    = 64
)

// pendingInstalls are the installations that come in several steps, by number. Safe
// for use by several goroutines.
type pendingInstalls struct {
	mu   sync.Mutex
	last int // number of the newest
	open map[int]*pendingInstall
}

// pendingInstall is an installation in several steps: the host's files that came so far.
type pendingInstall struct {
	files []string
	grant bool // all permissions
}

// begin opens an installation.
func (p *pendingInstalls) begin(grant bool) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.open) >= maxPendingInstalls {
		return 0, fmt.Errorf("%d installations are under way: install-abandon them", len(p.open))
	}
	if p.open == nil {
		p.open = map[int]*pendingInstall{}
	}
	p.last++
	p.open[p.last] = &pendingInstall{grant: grant}
	return p.last, nil
}

// known says whether there is one of this number.
func (p *pendingInstalls) known(id int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[id] != nil
}

// add gives a file to an installation; false if it has ended or is full.
func (p *pendingInstalls) add(id int, file string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.open[id]
	if i == nil || len(i.files) >= maxPendingFiles {
		return false
	}
	i.files = append(i.files, file)
	return true
}

// end takes an installation out; an empty one if there is none of this number.
func (p *pendingInstalls) end(id int) pendingInstall {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.open[id]
	delete(p.open, id)
	if i == nil {
		return pendingInstall{}
	}
	return *i
}

// remove deletes what is left of an installation's files.
func (i pendingInstall) remove() {
	for _, file := range i.files {
		_ = os.Remove(file)
	}
}

// CreateInstall implements framework.Installer.
func (d *Device) CreateInstall(grant bool) (int, error) { return d.installs.begin(grant) }

// PendingInstall implements framework.Installer.
func (d *Device) PendingInstall(id int) bool { return d.installs.known(id) }

// AbandonInstall implements framework.Installer.
func (d *Device) AbandonInstall(id int) { d.installs.end(id).remove() }

// WriteInstall implements framework.Installer.
func (d *Device) WriteInstall(id int, r io.Reader, size int64) error {
	if size > maxAPK {
		return fmt.Errorf("%d bytes, limit %d", size, int64(maxAPK))
	}
	file, err := d.store(r, size)
	if err != nil {
		return err
	}
	if !d.installs.add(id, file) {
		_ = os.Remove(file)
		return fmt.Errorf("the session has ended, or holds %d files", maxPendingFiles)
	}
	return nil
}

// CommitInstall implements framework.Installer.
func (d *Device) CommitInstall(ctx context.Context, id int) error {
	pending := d.installs.end(id)
	defer pending.remove()
	if len(pending.files) == 0 {
		return &device.Refusal{Code: device.RefusedInvalid, Reason: errors.New("no APK was written")}
	}
	file, how := pending.files[0], installation{signed: true, grant: pending.grant}
	if len(pending.files) > 1 {
		var err error
		if file, err = d.join(pending.files); err != nil {
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
