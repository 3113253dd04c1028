package adb_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// TestCrashIsNeitherLostNorMadeUp: whatever an app has to say about its own crash, the log
// holds it once, as on a phone, where it is written before any handler runs; then the
// handlers of the app run, and decide whether the process goes on. The deaths are those of
// testdata/apps/possum, which shows at the next start what its handlers were told.
func TestCrashIsNeitherLostNorMadeUp(t *testing.T) {
	startsJVMs(t)
	const inThread = "FATAL EXCEPTION: worker"
	const onMain = "FATAL EXCEPTION: main"
	tests := []struct {
		death  string
		log    string   // the crash's own words, "" if there is none
		screen string   // of an app that lives, "" if it died
		told   string   // to the app's handlers
		notes  []string // remarks of the device
	}{
		{"thread handler", inThread, "alive after own worker in a thread;", "own worker in a thread;", nil},
		{"group", inThread, "alive after group worker in a thread;", "group worker in a thread;", nil},
		{"swallowed in a thread", inThread, "alive after swallows worker in a thread;", "swallows worker in a thread;", nil},
		{"chained in a thread", inThread, "", "chains worker in a thread;", nil},
		{"no handler in a thread", inThread, "alive, default null", "", nil},
		{"swallowed", onMain, "", "swallows main Unable to start activity", nil},
		{"chained", onMain, "", "chains main Unable to start activity", nil},
		{"thrown by the handler", onMain, "", "throws main Unable to start activity", nil},
		{"another screen", onMain, "", "starts main Unable to start activity", nil},
		{"handed over", "java.lang.IllegalStateException: handed over", "", "", nil},
		{"silent", "dev.talpa.possum.Deaths$Silent", "", "", nil},
		{"endless", "dev.talpa.possum.Deaths$Endless", "", "", []string{"a crash for want of stack"}},
		{"accessibility", "java.lang.IllegalStateException: accessibility", "", "", nil},
		{"stack", "java.lang.StackOverflowError: stack size", "", "", []string{"a crash for want of stack"}},
		{"own memory", "java.lang.OutOfMemoryError: of its own", "", "", nil},
		{"old library", "", "old library found", "", nil},
	}
	p := installed(t, embedded(t, nil), "possum")
	for _, tt := range tests {
		t.Run(tt.death, func(t *testing.T) {
			p := &sky{T: t, dev: p.dev, app: p.app}
			if err := p.dev.Reset(t.Context(), p.app); err != nil {
				t.Fatal(err)
			}
			if _, err := p.dev.Log(t.Context()); err != nil {
				t.Fatal(err)
			}
			before := len(p.dev.(device.Fidelity).Fidelity())
			intent := &event.Intent{Component: p.app.Launcher, Extras: map[string]string{"death": tt.death}}
			p.do(event.Event{Kind: event.Start, Intent: intent})
			texts := p.texts() // a look, which views may die of
			alive, err := p.dev.Alive(t.Context(), p.app)
			if err != nil {
				t.Fatal(err)
			}
			log, err := p.dev.Log(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := 1
			if tt.log == "" {
				want = 0
			}
			if got := strings.Count(string(log), "FATAL EXCEPTION"); got != want || !strings.Contains(string(log), tt.log) {
				t.Errorf("%d crashes, want %d with %q:\n%s", got, want, tt.log, log)
			}
			if alive != (tt.screen != "") || !strings.Contains(texts, tt.screen) {
				t.Errorf("alive: %v; on the screen: %q, want %q", alive, texts, tt.screen)
			}
			notes := p.dev.(device.Fidelity).Fidelity()
			for _, n := range tt.notes {
				if !slices.ContainsFunc(notes, func(s string) bool { return strings.HasPrefix(s, n) }) {
					t.Errorf("remarks %q lack %q", notes, n)
				}
			}
			limit := func(s string) bool { return strings.Contains(s, "for want of") }
			if len(tt.notes) == 0 && slices.ContainsFunc(notes[before:], limit) {
				t.Errorf("remarks %q", notes)
			}
			p.do(event.Event{Kind: event.Restart})
			p.shows("told: " + tt.told)
		})
	}
}

// TestLook_ViewThatNeverAnswers_ANR: code of an app that is asked what a view is hangs its main thread as any other
// code does.
func TestLook_ViewThatNeverAnswers_ANR(t *testing.T) {
	startsJVMs(t)
	p := installed(t, embedded(t, func(o *virtual.Options) { o.Timeout = 10 * time.Second }), "possum")
	intent := &event.Intent{Component: p.app.Launcher, Extras: map[string]string{"death": "accessibility loop"}}
	p.do(event.Event{Kind: event.Start, Intent: intent})
	_, _ = p.dev.Screen(t.Context()) // what is seen of an app that hangs is nobody's business
	alive, err := p.dev.Alive(t.Context(), p.app)
	if err != nil {
		t.Fatal(err)
	}
	log, err := p.dev.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const at = "dev.talpa.possum.Deaths$"
	if alive || !strings.Contains(string(log), "ANR in dev.talpa.possum") || !strings.Contains(string(log), at) {
		t.Errorf("alive: %v; log: %s", alive, log)
	}
}
