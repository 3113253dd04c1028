//go:build unix

package virtual

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

const (
	serverPrefix = "talpa-device-" // of the folders of servers
	lockFile     = "lock"
)

// hold locks a server's folder for as long as the returned file is open: the
// kernel lets go of it when the process ends, however it ends.
func hold(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// sweep removes the folders of servers that were killed. A folder without a
// lock file is one that is being made.
func sweep(parent string) {
	dirs, _ := filepath.Glob(filepath.Join(parent, serverPrefix+"*"))
	for _, dir := range dirs {
		if _, err := os.Lstat(filepath.Join(dir, lockFile)); err != nil {
			continue
		}
		f, err := hold(dir)
		if err != nil {
			continue // its server lives, or is another user's
		}
		_ = removeAll(dir)
		f.Close()
	}
}
