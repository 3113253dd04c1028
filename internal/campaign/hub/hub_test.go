package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewAddress: where the embedded server listens.
func TestNewAddress(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{
		"": "127.0.0.1:-1", ":0": ":-1", "0.0.0.0:4222": "0.0.0.0:4222", "[::1]:80": "::1:80",
		"4222": "want host:port", "host:": "is no port", "host:port": "is no port", "host:65536": "is no port",
		"host:-1": "is no port", "a:b:c": "want host:port",
	} {
		at, err := newAddress(listen, "")
		got := fmt.Sprintf("%s:%d", at.Host, at.Port)
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != want || err != nil && !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", listen, got, want)
		}
		if err == nil && len(at.Token) < 20 {
			t.Errorf("%q: the token %q can be guessed", listen, at.Token)
		}
	}
	if at, err := newAddress("", "kept"); err != nil || at.Token != "kept" {
		t.Errorf("a token that there is becomes %q, %v", at.Token, err)
	}
}

// TestReadAddress: what is written is read, for its owner only, and what is damaged says so.
func TestReadAddress(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := readAddress(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no address: %v", err)
	}
	at := address{Host: "::1", Port: 4222, Token: "secret"}
	if err := writeAddress(dir, at); err != nil {
		t.Fatal(err)
	}
	if got, err := readAddress(dir); err != nil || got != at || got.url() != "nats://secret@[::1]:4222" {
		t.Errorf("%+v, %v", got, err)
	}
	path := filepath.Join(dir, addressFile)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token is readable for others: %v, %v", info.Mode(), err)
	}
	for _, text := range []string{"", "{", "[]", `{"host":"a","port":1}`, `{"host":"a","token":"x"}`,
		`{"host":"a","token":"x","port":-2}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readAddress(dir); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
