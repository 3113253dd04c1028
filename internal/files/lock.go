package files

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// retry is how often a lock is asked for that somebody else holds.
const retry = 50 * time.Millisecond

// Lock waits until nobody else has the file locked, in this process or another one. The file is made if there is
// none, and stays. A lock ends with its process.
func Lock(ctx context.Context, path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return func() { f.Close() }, nil
		case !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR):
			return nil, errors.Join(err, f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-time.After(retry):
		}
	}
}
