package virtual

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"talpa/device"
)

// maxAPK bounds the size of an app, in bytes.
const maxAPK = 2 << 30

// maxStamped bounds the files whose times are looked at when a process ends.
const maxStamped = 10_000

// stampSlack is how far the clock of a file system may be from the system's.
const stampSlack = time.Second

// removeAll removes a folder of the host, with folders in it that were closed to everybody.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, _ error) error {
		if e != nil && e.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// empty removes all that a folder of the device holds. The folder itself stays,
// since JVMs may have it mounted.
func empty(root *os.Root, dir string) error {
	f, err := root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := root.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// store writes an APK that comes in to a file of the host beside the installed
// ones and returns its path. size is the number of bytes, negative for all.
func (h *hardware) store(r io.Reader, size int64) (string, error) {
	f, err := os.CreateTemp(filepath.Join(h.dir, dirApps), ".incoming-*.apk")
	if err != nil {
		return "", err
	}
	limit := size
	if size < 0 {
		limit = maxAPK + 1
	}
	n, err := io.Copy(f, io.LimitReader(r, limit))
	if err == nil && size >= 0 && n < size {
		err = io.ErrUnexpectedEOF
	}
	if err == nil && n > maxAPK {
		err = fmt.Errorf("more than %d bytes", int64(maxAPK))
	}
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		_ = os.Remove(f.Name())
		return "", fmt.Errorf("%w: receiving the app: %w", device.ErrInstall, err)
	}
	return f.Name(), nil
}

// stamp gives the files that were written since the device was made, and bear
// the host's time, the time wall, in ms since 1970.
func (h *hardware) stamp(wall int64) {
	now, n := time.UnixMilli(wall), 0
	end := time.Now().Add(stampSlack)
	_ = fs.WalkDir(h.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if n++; n > maxStamped {
			return fs.SkipAll
		}
		if err != nil || !e.IsDir() && !e.Type().IsRegular() {
			return nil // gone, or a link that might lead elsewhere
		}
		info, err := e.Info()
		if err != nil || info.ModTime().Before(h.made.Add(-stampSlack)) || info.ModTime().After(end) {
			return nil
		}
		_ = h.root.Chtimes(name, now, now) // a file that is gone needs no time
		return nil
	})
}

// wipe removes the data of an app.
func (h *hardware) wipe(pkg string) error {
	var err error
	for _, dir := range []string{"data/", "device/", "sdcard/Android/data/"} {
		err = errors.Join(err, h.root.RemoveAll(dir+pkg))
	}
	return err
}
