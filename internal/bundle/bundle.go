// Package bundle is the embedded device's agent as it is shipped: one compressed archive, a tar in
// Zstandard's format, with its name, unpacked on first use into a folder that many runs share.
//
// An archive is taken for our own: it came in the same download as the program. Paths that lead out
// of the folder and what is neither a file nor a folder are refused all the same.
package bundle

import (
	"archive/tar"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/zstd"

	"talpa/internal/files"
	"talpa/internal/flock"
)

// The names of an archive and of the file beside it that says which one it is: the archive's SHA-256.
const (
	Name   = "agent.tar.zst"
	NameID = "agent.tar.zst.sha256"
)

const (
	window     = 256 << 20 // bytes that a match may lie back: what unpacking takes of memory
	maxArchive = 4 << 30   // bytes unpacked
	prefix     = "agent-"
	done       = ".built" // the file that a whole folder has
)

// Write packs a folder into w. Files come in the order of their paths, those of last at the end, in
// that order: files with the same content are to lie side by side. They have no time and no owner: the
// same folder gives the same archive.
func Write(w io.Writer, folder string, last ...string) error {
	packed, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(window),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("packing: %w", err)
	}
	t := tar.NewWriter(packed)
	names, err := filesOf(folder, last)
	for _, name := range names {
		if err == nil {
			err = add(t, name, filepath.Join(folder, filepath.FromSlash(name)))
		}
	}
	if err = errors.Join(err, t.Close(), packed.Close()); err != nil {
		return fmt.Errorf("packing %s: %w", folder, err)
	}
	return nil
}

// filesOf are the files of a folder, sorted, those that last names, or that are in folders that it names,
// at the end.
func filesOf(folder string, last []string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		names = append(names, filepath.ToSlash(rel))
		return err
	})
	rank := func(name string) int {
		top, _, _ := strings.Cut(name, "/")
		return slices.Index(last, top)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return names, err
}

// add adds a file, or what a link leads to.
func add(t *tar.Writer, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o644, ModTime: time.Unix(0, 0),
		Format: tar.FormatPAX}
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err = io.Copy(t, f)
	return err
}

// Unpack returns the folder with the archive's content, below cache; it is made if it is not there
// yet. Several processes may ask at a time: one unpacks, the others wait. Old archives' folders stay
// for talpas that run.
func Unpack(ctx context.Context, archive, cache string) (string, error) {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(archive), NameID))
	if err != nil {
		return "", fmt.Errorf("the agent's archive has no name beside it: unpack the download again: %w", err)
	}
	id, _, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	if len(id) != 64 || strings.Trim(id, "0123456789abcdef") != "" {
		return "", fmt.Errorf("%s names no archive: unpack the download again", NameID)
	}
	folder := filepath.Join(cache, prefix+id[:16])
	if _, err := os.Stat(filepath.Join(folder, done)); err == nil {
		return folder, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", explain(cache, err)
	}
	lock, err := flock.Wait(ctx, folder+".lock", 0o644)
	if err != nil {
		return "", explain(cache, err)
	}
	defer lock.Close()
	if _, err := os.Stat(filepath.Join(folder, done)); err == nil {
		return folder, nil // another process did it meanwhile
	}
	if digest, err := files.Digest(archive); err != nil || digest != id {
		return "", errors.Join(fmt.Errorf("%s is damaged: unpack the download again", archive), err)
	}
	if err := unpackInto(ctx, archive, folder); err != nil {
		return "", explain(cache, err)
	}
	return folder, nil
}

// unpackInto makes the folder, whole or not at all.
func unpackInto(ctx context.Context, archive, folder string) error {
	tmp := folder + ".tmp"
	if err := errors.Join(os.RemoveAll(tmp), os.RemoveAll(folder), os.Mkdir(tmp, 0o755)); err != nil {
		return err
	}
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := Read(ctx, f, tmp); err != nil {
		return errors.Join(err, os.RemoveAll(tmp))
	}
	if err := os.WriteFile(filepath.Join(tmp, done), nil, 0o644); err != nil {
		return errors.Join(err, os.RemoveAll(tmp))
	}
	return os.Rename(tmp, folder)
}

// Read unpacks an archive into a folder that exists.
func Read(ctx context.Context, r io.Reader, folder string) error {
	plain, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(window), zstd.WithDecoderMaxMemory(maxArchive),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer plain.Close()
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	left := int64(maxArchive)
	for t := tar.NewReader(plain); ctx.Err() == nil; {
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading the archive: %w", err)
		case h.Typeflag != tar.TypeReg || !filepath.IsLocal(h.Name):
			return fmt.Errorf("the archive holds %q, which is no file below it", h.Name)
		}
		if left -= h.Size; left < 0 {
			return fmt.Errorf("the archive is larger than %d bytes", int64(maxArchive))
		}
		if err := extract(root, h.Name, t); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// extract writes a file.
func extract(root *os.Root, name string, r io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(filepath.FromSlash(name)), 0o755); err != nil {
		return err
	}
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

// explain says what to do about an error of the file system.
func explain(cache string, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("no space left in the cache folder %s to unpack the agent: free about 700 MB, or choose another "+
			"with --cache-dir: %w", cache, err)
	}
	return fmt.Errorf("unpacking the agent into the cache folder %s (--cache-dir chooses another): %w", cache, err)
}
