package runtime

import (
	"errors"
	"fmt"
	"syscall"
)

// littleRoom is how much free space says that a failure comes from a full disk: no conversion and no
// boot gets along with less.
const littleRoom = 16 << 20

// room is a folder that a run writes to: what people call it, and how they choose another.
type room struct{ name, dir, choose string }

func (c Config) cacheRoom() room { return room{"cache folder", c.CacheDir, "--cache-dir"} }

func tmpRoom(dir string) room { return room{"temporary folder", dir, "the variable TMPDIR"} }

// CheckRoom says that a folder has too little room for the files of a device: a process in it would be
// ended at once, see watch.go.
func CheckRoom(dir string) error { return tmpRoom(dir).enough(minFree, FreeBytes) }

// enough returns an error where a folder has less room than is wanted. Where that is not known, there is.
func (r room) enough(wanted int64, free func(dir string) (int64, error)) error {
	left, err := free(r.dir)
	if err != nil || left >= wanted {
		return nil //nolint:nilerr // not known
	}
	return fmt.Errorf("no space left in the %s %s: %d MB free, %d wanted; free some, or choose another with %s", r.name,
		r.dir, left>>20, wanted>>20, r.choose)
}

// explain names the cause and the way out of a failure that comes from a full disk. Others stay.
func (r room) explain(err error, free func(dir string) (int64, error)) error {
	if err == nil {
		return nil
	}
	left, freeErr := free(r.dir)
	full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
	if !full && (freeErr != nil || left >= littleRoom) {
		return err
	}
	return fmt.Errorf("no space left in the %s %s: %d MB free; free some, or choose another with %s: %w", r.name, r.dir,
		left>>20, r.choose, err)
}
