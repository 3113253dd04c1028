package virtual

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"talpa/device"
)

// maxAPK bounds the size of an app, in bytes.
const maxAPK = 2 << 30

// store writes an APK that comes in to a file of the host beside the installed
// ones and returns its path. size is the number of bytes, negative for all.
func (d *Device) store(r io.Reader, size int64) (string, error) {
	f, err := os.CreateTemp(filepath.Join(d.dir, dirApps), ".incoming-*.apk")
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
