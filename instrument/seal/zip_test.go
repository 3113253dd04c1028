package seal

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"talpa/internal/golden"
)

// testKey is one key for the tests of this file: to make one takes time.
func testKey(t *testing.T) *Key {
	t.Helper()
	key, err := seeded()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

var seeded = sync.OnceValues(func() (*Key, error) { return SeededKey("zip") })

// archive is a zip archive of stored and compressed entries by name.
func archive(t *testing.T, entries map[string]string, stored ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	zw := zip.NewWriter(&out)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range entries {
			if !yield(name) {
				return
			}
		}
	}) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Comment: "a comment", Extra: []byte{1, 0, 1, 0, 7}}
		if slices.Contains(stored, name) {
			h.Method = zip.Store
		}
		w, err := zw.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, entries[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestPack_random: whatever lies in an archive comes out as it was, aligned where it is stored,
// without comments, and packing it again changes nothing.
func TestPack_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 30 {
		entries, replace := map[string]string{}, map[string][]byte{}
		var stored []string
		for range 1 + r.IntN(12) {
			name := fmt.Sprintf("%s%d%s", strings.Repeat("d/", r.IntN(3)), r.IntN(50), []string{"", ".so", ".xml"}[r.IntN(3)])
			entries[name] = strings.Repeat("text ", r.IntN(400)) + fmt.Sprint(r.Uint64())
			if r.IntN(2) == 0 {
				stored = append(stored, name)
			}
			if r.IntN(4) == 0 {
				replace[name] = []byte(fmt.Sprint("new ", r.Uint64()))
			}
		}
		packed := pack(t, archive(t, entries, stored...), replace)
		zr, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			t.Fatal(err)
		}
		if len(zr.File) != len(entries) {
			t.Fatalf("%d entries of %d", len(zr.File), len(entries))
		}
		for _, f := range zr.File {
			want := entries[f.Name]
			if data, ok := replace[f.Name]; ok {
				want = string(data)
			}
			if got := content(t, f); got != want {
				t.Fatalf("%s: %.40q, want %.40q", f.Name, got, want)
			}
			at, err := f.DataOffset()
			if err != nil {
				t.Fatal(err)
			}
			align := map[bool]int64{true: alignNative, false: alignStored}[strings.HasSuffix(f.Name, ".so")]
			if slices.Contains(stored, f.Name) != (f.Method == zip.Store) || f.Method == zip.Store && at%align != 0 || f.Comment != "" {
				t.Fatalf("%s: method %d at %d, comment %q", f.Name, f.Method, at, f.Comment)
			}
		}
		if again := pack(t, packed, nil); !bytes.Equal(again, packed) {
			t.Fatal("packed again it is another archive")
		}
	}
}

// TestPack_damaged: what is no archive, or one that is cut off, is an error.
func TestPack_damaged(t *testing.T) {
	t.Parallel()
	data := archive(t, map[string]string{"a": "text", "b": "more"})
	for n := range data {
		var out bytes.Buffer
		if err := Pack(&out, bytes.NewReader(data[:n]), int64(n), nil); err == nil || !strings.HasPrefix(err.Error(), "packing ") {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
	}
	full := errors.New("no space")
	if err := Pack(failing{full}, bytes.NewReader(data), int64(len(data)), nil); !errors.Is(err, full) {
		t.Errorf("a full disk: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestPadding: the data lie at a multiple of the alignment wherever the entry begins.
func TestPadding(t *testing.T) {
	t.Parallel()
	for offset := range int64(2 * alignNative) {
		for name, align := range map[string]int64{"a.xml": alignStored, "lib/x.so": alignNative} {
			extra := padding(offset, name)
			if (offset+int64(len(extra)))%align != 0 {
				t.Fatalf("%s at %d: %d bytes of padding", name, offset, len(extra))
			}
			if len(extra) < 6 || int(extra[2])|int(extra[3])<<8 != len(extra)-4 || int64(extra[4])|int64(extra[5])<<8 != align {
				t.Fatalf("%s at %d: the field % x is not well formed", name, offset, extra[:6])
			}
		}
	}
}

// TestSignatureFile: which entries belong to a signature and go.
func TestSignatureFile(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"META-INF/MANIFEST.MF": true, "META-INF/CERT.RSA": true, "META-INF/a.sf": true, "meta-inf/X.Ec": true, "META-INF/SIG-1": true, "META-INF/X.DSA": true,
		"META-INF/services/a.SF": false, "META-INF/proguard.txt": false, "MANIFEST.MF": false, "a/META-INF/X.RSA": false, "META-INF/": false, "META-INF/rsa": false,
	} {
		if signatureFile(name) != want {
			t.Errorf("%s belongs to a signature: %v", name, !want)
		}
	}
}

// TestSignV1_digests: the manifest has the digest of every entry, and the signature file those
// of the manifest and its parts; the block verifies with the certificate of the key.
func TestSignV1_digests(t *testing.T) {
	t.Parallel()
	key := testKey(t)
	long := "assets/" + strings.Repeat("ü", 60)
	packed := pack(t, archive(t, map[string]string{"a": "text", long: "more", "classes.dex": "code"}), nil)
	signed, schemes, err := Sign(packed, key, 21)
	if err != nil || len(schemes) != 2 {
		t.Fatal(schemes, err)
	}
	zr, err := zip.NewReader(bytes.NewReader(signed), int64(len(signed)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range zr.File {
		files[f.Name] = content(t, f)
	}
	sum := func(text string) string {
		s := sha256.Sum256([]byte(text))
		return base64.StdEncoding.EncodeToString(s[:])
	}
	manifest, sf := files["META-INF/MANIFEST.MF"], strings.ReplaceAll(files["META-INF/TALPA.SF"], "\r\n ", "")
	if !strings.Contains(sf, "SHA-256-Digest-Manifest: "+sum(manifest)+"\r\n") || !strings.Contains(sf, "X-Android-APK-Signed: 2\r\n") {
		t.Errorf("the signature file is of another manifest:\n%s", sf)
	}
	joined := strings.ReplaceAll(manifest, "\r\n ", "")
	for name, text := range files {
		if strings.HasPrefix(name, "META-INF/") {
			continue
		}
		if !strings.Contains(joined, "Name: "+name+"\r\nSHA-256-Digest: "+sum(text)+"\r\n") {
			t.Errorf("the manifest lacks the digest of %s", name)
		}
	}
	for _, section := range strings.SplitAfter(manifest, "\r\n\r\n")[1:] {
		if section != "" && !strings.Contains(sf, "SHA-256-Digest: "+sum(section)+"\r\n") {
			t.Errorf("the signature file lacks the digest of %q", section)
		}
	}
	verifyBlock(t, key, files["META-INF/TALPA.RSA"], files["META-INF/TALPA.SF"])
}

// verifyBlock checks that a signature block ends in the signature of a text by the key.
func verifyBlock(t *testing.T, key *Key, block, text string) {
	t.Helper()
	if len(block) < keyBits/8 {
		t.Fatalf("a block of %d bytes", len(block))
	}
	p, _ := pem.Decode(key.Certificate())
	cert, err := x509.ParseCertificate(p.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	if err := rsa.VerifyPKCS1v15(cert.PublicKey.(*rsa.PublicKey), crypto.SHA256, sum[:], []byte(block[len(block)-keyBits/8:])); err != nil {
		t.Error(err)
	}
	if !strings.Contains(block, string(p.Bytes)) {
		t.Error("the block lacks the certificate")
	}
}

// TestSign_refuses: what has no end record where it belongs is not signed.
func TestSign_refuses(t *testing.T) {
	t.Parallel()
	key := testKey(t)
	good := pack(t, archive(t, map[string]string{"a": "text"}), nil)
	outside := slices.Clone(good)
	outside[len(outside)-3] = 0x7f // of the offset of the directory
	for name, c := range map[string]struct {
		apk  []byte
		want string
	}{
		"nothing":           {nil, "no end of central directory"},
		"text":              {[]byte("this is no archive at all"), "no end of central directory"},
		"comment_behind":    {append(slices.Clone(good), "x"...), "no end of central directory"},
		"directory_outside": {outside, "lies outside"},
	} {
		if _, _, err := Sign(c.apk, key, 24); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
		if _, _, err := Sign(c.apk, key, 9); err == nil && name != "comment_behind" { // for these all is packed anew
			t.Errorf("%s is signed for old devices", name)
		}
	}
}

// TestContentDigest: sections are digested one by one, in chunks of a mebibyte.
func TestContentDigest(t *testing.T) {
	t.Parallel()
	chunk := func(data []byte) []byte {
		h := sha256.Sum256(append(le.AppendUint32([]byte{0xa5}, uint32(len(data))), data...))
		return h[:]
	}
	large := bytes.Repeat([]byte("x"), chunkSize+5)
	digests := slices.Concat(chunk(large[:chunkSize]), chunk(large[chunkSize:]), chunk([]byte("end")))
	want := sha256.Sum256(append(le.AppendUint32([]byte{0x5a}, 3), digests...))
	if got := contentDigest(large, nil, []byte("end")); !bytes.Equal(got, want[:]) {
		t.Errorf("%x, want %x", got, want)
	}
}

// TestNative_Seal: errors name what could not be read or written, and nothing is left then.
func TestNative_Seal(t *testing.T) {
	t.Parallel()
	key := testKey(t)
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.apk"), filepath.Join(dir, "none", "out.apk")
	if _, err := (Native{key}).Seal(context.Background(), in, out, "", 24); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "reading the packed app") {
		t.Errorf("no app: %v", err)
	}
	if err := os.WriteFile(in, pack(t, archive(t, map[string]string{"a": "text"}), nil), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (Native{key}).Seal(context.Background(), in, out, "", 24); err == nil || !strings.Contains(err.Error(), "writing the signed app") {
		t.Errorf("no folder: %v", err)
	}
	s, err := Native{key}.Seal(context.Background(), in, filepath.Join(dir, "out.apk"), "", 24)
	if err != nil || !slices.Equal(s.Schemes, []string{"v2"}) {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestVerifiedSchemes: what apksigner says of an APK.
func TestVerifiedSchemes(t *testing.T) {
	t.Parallel()
	said := "Verifies\nVerified using v1 scheme (JAR signing): true\nVerified using v2 scheme (APK Signature Scheme v2): true\n" +
		"Verified using v3 scheme (APK Signature Scheme v3): false\nNumber of signers: 1\nWARNING: Verified using nothing: true\n"
	if got := verifiedSchemes(said); !slices.Equal(got, []string{"v1", "v2"}) {
		t.Errorf("%q", got)
	}
}
