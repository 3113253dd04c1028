package runtime

import "golang.org/x/sys/unix"

// FreeBytes is what an ordinary user can still write where dir lies.
func FreeBytes(dir string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * s.Bsize, nil
}
