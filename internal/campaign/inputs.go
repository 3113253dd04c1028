package campaign

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// maxInputs is how many apps, traces and mappings a worker keeps at hand.
const maxInputs = 32

// inputFiles are the apps, traces and mappings that a worker has fetched: most jobs of a campaign are
// about the same few. Safe for use by several goroutines.
type inputFiles struct {
	files *objects
	dir   string

	mu   sync.Mutex
	kept []*inputFile // the one used last comes last
}

// inputFile is one of them.
type inputFile struct {
	sum     string
	mu      sync.Mutex // held while it is fetched
	fetched bool
}

func newInputFiles(files *objects, dir string) (*inputFiles, error) {
	return &inputFiles{files: files, dir: dir}, os.MkdirAll(dir, 0o755)
}

// at is the input of that SHA-256, and the ones that make room for it.
func (f *inputFiles) at(sum string) (in *inputFile, gone []*inputFile) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.kept, func(in *inputFile) bool { return in.sum == sum })
	if i >= 0 {
		in = f.kept[i]
		f.kept = append(slices.Delete(f.kept, i, i+1), in)
		return in, nil
	}
	in = &inputFile{sum: sum}
	f.kept = append(f.kept, in)
	if len(f.kept) > maxInputs {
		gone = slices.Clone(f.kept[:len(f.kept)-maxInputs])
		f.kept = slices.Delete(f.kept, 0, len(gone))
	}
	return in, gone
}

// put makes an input appear as a file that is only to be read: another name of the one that is kept.
func (f *inputFiles) put(ctx context.Context, sum, file string) error {
	in, gone := f.at(sum)
	for _, old := range gone {
		old.mu.Lock()
		err := os.Remove(f.path(old.sum))
		old.fetched = false
		old.mu.Unlock()
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.fetched {
		fresh := f.path(sum) + ".new"
		if err := f.files.fetchFile(ctx, inputs+sum, sum, fresh); err != nil {
			return err
		}
		if err := errors.Join(os.Chmod(fresh, 0o444), os.Rename(fresh, f.path(sum))); err != nil {
			return err
		}
		in.fetched = true
	}
	return os.Link(f.path(sum), file)
}

func (f *inputFiles) path(sum string) string { return filepath.Join(f.dir, sum) }
