package virtual

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"talpa/device"
	"talpa/fuzz/document"
	"talpa/fuzz/event"
)

// Bounds of the files that somebody brings.
const (
	maxSeeds     = 2000
	maxSeedBytes = 512 << 20
)

// dirShared is shared storage, below dirFiles.
const dirShared = "sdcard"

// stock puts the files of a phone in use into shared storage: one of each kind, and
// those that somebody brought.
func (h *hardware) stock() error {
	dir := path.Join(dirShared, document.Folder)
	err := h.root.MkdirAll(dir, 0o755)
	for _, k := range document.Kinds() {
		err = errors.Join(err, h.write(path.Join(dir, k.Name()), document.Make(k.Name(), document.Whole)))
	}
	return errors.Join(err, h.bring())
}

// write makes a file of the device hold data.
func (h *hardware) write(name string, data []byte) error {
	f, err := h.root.Create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// bring copies the files that somebody brought. Links are left out.
func (h *hardware) bring() error {
	for _, name := range h.seeds {
		if err := h.copyIn(name); err != nil {
			return fmt.Errorf("copying %s to the device: %w", name, err)
		}
	}
	return nil
}

func (h *hardware) copyIn(name string) error {
	in, err := os.Open(filepath.Join(h.opts.SeedData, name))
	if err != nil {
		return err
	}
	defer in.Close()
	to := path.Join(dirShared, filepath.ToSlash(name))
	if err := h.root.MkdirAll(path.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := h.root.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// seedFiles are the files below a folder that somebody brings, by their paths in it.
func seedFiles(dir string) ([]string, error) {
	if dir == "" {
		return nil, nil
	}
	var names []string
	bytes := int64(0)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if bytes += info.Size(); len(names) == maxSeeds || bytes > maxSeedBytes {
			return fmt.Errorf("more than %d files or %d MiB", maxSeeds, maxSeedBytes>>20)
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the files for the device in %s: %w", dir, err)
	}
	return names, nil
}

// document performs the event: a file comes to lie in the folder, or goes.
func (s *processes) document(ctx context.Context, e event.Event) error {
	if !document.ValidName(e.Value) {
		return fmt.Errorf("%w: %q is no name of a file", device.ErrUnsupported, e.Value)
	}
	name := path.Join(dirShared, document.Folder, e.Value)
	state := document.State(e.Arg)
	if s.config.document = e.Value; state == document.Gone {
		s.config.document = ""
	}
	if err := s.whileMounted(s.config.shared, func() error { return s.putDocument(name, state) }); err != nil {
		return inTheWay(err)
	}
	return s.inputFront(ctx, "document", map[string]any{"name": s.config.document})
}

// putDocument makes a file of shared storage what a state says.
func (h *hardware) putDocument(name string, state document.State) error {
	if err := errors.Join(h.root.MkdirAll(path.Dir(name), 0o755), h.root.RemoveAll(name)); err != nil {
		return err
	}
	switch state {
	case document.AFolder:
		return h.root.Mkdir(name, 0o755)
	case document.Gone:
		return nil
	}
	return h.write(name, document.Make(path.Base(name), state))
}

// inTheWay is the error of an event on files that cannot be done: shared storage is the
// app's to write, so it may have a file where the folder is to be.
func inTheWay(err error) error { return fmt.Errorf("%w: %w", device.ErrUnsupported, err) }

// setPhone performs the event that fills or empties the phone.
func (s *processes) setPhone(ctx context.Context, e event.Event) error {
	if e.Value != event.PhoneUsed && e.Value != event.PhoneEmpty {
		return fmt.Errorf("%w: phone %q", device.ErrUnsupported, e.Value)
	}
	s.config.empty, s.config.document = e.Value == event.PhoneEmpty, ""
	err := s.whileMounted(s.config.shared, func() error {
		err := s.sweepShared()
		if !s.config.empty {
			err = errors.Join(err, s.stock())
		}
		return err
	})
	if s.alive() == nil {
		err = errors.Join(err, empty(s.root, dirProviders))
	}
	if err != nil {
		return err
	}
	return s.inputFront(ctx, "phone", map[string]any{"empty": s.config.empty})
}

// sweepShared removes what people keep in shared storage; what apps keep there in
// folders of their own stays.
func (h *hardware) sweepShared() error {
	f, err := h.root.Open(dirShared)
	if err != nil {
		return err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	for _, name := range names {
		if name != "Android" {
			err = errors.Join(err, h.root.RemoveAll(path.Join(dirShared, name)))
		}
	}
	return err
}
