// Package archive packs a folder into a tar.gz and unpacks it again. An archive comes from whoever may write to the
// queue, so nothing in it is trusted: only plain files come out, inside the folder, and of bounded size in all.
package archive

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
)

// maxArchive bounds what is unpacked of one archive, in bytes.
const maxArchive = 1 << 30

// Create packs a folder into a file and returns its SHA-256 and size in bytes.
func Create(file, dir string) (sum string, size int64, err error) {
	f, err := os.Create(file)
	if err != nil {
		return "", 0, err
	}
	hash := sha256.New()
	buffered := bufio.NewWriterSize(io.MultiWriter(f, hash), 64<<10)
	err = errors.Join(pack(buffered, dir), buffered.Flush())
	info, statErr := f.Stat()
	if err = errors.Join(err, statErr, f.Close()); err != nil {
		return "", 0, err
	}
	return hex.EncodeToString(hash.Sum(nil)), info.Size(), nil
}

// pack writes a folder as tar.gz: folders and regular files only.
func pack(w io.Writer, dir string) error {
	zipped := gzip.NewWriter(w)
	out := tar.NewWriter(zipped)
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		return packFile(out, dir, name)
	})
	return errors.Join(err, out.Close(), zipped.Close())
}

// packFile writes one file.
func packFile(out *tar.Writer, dir, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(dir, name)
	if err != nil {
		return err
	}
	header := &tar.Header{
		Typeflag: tar.TypeReg, Name: filepath.ToSlash(rel), Size: info.Size(), Mode: 0o644, ModTime: info.ModTime(),
	}
	if err := out.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(f, info.Size()))
	return err
}

// Unpack reads what pack wrote, into dir and nowhere else: whoever may write to
// the queue is not thereby allowed to write to this computer's files.
func Unpack(r io.Reader, dir string) error {
	zipped, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("not a gzip stream: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	in := tar.NewReader(zipped)
	for left := int64(maxArchive); ; {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("not a tar archive: %w", err)
		}
		if header.Typeflag != tar.TypeReg || !filepath.IsLocal(header.Name) {
			return fmt.Errorf("%q is no plain file inside the folder", header.Name)
		}
		if left -= header.Size; left < 0 {
			return fmt.Errorf("more than %d MB", maxArchive>>20)
		}
		if err := unpackFile(root, header.Name, in); err != nil {
			return err
		}
	}
}

// unpackFile writes one file.
func unpackFile(root *os.Root, name string, in io.Reader) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, in)
	return errors.Join(err, f.Close())
}
