package shell

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
)

// FS is the files of a device: paths of the device, all below one folder of
// the host. The folder is shared with the app, which is hostile: links that
// lead out of it, and what is no regular file, cannot be opened.
type FS struct {
	root *os.Root
	// mounts are device folders and what they are below root, longest first.
	mounts []mount
}

type mount struct{ device, inside string }

// NewFS shows parts of root: mounts maps folders of the device ("/sdcard") to
// folders inside root ("sdcard").
func NewFS(root *os.Root, mounts map[string]string) *FS {
	f := &FS{root: root}
	for device, inside := range mounts {
		f.mounts = append(f.mounts, mount{path.Clean(device), inside})
	}
	sort.Slice(f.mounts, func(i, j int) bool {
		a, b := f.mounts[i].device, f.mounts[j].device
		return len(a) > len(b) || len(a) == len(b) && a < b
	})
	return f
}

// resolve is the name below root of a device path.
func (f *FS) resolve(op, name string) (string, error) {
	clean := path.Clean("/" + name)
	for _, m := range f.mounts {
		if clean == m.device {
			return m.inside, nil
		}
		if rest, ok := strings.CutPrefix(clean, m.device+"/"); ok {
			return m.inside + "/" + rest, nil
		}
	}
	return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

// above says that path is a folder that only holds mounts, and what is in it.
func (f *FS) above(name string) ([]string, bool) {
	clean := path.Clean("/" + name)
	if clean != "/" {
		clean += "/"
	}
	names := map[string]bool{}
	for _, m := range f.mounts {
		if rest, ok := strings.CutPrefix(m.device, clean); ok {
			first, _, _ := strings.Cut(rest, "/")
			names[first] = true
		}
	}
	var sorted []string
	for n := range names {
		sorted = append(sorted, n)
	}
	sort.Strings(sorted)
	return sorted, len(names) > 0
}

// Stat describes a file, without following a link that leads outside.
func (f *FS) Stat(name string) (fs.FileInfo, error) {
	inside, err := f.resolve("stat", name)
	if err != nil {
		if _, ok := f.above(name); ok {
			return f.root.Stat(".")
		}
		return nil, err
	}
	info, err := f.root.Stat(inside)
	return info, rename(err, name)
}

// Open opens a regular file for reading.
func (f *FS) Open(name string) (*os.File, error) {
	info, err := f.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := regular("open", name, info); err != nil {
		return nil, err
	}
	inside, err := f.resolve("open", name)
	if err != nil {
		return nil, err
	}
	file, err := f.root.Open(inside)
	return file, rename(err, name)
}

// Create opens a file for writing and makes it if needed; it goes on at the end
// if appending, else empties it.
func (f *FS) Create(name string, appending bool) (io.WriteCloser, error) {
	if path.Clean("/"+name) == "/dev/null" {
		return nowhere{}, nil
	}
	inside, err := f.resolve("open", name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errReadOnly}
	}
	if info, err := f.root.Stat(inside); err == nil {
		if err := regular("open", name, info); err != nil {
			return nil, err
		}
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if appending {
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	file, err := f.root.OpenFile(inside, flags, 0o644)
	if err != nil {
		return nil, rename(err, name)
	}
	return file, nil
}

// ReadDir lists a folder in name order.
func (f *FS) ReadDir(name string) ([]fs.FileInfo, error) {
	inside, err := f.resolve("open", name)
	if err != nil {
		names, ok := f.above(name)
		if !ok {
			return nil, err
		}
		var infos []fs.FileInfo
		for _, n := range names {
			if info, err := f.root.Stat("."); err == nil {
				infos = append(infos, named{info, n})
			}
		}
		return infos, nil
	}
	dir, err := f.root.Open(inside)
	if err != nil {
		return nil, rename(err, name)
	}
	defer dir.Close()
	infos, err := dir.Readdir(-1)
	sort.Slice(infos, func(i, j int) bool { return infos[i].Name() < infos[j].Name() })
	return infos, rename(err, name)
}

// Mkdir makes a folder, with those above it if all is set.
func (f *FS) Mkdir(name string, all bool) error {
	inside, err := f.resolve("mkdir", name)
	switch {
	case err != nil:
		return &fs.PathError{Op: "mkdir", Path: name, Err: errReadOnly}
	case all:
		return rename(f.root.MkdirAll(inside, 0o755), name)
	}
	return rename(f.root.Mkdir(inside, 0o755), name)
}

// Remove removes a file or an empty folder, or everything below if all is set.
func (f *FS) Remove(name string, all bool) error {
	inside, err := f.resolve("remove", name)
	if err != nil {
		return err
	}
	for _, m := range f.mounts {
		if inside == m.inside {
			return &fs.PathError{Op: "remove", Path: name, Err: errReadOnly}
		}
	}
	if all {
		return rename(f.root.RemoveAll(inside), name)
	}
	return rename(f.root.Remove(inside), name)
}

// Rename moves a file.
func (f *FS) Rename(from, to string) error {
	a, err := f.resolve("rename", from)
	if err != nil {
		return err
	}
	b, err := f.resolve("rename", to)
	if err != nil {
		return err
	}
	return rename(f.root.Rename(a, b), from)
}

var errReadOnly = errors.New("read-only file system")

// regular refuses what blocks or acts when it is opened.
func regular(op, name string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return &fs.PathError{Op: op, Path: name, Err: errors.New("is a directory")}
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: op, Path: name, Err: errors.New("not a regular file")}
	}
	return nil
}

// rename gives an error the device's path instead of the host's.
func rename(err error, name string) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return &fs.PathError{Op: pe.Op, Path: name, Err: pe.Err}
	}
	var le *os.LinkError // of a move
	if errors.As(err, &le) {
		return &fs.PathError{Op: le.Op, Path: name, Err: le.Err}
	}
	return err
}

// reason is the error in the words of a device's tools: "PATH: No such file or directory".
func reason(err error) string {
	var pe *fs.PathError
	if !errors.As(err, &pe) {
		return err.Error()
	}
	words := pe.Err.Error()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		words = "No such file or directory"
	case errors.Is(err, fs.ErrExist):
		words = "File exists"
	case errors.Is(err, fs.ErrPermission):
		words = "Permission denied"
	}
	return fmt.Sprintf("%s: %s", pe.Path, words)
}

// named is a file under another name.
type named struct {
	fs.FileInfo
	name string
}

func (n named) Name() string { return n.name }

type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Close() error                { return nil }
