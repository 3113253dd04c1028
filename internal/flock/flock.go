// Package flock locks files against other processes, and against other openings of them in this one.
// The kernel lets go of a lock when its file is closed or the process ends, however it ends.
package flock

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// ErrHeld says that somebody else has the file locked.
var ErrHeld = errors.New("another process holds the lock")

// retry is how often a lock is asked for that somebody else holds.
const retry = 50 * time.Millisecond

// Open opens a file, which is made with that mode if there is none and create is set, and locks it until it is
// closed: ErrHeld if somebody else has it locked.
func Open(path string, create bool, mode os.FileMode) (*os.File, error) {
	flags := os.O_RDWR
	if create {
		flags |= os.O_CREATE
	}
	f, err := os.OpenFile(path, flags, mode)
	if err != nil {
		return nil, err
	}
	if err := take(f, unix.LOCK_NB); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Wait is Open for a file that is made if there is none, and waits until nobody else has it locked.
func Wait(ctx context.Context, path string, mode os.FileMode) (*os.File, error) {
	for {
		f, err := Open(path, true, mode)
		if !errors.Is(err, ErrHeld) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(retry):
		}
	}
}

// Do does something while the file is locked, for which it waits. Who has one opening of a file does so by turns.
func Do(f *os.File, do func() error) error {
	if err := take(f, 0); err != nil {
		return err
	}
	return errors.Join(do(), unix.Flock(int(f.Fd()), unix.LOCK_UN))
}

func take(f *os.File, how int) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|how)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return ErrHeld
		default:
			return err
		}
	}
}
