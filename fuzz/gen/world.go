package gen

import (
	"strings"

	"talpa/fuzz/event"
)

// Weights of what the world tells; a plain press has 10.
const (
	weightPlace = 0.06 // each of several places
	weightTrim  = 0.03
)

// told are the events of what an app has asked to be told of, by the words of
// device.Registrar.
var told = map[string][]Candidate{
	"alarm":                one(weightAlarm, event.Event{Kind: event.Alarm}),
	"notification":         one(weightNotice, event.Event{Kind: event.Notification}),
	"notification:dismiss": one(weightNotice, event.Event{Kind: event.Notification, Arg: event.NotificationDismiss}),
	"location":             places(),
	"satellites": one(weightPlace,
		event.Event{Kind: event.Location, Arg: event.LocationSatellites, Value: "0"}),
	"nmea": one(weightPlace,
		event.Event{Kind: event.Location, Arg: event.LocationNMEA, Value: "$GPGGA,,,,,,0,,,,,,,,*66"}),
	"memory": trims(),
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

// world returns what the world can tell the app that runs, with the weight of each. Where
// the device does not know what the app has asked for, it is alarms and notifications,
// which most apps have.
func world(v View) []Candidate {
	var list []Candidate
	if v.Registered == nil {
		return append(append(list, told["alarm"]...), told["notification"]...)
	}
	for _, word := range v.Registered {
		list = append(list, told[word]...)
		if index, ok := strings.CutPrefix(word, "notification:action:"); ok {
			list = append(list, Candidate{
				Event:  event.Event{Kind: event.Notification, Arg: event.NotificationAction, Value: index},
				Weight: weightNotice,
			})
		}
	}
	return list
}
