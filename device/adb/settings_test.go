package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestSettings changes settings while larder runs, which is told of them; what it
// writes outlives its process. Activities that are not kept come back restored.
func TestSettings(t *testing.T) {
	startsJVMs(t)
	server := borrow(t)
	s := larder(t, server)
	shell(t, server, "appops set dev.talpa.larder WRITE_SETTINGS allow")
	s.do(event.Event{Kind: event.Launch})
	shell(t, server, "settings put system larder_told mole")
	s.shows("told mole")
	s.anew()
	if got := shell(t, server, "settings get system next_alarm_formatted; settings get system larder_told"); got != "molemole\nmole\n" {
		t.Errorf("the settings are %q", got)
	}
	s.do(event.Event{Kind: event.Home})
	if strings.Contains(s.texts(), "restored: ok") {
		t.Error("an activity that was stopped is gone at once")
	}
	shell(t, server, "settings put global always_finish_activities 1")
	s.do(event.Event{Kind: event.Home})
	s.shows("restored: ok")
	shell(t, server, "settings delete global always_finish_activities")
	s.do(event.Event{Kind: event.Restart})
	s.set(event.KeepActivities, "no")
	s.anew() // it holds for the next process, too
	s.do(event.Event{Kind: event.Home})
	s.shows("restored: ok")
	s.set(event.KeepActivities, "yes")
	s.do(event.Event{Kind: event.Restart})
	s.do(event.Event{Kind: event.Home})
	if strings.Contains(s.texts(), "restored: ok") {
		t.Error("activities are not kept though they are to be")
	}
}
