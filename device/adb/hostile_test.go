package adb_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// TestHostileApp has an app do its worst: what it dies of is in the log as
// Android would say it, what it may not do is refused, and the device starts
// the next app afterwards. The deeds are those of testdata/apps/weasel.
func TestHostileApp(t *testing.T) {
	startsJVMs(t)
	tests := []struct {
		deed string
		log  string // in the log, "" if the app lives and shows words
		word string // on the screen
	}{
		{"clock", "", "sleep 100, wait 100, park 100, poll 100, latch 100, condition 100, timer "},
		{"await", "", "await came back"},
		{"select", "", "select came back"},
		{"delete", "", "delete the APK: refused"},
		{"fork", "", "ProcessBuilder: refused"},
		{"connect", "", "look up: refused"},
		{"write", "", "write /var/tmp/weasel: refused"},
		{"exit", "Process exits with code 3", ""},
		{"kill", "Process exits with code 9", ""},
		{"sleep", "ANR in dev.talpa.weasel", ""},
		{"block", "ANR in dev.talpa.weasel", ""},
		{"join", "ANR in dev.talpa.weasel", ""},
		{"loop", "ANR in dev.talpa.weasel", ""},
		{"recurse", "java.lang.StackOverflowError", ""},
		{"allocate", "java.lang.OutOfMemoryError", ""},
		{"threads", "has died", ""},
		{"babble", "has died", ""},
		{"die", "has died", ""},
	}
	d := open(t, embedded(t, func(o *virtual.Options) { o.Timeout = 10 * time.Second }))
	app, err := d.Install(t.Context(), filepath.Join("..", "..", "testdata", "apps", "weasel.apk"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.deed, func(t *testing.T) {
			if err := d.Reset(t.Context(), app); err != nil {
				t.Fatal(err)
			}
			log := start(t, d, app, tt.deed)
			text := words(t, d)
			alive, err := d.Alive(t.Context(), app)
			if err != nil {
				t.Fatal(err)
			}
			if alive != (tt.log == "") || !strings.Contains(log, tt.log) || !strings.Contains(text, tt.word) {
				t.Errorf("alive: %v; screen: %s; log: %s", alive, text, log)
			}
			if strings.Contains(text, "DONE") {
				t.Errorf("the app did what it may not: %s", text)
			}
			if err := d.Do(t.Context(), app, event.Event{Kind: event.Restart}); err != nil {
				t.Fatal(err)
			}
			if text := words(t, d); !strings.Contains(text, "ready") {
				t.Errorf("afterwards the device shows %q", text)
			}
		})
	}
	notes := strings.Join(d.(device.Fidelity).Fidelity(), "\n")
	for _, limit := range []string{"memory", "stack"} {
		if !strings.Contains(notes, "a crash for want of "+limit) {
			t.Errorf("a crash that comes of the JVM's %s is not marked: %s", limit, notes)
		}
	}
}

// start has the app perform a deed, and returns the log.
func start(t *testing.T, d device.Device, app device.App, deed string) string {
	t.Helper()
	intent := &event.Intent{Component: app.Launcher, Extras: map[string]string{"deed": deed}}
	if err := d.Do(t.Context(), app, event.Event{Kind: event.Start, Intent: intent}); err != nil {
		t.Fatal(err)
	}
	if err := d.Do(t.Context(), app, event.Event{Kind: event.Wait, Millis: 5000}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Alive(t.Context(), app); err != nil { // a death is then in the log
		t.Fatal(err)
	}
	log, err := d.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return string(log)
}

// words are the texts on the screen.
func words(t *testing.T, d device.Device) string {
	t.Helper()
	s, err := d.Screen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, w := range s.Widgets {
		all = append(all, w.Text)
	}
	return strings.Join(all, "|")
}

// TestThreadsInOrder has threads of an app race: who comes first must not
// depend on the host.
func TestThreadsInOrder(t *testing.T) {
	startsJVMs(t)
	d := open(t, borrow(t))
	app, err := d.Install(t.Context(), filepath.Join("..", "..", "testdata", "apps", "weasel.apk"))
	if err != nil {
		t.Fatal(err)
	}
	var first string
	for n := range 4 { // in a fresh JVM, in one that served a process before, and again
		recycle(t, d, n%2 == 1)
		if err := d.Reset(t.Context(), app); err != nil {
			t.Fatal(err)
		}
		recycle(t, d, true)
		log := start(t, d, app, "race")
		text := words(t, d)
		if !strings.Contains(text, "over") {
			t.Fatalf("the race did not end: %s\n%s", text, log)
		}
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("one race:\n%s\nanother:\n%s", first, text)
		}
	}
}
