package goals

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// A broadcast of the system comes by what the system sends it for, another one from another app.
func TestEvents_broadcast(t *testing.T) {
	t.Parallel()
	for action, want := range map[string]string{
		"android.intent.action.HEADSET_PLUG":     "headset plug",
		"android.intent.action.BATTERY_LOW":      "battery unplug, battery level value=5",
		"android.net.conn.CONNECTIVITY_CHANGE":   "config network value=off, config network value=on",
		"android.intent.action.TIMEZONE_CHANGED": "config timezone value=Asia/Kolkata",
		"p.NEWS":                                 "broadcast action=p.NEWS",
	} {
		task := Task{Achiever: &guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeBroadcast, Action: action}}
		text := ""
		for _, e := range task.Events(gen.View{}, "", rand.New(rand.NewSource(1))) {
			if text != "" {
				text += ", "
			}
			text += e.String()
		}
		if text != want {
			t.Errorf("%s: %q, want %q", action, text, want)
		}
	}
}

// Every event that has the system send a broadcast is one that a device can be given.
func TestBroadcasts_valid(t *testing.T) {
	t.Parallel()
	for action, events := range broadcasts {
		for _, e := range events {
			if err := e.Validate(); err != nil || e.Kind == event.Broadcast {
				t.Errorf("%s: %s: %v", action, e, err)
			}
		}
	}
}
