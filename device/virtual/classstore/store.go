// Package classstore keeps the converted classes of an app in a file that grows: a class is added when an app first
// asks for it. Processes that share the file add to it under its lock; JVMs read it meanwhile without one (ClassStore
// in the agent). A record that an interrupted process left half written is taken away when the file is next opened.
//
// The file begins with a magic word. Records follow: kind (1 byte), length of the name (2), methods that
// could not be converted (4), length of the data (4), CRC-32 of all that follows (4); name, data.
// The first record has the names of all classes of the app, the others are classes.
package classstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"talpa/internal/flock"
)

const (
	magic     = "talpacl2"
	headSize  = 15
	kindNames = 'N'
	kindClass = 'C'
	maxData   = 64 << 20 // bytes of a class, and of all names
)

// Class is a converted class.
type Class struct {
	Name   string // internal, "a/b/C"
	Failed int    // methods that could not be converted
	File   []byte // empty if nothing could
}

// Store is an open file of classes. It is safe for use by several goroutines.
type Store struct {
	names map[string]bool

	mu     sync.Mutex
	file   *os.File
	end    int64 // of what was read
	have   map[string]bool
	failed int
}

// Create makes a store without classes, in place of what is there.
func Create(path string, names []string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".store-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	data := append([]byte(magic), record(kindNames, Class{File: []byte(strings.Join(names, "\n"))})...)
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func record(kind byte, c Class) []byte {
	b := []byte{kind}
	b = binary.BigEndian.AppendUint16(b, uint16(len(c.Name)))
	b = binary.BigEndian.AppendUint32(b, uint32(c.Failed))
	b = binary.BigEndian.AppendUint32(b, uint32(len(c.File)))
	b = append(b, 0, 0, 0, 0)
	b = append(append(b, c.Name...), c.File...)
	binary.BigEndian.PutUint32(b[headSize-4:], crc32.ChecksumIEEE(b[headSize:]))
	return b
}

// Open opens a store.
func Open(path string) (*Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	s := &Store{file: f, names: map[string]bool{}, have: map[string]bool{}}
	if err := s.locked(s.repair); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// locked does something while no other process writes. s.mu is held, or s is not shared yet.
func (s *Store) locked(f func() error) error {
	return flock.Do(s.file, f)
}

// repair reads all, and takes away what comes after the last whole record.
func (s *Store) repair() error {
	data, err := io.ReadAll(s.file)
	if err != nil {
		return err
	}
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return errors.New("not a store of classes")
	}
	n, _ := s.take(rest)
	s.end = int64(len(magic) + n)
	if len(s.names) == 0 {
		return errors.New("a store without names")
	}
	return s.file.Truncate(s.end)
}

// take notes the records at the beginning of some bytes; n is their length, whole says that there is nothing else.
func (s *Store) take(data []byte) (n int, whole bool) {
	for n < len(data) {
		kind, c, size := parse(data[n:])
		switch {
		case size == 0:
			return n, false
		case kind == kindNames && s.end == 0 && n == 0:
			for name := range strings.SplitSeq(string(c.File), "\n") {
				s.names[name] = true
			}
		case kind == kindClass:
			s.have[c.Name] = true
			s.failed += c.Failed
		default:
			return n, false
		}
		n += size
	}
	return n, true
}

// parse reads the record at the beginning of some bytes; size is 0 if there is no whole one.
func parse(data []byte) (kind byte, c Class, size int) {
	if len(data) < headSize {
		return 0, Class{}, 0
	}
	name := int(binary.BigEndian.Uint16(data[1:]))
	length := int(binary.BigEndian.Uint32(data[7:]))
	size = headSize + name + length
	if length > maxData || size > len(data) ||
		crc32.ChecksumIEEE(data[headSize:size]) != binary.BigEndian.Uint32(data[11:]) {
		return 0, Class{}, 0
	}
	rest := data[headSize:]
	return data[0], Class{
		Name: string(rest[:name]), File: rest[name : size-headSize],
		Failed: int(binary.BigEndian.Uint32(data[3:])),
	}, size
}

// Names says whether the app has a class.
func (s *Store) Names(class string) bool { return s.names[class] }

// Missing are the classes that are not there yet, sorted.
func (s *Store) Missing() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var missing []string
	for name := range s.names {
		if !s.have[name] {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return missing
}

// Has says whether a class is there.
func (s *Store) Has(class string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.have[class]
}

// Failed is the number of methods that could not be converted.
func (s *Store) Failed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// Add adds a class, unless another process has done so.
func (s *Store) Add(c Class) error {
	if len(c.Name) > 0xffff || len(c.File) > maxData {
		return fmt.Errorf("class %.100s is too large", c.Name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.locked(func() error { return s.add(c) })
}

func (s *Store) add(c Class) error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if grown := info.Size() - s.end; grown > 0 {
		data := make([]byte, grown)
		if _, err := s.file.ReadAt(data, s.end); err != nil {
			return err
		}
		n, whole := s.take(data)
		s.end += int64(n)
		if !whole { // its writer was killed
			if err := s.file.Truncate(s.end); err != nil {
				return err
			}
		}
	}
	if s.have[c.Name] {
		return nil
	}
	b := record(kindClass, c)
	if _, err := s.file.WriteAt(b, s.end); err != nil {
		return errors.Join(err, s.file.Truncate(s.end))
	}
	s.have[c.Name] = true
	s.failed += c.Failed
	s.end += int64(len(b))
	return nil
}

// Is says whether this is the store that a path leads to: the file may have been removed, or replaced.
func (s *Store) Is(path string) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	here, err := s.file.Stat()
	return err == nil && os.SameFile(here, there)
}

// Close closes the file.
func (s *Store) Close() error { return s.file.Close() }
