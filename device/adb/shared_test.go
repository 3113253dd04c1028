package adb_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"talpa/device/virtual"
)

// idle are the servers that no test uses now. A boot costs more than most tests, so tests
// that ask for nothing in particular take turns on as many servers as run at a time; with
// TALPA_FRESH=1 each has one of its own.
var idle struct {
	mu      sync.Mutex
	servers []*lent
}

// lent is a server that tests use one after the other.
type lent struct {
	*virtual.Server
	out *borrower
}

// borrower is the test that has a server now: what the server logs is the test's.
type borrower struct {
	mu   sync.Mutex
	test testing.TB // nil between tests
}

// Write gives text to the test that has the server.
func (b *borrower) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.test == nil {
		return len(text), nil
	}
	return b.test.Output().Write(text)
}

// is says which test has the server from now on, nil for none.
func (b *borrower) is(t testing.TB) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.test = t
}

// borrow is a server with the default options, on whose device no app is installed. An
// installation makes the device as it was before any app ran, so it does not show that
// another test had it; but its notes on fidelity add up.
func borrow(t testing.TB) *virtual.Server {
	t.Helper()
	s := takeIdle()
	if s == nil {
		s = &lent{out: &borrower{}}
		s.out.is(t)
		// Its end is that of all tests, or of this one if it fails.
		ctx := context.WithoutCancel(t.Context())
		var err error
		if s.Server, err = virtual.Start(ctx, serverOptions(t, scratch, s.out)); err != nil {
			t.Fatal(err)
		}
	}
	s.out.is(t)
	t.Cleanup(func() {
		err := s.giveBack(t.Failed())
		s.out.is(nil)
		if err != nil {
			t.Error(err)
		}
	})
	return s.Server
}

// takeIdle is a server that no test uses, nil if there is none.
func takeIdle() *lent {
	idle.mu.Lock()
	defer idle.mu.Unlock()
	if len(idle.servers) == 0 {
		return nil
	}
	s := idle.servers[len(idle.servers)-1]
	idle.servers = idle.servers[:len(idle.servers)-1]
	return s
}

// giveBack takes the apps off the device for the next test. After a test that failed
// there is none: the failure is to have no other cause than that test, and no follower.
func (s *lent) giveBack(failed bool) error {
	if failed || os.Getenv("TALPA_FRESH") != "" {
		return s.Close()
	}
	if err := s.empty(); err != nil {
		return errors.Join(err, s.Close())
	}
	idle.mu.Lock()
	defer idle.mu.Unlock()
	idle.servers = append(idle.servers, s)
	return nil
}

// empty takes the apps off the device.
func (s *lent) empty() error {
	for line := range strings.Lines(s.shell("pm list packages")) {
		pkg := strings.TrimPrefix(strings.TrimSpace(line), "package:")
		if said := s.shell("pm uninstall " + pkg); said != "Success\n" {
			return fmt.Errorf("uninstalling %s: %s", pkg, said)
		}
	}
	return nil
}

// shell runs a command on the device and returns all that it says.
func (s *lent) shell(line string) string {
	var said strings.Builder
	s.Devices()[0].Shell(context.Background(), line, strings.NewReader(""), &said, &said)
	return said.String()
}

// closeIdle ends the servers that tests shared.
func closeIdle() error {
	var err error
	for s := takeIdle(); s != nil; s = takeIdle() {
		err = errors.Join(err, s.Close())
	}
	return err
}
