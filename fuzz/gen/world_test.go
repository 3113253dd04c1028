package gen

import (
	"testing"

	"talpa/fuzz/event"
)

// TestSystemRegistered: the world tells an app what it has asked for, and nothing else; to
// an app of which that is not known, alarms and notifications.
func TestSystemRegistered(t *testing.T) {
	t.Parallel()
	kinds := []event.Kind{event.Location, event.TrimMemory, event.Alarm, event.Notification, event.SMS, event.Call,
		event.Battery, event.Headset, event.Sensor, event.Job, event.Widget, event.Shortcut,
		event.Fingerprint, event.Tag, event.Speech}
	for name, c := range map[string]struct {
		registered []string
		want       map[event.Kind]bool
	}{
		"unknown":      {nil, map[event.Kind]bool{event.Alarm: true, event.Notification: true}},
		"nothing":      {[]string{}, nil},
		"places":       {[]string{"location"}, map[event.Kind]bool{event.Location: true}},
		"satellites":   {[]string{"satellites", "nmea"}, map[event.Kind]bool{event.Location: true}},
		"memory":       {[]string{"memory"}, map[event.Kind]bool{event.TrimMemory: true}},
		"alarm":        {[]string{"alarm"}, map[event.Kind]bool{event.Alarm: true}},
		"job":          {[]string{"job"}, map[event.Kind]bool{event.Job: true}},
		"action":       {[]string{"notification:action:1"}, map[event.Kind]bool{event.Notification: true}},
		"messages":     {[]string{"sms"}, map[event.Kind]bool{event.SMS: true}},
		"calls":        {[]string{"call"}, map[event.Kind]bool{event.Call: true}},
		"battery":      {[]string{"battery"}, map[event.Kind]bool{event.Battery: true}},
		"finger":       {[]string{"finger"}, map[event.Kind]bool{event.Fingerprint: true}},
		"speech":       {[]string{"speech"}, map[event.Kind]bool{event.Speech: true}},
		"tags":         {[]string{"tag"}, map[event.Kind]bool{event.Tag: true}},
		"type of tags": {[]string{"tag:mime:a/b"}, map[event.Kind]bool{event.Tag: true}},
		"links of tag": {[]string{"tag:uri:a:b"}, map[event.Kind]bool{event.Tag: true}},
		"no adapter":   {[]string{"tag:off"}, nil},
		"headset":      {[]string{"headset"}, map[event.Kind]bool{event.Headset: true}},
		"light":        {[]string{"sensor:light"}, map[event.Kind]bool{event.Sensor: true}},
		"radios":       {[]string{"bluetooth", "nfc", "network", "media"}, nil},
		"widget":       {[]string{"widget:p/p.W", "widget:p/p.W:0"}, map[event.Kind]bool{event.Widget: true}},
		"shortcut":     {[]string{"shortcut:new note"}, map[event.Kind]bool{event.Shortcut: true}},
		"card":         {[]string{"storage"}, nil},
		"a newer word": {[]string{"tides"}, nil},
	} {
		v := View{Screen: window(whole), Package: "p", Alive: true, Registered: c.registered}
		weights := kindWeights(v)
		for _, kind := range kinds {
			if (weights[kind] > 0) != c.want[kind] {
				t.Errorf("%s: %s has weight %g", name, kind, weights[kind])
			}
		}
		for _, candidate := range System(v) {
			if err := candidate.Event.Validate(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestSystemRegistered_action: the button that is there is pressed.
func TestSystemRegistered_action(t *testing.T) {
	t.Parallel()
	want := event.Event{Kind: event.Notification, Arg: event.NotificationAction, Value: "1"}
	for _, c := range System(View{Screen: window(whole), Registered: []string{"notification:action:1"}}) {
		if c.Event.Kind == want.Kind && !c.Event.Same(want) {
			t.Errorf("%s is offered", c.Event)
		}
	}
}

// TestSystemRegistered_lines: what is offered for what the home screen shows, for the card.
func TestSystemRegistered_lines(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][]string{
		"widget:p/p.W": {"widget update value=p/p.W", "widget removed value=p/p.W",
			`widget resize value="p/p.W 60x40"`},
		"widget:p/p.W:2":     {`widget tap value="p/p.W 2"`},
		"shortcut:new":       {"shortcut value=new"},
		"shortcut-fixed:new": {"shortcut value=new", "shortcut alone value=new"},
		"storage":            {"config storage value=removed", "config storage value=readonly", "config storage value=ok"},
	} {
		offered := func(registered ...string) map[string]bool {
			lines := map[string]bool{}
			for _, c := range System(View{Screen: window(whole), Package: "p", Alive: true, Registered: registered}) {
				lines[c.Event.String()] = true
			}
			return lines
		}
		with, without := offered(word), offered("alarm")
		for _, line := range want {
			if !with[line] || without[line] {
				t.Errorf("%s: %s is offered %t, without it %t", word, line, with[line], without[line])
			}
		}
	}
}

// TestCold: what starts the process again costs as much as dozens of other events.
func TestCold(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"kill": true, "restart": true, "stopprocess": true, "restricted": true, "boot": true,
		"start alone data=x:": true, "start data=x:": false, "back": false, "location on": false,
	} {
		e, err := event.DecodeEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		if Cold(e) != want {
			t.Errorf("%s: cold %t", line, Cold(e))
		}
	}
}

// TestReadings: every sensor has values that apps trip over, and they are readings of it.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, name := range event.Sensors() {
		list := sensor(name)
		if len(list) < 3 {
			t.Errorf("%s: %d events", name, len(list))
		}
		for _, c := range list {
			if err := c.Event.Validate(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
