package splits

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"talpa/dex/apk"
)

// IsSet says whether a file is a zip archive of APKs (.apks of bundletool,
// .xapk, .apkm) and no APK itself.
func IsSet(file string) bool {
	r, err := zip.OpenReader(file)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return false
	}
	defer r.Close()
	apks := 0
	for _, f := range r.File {
		if f.Name == "AndroidManifest.xml" {
			return false
		}
		if strings.HasSuffix(f.Name, ".apk") {
			apks++
		}
	}
	return apks > 0
}

// In are the APKs of an app that lie in a folder, by name; folders below are
// not looked at.
func In(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".apk") {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no APKs: want the base and the splits of an app there", dir)
	}
	return files, nil
}

// Unpack writes the APKs of a set into a folder and returns their paths: a
// universal APK alone if there is one, else those of bundletool's folder
// "splits", else one of its folder "standalones", each of which is a whole app,
// else all.
func Unpack(file, dir string) ([]string, error) {
	parts, err := unpackParts(file, dir)
	var files []string
	for _, one := range parts {
		files = append(files, one.file)
	}
	return files, err
}

// unpackParts is Unpack, with the names that the APKs have in the archive.
func unpackParts(file, dir string) ([]part, error) {
	r, err := zip.OpenReader(file)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer r.Close()
	var parts []part
	var total int64
	for i, f := range members(r.File) {
		if i == maxPieces {
			return nil, fmt.Errorf("%s holds more than %d APKs", file, maxPieces)
		}
		// Names of the archive are not trusted with places on the disk.
		to := filepath.Join(dir, strconv.Itoa(i)+".apk")
		n, err := unpack(f, to, maxBytes-total)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, f.Name, err)
		}
		total += n
		parts = append(parts, part{to, f.Name})
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s holds no APKs", file)
	}
	return parts, nil
}

// members are the APKs of a set that are parts of the app for a phone.
func members(all []*zip.File) []*zip.File {
	var apks, splits, whole []*zip.File
	for _, f := range all {
		switch {
		case !strings.HasSuffix(f.Name, ".apk"):
			continue
		case path.Base(f.Name) == "universal.apk":
			return []*zip.File{f}
		case path.Dir(f.Name) == "splits":
			splits = append(splits, f)
		case path.Dir(f.Name) == "standalones":
			whole = append(whole, f)
		}
		apks = append(apks, f)
	}
	switch {
	case len(splits) > 0:
		return splits
	case len(whole) > 0:
		return []*zip.File{slices.MaxFunc(whole, func(a, b *zip.File) int { return fit(a.Name) - fit(b.Name) })}
	}
	return apks
}

// fit says how well a standalone APK, standalone-arm64_v8a_xhdpi.apk, is for the
// embedded device, whose display has 320 dpi.
func fit(name string) int {
	words := "_" + strings.NewReplacer("-", "_", ".", "_").Replace(path.Base(name))
	fit := 0
	if strings.Contains(words, "_xhdpi_") {
		fit += len(abis) + 1
	}
	for i, abi := range abis {
		if strings.Contains(words, "_"+abi+"_") {
			return fit + len(abis) - i
		}
	}
	return fit
}

// unpack writes an entry of at most limit bytes to a new file.
func unpack(f *zip.File, to string, limit int64) (int64, error) {
	const encrypted = 1 << 0 // of the flags; archive/zip reads the data as if it were not
	if f.Flags&encrypted != 0 {
		return 0, fmt.Errorf("%w: unpack it with its password, then name the APK in it", apk.ErrEncrypted)
	}
	r, err := f.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(w, io.LimitReader(r, limit+1))
	if err = errors.Join(err, w.Close()); err != nil {
		return n, err
	}
	if n > limit {
		return n, fmt.Errorf("the APKs have more than %d bytes", int64(maxBytes))
	}
	return n, nil
}

// Extract writes the splits of a joined APK into a folder and returns their
// paths; there are none in any other APK.
func Extract(joined, dir string) ([]string, error) {
	r, err := zip.OpenReader(joined)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	defer r.Close()
	var files []string
	var total int64
	for _, f := range r.File {
		if !strings.HasPrefix(f.Name, Folder) {
			continue
		}
		if len(files) == maxPieces {
			return nil, fmt.Errorf("more than %d splits", maxPieces)
		}
		to := filepath.Join(dir, "split"+strconv.Itoa(len(files))+".apk")
		n, err := unpack(f, to, maxBytes-total)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		total += n
		files = append(files, to)
	}
	return files, nil
}
