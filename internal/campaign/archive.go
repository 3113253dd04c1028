package campaign

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// runs is the folder of the object store for run folders.
const runs = "run/"

// maxArchive bounds what is unpacked of one run folder.
const maxArchive = 1 << 30

// keep stores the run folder of a job and returns the object's name. Each try
// has its own, so that two workers at one job do not write to the same.
func (c *Campaign) keep(ctx context.Context, id, dir string) (string, error) {
	name := runs + id + "/" + nuid.Next() + ".tar.gz"
	err := c.transfer(ctx, func(ctx context.Context) error {
		r, w := io.Pipe()
		defer r.Close()
		go func() { w.CloseWithError(pack(w, dir)) }()
		_, err := c.files.Put(ctx, jetstream.ObjectMeta{Name: name}, r)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("storing the run folder: %w", err)
	}
	return name, nil
}

// Extract unpacks the run folder of a job into dir, which is made. A job
// without one leaves nothing.
func (c *Campaign) Extract(ctx context.Context, o *Outcome, dir string) error {
	if o.Run == "" {
		return nil
	}
	object, err := c.files.Get(ctx, o.Run)
	if err != nil {
		return fmt.Errorf("fetching the run folder of %v: %w", o.Job, err)
	}
	defer object.Close()
	if err := unpack(object, dir); err != nil {
		return fmt.Errorf("run folder of %v: %w", o.Job, err)
	}
	return nil
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
	if errors.Is(err, os.ErrNotExist) {
		err = nil // a job that keeps nothing
	}
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

// unpack reads what pack wrote, into dir and nowhere else: whoever may write to
// the queue is not thereby allowed to write to this computer's files.
func unpack(r io.Reader, dir string) error {
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
