package adb_test

import (
	"testing"

	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// TestOddServers has the stand-in servers answer dovecote as servers do at times.
func TestOddServers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	s := dovecote(t, virtual.NetworkStandIn)
	s.shows("5 letters")
	for _, c := range []struct{ answer, shows string }{
		{event.ServersError, "no letters: java.io.FileNotFoundException"},
		{event.ServersEmpty, "no letters: org.json.JSONException: End of input"},
		{event.ServersBare, "no letters: org.json.JSONException: No value for state"},
		{event.ServersPage, "no letters: org.json.JSONException: Value <!DOCTYPE"},
		{event.ServersNormal, "5 letters"},
	} {
		s.set(event.Servers, c.answer)
		s.tap("AGAIN")
		s.shows(c.shows)
	}
	s.set(event.Servers, event.ServersEmpty)
	s.do(event.Event{Kind: event.Restart})
	s.shows("no letters: org.json.JSONException: End of input")
}
