package apk

import (
	"encoding/binary"
	"io"
	"path"
	"strings"
)

// Ids of the blocks inside the APK Signing Block
// (source.android.com/docs/security/features/apksigning).
const (
	blockV2  = 0x7109871a
	blockV3  = 0xf05368c0
	blockV31 = 0x1b93ad61
)

// signatureSchemes tells by which schemes the archive is signed, without
// verifying anything.
func signatureSchemes(z *zipFile, r io.ReaderAt, size int64) []string {
	var schemes []string
	for name := range z.entries {
		if strings.HasPrefix(strings.ToUpper(name), "META-INF/") && strings.EqualFold(path.Ext(name), ".SF") {
			schemes = append(schemes, "v1")
			break
		}
	}
	seen := map[uint32]bool{}
	for _, id := range signingBlockIDs(r, size) {
		seen[id] = true
	}
	for _, s := range []struct {
		id   uint32
		name string
	}{{blockV2, "v2"}, {blockV3, "v3"}, {blockV31, "v3.1"}} {
		if seen[s.id] {
			schemes = append(schemes, s.name)
		}
	}
	return schemes
}

// signingBlockIDs lists the ids in the APK Signing Block; nil if there is none
// or it is damaged.
func signingBlockIDs(r io.ReaderAt, size int64) []uint32 {
	const (
		magic    = "APK Sig Block 42"
		footer   = 8 + len(magic)
		maxBlock = 16 << 20
	)
	dir, ok := centralDirectory(r, size)
	if !ok || dir < int64(footer) {
		return nil
	}
	tail := make([]byte, footer)
	if _, err := r.ReadAt(tail, dir-int64(footer)); err != nil || string(tail[8:]) != magic {
		return nil
	}
	length := binary.LittleEndian.Uint64(tail)
	if length < uint64(footer) || length > maxBlock || int64(length)+8 > dir {
		return nil
	}
	block := make([]byte, int(length)-footer)
	if _, err := r.ReadAt(block, dir-int64(length)); err != nil {
		return nil
	}
	var ids []uint32
	for len(block) >= 12 {
		n := binary.LittleEndian.Uint64(block)
		if n < 4 || n > uint64(len(block)-8) {
			break
		}
		ids = append(ids, binary.LittleEndian.Uint32(block[8:]))
		block = block[8+n:]
	}
	return ids
}

// centralDirectory gives the offset of the zip central directory.
func centralDirectory(r io.ReaderAt, size int64) (int64, bool) {
	const record = 22
	n := min(size, record+0xffff)
	buf := make([]byte, n)
	if _, err := r.ReadAt(buf, size-n); err != nil && err != io.EOF {
		return 0, false
	}
	for i := len(buf) - record; i >= 0; i-- {
		comment := int(binary.LittleEndian.Uint16(buf[i+20:]))
		if binary.LittleEndian.Uint32(buf[i:]) == 0x06054b50 && i+record+comment == len(buf) {
			dir := int64(binary.LittleEndian.Uint32(buf[i+16:]))
			return dir, dir <= size
		}
	}
	return 0, false
}
