package adb_test

import (
	"testing"

	"talpa/fuzz/event"
)

// TestFaultyResponses has the stand-in servers answer dovecote as servers do at times.
func TestFaultyResponses(t *testing.T) {
	startsJVMs(t)
	s := dovecote(t, standIns(t))
	s.shows("5 letters")
	for _, c := range []struct{ answer, shows string }{
		{event.ResponsesError, "no letters: java.io.FileNotFoundException"},
		{event.ResponsesEmpty, "no letters: org.json.JSONException: End of input"},
		{event.ResponsesBare, "no letters: org.json.JSONException: No value for state"},
		{event.ResponsesPage, "no letters: org.json.JSONException: Value <!DOCTYPE"},
		{"error 500", "no letters: java.io.FileNotFoundException"},
		{"missing box", "no letters: org.json.JSONException: No value for box"},
		{"value state=lost", "no letters: org.json.JSONException: state is lost"},
		{"size letters=2", "2 letters"},
		{"empty box.letters", "0 letters"},
		{event.ResponsesNormal, "5 letters"},
	} {
		s.set(event.Responses, c.answer)
		s.tap("AGAIN")
		s.shows(c.shows)
	}
	s.set(event.Responses, event.ResponsesEmpty)
	s.do(event.Event{Kind: event.Restart})
	s.shows("no letters: org.json.JSONException: End of input")
}
