package apk

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"sort"
	"strings"
	"sync"
	"unicode"

	"github.com/avast/apkparser"
	"github.com/klauspost/compress/flate"
)

// Budgets. They are far above what real apps need (the largest DEX that its
// format allows in practice is tens of megabytes) and far below what hurts.
const (
	maxFile    = 2 << 30   // bytes of the APK itself
	maxEntries = 1 << 18   // entries of the archive
	maxName    = 4 << 10   // bytes of an entry's name
	maxDEX     = 256 << 20 // bytes of one DEX file
	maxAllDEX  = 1 << 30   // bytes of all DEX files together
	maxTable   = 512 << 20 // bytes of resources.arsc
	maxXML     = 32 << 20  // bytes of one binary XML document
	maxRead    = 256 << 20 // bytes of any other entry
)

// zipFile is a checked directory of a zip archive.
type zipFile struct {
	entries map[string]*zip.File
	order   []*zip.File

	tolerant func() (*apkparser.ZipReader, error)
	mu       sync.Mutex // of entries of tolerant, which keep their place
}

// openZip reads the central directory and refuses archives that Android would
// not install or that are made to hurt: no directory, two entries of one name,
// entries that overlap, names that leave the archive.
func openZip(r io.ReaderAt, size int64) (*zipFile, error) {
	if size > maxFile {
		return nil, bad(ErrTooLarge, "%d bytes, the limit is %d", size, int64(maxFile))
	}
	zr, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, zipFault(r, size, err)
	}
	zr.RegisterDecompressor(zip.Deflate, flate.NewReader)
	if len(zr.File) > maxEntries {
		return nil, bad(ErrTooLarge, "%d entries, the limit is %d", len(zr.File), maxEntries)
	}
	z := &zipFile{entries: make(map[string]*zip.File, len(zr.File)), order: zr.File}
	z.tolerant = sync.OnceValues(func() (*apkparser.ZipReader, error) {
		return apkparser.OpenZipReader(io.NewSectionReader(r, 0, size))
	})
	for _, f := range zr.File {
		if err := checkName(f.Name); err != nil {
			return nil, err
		}
		if z.entries[f.Name] != nil {
			return nil, inEntry(bad(ErrMalformed, "the archive has two entries of this name"), f.Name)
		}
		z.entries[f.Name] = f
	}
	if err := z.checkOverlap(); err != nil {
		return nil, err
	}
	return z, nil
}

func notText(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) }

// zipFault tells why a file is no readable zip archive.
func zipFault(r io.ReaderAt, size int64, err error) error {
	start := make([]byte, min(size, 8))
	if _, err := r.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading the archive: %w", err)
	}
	switch {
	case size == 0:
		return bad(ErrNotZip, "the file is empty")
	case bytes.HasPrefix(start, []byte("dex\n")):
		return bad(ErrNotZip, "this is a bare DEX file; give the APK around it")
	case !bytes.ContainsFunc(start, notText):
		return bad(ErrNotZip, "it is text that starts with %q", start)
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		return bad(ErrNotZip, "it is a gzip archive: unpack it")
	case !bytes.HasPrefix(start, []byte("PK")):
		return bad(ErrNotZip, "it starts with %q", start)
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return bad(ErrTruncated, "no usable central directory at the end of its %d bytes; copy or download it again", size)
	}
	return bad(ErrMalformed, "%v", err)
}

func checkName(name string) error {
	switch {
	case name == "" || len(name) > maxName:
		return bad(ErrMalformed, "an entry's name has %d bytes", len(name))
	case strings.ContainsRune(name, 0), strings.HasPrefix(name, "/"), strings.Contains("/"+name+"/", "/../"):
		return bad(ErrMalformed, "the entry name %.100q leaves the archive", name)
	}
	return nil
}

// checkOverlap refuses archives whose entries share bytes, the trick of zip
// bombs that need no nesting.
func (z *zipFile) checkOverlap() error {
	type span struct {
		from, to int64
		name     string
	}
	spans := make([]span, 0, len(z.order))
	for _, f := range z.order {
		if f.CompressedSize64 == 0 {
			continue
		}
		from, err := f.DataOffset()
		if err != nil {
			return inEntry(bad(ErrMalformed, "its local header: %v", err), f.Name)
		}
		if f.CompressedSize64 > maxFile {
			return inEntry(bad(ErrMalformed, "%d compressed bytes", f.CompressedSize64), f.Name)
		}
		spans = append(spans, span{from, from + int64(f.CompressedSize64), f.Name})
	}
	sort.Slice(spans, func(i, j int) bool { return spans[i].from < spans[j].from })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return inEntry(bad(ErrMalformed, "it overlaps the entry %s", spans[i-1].name), spans[i].name)
		}
	}
	return nil
}

// read inflates one entry of at most limit bytes.
func (z *zipFile) read(name string, limit int64) ([]byte, error) {
	f := z.entries[name]
	if f == nil {
		return nil, &Error{Entry: name, Reason: ErrNotFound}
	}
	data, err := z.readEntry(f, limit)
	if err != nil {
		return nil, inEntry(err, name)
	}
	return data, nil
}

func (z *zipFile) readEntry(f *zip.File, limit int64) ([]byte, error) {
	const encrypted = 1 << 0
	if f.Flags&encrypted != 0 {
		return nil, bad(ErrEncrypted, "talpa has no key for it")
	}
	if f.UncompressedSize64 > uint64(limit) {
		return nil, bad(ErrTooLarge, "it says %d bytes, the limit is %d", f.UncompressedSize64, limit)
	}
	if f.Method != zip.Store && f.Method != zip.Deflate {
		return z.readMethod(f, limit)
	}
	r, err := f.Open()
	if err != nil {
		return nil, bad(ErrMalformed, "%v", err)
	}
	defer r.Close()
	// A header may promise much and hold little: memory follows the data.
	size := int64(f.UncompressedSize64)
	var buf bytes.Buffer
	buf.Grow(int(min(size, 64*int64(f.CompressedSize64)+1024)))
	n, err := io.Copy(&buf, io.LimitReader(r, size+1))
	switch {
	case n > size, errors.Is(err, zip.ErrFormat):
		return nil, bad(ErrMalformed, "it does not inflate to the %d bytes that its header says", size)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, bad(ErrTruncated, "its data ends after %d of %d bytes", n, size)
	case err != nil:
		return nil, bad(ErrMalformed, "%v", err)
	}
	return buf.Bytes(), nil
}

// readMethod reads an entry whose header names a compression that no zip of Android
// knows. Apps do so to be unreadable for tools; Android installs them all the same, and
// apkparser reads them by its rules: the manifest and the resource table lie there as
// they are, all else is deflated.
func (z *zipFile) readMethod(f *zip.File, limit int64) ([]byte, error) {
	zr, err := z.tolerant()
	if err != nil {
		return nil, bad(ErrMalformed, "%v", err)
	}
	entry := zr.File[path.Clean(f.Name)]
	if entry == nil || entry.ZipHeader() == nil || entry.ZipHeader().Name != f.Name {
		return nil, bad(ErrMalformed, "compression method %d", f.Method)
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	data, err := entry.ReadAll(limit + 1)
	switch {
	case err != nil:
		return nil, bad(ErrMalformed, "compression method %d: %v", f.Method, err)
	case int64(len(data)) > limit:
		return nil, bad(ErrTooLarge, "the limit is %d", limit)
	}
	return data, nil
}
