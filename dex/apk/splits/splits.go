// Package splits makes one APK of an app that comes in several: a base, splits
// for features, and splits for densities, languages and processors
// (https://developer.android.com/guide/app-bundle/app-bundle-format).
//
// The joined APK is the base with the code of the features added to it. The
// splits themselves lie in it whole, below Folder: whoever runs the app reads
// their resources from there. Resource tables are not merged, and manifests of
// features are not: the base's names the components of all. The signature is
// broken. Of the splits for processors one is kept, its libraries among the
// base's.
//
// An APK that Android Studio's Instant Run made holds the app's code in an archive
// of slices. Joined, they are code as any other: JoinSlices.
package splits

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"talpa/dex/apk"
)

// Folder is where the splits lie in a joined APK, each as NAME.apk.
const Folder = "talpa/splits/"

// API is the API level of the device that the APKs are chosen for.
const API = 35

// Budgets: far above what real apps need.
const (
	maxPieces = 512
	maxBytes  = 4 << 30 // of all APKs together
)

// abis are the ends of the names of splits for processors, the preferred first.
var abis = []string{"arm64_v8a", "armeabi_v7a", "armeabi", "x86_64", "x86", "mips64", "mips"}

// part is an APK of a set before it is read.
type part struct {
	file string
	name string // for messages: what the user knows it by
}

// onDisk are parts that the user has named as they lie there.
func onDisk(files []string) []part {
	var parts []part
	for _, file := range files {
		parts = append(parts, part{file, file})
	}
	return parts
}

// piece is one APK of the set.
type piece struct {
	apk.Piece
	part
}

// abi is the index of the processor that a split is for, -1 if it is for none.
func (p *piece) abi() int {
	return slices.IndexFunc(abis, func(abi string) bool {
		return p.Name == "config."+abi || strings.HasSuffix(p.Name, ".config."+abi)
	})
}

// Join writes the joined APK of these to out, which must not exist. It returns
// the names of the splits that are in it. One APK of each name is taken, the one
// for the newest Android up to API; two of a name for the same are an error.
func Join(files []string, out string) ([]string, error) { return join(onDisk(files), out) }

func join(parts []part, out string) ([]string, error) {
	set, err := choose(parts)
	if err != nil {
		return nil, err
	}
	w, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("joining the APKs of the app: %w", err)
	}
	names, err := write(w, set)
	if err = errors.Join(err, w.Close()); err != nil {
		_ = os.Remove(out)
		return nil, fmt.Errorf("joining the APKs of the app: %w", err)
	}
	return names, nil
}

func severalApps(one, other string) error {
	return fmt.Errorf("the APKs are of several apps, %s and %s: give those of one alone", one, other)
}

// read reads what an APK is part of; errors name it as the user does.
func (p part) read() (apk.Piece, error) {
	info, err := apk.ReadPiece(p.file)
	var bad *apk.Error
	if errors.As(err, &bad) && bad.Path == p.file {
		named := *bad
		named.Path = p.name
		return info, &named
	}
	return info, err
}

// choose returns the base and then the splits by name.
func choose(parts []part) ([]piece, error) {
	if len(parts) > maxPieces {
		return nil, fmt.Errorf("%d APKs, the limit is %d", len(parts), maxPieces)
	}
	best := map[string]piece{}
	for _, one := range parts {
		info, err := one.read()
		if err != nil {
			return nil, err
		}
		old, ok := best[info.Name]
		switch {
		case ok && info.Package != old.Package:
			return nil, severalApps(old.Package, info.Package)
		case info.MinSDK > API:
		case !ok, info.MinSDK > old.MinSDK:
			best[info.Name] = piece{info, one}
		case info.MinSDK == old.MinSDK:
			return nil, fmt.Errorf("the same part of the app twice: %s and %s; give each part once, or a universal APK",
				old.name, one.name)
		}
	}
	base, ok := best[""]
	if !ok {
		return nil, errors.New("none of the APKs is a base for this Android: all are splits, or for a newer one")
	}
	var set []piece
	processor := -1
	for _, p := range best {
		if p.Package != base.Package {
			return nil, severalApps(base.Package, p.Package)
		}
		if n := p.abi(); n >= 0 && (processor < 0 || n < processor) {
			processor = n
		}
		set = append(set, p)
	}
	set = slices.DeleteFunc(set, func(p piece) bool { return p.abi() >= 0 && p.abi() != processor })
	slices.SortFunc(set, func(a, b piece) int { return strings.Compare(a.Name, b.Name) })
	return set, nil
}

// write writes the joined APK: the base is the first of the set.
func write(w io.Writer, set []piece) ([]string, error) {
	z := zip.NewWriter(w)
	j := &joiner{to: z}
	var names []string
	for i := range set {
		p := &set[i]
		if err := j.add(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		if p.Name != "" {
			names = append(names, p.Name)
		}
	}
	return names, z.Close()
}

// joiner copies APKs into another.
type joiner struct {
	to   *zip.Writer
	code int   // DEX files so far
	size int64 // bytes so far
}

func (j *joiner) add(p *piece) error {
	r, err := zip.OpenReader(p.file)
	if err != nil {
		return err
	}
	defer r.Close()
	if p.Name == "" {
		j.code = countCode(r.File)
	}
	for _, f := range r.File {
		name := f.Name
		switch {
		case p.Name == "" && !strings.HasPrefix(name, Folder):
		case isCode(name):
			j.code++
			name = codeName(j.code)
		case p.Name == "":
			return fmt.Errorf("it is a joined APK already: it holds %s", name)
		case p.abi() < 0 || !strings.HasPrefix(name, "lib/"):
			continue
		}
		if err := j.copy(f, name); err != nil {
			return err
		}
	}
	if p.Name == "" || p.abi() >= 0 {
		return nil
	}
	return j.nest(p)
}

// codeName is the name of the DEX file with a number, from 1.
func codeName(number int) string {
	if number == 1 {
		return "classes.dex"
	}
	return fmt.Sprintf("classes%d.dex", number)
}

// countCode is the number of DEX files that Android reads of an APK: up to the
// first gap.
func countCode(files []*zip.File) int {
	n := 0
	for slices.ContainsFunc(files, func(f *zip.File) bool { return f.Name == codeName(n+1) }) {
		n++
	}
	return n
}

// isCode says whether an entry is one of the DEX files that Android reads.
func isCode(name string) bool {
	number, ok := strings.CutPrefix(name, "classes")
	number, dex := strings.CutSuffix(number, ".dex")
	return ok && dex && strings.Trim(number, "0123456789") == ""
}

// copy takes an entry over as it is packed.
func (j *joiner) copy(f *zip.File, name string) error {
	if err := j.spend(int64(f.CompressedSize64)); err != nil {
		return err
	}
	raw, err := f.OpenRaw()
	if err != nil {
		return err
	}
	head := f.FileHeader
	head.Name = name
	w, err := j.to.CreateRaw(&head)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, raw)
	return err
}

// nest puts a split as a whole into the joined APK.
func (j *joiner) nest(p *piece) error {
	file, err := os.Open(p.file)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := j.spend(info.Size()); err != nil {
		return err
	}
	w, err := j.to.CreateHeader(&zip.FileHeader{Name: Folder + filepath.Base(p.Name) + ".apk", Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, file)
	return err
}

func (j *joiner) spend(bytes int64) error {
	if j.size += bytes; j.size > maxBytes || bytes < 0 {
		return fmt.Errorf("the APKs have more than %d bytes", int64(maxBytes))
	}
	return nil
}
