// Package scratch is where a worker of a campaign keeps the files of the jobs in hand: a folder that goes with it,
// and is removed by the next worker if it was killed.
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"talpa/internal/flock"
)

// pattern names the folders of workers, lockFile the file in each that its worker holds a lock on
// as long as it lives.
const (
	pattern  = "talpa-worker-*"
	lockFile = "lock"
)

// New makes the folder of a worker for the files of jobs in hand, in dir or else the
// temporary folder, and removes those that killed workers left there. leave removes it.
func New(dir string) (folder string, leave func(), err error) {
	if dir == "" {
		dir = os.TempDir()
	}
	sweep(dir)
	folder, err = os.MkdirTemp(dir, pattern)
	if err != nil {
		return "", nil, fmt.Errorf("the worker's folder (--work-dir names another): %w", err)
	}
	lock, err := claim(folder)
	if err != nil {
		return "", nil, errors.Join(fmt.Errorf("the worker's folder: %w", err), os.RemoveAll(folder))
	}
	return folder, func() {
		_ = os.RemoveAll(folder) // the next worker sweeps what is left
		_ = lock.Close()
	}, nil
}

// claim makes the lock of a new folder and holds it. It gets its name when it is held, so that there
// is no moment when a sweep could take it for that of a worker that is gone.
func claim(folder string) (*os.File, error) {
	fresh := filepath.Join(folder, lockFile+".new")
	lock, err := flock.Open(fresh, true, 0o600)
	if err != nil {
		return nil, err
	}
	if err := os.Rename(fresh, filepath.Join(folder, lockFile)); err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// sweep removes the scratch folders whose workers are gone. One that has no lock yet is of a worker
// that begins.
func sweep(dir string) {
	left, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		return // dir is no pattern that can be matched: nothing is removed
	}
	for _, folder := range left {
		lock, err := flock.Open(filepath.Join(folder, lockFile), false, 0)
		if err != nil {
			continue
		}
		_ = os.RemoveAll(folder) // what cannot be removed stays, and harms nobody
		lock.Close()
	}
}
