package confine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	// stage is where the new root is built: a folder that every system has. It
	// is covered for a moment only, and for this process alone.
	stage = "/proc"
	// hostRoot is the old root while the new one is filled.
	hostRoot = "/.host"
)

// view is a root of this process's own: all that the machine has, and the mounts.
type view []Mount

// enter makes the view the root of this process's mount namespace, for which it
// needs CAP_SYS_ADMIN there. The working folder stays the same by its name.
func (v view) enter() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	// What is mounted here is not to be seen outside.
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("parting from the machine's mounts: %w", err)
	}
	if err := unix.Mount("tmpfs", stage, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755,size=1m"); err != nil {
		return fmt.Errorf("mounting a root: %w", err)
	}
	if err := os.Mkdir(stage+hostRoot, 0o700); err != nil {
		return err
	}
	if err := unix.PivotRoot(stage, stage+hostRoot); err != nil {
		return fmt.Errorf("changing the root: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := v.fill(); err != nil {
		return err
	}
	if err := unix.Unmount(hostRoot, unix.MNT_DETACH); err != nil {
		return fmt.Errorf("leaving the machine's root: %w", err)
	}
	return errors.Join(os.Remove(hostRoot), os.Chdir(dir))
}

// fill shows what the machine has, then the mounts.
func (v view) fill() error {
	if err := v.children("/"); err != nil {
		return err
	}
	for _, p := range v {
		if err := os.MkdirAll(filepath.Dir(p.Path), 0o755); err != nil {
			return err
		}
		if p.Link != "" {
			if err := os.Symlink(p.Link, p.Path); err != nil {
				return err
			}
			continue
		}
		if err := bind(hostRoot+p.Host, p.Path); err != nil {
			return err
		}
	}
	return nil
}

// children shows what a folder of the machine holds, which may be unreadable.
func (v view) children(dir string) error {
	entries, _ := os.ReadDir(hostRoot + dir)
	for _, e := range entries {
		if err := v.show(filepath.Join(dir, e.Name()), e); err != nil {
			return err
		}
	}
	return nil
}

// show shows a file of the machine, unless a mount is there.
func (v view) show(path string, e os.DirEntry) error {
	for _, p := range v {
		if p.Path == path {
			return nil
		}
		if strings.HasPrefix(p.Path, path+"/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				return err
			}
			if !e.IsDir() {
				return nil
			}
			return v.children(path)
		}
	}
	switch {
	case e.Type()&os.ModeSymlink != 0:
		target, err := os.Readlink(hostRoot + path)
		if err != nil {
			return err
		}
		return os.Symlink(target, path)
	case e.IsDir():
		return bind(hostRoot+path, path)
	default:
		return nil // devices, sockets and files beside the folders are not needed
	}
}

// bind shows a folder at another path, which it makes.
func bind(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	if err := unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("showing %s at %s: %w", strings.TrimPrefix(from, hostRoot), to, err)
	}
	return nil
}
