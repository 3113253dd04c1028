package workflow

import (
	"bufio"
	"fmt"
	"log/slog"
	"os"

	"talpa/fuzz/record"
)

// recording is the file of a job's record.
type recording struct {
	log  *record.Log
	file *os.File
	buf  *bufio.Writer
	warn *slog.Logger
}

// newRecording makes the file, replacing an older one.
func newRecording(path string, warn *slog.Logger) (*recording, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("making the record: %w", err)
	}
	buf := bufio.NewWriterSize(file, 64<<10)
	return &recording{log: record.New(buf), file: file, buf: buf, warn: warn}, nil
}

// close writes what is left. The job's own result does not hang on it.
func (r *recording) close() {
	err := r.buf.Flush()
	if closeErr := r.file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		r.warn.Warn("the record is not complete", "err", err)
	}
}
