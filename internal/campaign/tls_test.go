package campaign

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// selfSigned writes a certificate for 127.0.0.1, which vouches for itself, and its key.
func selfSigned(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	write := func(file, kind string, data []byte) error {
		return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600)
	}
	if err := errors.Join(write(cert, "CERTIFICATE", signed), write(key, "PRIVATE KEY", secret)); err != nil {
		t.Fatal(err)
	}
	return cert, key
}

// A server that wants certificates is spoken to with TLS, where it is vouched for and the client has one.
func TestOpen_TLS(t *testing.T) {
	t.Parallel()
	cert, key := selfSigned(t)
	config, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: cert, KeyFile: key, CaFile: cert, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	config.MinVersion = tls.VersionTLS12
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true, JetStream: true,
		StoreDir: t.TempDir(), TLS: true, TLSConfig: config})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not begin")
	}
	for name, c := range map[string]struct {
		ca, cert, key string
		works         bool
	}{
		"all":               {cert, cert, key, true},
		"nobody_vouches":    {"", cert, key, false},
		"no_client_is_told": {cert, "", "", false},
	} {
		o := options(t.TempDir())
		o.URL, o.Dir, o.CA, o.Cert, o.Key = s.ClientURL(), "", c.ca, c.cert, c.key
		opened, err := Open(t.Context(), o)
		if err == nil {
			opened.Close()
		}
		if (err == nil) != c.works {
			t.Errorf("%s: %v", name, err)
		}
	}
}
