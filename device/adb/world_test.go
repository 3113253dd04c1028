package adb_test

import (
	"bytes"
	"strings"
	"testing"

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

// heard demands what the app was told since the last look, in this order, and nothing of
// what begins with "no ".
func (l *lookout) heard(after string, want ...string) {
	l.Helper()
	log := l.log()
	rest := log
	for _, w := range want {
		if unwanted, ok := strings.CutPrefix(w, "no "); ok {
			if strings.Contains(log, "lookout : "+unwanted) {
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
		"gps satellites 8", "gnss satellites 8", "nmea $GPGGA,", ",5954.6000,N,01045.0000,W,1,08,1.0,-120.5,M,", "altitude true -120.5")
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
	l.registered("notification", "notification:dismiss", "notification:action:0", "notification:action:1", "no notification:action:2")
	l.told("notification action value=1", "", "notice hidden")
	l.told("notification dismiss", "", "notice dismissed")
	l.registered("no notification", "no notification:dismiss")
	l.tap("Pin")
	l.told("notification", "", "notice tapped")
	l.registered("no notification")
}

// TestStarts: the process is started by what is not its launcher activity, each in a way
// that a phone has.
func TestStarts(t *testing.T) {
	l := newLookout(t)
	l.line("launch")
	l.heard("launch", "provider", "application", "activity new")
	l.line("stopprocess")
	l.line("broadcast action=android.intent.action.BOOT_COMPLETED component=dev.talpa.lookout/dev.talpa.lookout.SystemReceiver")
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
