package workflow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"talpa/fuzz/event"
	"talpa/fuzz/report"
)

// unconfirmed keeps in the run directory the script that met the crash, from the moment
// when it did until it is confirmed or refuted: whatever ends the job in between, what was
// met is not lost.
type unconfirmed struct {
	dir    *report.Dir
	sha256 string // of the app as it is
	name   string // of the file; "" while there is none
}

// keep writes the script.
func (u *unconfirmed) keep(script *event.Script) error {
	script = script.Clone()
	script.SHA256 = u.sha256 // whichever copy it was found on
	if err := u.dir.Write(report.FileUnconfirmed, script.Encode()); err != nil {
		return infra(err)
	}
	u.name = report.FileUnconfirmed
	return nil
}

// settle drops the script when it is known how often it works. Where the job ended before,
// the shortest that was left of it is kept.
func (u *unconfirmed) settle(ctx context.Context, r *reproducer) error {
	if ctx.Err() != nil && !r.holds() {
		return u.keep(r.shortest())
	}
	return u.drop()
}

// drop removes it: it was tried again, and the result says how that went.
func (u *unconfirmed) drop() error {
	u.name = ""
	if err := os.Remove(u.dir.Path(report.FileUnconfirmed)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return infra(fmt.Errorf("removing the script that was confirmed: %w", err))
	}
	return nil
}
