package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// An output is a file that the user named for a result. The errors of this file say what is wrong with
// its place and the way out, and name no file of ours.

// WriteOutput is Write for an output.
func WriteOutput(path string, data []byte) error {
	if err := Write(path, data, 0o644); err != nil {
		return refusal(path, err)
	}
	return nil
}

// AppendOutput adds to an output, which others may write to as well, and makes it if it is not there.
func AppendOutput(path string, data []byte) error {
	f, err := openToAppend(path)
	if err != nil {
		return refusal(path, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return refusal(path, err)
	}
	return nil
}

func openToAppend(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}

// CheckOutput says before a long job whether an output can be written at its end. What is there is left
// as it is.
func CheckOutput(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return refusal(path, syscall.EISDIR)
	case err == nil:
		// A file that can be written to will do, also in a folder where nothing can be made.
		if f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			return f.Close()
		} else if errors.Is(err, syscall.ENXIO) {
			return nil // a pipe that nobody reads yet
		}
	}
	probe, err := os.CreateTemp(filepath.Dir(path), Unfinished)
	if err == nil {
		err = errors.Join(probe.Close(), remove(probe.Name()))
	}
	if err != nil {
		return refusal(path, err)
	}
	return nil
}

// refusal says why an output cannot be written.
func refusal(path string, err error) error {
	dir := filepath.Dir(path)
	var cause syscall.Errno
	errors.As(err, &cause)
	switch {
	case cause == syscall.ENOSPC, cause == syscall.EDQUOT:
		return fmt.Errorf("writing %s: the disk is full: free some room or name another place (%w)", path, cause)
	case cause == syscall.EISDIR:
		return fmt.Errorf("%s is a folder: name a file for the result", path)
	case errors.Is(err, fs.ErrNotExist), cause == syscall.ENOTDIR:
		return fmt.Errorf("writing %s: there is no folder %s (%w)", path, dir, cause)
	case errors.Is(err, fs.ErrPermission), cause == syscall.EROFS:
		return fmt.Errorf("writing %s: %s cannot be written to: name another place (%w)", path, dir, cause)
	}
	return fmt.Errorf("writing %s: %w", path, err)
}
