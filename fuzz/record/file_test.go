package record

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFile: an older file is replaced; what could not be written is told.
func TestFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ran.jsonl")
	if err := os.WriteFile(path, []byte("an older record"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	warn := slog.New(slog.NewTextHandler(&said, nil))
	f, err := Create(path, warn)
	if err != nil {
		t.Fatal(err)
	}
	f.buf.WriteString("{}\n")
	f.Close()
	if text, err := os.ReadFile(path); err != nil || string(text) != "{}\n" || said.Len() > 0 {
		t.Errorf("%q, %v, %s", text, err, said.String())
	}
	f.buf.WriteString("late")
	f.Close()
	if !strings.Contains(said.String(), "the record is not complete") {
		t.Errorf("a closed file was written: %q", said.String())
	}
	if _, err := Create(filepath.Join(path, "x"), warn); err == nil || !strings.Contains(err.Error(), "making the record") {
		t.Error(err)
	}
}
