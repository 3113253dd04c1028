package goals

import (
	"talpa/asra/guide"
	"talpa/fuzz/event"
)

var (
	unplugged = battery(event.BatteryUnplug, "")
	low       = battery(event.BatteryLevel, "5") // percent
	noRoom    = set(event.Storage, event.StorageLow)
	noCard    = set(event.Storage, event.StorageRemoved)
	card      = set(event.Storage, event.StorageOK)
)

// broadcasts are what has the system send a broadcast with an action, by the documentation of each. The battery is
// charging at first, and has to be taken off its plug before it is low.
var broadcasts = map[string][]event.Event{
	"android.intent.action.HEADSET_PLUG":              {headset("plug")},
	"android.media.AUDIO_BECOMING_NOISY":              {headset("plug"), headset("unplug")},
	"android.intent.action.BATTERY_LOW":               {unplugged, low},
	"android.intent.action.BATTERY_OKAY":              {unplugged, low, battery(event.BatteryLevel, "60")},
	"android.intent.action.BATTERY_CHANGED":           {battery(event.BatteryLevel, "60")},
	"android.intent.action.ACTION_POWER_CONNECTED":    {unplugged, battery("usb", "")},
	"android.intent.action.ACTION_POWER_DISCONNECTED": {unplugged},
	"android.intent.action.SCREEN_OFF":                {{Kind: event.Lock}},
	"android.intent.action.SCREEN_ON":                 {{Kind: event.Lock}},
	"android.intent.action.USER_PRESENT":              {{Kind: event.Lock}},
	"android.intent.action.TIME_SET":                  {set("clock", "25h")},
	"android.intent.action.DATE_CHANGED":              {set("clock", "25h")},
	"android.intent.action.TIMEZONE_CHANGED":          {set("timezone", "Asia/Kolkata")},
	"android.intent.action.LOCALE_CHANGED":            {set("locale", "de-DE")},
	"android.net.conn.CONNECTIVITY_CHANGE":            {set("network", "off"), set("network", "on")},
	"android.bluetooth.adapter.action.STATE_CHANGED":  {set(event.Bluetooth, "off"), set(event.Bluetooth, "on")},
	"android.nfc.action.ADAPTER_STATE_CHANGED":        {set(event.NFC, "off"), set(event.NFC, "on")},
	"android.location.PROVIDERS_CHANGED":              {{Kind: event.Location, Arg: "off"}},
	"android.location.MODE_CHANGED":                   {{Kind: event.Location, Arg: "off"}},
	"android.intent.action.DEVICE_STORAGE_LOW":        {noRoom},
	"android.intent.action.DEVICE_STORAGE_OK":         {noRoom, card},
	"android.intent.action.MEDIA_EJECT":               {noCard},
	"android.intent.action.MEDIA_UNMOUNTED":           {noCard},
	"android.intent.action.MEDIA_REMOVED":             {noCard},
	"android.intent.action.MEDIA_BAD_REMOVAL":         {noCard},
	"android.intent.action.MEDIA_MOUNTED":             {noCard, card},
	"android.intent.action.PHONE_STATE":               {{Kind: event.Call, Arg: event.CallRing, Value: "+15550100"}},
	"android.provider.Telephony.SMS_RECEIVED":         {{Kind: event.SMS, Value: "+15550100 Hello"}},
}

func headset(arg string) event.Event { return event.Event{Kind: event.Headset, Arg: arg} }

func battery(arg, value string) event.Event {
	return event.Event{Kind: event.Battery, Arg: arg, Value: value}
}

func set(arg, value string) event.Event {
	return event.Event{Kind: event.Config, Arg: arg, Value: value}
}

// sent are the events that have a broadcast with an action sent: what the system sends it for, or else another app.
func sent(a *guide.Achiever) []event.Event {
	if events, ok := broadcasts[a.Action]; ok {
		return events
	}
	return []event.Event{{Kind: event.Broadcast, Intent: &event.Intent{Action: a.Action}}}
}
