package virtual

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
)

// TestConfigure: how the device is set is told to an app that runs, and to one that
// starts later.
func TestConfigure(t *testing.T) {
	t.Parallel()
	config := func(name, value string) event.Event {
		return event.Event{Kind: event.Config, Arg: name, Value: value}
	}
	for _, test := range []struct {
		name       string
		e          event.Event
		now, later string // what the agent is asked; "" is nothing
	}{
		{"locale", config("locale", "de-DE"), `config {"locale":"de-DE"}`,
			`config {"fontScale":1,"locale":"de-DE","night":false}`},
		{"night", config("night", "yes"), `config {"night":true}`, `config {"fontScale":1,"night":true}`},
		{"network", config("network", "off"), `network {"on":false}`, `network {"on":false}`},
		{"storage", config("storage", "low"), `storage {"low":true}`, `storage {"low":true}`},
		{"storage without room", config("storage", "full"), `storage {"full":true,"low":true}`,
			`storage {"full":true,"low":true}`},
		{"shared storage", config("storage", "removed"), `storage {"state":"removed"}`, ""},
		{"zone", config("timezone", "Asia/Kolkata"), `zone {"id":"Asia/Kolkata"}`, `zone {"id":"Asia/Kolkata"}`},
		{"clock", config("clock", "1h"), `clock {"by":3600000}`, ""},
		{"landscape", event.Event{Kind: event.Rotate, Arg: "landscape"}, `rotate {"rotation":1}`, `rotate {"rotation":1}`},
		{"portrait", event.Event{Kind: event.Rotate, Arg: "portrait"}, `rotate {"rotation":0}`, ""},
		{"input speed", config(event.InputSpeed, event.InputFast), `inputspeed {"fast":true}`, ""},
		{"background", config(event.Background, event.BackgroundSlow), `background {"slow":true}`, ""},
		{"activities", config(event.KeepActivities, "no"),
			`setting {"name":"always_finish_activities","space":"global","value":"1"}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := startFake(t, fakeOptions(t))
			d, app := connect(t, s, "config log", "network log", "storage log", "zone log", "clock log", "rotate log",
				"inputspeed log", "background log", "setting log", "load log")
			mustDo(t, d, app, event.Launch)
			asked(t, s)
			if err := d.Do(t.Context(), app, test.e); err != nil {
				t.Fatal(err)
			}
			if got := asked(t, s); got != test.now {
				t.Errorf("now asked %q, want %q", got, test.now)
			}
			mustDo(t, d, app, event.Restart)
			if got := atStart(t, asked(t, s)); got != test.later {
				t.Errorf("the next start is told %q, want %q", got, test.later)
			}
			mustDo(t, d, app, event.ClearData)
			mustDo(t, d, app, event.Launch)
			if got := atStart(t, asked(t, s)); got != "" {
				t.Errorf("after the data was cleared a start is told %q", got)
			}
		})
	}
}

// atStart is what the start among what the agent was asked says of how the device stands, in the
// words of single requests, but for how other apps answer. Nothing may be asked after it.
func atStart(t *testing.T, asked string) string {
	t.Helper()
	text, ok := strings.CutPrefix(asked, "load ")
	var load struct {
		Told []struct {
			Method string
			Params json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(text), &load); !ok || err != nil {
		t.Fatalf("the agent was asked %q: %v", asked, err)
	}
	var all []string
	for _, r := range load.Told {
		if r.Method != "answer" {
			all = append(all, r.Method+" "+string(r.Params))
		}
	}
	return strings.Join(all, "\n")
}

func TestConfigureRefused(t *testing.T) {
	t.Parallel()
	d, app := connect(t, startFake(t, fakeOptions(t)))
	for _, e := range []event.Event{
		{Kind: event.Config, Arg: "fontscale", Value: "huge"},
		{Kind: event.Config, Arg: "fontscale", Value: "99"},
		{Kind: event.Config, Arg: "timezone", Value: "Mars/Base"},
		{Kind: event.Config, Arg: "timezone", Value: "Local"},
		{Kind: event.Config, Arg: "clock", Value: "soon"},
		{Kind: event.Config, Arg: "clock", Value: "999999h"},
		{Kind: event.Config, Arg: "network", Value: "slow"},
		{Kind: event.Config, Arg: "none", Value: "x"},
		{Kind: event.Config, Arg: event.Responses, Value: event.ResponsesEmpty}, // without stand-in servers
		{Kind: event.Permission, Arg: "grant", Value: "android.permission.INTERNET"},
		{Kind: event.Start},
	} {
		if err := d.Do(t.Context(), app, e); !errors.Is(err, device.ErrUnsupported) {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

// TestPermissionEvent: an app that loses a permission is killed and comes back to
// what it showed; one that gets it is told.
func TestPermissionEvent(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, "permission log")
	mustDo(t, d, app, event.Launch)
	for _, test := range []struct{ arg, pid, asked string }{
		{"deny", "4002\n", ""},
		{"grant", "4002\n",
			`permission {"grants":{"android.permission.CAMERA":{"held":true,"refusals":0,"user":""}}}` + "\n"},
		{"ask", "4003\n", ""},
	} {
		e := event.Event{Kind: event.Permission, Arg: test.arg, Value: "android.permission.CAMERA"}
		if err := d.Do(t.Context(), app, e); err != nil {
			t.Fatal(err)
		}
		out, _ := sh(t, s, "pidof p; logcat -d -v raw -s agent; logcat -c")
		if want := test.pid + test.asked; out != want {
			t.Errorf("%s: %q, want %q", test.arg, out, want)
		}
	}
}
