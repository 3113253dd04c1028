package virtual

import (
	"io/fs"
	"time"
)

// maxStamped bounds the files whose times are looked at when a process ends.
const maxStamped = 10_000

// stampSlack is how far the clock of a file system may be from the system's.
const stampSlack = time.Second

// stamp gives the files that were written since the device was made, and bear
// the host's time, that of the virtual clock. d.mu is held.
func (d *Device) stamp() {
	now, n := time.UnixMilli(d.wall), 0
	end := time.Now().Add(stampSlack)
	_ = fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if n++; n > maxStamped {
			return fs.SkipAll
		}
		if err != nil || !e.IsDir() && !e.Type().IsRegular() {
			return nil // gone, or a link that might lead elsewhere
		}
		info, err := e.Info()
		if err != nil || info.ModTime().Before(d.made.Add(-stampSlack)) || info.ModTime().After(end) {
			return nil
		}
		_ = d.root.Chtimes(name, now, now) // a file that is gone needs no time
		return nil
	})
}
