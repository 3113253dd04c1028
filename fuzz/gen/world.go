package gen

import (
	"slices"
	"strings"

	"talpa/fuzz/event"
)

// Weights of what the world tells; a plain press has 10.
const (
	weightPlace = 0.06 // each of several places
	weightTrim  = 0.03
	weightTold  = 0.06 // each of what else the world tells
	// A prompt of the system takes all presses: only a finger or its button get on.
	weightPrompt = 20.0
	weightFinger = 1.0 // of a sensor that is listened to, beside a screen of the app's own
)

// told are the events of what an app has asked to be told of, by the words of
// device.Registrar.
var told = map[string][]Candidate{
	"alarm": append(one(weightAlarm, event.Event{Kind: event.Alarm}),
		one(weightAlarm, event.Event{Kind: event.Alarm, Arg: event.Alone})...),
	"job": append(one(weightAlarm, event.Event{Kind: event.Job}),
		one(weightAlarm, event.Event{Kind: event.Job, Arg: event.Alone})...),
	"notification":         one(weightNotice, event.Event{Kind: event.Notification}),
	"notification:dismiss": one(weightNotice, event.Event{Kind: event.Notification, Arg: event.NotificationDismiss}),
	"location":             places(),
	"satellites": one(weightPlace,
		event.Event{Kind: event.Location, Arg: event.LocationSatellites, Value: "0"}),
	"nmea": one(weightPlace,
		event.Event{Kind: event.Location, Arg: event.LocationNMEA, Value: "$GPGGA,,,,,,0,,,,,,,,*66"}),
	"memory": trims(),
	"sms":    each(event.SMS, "", "+15550100 Hello", "+15550100", "Bank Your code is 12345", hugeSMS),
	"call": slices.Concat(each(event.Call, event.CallRing, "+15550100", ""),
		each(event.Call, event.CallAccept, "+15550100"), each(event.Call, event.CallEnd, "+15550100")),
	"battery": slices.Concat(each(event.Battery, event.BatteryLevel, "5", "60"),
		each(event.Battery, event.BatteryUnplug, ""), each(event.Battery, "usb", "")),
	"headset": slices.Concat(each(event.Headset, "plug", ""), each(event.Headset, "unplug", "")),
	"finger":  fingers(weightFinger, event.FingerOK, event.FingerWrong, event.FingerLocked, event.FingerNone),
	"finger:prompt": slices.Concat(fingers(weightPrompt, event.FingerOK, event.FingerCancel),
		fingers(weightFinger, event.FingerWrong, event.FingerLocked, event.FingerNone)),
	"bluetooth": each(event.Config, event.Bluetooth, "on", "off"),
	"nfc":       each(event.Config, event.NFC, "on", "off"),
	"speech":    spoken(),
	"tag":       held(),
	"tag:off":   one(weightTag, event.Event{Kind: event.Config, Arg: event.NFC, Value: "on"}),
	"network":   each(event.Config, "network", event.NetworkMobile),
	"media":     mediaKeys(),
	"storage": each(event.Config, event.Storage, event.StorageRemoved, event.StorageReadOnly, event.StorageLow,
		event.StorageFull, event.StorageOK),
}

// hugeSMS is a message of several parts, with characters that not every alphabet has.
var hugeSMS = "+15550100 " + strings.Repeat("Grüße, 你好. ", 12)

// each are events of one kind that differ in their values.
func each(kind event.Kind, arg string, values ...string) []Candidate {
	var list []Candidate
	for _, v := range values {
		list = append(list, one(weightTold, event.Event{Kind: kind, Arg: arg, Value: v})...)
	}
	return list
}

// fingers are events of the finger sensor.
func fingers(weight float64, args ...string) []Candidate {
	var list []Candidate
	for _, arg := range args {
		list = append(list, one(weight, event.Event{Kind: event.Fingerprint, Arg: arg})...)
	}
	return list
}

// spoken is what may be said to who listens.
func spoken() []Candidate {
	var list []Candidate
	for _, e := range []event.Event{
		{Arg: event.SpeechText, Value: "hello world"}, {Arg: event.SpeechText, Value: "12"}, {Arg: event.SpeechText},
		{Arg: event.SpeechUnclear}, {Arg: event.SpeechNothing}, {Arg: event.SpeechNetwork},
	} {
		e.Kind = event.Speech
		list = append(list, one(weightFinger, e)...)
	}
	return list
}

// weightTag is that of each tag that is held to the phone, for an app that waits for one.
const weightTag = 0.4

// held are NFC tags of the kinds that an app may meet, whatever it looks for, and the user's switch.
func held() []Candidate {
	list := each(event.Config, event.NFC, "off")
	for _, e := range []event.Event{
		{Arg: event.TagText, Value: "Hello"}, {Arg: event.TagText}, {Arg: event.TagURI, Value: "https://example.com/a"},
		{Arg: event.TagEmpty}, {Arg: event.TagUnformatted}, {Arg: event.TagCard}, {Arg: event.TagClassic},
		{Arg: event.TagLost, Value: "Hello"}, {Arg: event.TagRemoved},
	} {
		e.Kind = event.Tag
		list = append(list, one(weightTag, e)...)
	}
	return list
}

// named are tags that the app's filters name, by the words "tag:mime:TYPE" and "tag:uri:ADDRESS": with
// something on them, and without.
func named(word string) []Candidate {
	if mime, ok := strings.CutPrefix(word, "tag:mime:"); ok {
		return append(one(weightFinger, event.Event{Kind: event.Tag, Arg: event.TagMIME, Value: mime + " 1"}),
			one(weightTag, event.Event{Kind: event.Tag, Arg: event.TagMIME, Value: mime})...)
	}
	if uri, ok := strings.CutPrefix(word, "tag:uri:"); ok {
		return one(weightFinger, event.Event{Kind: event.Tag, Arg: event.TagURI, Value: uri})
	}
	return nil
}

// mediaKeys are the keys of a headset.
func mediaKeys() []Candidate {
	var list []Candidate
	for _, key := range []string{"HEADSETHOOK", "MEDIA_PLAY_PAUSE", "MEDIA_NEXT", "MEDIA_STOP"} {
		list = append(list, one(weightTold, event.Event{Kind: event.Key, Arg: key})...)
	}
	return list
}

// readings are values that apps trip over, by the sensor: at rest, none, odd ones.
var readings = map[string][]string{
	"acceleration": {"0,0,9.81", "0,0,0", "30,-30,30"}, "gravity": {"0,0,9.81", "0,0,0"},
	"gyroscope": {"0,0,0", "8,-8,8"}, "heart-rate": {"70", "0"}, "humidity": {"40", "100"}, "light": {"300", "0", "40000"},
	"linear_acceleration": {"0,0,0", "20,-20,20"}, "magnetic-field": {"0,22,-42", "0,0,0"},
	"orientation": {"90,0,0", "359,-180,90"}, "pressure": {"1013.25", "0", "300"}, "proximity": {"5", "0"},
	"rotation_vector": {"0,0,0,1,0.1", "0.7,0,0,0.7,-1"}, "step-counter": {"10", "12000", "0"},
	"temperature": {"21", "-273.15"},
}

// sensor are the events of a sensor: what it reads, and that it is absent.
func sensor(name string) []Candidate {
	return each(event.Sensor, name, append(slices.Clone(readings[name]), event.SensorAbsent)...)
}

// launcher are the events of a shortcut or a widget that the home screen shows, by the word for it:
// "shortcut:ID" ends with the process that made it, "shortcut-fixed:ID" is of the manifest; a
// "widget:PROVIDER" is placed, "widget:PROVIDER:N" is what can be touched in it.
func launcher(word string) []Candidate {
	kind, name, _ := strings.Cut(word, ":")
	switch kind {
	case "shortcut":
		return each(event.Shortcut, "", name)
	case "shortcut-fixed":
		return append(each(event.Shortcut, "", name), each(event.Shortcut, event.Alone, name)...)
	case "widget":
		if provider, index, ok := strings.Cut(name, ":"); ok {
			return each(event.Widget, event.WidgetTap, provider+" "+index)
		}
		return slices.Concat(each(event.Widget, event.WidgetUpdate, name), each(event.Widget, event.WidgetRemoved, name),
			each(event.Widget, event.WidgetResize, name+" 60x40", name+" 400x300"))
	}
	return nil
}

// one is a list of one event.
func one(weight float64, e event.Event) []Candidate { return []Candidate{{Event: e, Weight: weight}} }

// places are fixes that apps trip over, and the user's switch: far away, where degrees have
// no length, on the date line, without an altitude, below the sea and without an accuracy.
func places() []Candidate {
	var list []Candidate
	for _, value := range []string{
		"59.91,10.75,12,8,1.5", "0,0", "90,0,2835,5", "-90,180", "-17.5,180,0,30", "-17.5,-180,0,30", "31.5,35.5,-430,0",
	} {
		list = append(list, Candidate{
			Event: event.Event{Kind: event.Location, Arg: event.LocationFix, Value: value}, Weight: weightPlace,
		})
	}
	for _, way := range []string{"off", "on"} {
		list = append(list, Candidate{Event: event.Event{Kind: event.Location, Arg: way}, Weight: weightPlace})
	}
	return list
}

// trims are levels of memory that apps treat differently.
func trims() []Candidate {
	var list []Candidate
	for _, level := range []string{"RUNNING_CRITICAL", "HIDDEN", "COMPLETE"} {
		list = append(list, Candidate{Event: event.Event{Kind: event.TrimMemory, Arg: level}, Weight: weightTrim})
	}
	return list
}

// World returns what the world can tell the app that runs, with the weight of each. Where
// the device does not know what the app has asked for, it is alarms and notifications,
// which most apps have.
func World(v View) []Candidate {
	var list []Candidate
	if v.Registered == nil {
		return append(append(list, told["alarm"][0]), told["notification"]...)
	}
	for _, word := range v.Registered {
		list = append(list, told[word]...)
		list = append(list, launcher(word)...)
		list = append(list, named(word)...)
		if name, ok := strings.CutPrefix(word, "sensor:"); ok {
			list = append(list, sensor(name)...)
		}
		if index, ok := strings.CutPrefix(word, "notification:action:"); ok {
			list = append(list, Candidate{
				Event:  event.Event{Kind: event.Notification, Arg: event.NotificationAction, Value: index},
				Weight: weightNotice,
			})
		}
	}
	return list
}
