// Package seal turns changed files into an APK that a device installs: it packs
// the zip archive anew, aligns what the device maps into memory, and signs.
//
// Pack copies every entry that does not change as it lies, without inflating
// it. Sign adds the JAR signature (v1, for apps that run on API 23 or older)
// and the APK Signature Scheme v2, as described at
// source.android.com/docs/security/features/apksigning. Scheme v3, which only
// adds key rotation, is not written.
package seal

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"path"
	"strings"
)

// Alignments, in bytes, of entries that are stored and not compressed.
const (
	alignStored = 4
	alignNative = 1 << 14 // pages of newer devices; a multiple of the old 4096
)

// alignmentField is the extra field of zip that Android's tools pad with.
const alignmentField = 0xd935

// Pack copies the zip archive in r to w without its signature. Entries that
// replace names are written with that content instead. The result is aligned
// and depends on nothing but the input.
func Pack(w io.Writer, r io.ReaderAt, size int64, replace map[string][]byte) error {
	zr, err := zip.NewReader(r, size)
	if err != nil {
		return fmt.Errorf("packing the app: %w", err)
	}
	out := &counter{w: w}
	zw := zip.NewWriter(out)
	for _, f := range zr.File {
		if signatureFile(f.Name) || strings.HasSuffix(f.Name, "/") {
			continue
		}
		if err := copyEntry(zw, out, f, replace); err != nil {
			return fmt.Errorf("packing %s: %w", f.Name, err)
		}
	}
	if err := zw.Close(); err != nil {
		return fmt.Errorf("packing the app: %w", err)
	}
	return nil
}

func copyEntry(zw *zip.Writer, out *counter, f *zip.File, replace map[string][]byte) error {
	const dataDescriptor = 1 << 3
	h := f.FileHeader
	h.Extra, h.Comment = nil, ""
	h.Flags &^= dataDescriptor
	raw, err := f.OpenRaw()
	if err != nil {
		return err
	}
	if data, ok := replace[f.Name]; ok {
		if raw, err = deflate(&h, data); err != nil {
			return err
		}
	}
	if err := zw.Flush(); err != nil {
		return err
	}
	if h.Method == zip.Store {
		h.Extra = padding(out.n+30+int64(len(h.Name)), f.Name)
	}
	dst, err := zw.CreateRaw(&h)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, raw)
	return err
}

// deflate compresses data in the way that h says, and sets its sizes.
func deflate(h *zip.FileHeader, data []byte) (io.Reader, error) {
	h.CRC32, h.UncompressedSize64 = crc32.ChecksumIEEE(data), uint64(len(data))
	packed := data
	if h.Method != zip.Store {
		var buf bytes.Buffer
		fw, err := flate.NewWriter(&buf, flate.DefaultCompression)
		if err != nil {
			return nil, err
		}
		if _, err := fw.Write(data); err != nil {
			return nil, err
		}
		if err := fw.Close(); err != nil {
			return nil, err
		}
		h.Method, packed = zip.Deflate, buf.Bytes()
	}
	h.CompressedSize64 = uint64(len(packed))
	return bytes.NewReader(packed), nil
}

// padding is the extra field that moves an entry's data, which would begin at
// offset without one, to a multiple of its alignment.
func padding(offset int64, name string) []byte {
	const fixed = 6 // id, length, alignment
	align := int64(alignStored)
	if path.Ext(name) == ".so" {
		align = alignNative
	}
	pad := (align - (offset+fixed)%align) % align
	extra := binary.LittleEndian.AppendUint16(nil, alignmentField)
	extra = binary.LittleEndian.AppendUint16(extra, uint16(2+pad))
	extra = binary.LittleEndian.AppendUint16(extra, uint16(align))
	return append(extra, make([]byte, pad)...)
}

// signatureFile says whether an entry belongs to the JAR signature.
func signatureFile(name string) bool {
	dir, base := path.Split(strings.ToUpper(name))
	if dir != "META-INF/" {
		return false
	}
	switch path.Ext(base) {
	case ".SF", ".RSA", ".DSA", ".EC":
		return true
	}
	return base == "MANIFEST.MF" || strings.HasPrefix(base, "SIG-")
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
