package confine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	// stage is where the new root is built: a folder that every system has. It
	// is covered for a moment only, and for this process alone.
	stage = "/proc"
	// hostRoot is the old root while the new one is filled.
	hostRoot = "/.host"
	// maxLinks bounds the links on the way to one path, as the kernel does.
	maxLinks = 40
)

// view is the root of the program's mount namespace: what its policy lists and nothing
// else, so that a socket, a device or a file of the machine that the policy does not name
// does not exist there, whatever the kernel would let the program do with it.
type view struct {
	policy Policy
	// proc says that /proc is one of the program's own PID namespace.
	proc bool
	// shown are the paths that are bound so far: what is below them is there.
	shown []string
}

// enter makes the view the root of this process's mount namespace, for which it
// needs CAP_SYS_ADMIN there, and dir its working folder.
func (v *view) enter(dir string) error {
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
	if err := os.Remove(hostRoot); err != nil {
		return err
	}
	if err := restrictMount("/", unix.MOUNT_ATTR_RDONLY, 0); err != nil {
		return fmt.Errorf("making the root read-only: %w", err)
	}
	if err := os.Chdir(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err // a folder that the program does not see cannot be its working folder: the root is
	}
	return nil
}

// fill shows what the policy lists, then the mounts.
func (v *view) fill() error {
	if v.proc {
		if err := os.Mkdir("/proc", 0o555); err != nil {
			return err
		}
		const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC | unix.MS_RDONLY
		if err := unix.Mount("proc", "/proc", "proc", flags, ""); err != nil {
			return fmt.Errorf("mounting /proc: %w", err)
		}
		v.shown = append(v.shown, "/proc")
	}
	for _, path := range sorted(slices.Concat(v.policy.Exec, v.policy.ReadOnly)) {
		if err := v.show(path, false); err != nil {
			return err
		}
	}
	for _, path := range sorted(v.policy.ReadWrite) {
		if err := v.show(path, true); err != nil {
			return err
		}
	}
	for _, p := range v.policy.Mounts {
		if err := v.place(p); err != nil {
			return err
		}
	}
	return nil
}

// sorted has a folder before what is below it.
func sorted(paths []string) []string {
	paths = slices.Clone(paths)
	slices.Sort(paths)
	return paths
}

// show binds a path of the machine at the same path, through the links that lead to it.
// What is not there is left out.
func (v *view) show(path string, writable bool) error {
	rest := strings.Split(strings.Trim(filepath.Clean(path), "/"), "/")
	at := "/"
	for links := 0; len(rest) > 0; {
		next := filepath.Join(at, rest[0])
		if v.covered(next) && !writable {
			return nil
		}
		info, err := os.Lstat(hostRoot + next)
		if err != nil {
			return nil
		}
		if info.Mode()&os.ModeSymlink != 0 {
			target, err := os.Readlink(hostRoot + next)
			if err != nil {
				return err
			}
			if links++; links > maxLinks {
				return fmt.Errorf("%s: too many links", path)
			}
			if err := v.link(target, next); err != nil {
				return err
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(at, target)
			}
			rest = append(strings.Split(strings.Trim(filepath.Clean(target), "/"), "/"), rest[1:]...)
			at = "/"
			continue
		}
		at, rest = next, rest[1:]
	}
	return v.bind(hostRoot+at, at, writable)
}

// covered says that a folder above the path, or it itself, is shown.
func (v *view) covered(path string) bool {
	return slices.ContainsFunc(v.shown, func(dir string) bool {
		return path == dir || strings.HasPrefix(path, dir+"/")
	})
}

// link makes a link of the machine, unless it is there.
func (v *view) link(target, path string) error {
	if v.covered(path) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.Symlink(target, path); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}

// place makes a mount of the policy.
func (v *view) place(p Mount) error {
	if p.Link != "" {
		if err := os.MkdirAll(filepath.Dir(p.Path), 0o755); err != nil {
			return err
		}
		return os.Symlink(p.Link, p.Path)
	}
	writable := slices.ContainsFunc(v.policy.ReadWrite, func(dir string) bool {
		return p.Host == dir || strings.HasPrefix(p.Host, dir+"/")
	})
	return v.bind(hostRoot+p.Host, p.Path, writable)
}

// bind shows a file or folder at a path, which it makes. Nothing there can be executed as
// another user, and what can be written cannot be executed.
func (v *view) bind(from, to string, writable bool) error {
	info, err := os.Stat(from)
	if err != nil {
		return nil // gone meanwhile
	}
	if err := target(to, info.IsDir()); err != nil {
		return err
	}
	if err := unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("showing %s at %s: %w", strings.TrimPrefix(from, hostRoot), to, err)
	}
	attr := uint64(unix.MOUNT_ATTR_NOSUID)
	switch {
	case info.Mode()&os.ModeDevice != 0: // a read-only device can still be written to, by its mode
	case writable:
		attr |= unix.MOUNT_ATTR_NODEV | unix.MOUNT_ATTR_NOEXEC
	default:
		attr |= unix.MOUNT_ATTR_NODEV | unix.MOUNT_ATTR_RDONLY
	}
	if err := restrictMount(to, attr, unix.AT_RECURSIVE); err != nil {
		return fmt.Errorf("restricting %s: %w", to, err)
	}
	v.shown = append(v.shown, to)
	return nil
}

// target makes what a mount needs to stand on.
func target(path string, dir bool) error {
	if dir {
		return os.MkdirAll(path, 0o755)
	}
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o644)
}

// restrictMount takes rights from a mount; kernels older than 5.12 cannot for those below it.
func restrictMount(path string, attr uint64, flags uint) error {
	err := unix.MountSetattr(unix.AT_FDCWD, path, flags, &unix.MountAttr{Attr_set: attr})
	if !errors.Is(err, unix.ENOSYS) {
		return err
	}
	var fs unix.Statfs_t
	if err := unix.Statfs(path, &fs); err != nil {
		return err
	}
	old := uintptr(fs.Flags) & (unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC | unix.MS_NOATIME | unix.MS_NODIRATIME |
		unix.MS_RELATIME | unix.MS_RDONLY)
	for bit, flag := range map[uint64]uintptr{
		unix.MOUNT_ATTR_RDONLY: unix.MS_RDONLY, unix.MOUNT_ATTR_NOSUID: unix.MS_NOSUID,
		unix.MOUNT_ATTR_NODEV: unix.MS_NODEV, unix.MOUNT_ATTR_NOEXEC: unix.MS_NOEXEC,
	} {
		if attr&bit != 0 {
			old |= flag
		}
	}
	return unix.Mount("", path, "", old|unix.MS_BIND|unix.MS_REMOUNT, "")
}
