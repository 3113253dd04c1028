// Package snapshot keeps the files of a device as they are at a moment, and puts them back. Of files that several
// moments have alike one copy is kept: an app changes few of its files between two moments.
package snapshot

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"
)

// Limits of what is kept: apps are untrusted, and write what they want.
const (
	maxFiles = 10_000
	maxBytes = 64 << 20  // of the files of one moment
	maxKept  = 256 << 20 // of all moments together
)

// ErrTooBig means that there is more than is kept.
var ErrTooBig = errors.New("the app's files are more than a snapshot keeps")

// Store keeps the files of several moments. It is used by one goroutine at a time.
type Store struct {
	blobs map[digest]*blob
	bytes int64
}

type digest = [sha256.Size]byte

// blob is what a file holds.
type blob struct {
	data []byte
	uses int
}

// Tree is the files of a moment.
type Tree struct {
	entries []entry // folders before what is in them
}

// entry is a file, a folder or a link.
type entry struct {
	name     string
	mode     fs.FileMode
	modified time.Time
	link     string // where a link leads
	holds    digest // what a file holds
}

// Take keeps what folders of a root hold. Sockets, pipes and the like are left out.
func (s *Store) Take(root *os.Root, folders []string) (*Tree, error) {
	t := &Tree{}
	total := int64(0)
	for _, folder := range folders {
		err := fs.WalkDir(root.FS(), folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || name == folder {
				return err
			}
			if len(t.entries) >= maxFiles {
				return ErrTooBig
			}
			size, err := s.take(root, t, name, d, maxBytes-total)
			total += size
			return err
		})
		if err != nil {
			s.Drop(t)
			return nil, fmt.Errorf("keeping %s: %w", folder, err)
		}
	}
	return t, nil
}

// take adds one entry, of at most so many bytes, and returns how many it has.
func (s *Store) take(root *os.Root, t *Tree, name string, d fs.DirEntry, room int64) (size int64, err error) {
	info, err := d.Info()
	if err != nil {
		return 0, err
	}
	e := entry{name: name, mode: info.Mode(), modified: info.ModTime()}
	switch {
	case info.IsDir():
	case info.Mode()&fs.ModeSymlink != 0:
		if e.link, err = root.Readlink(name); err != nil {
			return 0, err
		}
	case info.Mode().IsRegular():
		data, err := read(root, name, room)
		if err != nil {
			return 0, err
		}
		size = int64(len(data))
		if e.holds, err = s.hold(data); err != nil {
			return 0, err
		}
	default:
		return 0, nil
	}
	t.entries = append(t.entries, e)
	return size, nil
}

// read is what a file holds, if it is not more than there is room for.
func read(root *os.Root, name string, room int64) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, room+1))
	if int64(len(data)) > room {
		return nil, ErrTooBig
	}
	return data, err
}

// hold keeps data once more.
func (s *Store) hold(data []byte) (digest, error) {
	sum := sha256.Sum256(data)
	if b := s.blobs[sum]; b != nil {
		b.uses++
		return sum, nil
	}
	if s.bytes+int64(len(data)) > maxKept {
		return sum, ErrTooBig
	}
	if s.blobs == nil {
		s.blobs = map[digest]*blob{}
	}
	s.blobs[sum] = &blob{data: data, uses: 1}
	s.bytes += int64(len(data))
	return sum, nil
}

// Drop forgets a moment.
func (s *Store) Drop(t *Tree) {
	for i := range t.entries {
		e := &t.entries[i]
		b := s.blobs[e.holds]
		if !e.mode.IsRegular() || b == nil {
			continue
		}
		if b.uses--; b.uses == 0 {
			s.bytes -= int64(len(b.data))
			delete(s.blobs, e.holds)
		}
	}
	t.entries = nil
}

// Put makes files anew in folders of a root that are empty.
func (s *Store) Put(root *os.Root, t *Tree) error {
	for i := range t.entries {
		if err := s.put(root, &t.entries[i]); err != nil {
			return fmt.Errorf("putting back %s: %w", t.entries[i].name, err)
		}
	}
	for i := len(t.entries) - 1; i >= 0; i-- { // what comes into a folder changes its time, and its mode may forbid it
		e := &t.entries[i]
		if e.mode&fs.ModeSymlink != 0 {
			continue
		}
		if err := errors.Join(root.Chtimes(e.name, e.modified, e.modified), root.Chmod(e.name, e.mode.Perm())); err != nil {
			return fmt.Errorf("putting back %s: %w", e.name, err)
		}
	}
	return nil
}

// put makes one entry.
func (s *Store) put(root *os.Root, e *entry) error {
	switch {
	case e.mode.IsDir():
		return root.MkdirAll(path.Clean(e.name), 0o700)
	case e.mode&fs.ModeSymlink != 0:
		return root.Symlink(e.link, e.name)
	}
	b := s.blobs[e.holds]
	if b == nil {
		return errors.New("it was dropped")
	}
	return root.WriteFile(e.name, b.data, 0o600)
}
