package splits

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// slicesName is the archive in an APK in which Android Studio's Instant Run (2.0 to
// 3.4) put the app's code: a DEX file for each slice of it, and for each library.
// The APK's own code then is a loader only. Where it finds no such archive it
// starts the app with the code that is there.
const slicesName = "instant-run.zip"

// Sliced says whether the code of an APK lies in slices, where neither Android nor
// anybody else finds it without the loader beside them.
func Sliced(file string) bool {
	r, err := zip.OpenReader(file)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return false
	}
	defer r.Close()
	return slices.ContainsFunc(r.File, func(f *zip.File) bool { return f.Name == slicesName })
}

// JoinSlices writes an APK to out, which must not exist, that has the slices of
// file among its DEX files.
func JoinSlices(file, out string) error {
	if err := joinSlices(file, out); err != nil {
		_ = os.Remove(out)
		return fmt.Errorf("joining the slices of the app's code: %w", err)
	}
	return nil
}

func joinSlices(file, out string) (err error) {
	r, err := zip.OpenReader(file)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return err
	}
	defer r.Close()
	work, err := os.MkdirTemp(filepath.Dir(out), ".slices-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	w, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	z := zip.NewWriter(w)
	j := &joiner{to: z, code: countCode(r.File)}
	for _, f := range r.File {
		if f.Name != slicesName {
			err = j.copy(f, f.Name)
		} else {
			err = j.slices(f, filepath.Join(work, slicesName))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return z.Close()
}

// slices adds the DEX files of an archive of slices, which is unpacked to a new file.
func (j *joiner) slices(archive *zip.File, to string) error {
	if _, err := unpack(archive, to, maxBytes-j.size); err != nil {
		return err
	}
	r, err := zip.OpenReader(to)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return err
	}
	defer r.Close()
	n := 0
	for _, f := range r.File {
		if !strings.HasSuffix(f.Name, ".dex") {
			continue
		}
		if n++; n > maxPieces {
			return fmt.Errorf("more than %d slices", maxPieces)
		}
		j.code++
		if err := j.copy(f, codeName(j.code)); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}
