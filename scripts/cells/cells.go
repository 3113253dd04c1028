// Package cells keeps what a bench has measured: a cell is one measurement and lies in a JSON file of its own.
// A bench that was stopped goes on where it was, and its table can be printed from what is done.
package cells

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"talpa/internal/files"
)

// Get returns the cell of a file. One that is not there is measured and kept, or left undone where only what is
// done is looked at. It is nil where it is not done, and where measure returns nil. A cell that cannot be read is
// an error, so that hours of a bench are not measured again by mistake.
func Get[T any](path string, lookOnly bool, measure func() (*T, error)) (*T, error) {
	data, err := os.ReadFile(path)
	switch {
	case err == nil:
		done := new(T)
		if err := json.Unmarshal(data, done); err != nil {
			return nil, fmt.Errorf("reading %s (delete it to measure it again): %w", path, err)
		}
		return done, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("reading a cell: %w", err)
	case lookOnly:
		return nil, nil //nolint:nilnil // it is not done
	}
	done, err := measure()
	if err != nil || done == nil {
		return nil, err
	}
	if data, err = json.Marshal(done); err != nil {
		return nil, fmt.Errorf("encoding a cell: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of a cell: %w", err)
	}
	if err := files.Write(path, data, 0o644); err != nil {
		return nil, fmt.Errorf("writing a cell: %w", err)
	}
	return done, nil
}
