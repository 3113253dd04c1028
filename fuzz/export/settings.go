package export

import (
	"talpa/fuzz/document"
	"talpa/fuzz/event"
	"talpa/internal/shellword"
)

// setting is something of the phone that a script changes and that is put back in the end.
type setting struct {
	// Read prints the value now, as the last word of its answer; "" if Write puts back
	// without.
	Read string
	// Write puts back the value that follows it.
	Write string
	// Reset is for a value that nobody had set.
	Reset string
}

// stored is a setting that Android stores under a key.
func stored(namespace, key string) setting {
	name := namespace + " " + key
	return setting{"settings get " + name, "settings put " + name + " ", "settings delete " + name}
}

// service is a radio that svc switches, and whose state Android stores under a global key; what
// nobody has stored is on.
func service(name, key string) setting {
	return setting{"settings get global " + key,
		"b() { test \"$1\" = 0 && svc " + name + " disable || svc " + name + " enable; }; b ", "svc " + name + " enable"}
}

// settings are what the script changes, each once, in the order of the changes. What
// belongs to the app (permissions, its language) goes with its data.
func (j *job) settings() []setting {
	var all []setting
	seen := map[setting]bool{}
	for _, e := range j.script.Events {
		for _, s := range changed(e) {
			if !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	return all
}

// changed are the settings that an event changes.
func changed(e event.Event) []setting {
	switch {
	case e.Kind == event.Rotate:
		return []setting{stored("system", "user_rotation"), stored("system", "accelerometer_rotation")}
	case e.Kind == event.Document:
		return []setting{{Write: document.Command(e.Value, document.Gone)}}
	case e.Kind == event.Location && e.Arg == event.LocationFix:
		return []setting{{Write: "cmd location providers remove-test-provider gps"},
			{Write: "appops set shell android:mock_location default"}}
	case e.Kind == event.Location && (e.Arg == "on" || e.Arg == "off"):
		return []setting{stored("secure", "location_mode")}
	case e.Kind == event.Battery:
		return []setting{{Write: "cmd battery reset"}}
	case e.Kind != event.Config:
		return nil
	}
	switch e.Arg {
	case "fontscale":
		return []setting{stored("system", "font_scale")}
	case "night":
		return []setting{{"cmd uimode night", "cmd uimode night ", "cmd uimode night auto"}}
	case "network":
		return []setting{service("wifi", "wifi_on"), service("data", "mobile_data")}
	case event.Bluetooth:
		bluetooth := service("bluetooth", "bluetooth_on")
		bluetooth.Reset = "true" // a phone that does not say whether it is on may have none
		return []setting{bluetooth}
	case event.NFC: // no command tells whether it is on, and phones are delivered with it on
		return []setting{{Write: "svc nfc enable"}}
	case event.Storage:
		if e.Value == event.StorageRemoved {
			return []setting{{Write: event.StorageCommand(event.StorageOK)}}
		}
	case "timezone":
		return []setting{{"getprop persist.sys.timezone", "cmd alarm set-timezone ", "true"}}
	case event.Apps:
		if e.Value == event.AppsNone || e.Value == event.AppsAll {
			return []setting{{Write: event.AppsCommand(event.AppsAll)}}
		}
		if e.Value != event.AppsMore {
			return []setting{{Write: "pm enable " + shellword.Quote(e.Value) + " >/dev/null"}}
		}
	}
	return nil
}
