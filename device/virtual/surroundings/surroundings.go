// Package surroundings says in the agent's words what happens around the phone: places,
// calls, the battery, plugs, sensors, and what is done to notifications. It holds no state
// and performs nothing.
package surroundings

import (
	"encoding/json"
	"math"
	"strconv"

	"talpa/device/virtual/framework"
	"talpa/fuzz/event"
)

// Broadcasts of the system that start an app's process.
const (
	ActionLockedBoot = "android.intent.action.LOCKED_BOOT_COMPLETED"
	ActionBoot       = "android.intent.action.BOOT_COMPLETED"
	ActionReplaced   = "android.intent.action.MY_PACKAGE_REPLACED"
	ActionCall       = "android.intent.action.PHONE_STATE"
	ActionSMS        = "android.provider.Telephony.SMS_RECEIVED"
)

// Update is a request to the agent that changes what is around the phone.
type Update struct {
	framework.Request
	// Key names the state that it changes, which holds for the processes that start later
	// too: a later one of the same key takes its place. "" is for what happens once.
	Key string
}

// Location is what the positioning hardware tells.
func Location(e event.Event) (Update, error) {
	params := map[string]any{"how": e.Arg}
	t := Update{Request: framework.Request{Method: "location", Params: params}}
	switch e.Arg {
	case event.LocationFix:
		fix, err := event.ParseFix(e.Value)
		if err != nil {
			return t, err
		}
		for name, v := range map[string]float64{
			"latitude": fix.Latitude, "longitude": fix.Longitude, "altitude": fix.Altitude, "accuracy": fix.Accuracy,
			"speed": fix.Speed,
		} {
			if !math.IsNaN(v) {
				params[name] = v
			}
		}
		t.Key = "fix"
	case event.LocationSatellites:
		params["count"], _ = strconv.Atoi(e.Value)
	case event.LocationNMEA:
		params["sentence"] = e.Value
	default:
		t.Key = "location switch"
	}
	return t, nil
}

// Phone is what a call, the battery, a headset, a finger or a sensor tells.
func Phone(e event.Event) (Update, error) {
	params := map[string]any{}
	t := Update{Request: framework.Request{Method: string(e.Kind), Params: params}}
	switch e.Kind {
	case event.Call:
		params["state"] = e.Arg
		if e.Value != "" {
			params["number"] = e.Value
		}
	case event.Battery:
		if e.Arg == event.BatteryLevel {
			params["level"], _ = strconv.Atoi(e.Value)
			t.Key = "battery level"
		} else {
			params["plugged"] = e.Arg
			t.Key = "battery plug"
		}
	case event.Headset:
		params["in"] = e.Arg == "plug"
		t.Key = "headset"
	case event.Fingerprint:
		params["how"] = e.Arg
		if e.Arg == event.FingerNone || e.Arg == event.FingerEnrolled {
			t.Key = "finger"
		}
	case event.Speech:
		params["how"], params["text"] = e.Arg, e.Value
		t.Key = "speech"
	case event.Sensor:
		params["name"] = e.Arg
		t.Key = "sensor " + e.Arg
		if e.Value == event.SensorAbsent {
			params["absent"] = true
			break
		}
		values, err := e.Readings()
		if err != nil {
			return t, err
		}
		params["values"] = values
	}
	return t, nil
}

// Tag is an NFC tag that is held to the phone.
func Tag(e event.Event) framework.Request {
	return framework.Request{Method: string(e.Kind), Params: map[string]any{"how": e.Arg, "value": e.Value}}
}

// Home is what the home screen and the quick settings do with an app. That a widget was placed or
// removed holds for later processes.
func Home(e event.Event) (Update, error) {
	t := Update{Request: framework.Request{Method: string(e.Kind)}}
	switch e.Kind {
	case event.Shortcut:
		t.Params = map[string]any{"id": e.Value}
	case event.Tile:
		t.Params = map[string]any{"component": e.Value, "how": e.Arg}
		if e.Arg == event.Alone {
			t.Params["how"] = event.TileClick
		}
	default:
		provider, a, b, err := e.WidgetPlace()
		if err != nil {
			return t, err
		}
		t.Params = map[string]any{"component": provider, "how": e.Arg}
		switch e.Arg {
		case event.WidgetAdded, event.WidgetRemoved:
			t.Key = "widget " + provider
		case event.WidgetResize:
			t.Params["width"], t.Params["height"] = a, b
		case event.WidgetTap:
			t.Params["index"] = a
		case event.Alone:
			t.Params["how"] = event.WidgetUpdate
		}
	}
	return t, nil
}

// Notification is what the user does to the newest notification.
func Notification(e event.Event) framework.Request {
	params := map[string]any{"how": event.NotificationTap}
	if e.Arg != "" {
		params["how"] = e.Arg
	}
	if e.Arg == event.NotificationAction {
		params["index"], _ = strconv.Atoi(e.Value)
	}
	return framework.Request{Method: "notification", Params: params}
}

// Inbox puts a message into the provider of messages, as come at a time in ms since 1970.
func Inbox(e event.Event, wall int64) framework.ContentOp {
	from, text := e.Message()
	return framework.ContentOp{Op: "insert", URI: "content://sms/inbox", Values: map[string]any{
		"address": from, "body": text, "date": strconv.FormatInt(wall, 10),
	}}
}

// Kept is what the system keeps of an app whose process was killed, in the agent's words.
type Kept struct {
	Alarms []json.RawMessage `json:"alarms,omitempty"`
	Jobs   []string          `json:"jobs,omitempty"`
	// Services are started again: those whose onStartCommand said so.
	Services      []json.RawMessage `json:"services,omitempty"`
	Notifications []json.RawMessage `json:"notifications,omitempty"`
}

// Starts says whether something is kept by which an event starts the app's process.
func (k Kept) Starts(e event.Event) bool {
	switch e.Kind {
	case event.Alarm, event.Job:
		return len(k.Alarms)+len(k.Jobs) > 0
	case event.Notification:
		return len(k.Notifications) > 0
	}
	return false
}
