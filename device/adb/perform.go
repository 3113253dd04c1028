package adb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"talpa/device"
	"talpa/device/adb/answer"
	"talpa/fuzz/document"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

const (
	swipeMillis   = 300
	longTapMillis = 700
	// clearKeys is how often the delete key is pressed in a field whose text is not known.
	clearKeys = 60
)

// Do implements device.Device.
func (p *phone) Do(ctx context.Context, app device.App, e event.Event) error {
	err := p.perform(ctx, app, e)
	var failed *commandError
	if errors.As(err, &failed) {
		return fmt.Errorf("%w: %s: %w", device.ErrUnsupported, e.Kind, err)
	}
	if err != nil {
		return err
	}
	return p.settle(ctx)
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %w", device.ErrUnsupported, fmt.Errorf(format, args...))
}

func (p *phone) perform(ctx context.Context, app device.App, e event.Event) error {
	if e.Arg == event.Alone {
		if err := p.kill(ctx, app); err != nil {
			return err
		}
	}
	switch e.Kind {
	case event.Launch:
		return p.launch(ctx, app)
	case event.StopProcess:
		return p.kill(ctx, app)
	case event.Location, event.TrimMemory, event.Restricted, event.Boot, event.Query, event.Notification, event.SMS,
		event.Call, event.Battery, event.Headset, event.Fingerprint, event.Speech, event.Tag, event.Sensor,
		event.Alarm, event.Job, event.Tile, event.Widget, event.Shortcut:
		return p.world(ctx, app, e)
	case event.Home:
		return p.all(ctx, p.key("HOME"), p.pause(time.Duration(e.Millis)*time.Millisecond),
			func(ctx context.Context) error { return p.launch(ctx, app) })
	case event.Restart:
		return p.all(ctx, p.do("am", "force-stop", app.Package),
			func(ctx context.Context) error { return p.launch(ctx, app) })
	case event.Kill:
		return p.all(ctx, func(ctx context.Context) error { return p.kill(ctx, app) },
			func(ctx context.Context) error { return p.launch(ctx, app) })
	case event.ClearData:
		return p.clear(ctx, app)
	case event.Older:
		return p.installOlder(ctx)
	case event.Update:
		return p.update(ctx)
	case event.Start, event.Broadcast, event.Service:
		return p.intent(ctx, app, e)
	case event.Permission:
		verb := "grant"
		if e.Arg != "grant" {
			verb = "revoke"
		}
		return p.do("pm", verb, app.Package, e.Value)(ctx)
	case event.Document:
		_, err := p.link.script(ctx, document.Command(e.Value, document.State(e.Arg)))
		return err
	case event.Config:
		return p.config(ctx, app, e)
	case event.Rotate:
		turn := "0"
		if (e.Arg == "landscape") == (p.info.Width <= p.info.Height) {
			turn = "1"
		}
		return p.all(ctx, p.do("settings", "put", "system", "accelerometer_rotation", "0"),
			p.do("settings", "put", "system", "user_rotation", turn))
	case event.Wait:
		return p.pause(time.Duration(e.Millis) * time.Millisecond)(ctx)
	}
	return p.gesture(ctx, e)
}

// kill has the user leave the app, and the system kill its process.
func (p *phone) kill(ctx context.Context, app device.App) error {
	return p.all(ctx, p.key("HOME"), p.pause(time.Second), p.do("am", "kill", app.Package))
}

// gesture performs the events that go to a window.
func (p *phone) gesture(ctx context.Context, e event.Event) error {
	x, y := strconv.Itoa(e.X), strconv.Itoa(e.Y)
	switch e.Kind {
	case event.Tap:
		return p.do("input", "tap", x, y)(ctx)
	case event.DoubleTap:
		_, err := p.link.script(ctx, fmt.Sprintf("input tap %s %s & input tap %s %s; wait", x, y, x, y))
		return err
	case event.LongTap:
		return p.do("input", "swipe", x, y, x, y, strconv.Itoa(max(e.Millis, longTapMillis)))(ctx)
	case event.Text, event.Clear:
		return p.text(ctx, e)
	case event.Drag, event.Select, event.EditorAction:
		if e.Kind == event.Drag {
			e = event.WithEnd(e, p.info.Width, p.info.Height)
		}
		_, err := p.link.script(ctx, event.GestureCommand(e))
		return err
	case event.Scroll, event.Swipe:
		if e.Arg == "top" || e.Arg == "bottom" {
			_, err := p.link.script(ctx, event.GestureCommand(event.WithEnd(e, p.info.Width, p.info.Height)))
			return err
		}
		f := event.WithEnd(e, p.info.Width, p.info.Height)
		ms := e.Millis
		if ms <= 0 {
			ms = swipeMillis
		}
		return p.do("input", "swipe", strconv.Itoa(f.X), strconv.Itoa(f.Y), strconv.Itoa(f.X2), strconv.Itoa(f.Y2),
			strconv.Itoa(ms))(ctx)
	case event.Back:
		return p.key("BACK")(ctx)
	case event.Lock:
		_, err := p.link.script(ctx, event.LockCommand)
		return err
	case event.Menu:
		return p.key("MENU")(ctx)
	case event.Key:
		if keys := strings.Split(e.Arg, "+"); len(keys) > 1 {
			return p.do(append([]string{"input", "keycombination"}, keys...)...)(ctx)
		}
		return p.key(strings.TrimPrefix(e.Arg, "KEYCODE_"))(ctx)
	}
	return unsupported("event %q", e.Kind)
}

type step func(context.Context) error

func (p *phone) all(ctx context.Context, steps ...step) error {
	for _, s := range steps {
		if err := s(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (p *phone) do(words ...string) step {
	return func(ctx context.Context) error {
		_, err := p.link.run(ctx, words...)
		return err
	}
}

func (p *phone) pause(d time.Duration) step {
	return func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d):
			return nil
		}
	}
}

func (p *phone) key(name string) step {
	if _, err := strconv.Atoi(name); err != nil {
		name = "KEYCODE_" + name
	}
	return p.do("input", "keyevent", name)
}

// launcherFlags are those that launchers start apps with, by which a task that is there comes to the front as it is:
// Intent.FLAG_ACTIVITY_NEW_TASK and FLAG_ACTIVITY_RESET_TASK_IF_NEEDED.
const launcherFlags = "0x10200000"

func (p *phone) launch(ctx context.Context, app device.App) error {
	if p.older != nil {
		app = *p.older
	}
	if app.Launcher == "" {
		return unsupported("%s has no launcher activity", app.Package)
	}
	return p.start(ctx, "am", "start", "-W", "-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER",
		"-f", launcherFlags, "-n", app.Launcher)
}

// start runs an am command, which exits with 0 and tells on either stream what went wrong.
func (p *phone) start(ctx context.Context, words ...string) error {
	out, err := p.link.told(ctx, words...)
	if refusal := answer.Start(out); refusal != nil && !errors.Is(err, device.ErrLost) {
		return unsupported("%w", refusal)
	}
	return err
}

func (p *phone) intent(ctx context.Context, app device.App, e event.Event) error {
	in := e.Intent
	if in == nil {
		return unsupported("%s without an intent", e.Kind)
	}
	verb := "start"
	switch {
	case e.Kind == event.Broadcast:
		verb = "broadcast"
	case e.Kind == event.Service && p.info.API >= 26:
		verb = "start-foreground-service"
	case e.Kind == event.Service:
		verb = "startservice"
	}
	words := []string{"am", verb}
	add := func(opt, value string) {
		if value != "" {
			words = append(words, opt, value)
		}
	}
	add("-a", in.Action)
	add("-d", in.Data)
	add("-t", in.Type)
	for _, c := range in.Categories {
		add("-c", c)
	}
	if in.Flags != 0 {
		add("-f", strconv.Itoa(in.Flags))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Extras)) {
		words = append(words, "--es", name, in.Extras[name])
	}
	for _, name := range slices.Sorted(maps.Keys(in.URIs)) {
		words = append(words, "--eu", name, in.URIs[name])
	}
	if in.Component != "" {
		add("-n", in.Component)
	} else {
		add("-p", app.Package)
	}
	return p.start(ctx, words...)
}

func (p *phone) config(ctx context.Context, app device.App, e event.Event) error {
	switch {
	case e.Arg == "fontscale":
		return p.do("settings", "put", "system", "font_scale", e.Value)(ctx)
	case e.Arg == "night" && p.info.API >= 29:
		mode := "no"
		if e.Value == "on" || e.Value == "yes" || e.Value == "true" {
			mode = "yes"
		}
		return p.do("cmd", "uimode", "night", mode)(ctx)
	case e.Arg == "network":
		_, err := p.link.script(ctx, event.NetworkCommand(e.Value))
		return err
	case (e.Arg == event.Bluetooth || e.Arg == event.NFC) && e.Value != event.RadioAbsent:
		verb := map[string]string{"on": "enable", "off": "disable"}[e.Value]
		return p.do("svc", e.Arg, verb)(ctx)
	case e.Arg == event.Storage && event.StorageCommand(e.Value) != "":
		_, err := p.link.script(ctx, event.StorageCommand(e.Value))
		return err
	case e.Arg == event.Apps && e.Value != event.AppsMore:
		_, err := p.link.script(ctx, event.AppsCommand(e.Value))
		return err
	case e.Arg == "timezone" && p.info.API >= 31:
		return p.do("cmd", "alarm", "set-timezone", e.Value)(ctx)
	case e.Arg == "locale" && p.info.API >= 33:
		return p.do("cmd", "locale", "set-app-locales", app.Package, "--locales", e.Value)(ctx)
	}
	switch e.Arg {
	case event.KeepActivities:
		return unsupported("a phone takes the setting of keeping activities from its developer options only")
	case event.Background:
		return unsupported("a phone has no way to hold an app's threads back; the embedded device has")
	case event.Bluetooth, event.NFC:
		return unsupported("a phone has its radios built in; the embedded device can lack them")
	case event.Apps:
		return unsupported("apps that a phone lacks have to be installed")
	case event.Phone:
		return unsupported("what is on a phone is its owner's; the embedded device can be empty or in use")
	case event.InputSpeed:
		return unsupported("a phone starts a program for each touch, which is slower than its apps; " +
			"the embedded device can be faster")
	case event.Responses:
		return unsupported("a phone has no servers of its own; the embedded device has with --network=standin")
	}
	return unsupported("configuration %q at API %d", e.Arg, p.info.API)
}

// text taps the field if the event says where, empties it, and types.
func (p *phone) text(ctx context.Context, e event.Event) error {
	if e.X != 0 || e.Y != 0 {
		if err := p.do("input", "tap", strconv.Itoa(e.X), strconv.Itoa(e.Y))(ctx); err != nil {
			return err
		}
	}
	keys := []string{"input", "keyevent", "KEYCODE_MOVE_END"}
	for range deletions(p.last, e.X, e.Y) {
		keys = append(keys, "KEYCODE_DEL")
	}
	if err := p.do(keys...)(ctx); err != nil || e.Kind == event.Clear {
		return err
	}
	for _, piece := range typed(e.Value) {
		words := []string{"input", "text", piece}
		if piece == "\n" {
			words = []string{"input", "keyevent", "KEYCODE_ENTER"}
		}
		if strings.ContainsFunc(piece, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) {
			return unsupported("typing %q: the input command knows ASCII only", piece)
		}
		if err := p.do(words...)(ctx); err != nil {
			return err
		}
	}
	return nil
}

// deletions is how many deletions empty the field at a pixel, or the one that
// has the focus.
func deletions(s *ui.Screen, x, y int) int {
	if s == nil {
		return clearKeys
	}
	n := -1
	for i := range s.Widgets {
		w := &s.Widgets[i]
		if w.Editable() && (x == 0 && y == 0 && w.Focused || (x != 0 || y != 0) && w.Bounds.Contains(x, y)) {
			n = len([]rune(w.Text))
		}
	}
	if n < 0 {
		return clearKeys
	}
	return min(n, 4*clearKeys)
}

// typed cuts a text into what one input command can type: a space is %s there,
// so a real %s is cut in two, and a newline is a key.
func typed(text string) []string {
	var pieces []string
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			pieces = append(pieces, "\n")
		}
		parts := strings.SplitAfter(line, "%")
		for j := 0; j < len(parts); j++ {
			for j+1 < len(parts) && !strings.HasPrefix(parts[j+1], "s") {
				parts[j] += parts[j+1]
				parts = slices.Delete(parts, j+1, j+2)
			}
			if parts[j] != "" {
				pieces = append(pieces, strings.ReplaceAll(parts[j], " ", "%s"))
			}
		}
	}
	return pieces
}
