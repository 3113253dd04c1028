package adb

import (
	"context"
	"math"
	"strconv"

	"talpa/device"
	"talpa/fuzz/event"
)

// Levels of Android that brought commands.
const (
	apiLocationCommand = 31 // cmd location
	apiTrimMemory      = 23 // am send-trim-memory
)

// world performs the events that come from around the app.
func (p *phone) world(ctx context.Context, app device.App, e event.Event) error {
	switch e.Kind {
	case event.Location:
		return p.location(ctx, e)
	case event.TrimMemory:
		if p.info.API < apiTrimMemory {
			return unsupported("no command trims memory at API %d", p.info.API)
		}
		return p.do("am", "send-trim-memory", app.Package, e.Arg)(ctx)
	case event.Restricted:
		return p.do("bmgr", "backupnow", app.Package)(ctx)
	case event.Boot:
		// A restart takes minutes. Phones refuse this one to their shell, emulators do not.
		return p.all(ctx, p.do("am", "kill", app.Package), func(ctx context.Context) error {
			return p.start(ctx, "am", "broadcast", "-a", "android.intent.action.BOOT_COMPLETED", "-p", app.Package)
		})
	case event.Query:
		return p.do("content", "query", "--uri", e.Value)(ctx)
	case event.Battery:
		_, err := p.link.script(ctx, event.BatteryCommand(e))
		return err
	case event.Fingerprint:
		if event.ConsoleCommand(e) == "" {
			return unsupported("no command of a phone does finger %s", e.Arg)
		}
		return unsupported("a phone's finger sensor is touched by hand; the console of an emulator has: adb emu %s",
			event.ConsoleCommand(e))
	case event.SMS, event.Call, event.Sensor:
		return unsupported("adb's shell has no word for %s; the console of an emulator has: adb emu %s",
			e.Kind, event.ConsoleCommand(e))
	case event.Tile:
		_, err := p.link.script(ctx, event.TileCommand(e))
		return err
	case event.Widget:
		return unsupported("a phone's home screen places widgets by hand")
	case event.Shortcut:
		return unsupported("adb starts the intent of a shortcut only")
	case event.Speech:
		return unsupported("no command speaks to a phone")
	case event.Tag:
		return unsupported("no command holds an NFC tag to a phone")
	case event.Headset:
		return unsupported("no command plugs a headset in")
	case event.Alarm:
		return unsupported("a phone's clock does not jump to an alarm")
	case event.Job:
		return unsupported("a phone runs a job by its number only: cmd jobscheduler run -f %s ID", app.Package)
	}
	return unsupported("a phone has no command that works its notifications; touch them in the shade")
}

// location performs a Location: a fix by a provider of the shell's own.
func (p *phone) location(ctx context.Context, e event.Event) error {
	switch e.Arg {
	case "on", "off":
		mode := map[string]string{"on": "3", "off": "0"}[e.Arg]
		return p.do("settings", "put", "secure", "location_mode", mode)(ctx)
	case event.LocationFix:
		if p.info.API < apiLocationCommand {
			return unsupported("a phone with API %d takes no fix from adb; an emulator does from its console (geo fix)",
				p.info.API)
		}
		fix, err := event.ParseFix(e.Value)
		if err != nil {
			return unsupported("%w", err)
		}
		if !math.IsNaN(fix.Altitude) || !math.IsNaN(fix.Speed) {
			return unsupported("adb tells a phone of no altitude or speed")
		}
		degrees := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		words := []string{"cmd", "location", "providers", "set-test-provider-location", "gps",
			"--location", degrees(fix.Latitude) + "," + degrees(fix.Longitude)}
		if !math.IsNaN(fix.Accuracy) {
			words = append(words, "--accuracy", degrees(fix.Accuracy))
		}
		return p.all(ctx, p.do("appops", "set", "shell", "android:mock_location", "allow"),
			p.do("cmd", "location", "providers", "add-test-provider", "gps"),
			p.do("cmd", "location", "providers", "set-test-provider-enabled", "gps", "true"), p.do(words...))
	}
	return unsupported("adb tells a phone of no %s", e.Arg)
}
