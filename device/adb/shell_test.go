package adb_test

import (
	"fmt"
	"io"
	"net"
	"testing"

	"talpa/device/virtual"
)

// shell runs a command line on the only device of a server, as adb does.
func shell(t testing.TB, s *virtual.Server, line string) string {
	t.Helper()
	return ask(t, s, "exec:"+line)
}

// ask opens a service of the only device of a server and returns what it says.
func ask(t testing.TB, s *virtual.Server, service string) string {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, request := range []string{"host:transport-any", service} {
		if _, err := fmt.Fprintf(c, "%04x%s", len(request), request); err != nil {
			t.Fatal(err)
		}
		status := make([]byte, 4)
		if _, err := io.ReadFull(c, status); err != nil || string(status) != "OKAY" {
			t.Fatalf("%s: %q, %v", request, status, err)
		}
	}
	out, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
