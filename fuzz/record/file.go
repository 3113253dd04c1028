package record

import (
	"bufio"
	"fmt"
	"log/slog"
	"os"
)

// File is a Log in a file.
type File struct {
	*Log
	file *os.File
	buf  *bufio.Writer
	warn *slog.Logger
}

// Create makes the file of a record, replacing an older one.
func Create(path string, warn *slog.Logger) (*File, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("making the record: %w", err)
	}
	buf := bufio.NewWriterSize(file, 64<<10)
	return &File{Log: New(buf), file: file, buf: buf, warn: warn}, nil
}

// Close writes what is left. What is recorded does not hang on it: a failure is told in the log.
func (f *File) Close() {
	err := f.buf.Flush()
	if closeErr := f.file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		f.warn.Warn("the record is not complete", "err", err)
	}
}
