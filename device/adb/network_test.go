package adb_test

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// dovecote is the sample app of that name; it lists what a server has.
func dovecote(t *testing.T, server *virtual.Server) *sky {
	t.Helper()
	s := &sky{T: t, dev: open(t, server)}
	var err error
	apk := filepath.Join("..", "..", "testdata", "apps", "dovecote.apk")
	if s.app, err = s.dev.Install(t.Context(), apk); err != nil {
		t.Fatal(err)
	}
	s.do(event.Event{Kind: event.Launch})
	return s
}

// standIns is a server whose device has stand-in servers.
func standIns(t *testing.T) *virtual.Server {
	t.Helper()
	return embedded(t, func(o *virtual.Options) { o.Network = virtual.NetworkStandIn })
}

// TestStandInServers has an app read a list, a picture and a text from servers
// that there are not, and demands that the device says so.
func TestStandInServers(t *testing.T) {
	startsJVMs(t)
	s := dovecote(t, standIns(t))
	s.shows("5 letters", "SUBJECT 1", "SUBJECT 5")
	s.tap("SUBJECT 2")
	s.shows("Pages 1, seal true, next: Subject 3")
	first := s.log()
	for _, want := range []string{"post.dovecote.example answers GET /v1/letters", "GET /v1/text/2", "with a picture"} {
		if !strings.Contains(first, want) {
			t.Errorf("the log lacks %q:\n%s", want, first)
		}
	}
	notes := strings.Join(s.dev.(device.Fidelity).Fidelity(), "\n")
	if !strings.Contains(notes, "stand-in servers of ours answered, not real ones: post.dovecote.example: JSON") {
		t.Errorf("the run does not tell of stand-in servers:\n%s", notes)
	}
	if !s.dev.Info().StandIns {
		t.Error("the device does not say that it has stand-in servers")
	}
	s.set("network", "off")
	if err := s.dev.Stop(t.Context(), s.app); err != nil {
		t.Fatal(err)
	}
	s.do(event.Event{Kind: event.Launch})
	s.shows("no letters: java.net.")
}

// TestNoStandInServers demands that nobody answers unless stand-ins are asked for.
func TestNoStandInServers(t *testing.T) {
	startsJVMs(t)
	s := dovecote(t, embedded(t, nil))
	s.shows("no letters: java.net.UnknownHostException")
	notes := strings.Join(s.dev.(device.Fidelity).Fidelity(), "\n")
	if strings.Contains(notes, "stand-in servers") {
		t.Errorf("stand-in servers answered:\n%s", notes)
	}
	if !strings.Contains(notes, "the app asked for post.dovecote.example, and there is no network") {
		t.Errorf("the run does not tell what the app lacked:\n%s", notes)
	}
}
