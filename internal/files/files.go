// Package files has what several packages do with whole files: write one beside its place and
// rename it, write what the user named for a result, name one by its content, and have a folder for
// one user. Paths of the host, never of a device.
package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Unfinished is the pattern of the names of files that Write has not finished. One that stays is of
// a process that was killed.
const Unfinished = ".talpa-tmp-*"

// Write puts a file at path, whole or not at all: who reads it meanwhile sees the
// old one, and after a crash or on a full disk the old one is still there. The
// folder must exist. What is no file but a device or a pipe is written to, not
// replaced: root may be told to write to /dev/null. The errors are those of package os.
func Write(path string, data []byte, mode fs.FileMode) error {
	const special = fs.ModeDevice | fs.ModeNamedPipe | fs.ModeSocket
	if info, err := os.Stat(path); err == nil && info.Mode()&special != 0 {
		return writeTo(path, data)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), Unfinished)
	if err != nil {
		return inPlace(path, err)
	}
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Chmod(tmp.Name(), mode)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return inPlace(path, errors.Join(err, remove(tmp.Name())))
	}
	return nil
}

// inPlace has the error of a file that is not in its place yet name the place.
func inPlace(path string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		failed.Path = path
	}
	var moved *os.LinkError
	if errors.As(err, &moved) {
		return &fs.PathError{Op: "write", Path: path, Err: moved.Err}
	}
	return err
}

// writeTo writes to what is there.
func writeTo(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// remove removes a file that may be gone already.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// IsFile says whether there is a regular file of that name.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Digest returns the SHA-256 of a file in lower-case hex.
func Digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return DigestOf(f)
}

// DigestOf is Digest of what r gives from where it stands to its end.
func DigestOf(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Private makes a folder that nobody but this user can write to, in a folder that others write to. One that is
// there and is not such a folder is an error: code of another user's would be run from it.
func Private(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || ok && int(owner.Uid) != os.Getuid() || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s is not a folder of this user alone", dir)
	}
	return nil
}
