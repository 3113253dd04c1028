package seal

import (
	"archive/zip"
	"bytes"
	"crypto"
	"crypto/rsa"
	_ "crypto/sha1" // the digest of old devices
	_ "crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"fmt"
	"io"
	"math/big"
	"sort"
	"strings"
)

// sinceSHA256 is the API level from which devices take SHA-256 in v1 signatures.
const sinceSHA256 = 18

// digests are the names of digests in JAR manifests, and their identifiers.
var digests = map[crypto.Hash]struct {
	name string
	oid  asn1.ObjectIdentifier
}{
	crypto.SHA1:   {"SHA1", asn1.ObjectIdentifier{1, 3, 14, 3, 2, 26}},
	crypto.SHA256: {"SHA-256", asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}},
}

// signV1 adds the three files of the JAR signature.
func signV1(apk []byte, key *Key, minSDK int) ([]byte, error) {
	hash := crypto.SHA256
	if minSDK < sinceSHA256 {
		hash = crypto.SHA1
	}
	manifest, sections, err := jarManifest(apk, hash)
	if err != nil {
		return nil, err
	}
	sf := signatureText(manifest, sections, hash)
	block, err := signedData(sf, key, hash)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := appendFiles(&out, apk, []namedFile{
		{"META-INF/MANIFEST.MF", manifest}, {"META-INF/TALPA.SF", sf}, {"META-INF/TALPA.RSA", block},
	}); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// jarManifest lists the digests of all entries. sections are the parts of its
// text, by entry in the order of the text.
func jarManifest(apk []byte, hash crypto.Hash) (text []byte, sections []namedFile, err error) {
	zr, err := zip.NewReader(bytes.NewReader(apk), int64(len(apk)))
	if err != nil {
		return nil, nil, err
	}
	files := append([]*zip.File(nil), zr.File...)
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	var out bytes.Buffer
	out.WriteString("Manifest-Version: 1.0\r\nCreated-By: talpa\r\n\r\n")
	for _, f := range files {
		sum, err := digestEntry(f, hash)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		section := attribute("Name", f.Name) + attribute(digests[hash].name+"-Digest", sum) + "\r\n"
		sections = append(sections, namedFile{f.Name, []byte(section)})
		out.WriteString(section)
	}
	return out.Bytes(), sections, nil
}

func digestEntry(f *zip.File, hash crypto.Hash) (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := hash.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

// signatureText is the .SF file: digests of the manifest and of its sections.
// X-Android-APK-Signed tells newer devices that there is a v2 signature, so
// that nobody can strip it.
func signatureText(manifest []byte, sections []namedFile, hash crypto.Hash) []byte {
	sum := func(b []byte) string {
		h := hash.New()
		h.Write(b)
		return base64.StdEncoding.EncodeToString(h.Sum(nil))
	}
	name := digests[hash].name
	var out strings.Builder
	out.WriteString("Signature-Version: 1.0\r\nCreated-By: talpa\r\nX-Android-APK-Signed: 2\r\n")
	out.WriteString(attribute(name+"-Digest-Manifest", sum(manifest)) + "\r\n")
	for _, s := range sections {
		out.WriteString(attribute("Name", s.name) + attribute(name+"-Digest", sum(s.data)) + "\r\n")
	}
	return []byte(out.String())
}

// attribute writes one line of a JAR manifest, broken at 72 bytes with the line
// end; further lines begin with a blank.
func attribute(name, value string) string {
	const width = 70
	line := name + ": " + value
	var out strings.Builder
	for len(line) > width {
		out.WriteString(line[:width] + "\r\n")
		line = " " + line[width:]
	}
	return out.String() + line + "\r\n"
}

// PKCS #7 SignedData (RFC 2315), as far as a detached signature needs it.
type (
	contentInfo struct {
		Type    asn1.ObjectIdentifier
		Content asn1.RawValue
	}
	signedDataValue struct {
		Version      int
		Algorithms   []algorithm `asn1:"set"`
		Content      detached
		Certificates asn1.RawValue
		Signers      []signerInfo `asn1:"set"`
	}
	detached  struct{ Type asn1.ObjectIdentifier }
	algorithm struct {
		Algorithm asn1.ObjectIdentifier
		Null      asn1.RawValue
	}
	signerInfo struct {
		Version   int
		Issuer    issuer
		Digest    algorithm
		Cipher    algorithm
		Signature []byte
	}
	issuer struct {
		Name   asn1.RawValue
		Serial *big.Int
	}
)

var (
	oidData       = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1}
	oidSignedData = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidRSA        = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
)

func signedData(content []byte, key *Key, hash crypto.Hash) ([]byte, error) {
	h := hash.New()
	h.Write(content)
	signature, err := rsa.SignPKCS1v15(nil, key.private, hash, h.Sum(nil))
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(key.cert)
	if err != nil {
		return nil, err
	}
	null := asn1.RawValue{Tag: asn1.TagNull}
	digest := algorithm{digests[hash].oid, null}
	value, err := asn1.Marshal(signedDataValue{
		Version:      1,
		Algorithms:   []algorithm{digest},
		Content:      detached{oidData},
		Certificates: asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: 0, IsCompound: true, Bytes: key.cert},
		Signers: []signerInfo{{
			Version:   1,
			Issuer:    issuer{asn1.RawValue{FullBytes: cert.RawIssuer}, cert.SerialNumber},
			Digest:    digest,
			Cipher:    algorithm{oidRSA, null},
			Signature: signature,
		}},
	})
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(contentInfo{oidSignedData, asn1.RawValue{
		Class: asn1.ClassContextSpecific, Tag: 0, IsCompound: true, Bytes: value,
	}})
}

// namedFile is an entry of an archive, or a part of a manifest.
type namedFile struct {
	name string
	data []byte
}

// appendFiles copies an archive as it is and adds compressed entries.
func appendFiles(w io.Writer, apk []byte, files []namedFile) error {
	zr, err := zip.NewReader(bytes.NewReader(apk), int64(len(apk)))
	if err != nil {
		return err
	}
	zw := zip.NewWriter(w)
	for _, f := range zr.File {
		raw, err := f.OpenRaw()
		if err != nil {
			return err
		}
		h := f.FileHeader
		if dst, err := zw.CreateRaw(&h); err != nil {
			return err
		} else if _, err := io.Copy(dst, raw); err != nil {
			return err
		}
	}
	for _, f := range files {
		dst, err := zw.Create(f.name)
		if err != nil {
			return err
		}
		if _, err := dst.Write(f.data); err != nil {
			return err
		}
	}
	return zw.Close()
}
