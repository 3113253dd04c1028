//go:build unix

package virtual

import (
	"os"
	"path/filepath"

	"talpa/internal/flock"
)

const (
	serverPrefix = "talpa-device-" // of the folders of servers
	lockFile     = "lock"
)

// hold locks a server's folder for as long as the returned file is open: the
// kernel lets go of it when the process ends, however it ends.
func hold(dir string) (*os.File, error) {
	return flock.Open(filepath.Join(dir, lockFile), true, 0o600)
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
