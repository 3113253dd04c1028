package virtual

import (
	"context"
	"errors"
	"io/fs"

	"talpa/device/virtual/surroundings"
	"talpa/fuzz/event"
)

// sharedState is what an app can do in shared storage. The folder's permissions say so to
// the kernel, which keeps the app's process to them wherever that is not root's.
type sharedState int

const (
	sharedMounted sharedState = iota
	sharedReadOnly
	sharedRemoved
)

// word is the state as Android names it.
func (s sharedState) word() string {
	return [...]string{"mounted", "mounted_ro", "removed"}[s]
}

// setStorage performs the event on storage, and tells a running app.
func setStorage(ctx context.Context, s *processes, value string) error {
	left, shared := surroundings.RoomBy(value), sharedMounted
	switch value {
	case event.StorageRemoved:
		shared = sharedRemoved
	case event.StorageReadOnly:
		shared = sharedReadOnly
	}
	changed := shared != s.config.shared
	if err := s.setShared(shared); err != nil {
		return err
	}
	s.config.shared = shared
	if changed {
		err := s.inputFront(ctx, "storage", map[string]any{"state": shared.word()})
		if err != nil || left == s.config.room {
			return err
		}
	}
	s.config.room = left
	return s.inputFront(ctx, "storage", left.Params())
}

// setShared makes the files of shared storage what a state means.
func (h *hardware) setShared(to sharedState) error {
	if err := h.root.Chmod(dirShared, 0o755); err != nil {
		return err
	}
	dirs, files := fs.FileMode(0o755), fs.FileMode(0o644)
	switch to {
	case sharedRemoved:
		return h.root.Chmod(dirShared, 0)
	case sharedReadOnly:
		dirs, files = 0o555, 0o444
	}
	return errors.Join(h.chmod(dirs, files), h.root.Chmod(dirShared, dirs))
}

// whileMounted does what others than the app do in shared storage, which its state keeps from the app only.
func (h *hardware) whileMounted(state sharedState, do func() error) error {
	if state == sharedMounted {
		return do()
	}
	if err := h.setShared(sharedMounted); err != nil {
		return err
	}
	return errors.Join(do(), h.setShared(state))
}

// chmod gives folders and files below shared storage their permissions. Folders of the
// app's own making that cannot be entered stay as they are.
func (h *hardware) chmod(dirs, files fs.FileMode) error {
	return fs.WalkDir(h.root.FS(), dirShared, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || e.Type()&fs.ModeSymlink != 0:
			return nil
		case e.IsDir():
			return h.root.Chmod(name, dirs)
		}
		return h.root.Chmod(name, files)
	})
}
