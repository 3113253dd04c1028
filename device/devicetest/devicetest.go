// Package devicetest is the conformance suite of devices: what the fuzz loop
// relies on, tried with the sample app burrow (testdata/apps). It runs on the
// embedded device and on phones alike.
package devicetest

import (
	"bytes"
	"errors"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Package is the sample app's.
const Package = "dev.talpa.burrow"

// testCase is one thing that the fuzz loop relies on.
type testCase struct {
	name string
	run  func(*tester)
}

// processes are the cases in which processes of the app begin and end.
var processes = []testCase{
	{"launch", (*tester).launch},
	{"crash is in the log, and the app can start again", (*tester).crash},
	{"stop", (*tester).stop},
	{"reset", (*tester).reset},
	{"restart keeps data", (*tester).restart},
	{"process death and restore", (*tester).kill},
	{"going back to a moment", (*tester).saved},
}

// others are the cases that one process is enough for, and cleardata, which ends it as
// a reset does.
var others = []testCase{
	{"info", (*tester).info},
	{"tap opens a screen and back leaves it", (*tester).navigate},
	{"text and check box", (*tester).text},
	{"rotation", (*tester).rotation},
	{"screenshot", (*tester).screenshot},
	{"dialog", (*tester).dialog},
	{"home and back again", (*tester).home},
	{"cleardata", (*tester).clearData},
	{"what the device is set to", (*tester).settings},
	{"intents", (*tester).intents},
	{"events that cannot be done", (*tester).unsupported},
}

// Run tries a device with the sample app at path apk. The device is left with
// the app installed.
func Run(t *testing.T, dev device.Device, apk string) {
	t.Helper()
	run(t, dev, apk, slices.Concat(processes, others))
}

// Processes is Run for the cases in which processes of the app begin and end.
func Processes(t *testing.T, dev device.Device, apk string) {
	t.Helper()
	run(t, dev, apk, processes)
}

func run(t *testing.T, dev device.Device, apk string, cases []testCase) {
	t.Helper()
	app, err := dev.Install(t.Context(), apk)
	if err != nil {
		t.Fatalf("Install: %v", err)
	}
	if app.Package != Package || app.Launcher != Package+"/"+Package+".HomeActivity" || len(app.SHA256) != 64 {
		t.Fatalf("Install: %+v", app)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tt := &tester{T: t, dev: dev, app: app}
			if err := dev.Reset(t.Context(), app); err != nil {
				t.Fatalf("Reset: %v", err)
			}
			c.run(tt)
		})
	}
}

// tester is one case.
type tester struct {
	*testing.T
	dev device.Device
	app device.App
}

func (t *tester) do(e event.Event) {
	t.Helper()
	if err := t.dev.Do(t.Context(), t.app, e); err != nil {
		t.Fatalf("%s: %v", e.Kind, err)
	}
}

func (t *tester) screen() *ui.Screen {
	t.Helper()
	s, err := t.dev.Screen(t.Context())
	if err != nil {
		t.Fatalf("Screen: %v", err)
	}
	return s
}

// widget finds a widget by its id without package, or its text.
func (t *tester) widget(name string) *ui.Widget {
	t.Helper()
	s := t.screen()
	for i := range s.Widgets {
		w := &s.Widgets[i]
		if w.ID == Package+":id/"+name || strings.EqualFold(w.Text, name) {
			return w
		}
	}
	t.Fatalf("no widget %q on %s:\n%s", name, s.Activity, texts(s))
	return nil
}

func (t *tester) tap(name string) {
	t.Helper()
	x, y := t.widget(name).Bounds.Center()
	t.do(event.Event{Kind: event.Tap, X: x, Y: y})
}

func (t *tester) enter(name, text string) {
	t.Helper()
	x, y := t.widget(name).Bounds.Center()
	t.do(event.Event{Kind: event.Text, X: x, Y: y, Value: text})
}

// on fails unless the named activity is in front.
func (t *tester) on(activity string) {
	t.Helper()
	if s := t.screen(); s.Activity != Package+"/"+Package+"."+activity {
		log, _ := t.dev.Log(t.Context())
		t.Fatalf("in front is %q, want %s:\n%slog:\n%s", s.Activity, activity, texts(s), log)
	}
}

func (t *tester) alive(want bool) {
	t.Helper()
	got, err := t.dev.Alive(t.Context(), t.app)
	if err != nil || got != want {
		t.Fatalf("Alive: %v, %v; want %v", got, err, want)
	}
}

func texts(s *ui.Screen) string {
	var b strings.Builder
	for _, w := range s.Widgets {
		if w.Text != "" || w.ID != "" {
			b.WriteString(w.Class + " " + w.ID + " " + w.Text + "\n")
		}
	}
	return b.String()
}

func (t *tester) start() {
	t.Helper()
	t.do(event.Event{Kind: event.Launch})
	t.on("HomeActivity")
}

func (t *tester) info() {
	i := t.dev.Info()
	if i.Serial == "" || i.API < 16 || i.Width <= 0 || i.Height <= 0 || i.Density <= 0 {
		t.Errorf("Info: %+v", i)
	}
}

func (t *tester) launch() {
	t.alive(false)
	t.start()
	t.alive(true)
	if w := t.widget("open_notes"); !w.Clickable || !w.Enabled || w.Bounds.Empty() || w.Package != Package {
		t.Errorf("button: %+v", w)
	}
	t.widget("Convert")
}

func (t *tester) navigate() {
	t.start()
	t.tap("open_notes")
	t.on("NotesActivity")
	t.do(event.Event{Kind: event.Back})
	t.on("HomeActivity")
}

func (t *tester) text() {
	t.start()
	t.tap("open_convert")
	t.on("ConvertActivity")
	if t.widget("run_convert").Enabled {
		t.Error("the button is enabled before the box is ticked")
	}
	t.enter("amount", "99")
	t.enter("amount", "12")
	if got := t.widget("amount").Text; got != "12" {
		t.Errorf("the field holds %q after two entries, want the second", got)
	}
	t.tap("strict")
	if w := t.widget("strict"); !w.Checkable || !w.Checked {
		t.Errorf("box after a tap: %+v", w)
	}
	t.tap("run_convert")
	if got := t.widget("result").Text; got != "= 24" {
		t.Errorf("result %q", got)
	}
	x, y := t.widget("amount").Bounds.Center()
	t.do(event.Event{Kind: event.Clear, X: x, Y: y})
	if got := t.widget("amount").Text; got != "" && got != t.widget("amount").Hint {
		t.Errorf("the field holds %q after it was emptied", got)
	}
}

func (t *tester) rotation() {
	t.start()
	upright := t.screen().Bounds()
	t.do(event.Event{Kind: event.Rotate, Arg: "landscape"})
	if b := t.screen().Bounds(); b.Width() <= b.Height() {
		t.Errorf("landscape: %+v", b)
	}
	t.on("HomeActivity")
	t.do(event.Event{Kind: event.Restart})
	if b := t.screen().Bounds(); b.Width() <= b.Height() {
		t.Errorf("a restart turned the display: %+v", b)
	}
	t.do(event.Event{Kind: event.Rotate, Arg: "portrait"})
	if b := t.screen().Bounds(); b != upright {
		t.Errorf("portrait again: %+v, before %+v", b, upright)
	}
	t.on("HomeActivity")
}

func (t *tester) screenshot() {
	t.start()
	data, err := t.dev.Screenshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size, info := picture.Bounds().Size(), t.dev.Info()
	if size.X != info.Width || size.Y != info.Height {
		t.Errorf("screenshot %v; display %dx%d", size, info.Width, info.Height)
	}
	// The words of a screen alone, drawn smoothly, make dozens of colours.
	colours := map[color.Color]bool{}
	for y := range size.Y {
		for x := range size.X {
			colours[picture.At(x, y)] = true
		}
	}
	if len(colours) < 16 {
		t.Errorf("a screenshot of %d colours: nothing is drawn", len(colours))
	}
}

func (t *tester) dialog() {
	t.start()
	t.tap("about")
	t.widget("Burrow 1.0")
	t.tap("OK")
	t.on("HomeActivity")
	t.widget("open_notes")
}

func (t *tester) home() {
	t.start()
	t.tap("open_notes")
	t.on("NotesActivity")
	t.do(event.Event{Kind: event.Home})
	t.on("NotesActivity")
}

func (t *tester) crash() {
	t.start()
	if _, err := t.dev.Log(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.tap("open_convert")
	t.enter("amount", "mole")
	t.tap("strict")
	t.tap("run_convert")
	t.alive(false)
	log, err := t.dev.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		" E AndroidRuntime: FATAL EXCEPTION: main", " E AndroidRuntime: Process: " + Package + ", PID: ",
		"java.lang.NumberFormatException: For input string: \"mole\"", "ConvertActivity$2.onClick(ConvertActivity.java:",
	} {
		if !bytes.Contains(log, []byte(want)) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	if log, err = t.dev.Log(t.Context()); err != nil || bytes.Contains(log, []byte("FATAL")) {
		t.Errorf("the log comes twice: %v %s", err, log)
	}
	if s := t.screen(); strings.HasPrefix(s.Activity, Package+"/") && strings.HasSuffix(s.Activity, "ConvertActivity") {
		t.Errorf("after the crash %s is in front", s.Activity)
	}
	t.start()
	t.alive(true)
}

func (t *tester) stop() {
	t.start()
	if err := t.dev.Stop(t.Context(), t.app); err != nil {
		t.Fatal(err)
	}
	t.alive(false)
	if s := t.screen(); strings.HasPrefix(s.Activity, Package) {
		t.Errorf("in front is %s", s.Activity)
	}
	t.start()
}

// remember stores the value 7 in the app's preferences.
func (t *tester) remember() {
	t.Helper()
	t.start()
	t.tap("open_notes")
	t.do(event.Event{Kind: event.Start, Intent: &event.Intent{Component: Package + "/" + Package + ".OptionsActivity"}})
	t.tap("Note limit")
	s := t.screen()
	for i := range s.Widgets {
		if w := &s.Widgets[i]; w.Editable() {
			x, y := w.Bounds.Center()
			t.do(event.Event{Kind: event.Text, X: x, Y: y, Value: "7"})
			t.tap("OK")
			return
		}
	}
	t.Fatalf("no field:\n%s", texts(s))
}

// remembered is the value stored in the app's preferences.
func (t *tester) remembered() string {
	t.Helper()
	t.do(event.Event{Kind: event.Start, Intent: &event.Intent{Component: Package + "/" + Package + ".OptionsActivity"}})
	t.tap("Note limit")
	s := t.screen()
	for i := range s.Widgets {
		if w := &s.Widgets[i]; w.Editable() {
			return w.Text
		}
	}
	t.Fatalf("no field:\n%s", texts(s))
	return ""
}

func (t *tester) restart() {
	t.remember()
	t.do(event.Event{Kind: event.Restart})
	t.on("HomeActivity")
	if got := t.remembered(); got != "7" {
		t.Errorf("after a restart the app remembers %q", got)
	}
}

func (t *tester) reset() {
	t.forgets(func() {
		if err := t.dev.Reset(t.Context(), t.app); err != nil {
			t.Fatal(err)
		}
	})
}

// saved demands that a device which keeps moments goes back to the data of one, also after all was cleared.
func (t *tester) saved() {
	saver, ok := t.dev.(device.Saver)
	if !ok {
		t.Skip("keeps no moments")
	}
	t.remember()
	if err := saver.Save(t.Context(), t.app, 1); err != nil {
		t.Fatal(err)
	}
	if err := t.dev.Reset(t.Context(), t.app); err != nil {
		t.Fatal(err)
	}
	t.start()
	if got := t.remembered(); got == "7" {
		t.Error("the app remembers after a reset")
	}
	if err := saver.Restore(t.Context(), t.app, 1); err != nil {
		t.Fatal(err)
	}
	t.alive(false)
	t.do(event.Event{Kind: event.Restart})
	if got := t.remembered(); got != "7" {
		t.Errorf("gone back, the app remembers %q", got)
	}
}

func (t *tester) clearData() { t.forgets(func() { t.do(event.Event{Kind: event.ClearData}) }) }

// forgets demands that the app is stopped and its data is gone after something.
func (t *tester) forgets(after func()) {
	t.remember()
	after()
	t.alive(false)
	t.start()
	if got := t.remembered(); got == "7" {
		t.Error("the app remembers")
	}
}

// kill comes back to the app; that it comes back to the same screen is asked of
// devices that claim it by having it there.
func (t *tester) kill() {
	t.start()
	t.tap("open_notes")
	t.do(event.Event{Kind: event.Kill})
	t.alive(true)
	if s := t.screen(); !strings.HasPrefix(s.Activity, Package+"/") {
		t.Errorf("in front is %q", s.Activity)
	}
}

// settings tries the events that change the device; a device may refuse them.
func (t *tester) settings() {
	t.start()
	for _, e := range []event.Event{
		{Kind: event.Config, Arg: "fontscale", Value: "1.3"},
		{Kind: event.Config, Arg: "night", Value: "yes"},
		{Kind: event.Config, Arg: "locale", Value: "fr-FR"},
		{Kind: event.Permission, Arg: "deny", Value: "android.permission.CAMERA"},
		{Kind: event.Permission, Arg: "grant", Value: "android.permission.CAMERA"},
		{Kind: event.Answer, Arg: "cancelled"},
		{Kind: event.Config, Arg: event.KeepActivities, Value: "no"},
		{Kind: event.Home},
		{Kind: event.Config, Arg: event.KeepActivities, Value: "yes"},
		{Kind: event.Config, Arg: event.Background, Value: event.BackgroundSlow},
		{Kind: event.Wait, Millis: 1000},
		{Kind: event.Config, Arg: event.Background, Value: event.BackgroundNormal},
		{Kind: event.Config, Arg: event.InputSpeed, Value: event.InputFast},
		{Kind: event.Config, Arg: event.Responses, Value: event.ResponsesEmpty},
		{Kind: event.Config, Arg: event.Responses, Value: event.ResponsesNormal},
		{Kind: event.Config, Arg: event.InputSpeed, Value: event.InputNormal},
		{Kind: event.Config, Arg: "fontscale", Value: "1.0"},
		{Kind: event.Config, Arg: "night", Value: "no"},
		{Kind: event.Config, Arg: "locale", Value: "en-US"},
	} {
		if err := t.dev.Do(t.Context(), t.app, e); err != nil && !errors.Is(err, device.ErrUnsupported) {
			t.Errorf("%s %s: %v", e.Kind, e.Arg, err)
		}
	}
	t.alive(true)
	t.on("HomeActivity")
	t.widget("open_notes")
}

func (t *tester) intents() {
	t.do(event.Event{Kind: event.Start, Intent: &event.Intent{Component: Package + "/" + Package + ".NotesActivity"}})
	t.on("NotesActivity")
	t.do(event.Event{Kind: event.Broadcast, Intent: &event.Intent{Action: "dev.talpa.nobody.LISTENS"}})
	t.alive(true)
	// The planted bug of the service: it trusts an extra.
	t.do(event.Event{Kind: event.Service, Intent: &event.Intent{Component: Package + "/" + Package + ".SyncService"}})
	t.alive(false)
}

func (t *tester) unsupported() {
	t.start()
	e := event.Event{Kind: "nonsense"}
	if err := t.dev.Do(t.Context(), t.app, e); err == nil {
		t.Error("an unknown event is performed")
	}
	t.on("HomeActivity")
}
