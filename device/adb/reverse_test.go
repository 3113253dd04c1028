package adb_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/virtual/confine"
	"talpa/fuzz/event"
	"talpa/internal/need"
)

// loft is a server of this computer with the letters that dovecote lists.
func loft(t *testing.T) (port string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/letters" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, `{"state":"delivered","box":{"letters":[
			{"id":1,"subject":"from the host","seal_image_url":""},{"id":2,"subject":"and another","seal_image_url":""}]}}`)
	}))
	t.Cleanup(s.Close)
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// lists starts dovecote anew with a server on its loopback, and waits until it shows a text.
func (s *sky) lists(port, text string) {
	s.Helper()
	if err := s.dev.Stop(s.Context(), s.app); err != nil {
		s.Fatal(err)
	}
	s.do(event.Event{Kind: event.Start, Intent: &event.Intent{
		Component: s.app.Launcher, Extras: map[string]string{"server": "http://127.0.0.1:" + port + "/v1"},
	}})
	for end := time.Now().Add(3 * time.Minute); ; {
		shown := s.texts()
		if strings.Contains(shown, text) {
			return
		}
		if time.Now().After(end) {
			s.Fatalf("%q is not shown:\n%s", text, shown)
		}
		time.Sleep(20 * time.Millisecond) // the answer comes from another program
		s.do(event.Event{Kind: event.Wait, Millis: 100})
	}
}

// TestReverse leads a port of the app's loopback to this computer, as `adb reverse`
// does, for as long as it is asked for, and leads to nothing else.
func TestReverse(t *testing.T) {
	startsJVMs(t)
	host := loft(t)
	server := borrow(t)
	s := installed(t, server, "dovecote")
	reverse := func(request, want string) {
		t.Helper()
		if got := ask(t, server, "reverse:"+request); got != want {
			t.Errorf("%s: %q, want %q", request, got, want)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if can, err := confine.Probe(t.Context(), []string{self, confined}); err != nil || !can.Namespaces {
		need.Missing(t, need.Kernel, "network namespaces: the app has no loopback")
	}
	s.lists("8081", "no letters: java.net.ConnectException")
	reverse("forward:tcp:8081;tcp:"+host, "OKAY") // while the app runs
	s.lists("8081", "2 letters")
	s.anew() // in a JVM that nobody told of the port yet
	s.lists("8081", "2 letters")
	s.shows("FROM THE HOST", "AND ANOTHER")
	s.lists(host, "no letters: java.net.ConnectException") // the host's own port is not led to
	notes := strings.Join(s.dev.(device.Fidelity).Fidelity(), "\n")
	if !strings.Contains(notes, "the app spoke with a program of this computer through port 8081 (adb reverse)") {
		t.Errorf("the run does not tell what the app spoke with:\n%s", notes)
	}
	reverse("forward:tcp:80;tcp:"+host, "FAIL0027cannot bind listener: Permission denied")
	reverse("killforward:tcp:8081", "OKAY")
	s.lists("8081", "no letters: java.net.ConnectException")
	reverse("list-forward", "0000")
}
