package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"talpa/fuzz/event"
	"talpa/fuzz/report"
)

// Unconfirmed keeps in the run directory the script that caused the crash, from the moment
// when it did until it is confirmed or refuted: whatever ends the job in between, what was
// met is not lost.
type Unconfirmed struct {
	Dir    *report.Dir
	SHA256 string // of the app as it is
	Name   string // of the file; "" while there is none

	mu sync.Mutex // searches side by side may meet the crash at once
}

// Keep writes the script.
func (u *Unconfirmed) Keep(script *event.Script) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	script = script.Clone()
	script.SHA256 = u.SHA256 // whichever copy it was found on
	if err := u.Dir.Write(report.FileUnconfirmed, script.Encode()); err != nil {
		return err
	}
	u.Name = report.FileUnconfirmed
	return nil
}

// Drop removes it: it was tried again, and the result says how that went.
func (u *Unconfirmed) Drop() error {
	u.Name = ""
	if err := os.Remove(u.Dir.Path(report.FileUnconfirmed)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the script that was confirmed: %w", err)
	}
	return nil
}

// Settle drops it when it is known how often it works. Where the job ended before that, shortest,
// which is not nil then, is kept: what is left of it.
func (u *Unconfirmed) Settle(shortest *event.Script) error {
	if shortest != nil {
		return u.Keep(shortest)
	}
	return u.Drop()
}
