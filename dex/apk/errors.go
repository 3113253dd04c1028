package apk

import (
	"errors"
	"fmt"
)

// The reasons why a file is no APK that talpa can use. Every error that this
// package returns for a bad input is an *Error wrapping one of them.
var (
	ErrNotZip     = errors.New("not a zip archive")
	ErrTruncated  = errors.New("truncated")
	ErrMalformed  = errors.New("malformed")
	ErrEncrypted  = errors.New("encrypted")
	ErrTooLarge   = errors.New("too large")
	ErrNoManifest = errors.New("no AndroidManifest.xml")
	ErrNoDEX      = errors.New("no classes.dex")
	ErrNotFound   = errors.New("no such entry")
)

// Error says what is wrong with an input, in one line. The fault is the
// file's, not talpa's.
type Error struct {
	Path   string // file on disk, "" when parsed from memory
	Entry  string // entry of the zip archive, "" for the archive itself
	Reason error  // one of the sentinels of this package
	Detail string // what exactly, and where; "" if the reason says it all
}

func (e *Error) Error() string {
	s := ""
	if e.Path != "" {
		s = e.Path + ": "
	}
	if e.Entry != "" {
		s += e.Entry + ": "
	}
	s += e.Reason.Error()
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Reason }

// bad makes an *Error without place; the callers above add it.
func bad(reason error, format string, args ...any) *Error {
	return &Error{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// inEntry names the zip entry in which err arose.
func inEntry(err error, entry string) error {
	var e *Error
	if errors.As(err, &e) && e.Entry == "" {
		named := *e
		named.Entry = entry
		return &named
	}
	return err
}

// inFile names the file in which err arose.
func inFile(err error, path string) error {
	var e *Error
	if errors.As(err, &e) && e.Path == "" {
		named := *e
		named.Path = path
		return &named
	}
	return err
}
