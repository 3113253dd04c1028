package runtime

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ownJars is how the names of those files in the agent's folder begin that a
// build writes in place; the others are replaced whole or never change.
const ownJars = "talpa-agent"

// CopyAgent makes a private copy of the agent's folder, so that a build beside a
// running server does not take the files away under its JVMs. The copy is one
// of hard links, so it needs the same file system, and leave to link.
func CopyAgent(from, to string) error {
	return filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case e.IsDir():
			return os.MkdirAll(target, 0o755)
		case strings.HasPrefix(rel, ownJars):
			return copyFile(name, target)
		}
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
		return os.Link(name, target)
	})
}

// copyFile writes the bytes of a file to a new one, which has the same time: the copy counts as the
// same file where an image of a JVM refers to it.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	info, err := in.Stat()
	if err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
