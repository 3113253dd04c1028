package seal

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"
)

// Key is a signing key with its certificate. It says nothing about who made an
// app; a device only asks that a signature is there and that updates keep it.
type Key struct {
	private *rsa.PrivateKey
	cert    []byte // DER
}

const keyBits = 2048

// SeededKey makes the same key for the same seed, so that the same input gives
// the same APK. Such a key is no secret.
func SeededKey(seed string) (*Key, error) { return keyOf(seed, 0, 0) }

// copiesSeed is the seed of CopiesKey; its primes lie in the stream there.
const (
	copiesSeed = "copies"
	copiesP    = 848
	copiesQ    = 964
)

// CopiesKey is the key of all copies that are made of apps to be searched: SeededKey's, without the
// search for its primes, which takes 0.1 s of CPU. As little a secret.
func CopiesKey() (*Key, error) { return keyOf(copiesSeed, copiesP, copiesQ) }

// keyOf is the key of a seed, whose primes lie in its stream at p and q or behind.
func keyOf(seed string, atP, atQ uint64) (*Key, error) {
	stream := &hashStream{seed: sha256.Sum256([]byte("talpa " + seed)), count: atP}
	e := big.NewInt(65537)
	p := stream.prime(e)
	stream.count = max(stream.count, atQ)
	q := stream.prime(e)
	for p.Cmp(q) == 0 {
		q = stream.prime(e)
	}
	one := big.NewInt(1)
	phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
	private := &rsa.PrivateKey{
		PublicKey: rsa.PublicKey{N: new(big.Int).Mul(p, q), E: int(e.Int64())},
		D:         new(big.Int).ModInverse(e, phi),
		Primes:    []*big.Int{p, q},
	}
	private.Precompute()
	if err := private.Validate(); err != nil {
		return nil, fmt.Errorf("making a signing key: %w", err)
	}
	return newKey(private)
}

// newKey wraps a key in a certificate without dates of its own, so that it
// depends on the key alone.
func newKey(private *rsa.PrivateKey) (*Key, error) {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "talpa"},
		NotBefore:    time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:     time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	return &Key{private, cert}, nil
}

// PKCS8 is the private key in DER, as apksigner reads it.
func (k *Key) PKCS8() ([]byte, error) { return x509.MarshalPKCS8PrivateKey(k.private) }

// Certificate is the certificate in PEM.
func (k *Key) Certificate() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: k.cert})
}

// hashStream is an endless stream of bytes that follow from a seed.
type hashStream struct {
	seed  [32]byte
	count uint64
}

// prime gives the next prime of half the key's length that suits the exponent.
func (s *hashStream) prime(e *big.Int) *big.Int {
	one, gcd := big.NewInt(1), new(big.Int)
	for {
		buf := make([]byte, 0, keyBits/16)
		for len(buf) < keyBits/16 {
			block := sha256.Sum256(binary.BigEndian.AppendUint64(s.seed[:], s.count))
			s.count++
			buf = append(buf, block[:]...)
		}
		buf[0] |= 0xc0 // the product has the full length
		buf[len(buf)-1] |= 1
		p := new(big.Int).SetBytes(buf)
		if p.ProbablyPrime(20) && gcd.GCD(nil, nil, e, new(big.Int).Sub(p, one)).Cmp(one) == 0 {
			return p
		}
	}
}
