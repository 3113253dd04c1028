package adb_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// lookout is the sample app of that name, which says in the log what the world tells it.
type lookout struct {
	*sky
	server *virtual.Server
}

func newLookout(t *testing.T) *lookout {
	t.Helper()
	startsJVMs(t)
	s := borrow(t)
	return &lookout{installed(t, s, "lookout"), s}
}

// line performs an event given as a line of a script.
func (l *lookout) line(line string) {
	l.Helper()
	e, err := event.DecodeEvent(line)
	if err != nil {
		l.Fatal(err)
	}
	l.do(e)
}

// sh runs a command of the device's shell.
func (l *lookout) sh(line string) {
	l.Helper()
	var out bytes.Buffer
	if code := l.server.Devices()[0].Shell(l.Context(), line, strings.NewReader(""), &out, &out); code != 0 {
		l.Fatalf("%s: %d: %s", line, code, out.Bytes())
	}
}

// refused performs an event that the device cannot do.
func (l *lookout) refused(line string) {
	l.Helper()
	e, err := event.DecodeEvent(line)
	if err == nil {
		err = l.dev.Do(l.Context(), l.app, e)
	}
	if !errors.Is(err, device.ErrUnsupported) {
		l.Errorf("%s: %v", line, err)
	}
}

// heard demands what the app was told since the last look, in this order, and nothing of
// what begins with "no ".
func (l *lookout) heard(after string, want ...string) {
	l.Helper()
	log := l.log()
	rest := log
	for _, w := range want {
		if unwanted, ok := strings.CutPrefix(w, "no "); ok {
			if strings.Contains(log, " : "+unwanted) {
				l.Errorf("after %s the app was told %q:\n%s", after, unwanted, log)
			}
			continue
		}
		_, later, ok := strings.Cut(rest, w)
		if !ok {
			l.Errorf("after %s the app was not told %q (in this order):\n%s", after, w, log)
			return
		}
		rest = later
	}
}

// told performs an event and demands what the app is told; then the same by a command of
// the shell, which must tell the same.
func (l *lookout) told(line, command string, want ...string) {
	l.Helper()
	if line != "" {
		l.line(line)
		l.heard(line, want...)
	}
	if command != "" {
		l.sh(command)
		l.heard(command, want...)
	}
}

// registered demands what the app listens to.
func (l *lookout) registered(want ...string) {
	l.Helper()
	got := " " + strings.Join(l.dev.(interface{ Registered() []string }).Registered(), " ") + " "
	for _, w := range want {
		if unwanted, ok := strings.CutPrefix(w, "no "); ok == strings.Contains(got, " "+strings.TrimPrefix(w, "no ")+" ") {
			l.Errorf("%q is wanted of what is registered, unwanted %q: %s", w, unwanted, got)
		}
	}
}

// TestWorld_places: fixes with odd values, satellites by both interfaces, sentences, and
// the user's switch, each by event and by command.
func TestWorld_places(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.registered("no location", "no satellites", "no nmea")
	l.tap("Places")
	l.registered("location", "satellites", "nmea")
	l.log()
	l.told(`location fix value="59.91,-10.75,-120.5,0"`, "emu geo fix -10.75 59.91 -120.5",
		"gps satellites 8", "gnss satellites 8", "nmea $GPGGA,", ",5954.6000,N,01045.0000,W,1,08,1.0,-120.5,M,",
		"altitude true -120.5")
	l.told(`location fix value="0,180"`, "cmd location providers set-test-provider-location gps --location 0,180",
		"fix 0.0 180.0 altitude false")
	l.told("location satellites value=0", "", "gps satellites 0", "gnss satellites 0")
	l.told(`location nmea value="$GPTXT,01"`, "emu geo nmea '$GPTXT,01'", "nmea $GPTXT,01")
	l.told("location off", "", "disabled gps", "no satellites")
	l.told(`location fix value="1,2"`, "", "no fix 1.0", "no nmea")
	l.told("location on", "settings put secure location_mode 3", "")
	l.told("", "settings put secure location_mode 0", "disabled gps")
	l.told("", "cmd location set-location-enabled true", "enabled gps")
	l.line("restart")
	l.tap("Places")
	l.heard("restart", "fix 1.0 2.0")
	l.line(`location fix value="90,0"`)
	l.heard("the pole", "ArithmeticException", "LookoutActivity.onLocationChanged")
}

// TestWorld_memory: the app is asked for memory at each level.
func TestWorld_memory(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.log()
	l.told("trimmemory RUNNING_LOW", "am send-trim-memory dev.talpa.lookout RUNNING_LOW", "trim 10")
	l.told("trimmemory COMPLETE", "am send-trim-memory dev.talpa.lookout 80", "trim 80")
}

// TestWorld_notifications: the newest notification is tapped, dismissed, and its buttons
// are pressed.
func TestWorld_notifications(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.registered("no notification")
	l.tap("Pin")
	l.registered("notification", "notification:dismiss", "notification:action:0", "notification:action:1",
		"no notification:action:2")
	l.told("notification action value=1", "", "notice hidden")
	l.told("notification dismiss", "", "notice dismissed")
	l.registered("no notification", "no notification:dismiss")
	l.tap("Pin")
	l.told("notification", "", "notice tapped")
	l.registered("no notification")
	// They stay when the system kills the process in the background: a touch starts it for their sake.
	l.tap("Pin")
	l.line("stopprocess")
	l.line("notification action value=1")
	l.heard("notification of a process that was killed", "provider", "application", "notice hidden")
	l.told("notification dismiss", "", "notice dismissed")
	l.registered("no notification")
}

// booted tells the receiver of the sample app that the phone has started.
const booted = "broadcast action=android.intent.action.BOOT_COMPLETED " +
	"component=dev.talpa.lookout/dev.talpa.lookout.SystemReceiver"

// TestStarts: the process is started by what is not its launcher activity, each in a way
// that a phone has.
func TestStarts(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.heard("launch", "provider", "application", "activity new")
	l.line("stopprocess")
	l.line(booted)
	l.heard("a broadcast alone", "Killing 4001", "application", "receiver BOOT_COMPLETED", "no activity")
	l.line("launch")
	l.heard("launch after the process was killed", "activity restored")
	l.told("boot", "reboot", "provider", "application", "receiver BOOT_COMPLETED", "no activity")
	l.line("stopprocess")
	l.told("query value=content://dev.talpa.lookout.log/1", "", "provider", "application", "query", "no activity")
	l.line("launch")
	l.heard("launch after a start of the phone", "activity new")
	l.sh("input keyevent HOME; am kill dev.talpa.lookout; monkey -p dev.talpa.lookout 1")
	l.heard("am kill in the background", "activity restored")
	for _, how := range []string{"event", "command"} {
		if how == "event" {
			l.line("restricted")
		} else {
			l.sh("bmgr backupnow dev.talpa.lookout")
		}
		l.heard("a backup by "+how, "no provider", "no application", "no activity")
		l.line("launch")
		l.heard("launch after a backup by "+how, "NullPointerException", "LookoutActivity.onCreate")
	}
}

// TestWorld_before: what is so before the process starts is so when its Application.onCreate runs,
// the first time too, and no broadcast tells of it.
func TestWorld_before(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.heard("launch on a phone as it comes", "provider", "application",
		"begins WIFI battery 100 gps true UTC en_US x1.0 tall", "activity new")
	l.line("stopprocess")
	for _, line := range []string{
		"config network value=off", "config timezone value=Asia/Tokyo", "config locale value=de-DE",
		"config fontscale value=1.3", "battery unplug", "battery level value=7", "location off", "rotate landscape",
	} {
		l.line(line)
	}
	l.line(booted)
	l.heard("a broadcast alone", "application", "begins offline battery 7 gps false Asia/Tokyo de_DE x1.3 wide",
		"receiver BOOT_COMPLETED", "no receiver LOCALE", "no receiver PHONE")
	l.line("restart")
	l.heard("restart", "begins offline battery 7 gps false Asia/Tokyo de_DE x1.3 wide", "activity new")
	l.tap("Radios")
	l.heard("the first look", "no network available")
	l.told("config network value=on", "", "network available")
	l.line("cleardata")
	l.line("launch")
	l.heard("a phone whose state is forgotten", "begins ")
}

// TestWorld_phone: messages with text and without, in the alphabet of GSM, beyond it and in
// several parts; calls, whose number is known to those only that may read the log of calls.
func TestWorld_phone(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.registered("no call")
	l.tap("Calls")
	l.registered("call")
	l.log()
	l.told(`sms value="+4712345 two words"`, "emu sms send +4712345 two words", "sms +4712345 Two words")
	l.told(`sms value="Bank 你好"`, "", "sms Bank 你好")
	l.line(`sms value="123 ` + strings.Repeat("abcdefghi ", 20) + `"`)
	l.heard("a long message", "sms 123 Abcdefghi", "sms 123 ")
	l.told("call ring value=5551", "", "call 1 ", "receiver RINGING", "no call 1 5551")
	l.told("call accept value=5551", "", "call 2 ", "receiver OFFHOOK")
	l.told("call end value=5551", "", "call 0 ", "receiver IDLE")
	l.sh("emu gsm call 5551; emu gsm accept 5551; emu gsm cancel 5551")
	l.heard("the console's calls", "call 1 ", "call 2 ", "call 0 ")
	l.line("stopprocess")
	l.line("call ring value=5551")
	l.heard("a call to an app that does not run", "application", "receiver RINGING", "no activity")
	l.line("stopprocess")
	l.line("sms value=+4712345")
	l.heard("a message without text", "application", "StringIndexOutOfBoundsException", "SystemReceiver.onReceive")
}

// TestWorld_power: the battery's level and plug, each with its broadcasts; a later process
// finds the battery as it is, and is not told of the change again.
func TestWorld_power(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.registered("no battery")
	l.tap("Sensors")
	l.heard("the first look", "BATTERY_CHANGED 100 plugged 1")
	l.registered("battery")
	l.told("battery unplug", "", "POWER_DISCONNECTED", "BATTERY_CHANGED 100 plugged 0")
	l.told("battery level value=5", "", "BATTERY_LOW", "BATTERY_CHANGED 5 plugged 0")
	l.told("battery usb", "", "no BATTERY_LOW", "BATTERY_CHANGED 5 plugged 2")
	l.sh("dumpsys battery unplug; dumpsys battery set level 7")
	l.heard("dumpsys battery", "POWER_DISCONNECTED", "BATTERY_LOW", "BATTERY_CHANGED 7 plugged 0")
	l.sh("cmd battery reset; emu power capacity 60; emu power ac off")
	l.heard("the console", "BATTERY_CHANGED 60 plugged 1", "POWER_DISCONNECTED", "BATTERY_CHANGED 60 plugged 0")
	l.line("restart")
	l.tap("Sensors")
	l.heard("a restart", "no POWER_DISCONNECTED", "BATTERY_CHANGED 60 plugged 0")
}

// TestWorld_sensors: a phone without a step counter gets one, which counts and is taken
// away; the app dies of steps that go back.
func TestWorld_sensors(t *testing.T) {
	l := newLookout(t)
	l.line("sensor light value=absent")
	l.line("launch")
	l.tap("Sensors")
	l.heard("a phone with two of three", "sensor 19 false", "sensor 5 false", "sensor 6 true", "reading 6 1013.25")
	l.registered("sensor:pressure", "no sensor:light", "no sensor:step-counter")
	l.told("sensor pressure value=300", "emu sensor set pressure 300", "reading 6 300.0")
	l.line("sensor step-counter value=10")
	l.line("restart")
	l.tap("Sensors")
	l.registered("sensor:step-counter")
	l.heard("a phone that counts", "sensor 19 true", "sensor 5 false", "reading 19 10.0")
	l.told("sensor step-counter value=12", "", "reading 19 12.0")
	l.line("sensor step-counter value=0")
	l.heard("steps that go back", "IllegalStateException: steps back", "LookoutActivity.onSensorChanged")
}

// TestWorld_finger: a prompt for a finger is answered by the sensor, its button and the back key; a
// phone without a lock has no finger, in later processes too.
func TestWorld_finger(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.registered("no finger:prompt")
	l.tap("Finger")
	l.registered("finger:prompt")
	l.told("finger wrong", "emu finger touch 3; emu finger remove", "finger no")
	l.told("finger ok", "", "finger yes")
	l.registered("no finger:prompt")
	l.tap("Finger")
	l.told("", "emu finger touch 1", "finger yes")
	l.tap("Finger")
	l.told("finger cancel", "", "finger not now")
	l.tap("Finger")
	l.told("back", "", "finger error 10")
	l.line("finger none")
	l.line("restart")
	l.tap("Finger")
	l.heard("a phone without a lock", "finger error 11")
	l.line("finger enrolled")
	l.tap("Finger")
	l.line("finger locked")
	l.heard("a locked sensor", "IllegalStateException: locked out", "Finger.onAuthenticationError")
}

// TestWorld_radios: networks by their callbacks, Bluetooth and NFC on, off and absent, the
// headset and its key.
func TestWorld_radios(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.registered("no network", "no bluetooth", "no nfc", "no headset", "no media")
	l.tap("Radios")
	l.registered("network", "bluetooth", "nfc", "headset", "media")
	l.heard("the first look", "bluetooth false", "nfc absent", "network available", "network mobile false")
	l.told("config network value=mobile", "", "network available", "network mobile true", "no network lost")
	l.told("config network value=off", "", "network lost")
	l.told("config network value=on", "", "network available", "network mobile false")
	l.told("", "svc wifi disable; svc data disable", "network lost")
	l.told("", "svc data enable", "network available")
	l.told("config bluetooth value=on", "", "bluetooth state 11", "bluetooth state 12")
	l.told("config bluetooth value=off", "", "bluetooth state 13", "bluetooth state 10")
	l.told("", "cmd bluetooth_manager enable; svc bluetooth disable", "bluetooth state 12", "bluetooth state 10")
	l.told("headset plug", "", "headset 1")
	l.told("headset unplug", "", "headset 0")
	l.told("key MEDIA_PLAY", "input keyevent MEDIA_PLAY", "media play")
	l.line("config nfc value=off")
	l.line("config bluetooth value=absent")
	l.line("restart")
	l.tap("Radios")
	l.heard("a phone with NFC and without Bluetooth", "bluetooth absent", "nfc false")
	l.told("config nfc value=on", "svc nfc disable; svc nfc enable", "nfc state 2", "nfc state 3")
}

// TestWorld_later: alarms and jobs outlive the process that set them, and start the next.
func TestWorld_later(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.registered("no alarm", "no job")
	l.tap("Later")
	l.registered("alarm", "job")
	l.log()
	l.line("stopprocess")
	l.line("alarm")
	l.heard("an alarm after the process was killed", "Killing 4001", "application", "notice rang", "no activity", "no job")
	l.registered("no alarm", "job")
	l.line("job alone")
	l.heard("a job alone", "Killing 4002", "application", "job 9", "no activity")
	l.registered("no job")
	l.line("stopprocess")
	l.line("job")
	l.line("alarm")
	l.heard("neither job nor alarm", "no application")
	l.line("launch")
	l.tap("Later")
	l.log()
	l.sh("cmd jobscheduler run -f dev.talpa.lookout 9")
	l.heard("cmd jobscheduler", "job 9")
	l.line("restart")
	l.registered("no alarm", "no job")
}

// TestTiles: the quick settings bind to a tile's service, by event and by command, also where
// that starts the process.
func TestTiles(t *testing.T) {
	l := newLookout(t)
	const tile = "dev.talpa.lookout/dev.talpa.lookout.Lamp"
	l.line("tile added value=" + tile)
	l.heard("a tile that is added", "application", "tile added", "no activity", "no tile true")
	l.told("tile click value="+tile, "", "tile listens true", "tile true", "tile rests")
	l.sh("cmd statusbar click-tile " + tile)
	l.heard("cmd statusbar", "tile listens true", "tile false", "tile rests")
	l.line("tile alone value=" + tile)
	l.heard("a tile alone", "Killing 4001", "application", "tile listens true", "tile true", "no activity")
	l.told("tile removed value="+tile, "cmd statusbar remove-tile "+tile, "tile removed")
	l.refused("tile click value=dev.talpa.lookout/.Lantern")
}

// TestWidgets: the home screen places a widget, has it updated, makes it larger, touches what it
// shows and the rows of its list, and removes it; a later process knows of the widget.
func TestWidgets(t *testing.T) {
	l := newLookout(t)
	const widget = "dev.talpa.lookout/dev.talpa.lookout.Gauge"
	l.line("widget added value=" + widget)
	l.heard("a widget that is placed", "application", "widget enabled", "widget update 1", "widget resize 250",
		"rows created",
		"rows asked for on the main thread false", "no activity")
	l.registered("widget:"+widget, "widget:"+widget+":0", "widget:"+widget+":5", "no widget:"+widget+":6")
	l.told(`widget resize value="`+widget+` 60x40"`, "", "widget resize 60")
	l.told(`widget tap value="`+widget+` 0"`, "", "notice widget")
	l.told(`widget tap value="`+widget+` 3"`, "", "notice bearing 2")
	l.refused(`widget tap value="` + widget + ` 9"`)
	l.line("widget added value=" + widget)
	l.heard("a second widget", "widget update 1", "no widget enabled")
	l.line("widget alone value=" + widget)
	l.heard("an update alone", "Killing 4001", "application", "widget update 1", "no widget enabled", "no activity")
	l.told("widget removed value="+widget, "", "widget deleted 1", "widget disabled")
	l.line("restricted")
	l.line("widget update value=" + widget)
	l.heard("an update without the application's object", "NullPointerException", "Gauge.onUpdate")
}

// TestShortcuts: those of the manifest, also where they start the process, and those that the app
// has made.
func TestShortcuts(t *testing.T) {
	l := newLookout(t)
	l.line("shortcut value=east")
	l.heard("a shortcut of the manifest", "application", "shortcut dev.talpa.lookout.EAST", "activity new")
	l.registered("shortcut-fixed:east", "no shortcut:west")
	l.tap("Later")
	l.registered("shortcut:west")
	l.told("shortcut value=west", "", "shortcut dev.talpa.lookout.WEST", "activity new")
	l.told("shortcut alone value=east", "", "Killing 4001", "application", "shortcut dev.talpa.lookout.EAST")
	l.refused("shortcut value=west")
}

// TestWorld_interval: while time passes, the place is told again and again.
func TestWorld_interval(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.tap("Places")
	l.log()
	l.line("wait ms=10000")
	if n := strings.Count(l.log(), "lookout : fix "); n < 9 || n > 11 {
		t.Errorf("%d fixes in 10 s at an interval of 1 s", n)
	}
}

// TestUpdate: the app comes over the data of an older build, which kept a number where the
// newer one reads a name; without that data it starts. What the older build logs is not told.
func TestUpdate(t *testing.T) {
	startsJVMs(t)
	s := embedded(t, nil)
	apps := filepath.Dir(sample(t))
	dev := openWith(t, s, adb.Options{Older: filepath.Join(apps, "lookout-old.apk")})
	recycle(t, dev, true)
	app, err := dev.Install(t.Context(), filepath.Join(apps, "lookout.apk"))
	if err != nil {
		t.Fatal(err)
	}
	l := &lookout{&sky{T: t, dev: dev, app: app}, s}
	l.line("older")
	l.line("launch")
	l.line("update")
	l.heard("an update over no data", "provider", "application", "receiver MY_PACKAGE_REPLACED", "no activity")
	l.line("launch")
	l.heard("launch after it", "activity restored")
	l.line("older")
	l.line("launch")
	l.tap("Station 7")
	l.heard("the older build", "no station")
	l.line("update")
	l.heard("an update over a number", "ClassCastException", "LookoutApp.onCreate")
	if err := dev.Reset(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	l.line("launch")
	l.heard("a reset", "activity new")
	l.line("older")
	if err := dev.Reset(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	l.line("launch")
	l.heard("a reset of the older build", "activity new")
}

// TestUpdate_without_an_older_build is refused, and leaves the app as it is.
func TestUpdate_without_an_older_build(t *testing.T) {
	l := newLookout(t)
	if err := l.dev.Do(t.Context(), l.app, event.Event{Kind: event.Older}); !errors.Is(err, device.ErrUnsupported) ||
		!strings.Contains(err.Error(), "--upgrade-from") {
		t.Errorf("%v", err)
	}
	l.line("launch")
	l.line("update")
	l.line("launch")
	l.heard("an update over itself", "activity new", "receiver MY_PACKAGE_REPLACED", "activity restored")
}
