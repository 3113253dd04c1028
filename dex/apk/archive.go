package apk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

// Archive is one APK file, read and checked.
type Archive struct {
	zip       *zipFile
	sha256    string
	dexNames  []string
	dex       [][]byte
	manifest  *Manifest
	resources *Resources
	schemes   []string
}

// Entry is one file of the archive.
type Entry struct {
	Name             string
	Compressed, Size int64 // bytes
}

// NativeLib is a native library that the APK carries.
type NativeLib struct {
	ABI  string // "arm64-v8a"
	Name string // "libfoo.so"
}

// Open reads the APK at path. The file stays open, and entries are read when they
// are asked for: it must not be written to while the Archive is used. A change
// shows as an error, since every entry has a checksum. For a file that is no
// usable APK the error is an *Error.
func Open(path string) (*Archive, error) {
	info, err := os.Stat(path) // before it is opened: a pipe would wait for its other end
	switch {
	case err != nil:
		return nil, fmt.Errorf("opening the app: %w", err)
	case !info.Mode().IsRegular():
		return nil, inFile(bad(ErrNotZip, "it is no regular file"), path)
	case info.Size() > maxFile:
		return nil, inFile(bad(ErrTooLarge, "%d bytes, the limit is %d", info.Size(), int64(maxFile)), path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the app: %w", err)
	}
	a, err := Parse(file, info.Size())
	if err != nil {
		file.Close()
		return nil, inFile(err, path)
	}
	return a, nil
}

// Parse reads an APK of size bytes from r, which must stay readable as long as
// the Archive is used.
func Parse(r io.ReaderAt, size int64) (*Archive, error) {
	z, err := openZip(r, size)
	if err != nil {
		return nil, err
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, io.NewSectionReader(r, 0, size)); err != nil {
		return nil, fmt.Errorf("reading the archive: %w", err)
	}
	a := &Archive{zip: z, sha256: hex.EncodeToString(digest.Sum(nil))}
	if z.entries["AndroidManifest.xml"] == nil {
		return nil, a.noManifest()
	}
	if err := a.readDEX(); err != nil {
		return nil, err
	}
	if err := a.readResources(); err != nil {
		return nil, err
	}
	doc, err := a.XML("AndroidManifest.xml")
	if err != nil {
		return nil, err
	}
	if a.manifest, err = readManifest(doc, a.resources); err != nil {
		return nil, inEntry(err, "AndroidManifest.xml")
	}
	a.schemes = signatureSchemes(z, r, size)
	return a, nil
}

// noManifest explains a zip archive that is no APK.
func (a *Archive) noManifest() error {
	for name := range a.zip.entries {
		if name == "base/manifest/AndroidManifest.xml" {
			return bad(ErrNoManifest, "this is an app bundle (AAB); build a universal APK from it with bundletool")
		}
		if strings.HasSuffix(name, ".apk") {
			return bad(ErrNoManifest, "this is a set of APKs; a command that runs the app joins them (it holds %s)", name)
		}
	}
	for name := range a.zip.entries {
		switch {
		case strings.HasPrefix(name, "Payload/"):
			return bad(ErrNoManifest, "this is an app for iOS; only apps for Android can be run")
		case strings.HasSuffix(name, ".class"):
			return bad(ErrNoManifest, "this is a jar of Java classes; build the app that they are part of and give its APK")
		}
	}
	return bad(ErrNoManifest, "this zip archive is no APK")
}

// readDEX reads classes.dex, classes2.dex, ... up to the first gap, as the
// Android runtime does.
func (a *Archive) readDEX() error {
	var total int64
	for i := 1; ; i++ {
		name := "classes.dex"
		if i > 1 {
			name = fmt.Sprintf("classes%d.dex", i)
		}
		data, err := a.zip.read(name, min(maxDEX, maxAllDEX-total))
		if errors.Is(err, ErrNotFound) {
			break
		}
		if err != nil {
			return err
		}
		total += int64(len(data))
		a.dexNames = append(a.dexNames, name)
		a.dex = append(a.dex, data)
	}
	if len(a.dex) == 0 {
		if name := a.splitName(); name != "" {
			return bad(ErrNoDEX, "this is the split %s of an app: give it with its base, in a folder or as one archive", name)
		}
		if a.zip.entries["classes.jar"] != nil {
			return bad(ErrNoDEX, "this is a library (AAR); build an app that uses it and give its APK")
		}
		return bad(ErrNoDEX, "there is no code to analyse in this APK")
	}
	return nil
}

// splitName is the name of an APK that is a split of an app, "" for one that is none or cannot be read.
func (a *Archive) splitName() string {
	doc, err := a.XML("AndroidManifest.xml")
	if err != nil {
		return ""
	}
	r := manifestReader{&Resources{}, &Manifest{}}
	return r.text(doc.Root, 0, "split")
}

func (a *Archive) readResources() error {
	const name = "resources.arsc"
	data, err := a.zip.read(name, maxTable)
	if errors.Is(err, ErrNotFound) {
		a.resources = &Resources{}
		return nil
	}
	if err != nil {
		return err
	}
	a.resources, err = ParseResources(data)
	return inEntry(err, name)
}

// SHA256 is the digest of the APK file in lower-case hex.
func (a *Archive) SHA256() string { return a.sha256 }

// DEX returns classes.dex, classes2.dex, ... in order. Do not modify the bytes.
func (a *Archive) DEX() [][]byte { return a.dex }

// DEXNames returns the names of the entries of DEX.
func (a *Archive) DEXNames() []string { return a.dexNames }

// Manifest is the decoded manifest.
func (a *Archive) Manifest() *Manifest { return a.manifest }

// Resources is the resource table; an empty one if the APK has none.
func (a *Archive) Resources() *Resources { return a.resources }

// SignatureSchemes are the schemes by which the APK says it is signed: "v1",
// "v2", "v3", "v3.1". They are seen, not verified.
func (a *Archive) SignatureSchemes() []string { return a.schemes }

// Entries lists the files of the archive in the order of its directory.
func (a *Archive) Entries() []Entry {
	list := make([]Entry, 0, len(a.zip.order))
	for _, f := range a.zip.order {
		if !strings.HasSuffix(f.Name, "/") {
			list = append(list, Entry{f.Name, int64(f.CompressedSize64), int64(f.UncompressedSize64)})
		}
	}
	return list
}

// Read inflates one file of the archive, at most 256 MiB.
func (a *Archive) Read(name string) ([]byte, error) { return a.zip.read(name, maxRead) }

// XML reads and decodes one binary XML file of the archive.
func (a *Archive) XML(name string) (*Document, error) {
	data, err := a.zip.read(name, maxXML)
	if err != nil {
		return nil, err
	}
	doc, err := ParseXML(data)
	if err != nil {
		return nil, inEntry(err, name)
	}
	return doc, nil
}

// NativeLibs lists the native libraries by ABI and name.
func (a *Archive) NativeLibs() []NativeLib {
	var libs []NativeLib
	for name := range a.zip.entries {
		parts := strings.Split(name, "/")
		if len(parts) == 3 && parts[0] == "lib" && strings.HasSuffix(parts[2], ".so") {
			libs = append(libs, NativeLib{ABI: parts[1], Name: parts[2]})
		}
	}
	sort.Slice(libs, func(i, j int) bool {
		if libs[i].ABI != libs[j].ABI {
			return libs[i].ABI < libs[j].ABI
		}
		return libs[i].Name < libs[j].Name
	})
	return libs
}
