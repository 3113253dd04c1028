package seal

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
)

var le = binary.LittleEndian

// schemeV2 is the id of the v2 block, rsaSHA256 that of its one algorithm,
// RSASSA-PKCS1-v1_5 with SHA-256 and content digests in chunks of 1 MiB.
const (
	schemeV2  = 0x7109871a
	rsaSHA256 = 0x0103
	chunkSize = 1 << 20
	magic     = "APK Sig Block 42"
)

// Sign signs a packed APK by the schemes that devices from API level minSDK on
// ask for: v1 below 24, and always v2. It returns the signed APK and the names
// of the schemes.
func Sign(apk []byte, key *Key, minSDK int) (signed []byte, schemes []string, err error) {
	if minSDK < 24 {
		if apk, err = signV1(apk, key, minSDK); err != nil {
			return nil, nil, fmt.Errorf("signing by scheme v1: %w", err)
		}
		schemes = append(schemes, "v1")
	}
	signed, err = signV2(apk, key)
	if err != nil {
		return nil, nil, fmt.Errorf("signing by scheme v2: %w", err)
	}
	return signed, append(schemes, "v2"), nil
}

// signV2 puts the APK Signing Block in front of the central directory.
func signV2(apk []byte, key *Key) ([]byte, error) {
	const endRecord = 22
	end := len(apk) - endRecord // Pack writes no comment
	if end < 0 || string(apk[end:end+4]) != "PK\x05\x06" {
		return nil, errors.New("no end of central directory at the end of the archive")
	}
	dir := int(le.Uint32(apk[end+16:]))
	if dir > end {
		return nil, errors.New("the central directory lies outside the archive")
	}
	// The digest takes the end record as if the directory began where the block
	// will, and that is where the directory begins now.
	digest := contentDigest(apk[:dir], apk[dir:end], apk[end:])
	block, err := signingBlock(digest, key)
	if err != nil {
		return nil, err
	}
	signed := make([]byte, 0, len(apk)+len(block))
	signed = append(append(append(signed, apk[:dir]...), block...), apk[dir:]...)
	le.PutUint32(signed[len(block)+end+16:], uint32(dir+len(block)))
	return signed, nil
}

// contentDigest is the two-level digest of the scheme: of chunks, then of the
// digests of the chunks.
func contentDigest(sections ...[]byte) []byte {
	var chunks []byte
	count := uint32(0)
	for _, s := range sections {
		for len(s) > 0 {
			n := min(len(s), chunkSize)
			h := sha256.New()
			h.Write(le.AppendUint32([]byte{0xa5}, uint32(n)))
			h.Write(s[:n])
			chunks = h.Sum(chunks)
			s = s[n:]
			count++
		}
	}
	h := sha256.New()
	h.Write(le.AppendUint32([]byte{0x5a}, count))
	h.Write(chunks)
	return h.Sum(nil)
}

func signingBlock(digest []byte, key *Key) ([]byte, error) {
	algorithm := le.AppendUint32(nil, rsaSHA256)
	data := bytes.Join([][]byte{
		prefixed(prefixed(algorithm, prefixed(digest))), // digests
		prefixed(prefixed(key.cert)),                    // certificates
		prefixed(),                                      // additional attributes
	}, nil)
	hash := sha256.Sum256(data)
	signature, err := rsa.SignPKCS1v15(nil, key.private, crypto.SHA256, hash[:])
	if err != nil {
		return nil, err
	}
	public, err := x509.MarshalPKIXPublicKey(&key.private.PublicKey)
	if err != nil {
		return nil, err
	}
	signer := prefixed(prefixed(data), prefixed(prefixed(algorithm, prefixed(signature))), prefixed(public))
	value := prefixed(signer)

	pair := le.AppendUint64(nil, uint64(4+len(value)))
	pair = append(le.AppendUint32(pair, schemeV2), value...)
	size := uint64(len(pair) + 8 + len(magic))
	block := append(le.AppendUint64(nil, size), pair...)
	return append(le.AppendUint64(block, size), magic...), nil
}

// prefixed joins parts and puts their length in front.
func prefixed(parts ...[]byte) []byte {
	joined := bytes.Join(parts, nil)
	return append(le.AppendUint32(nil, uint32(len(joined))), joined...)
}
