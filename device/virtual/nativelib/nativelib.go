// Package nativelib lays an app's native libraries where a phone lays them: in a
// folder beside its APK. Their code never runs here, but apps and their loaders
// look for the files, and read what they need of others.
package nativelib

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Folder is the folder beside the APK, as a phone with a 64-bit processor names it.
const Folder = "lib/arm64"

// ErrUnread is wrapped by the errors about libraries that cannot be read out of the APK, whose folder is
// then without them.
var ErrUnread = errors.New("the native libraries cannot be read")

// limit bounds the bytes that are written for one app.
const limit = 512 << 20

// abis are the kinds of processors that libraries are for, those of a phone first.
var abis = []string{"arm64-v8a", "armeabi-v7a", "armeabi", "x86_64", "x86"}

// Extract writes the libraries that an APK has for a phone's processor, else for another
// one, into Folder below dir, which is there in any case.
func Extract(apk, dir string) error {
	to := filepath.Join(dir, filepath.FromSlash(Folder))
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	archive, err := zip.OpenReader(apk)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnread, err)
	}
	defer archive.Close()
	left := int64(limit)
	for _, f := range best(archive.File) {
		n, err := write(f, filepath.Join(to, path.Base(f.Name)), left)
		if err != nil {
			return fmt.Errorf("native library %s: %w", path.Base(f.Name), err)
		}
		left -= n
	}
	return nil
}

// best are the libraries for the first kind of processor that there are any for.
func best(files []*zip.File) []*zip.File {
	for _, abi := range abis {
		var found []*zip.File
		for _, f := range files {
			if path.Dir(f.Name) == "lib/"+abi && strings.HasSuffix(f.Name, ".so") {
				found = append(found, f)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// write copies one library of at most left bytes. Of two of one name the first counts.
func write(f *zip.File, to string, left int64) (int64, error) {
	in, err := f.Open()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrUnread, err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if os.IsExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	n, err := io.CopyN(out, in, left+1)
	if closeErr := out.Close(); errors.Is(err, io.EOF) {
		err = closeErr
	}
	if n > left {
		err = fmt.Errorf("the libraries take more than %d bytes", int64(limit))
	}
	return n, err
}
