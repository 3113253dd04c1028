package workflow

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/fuzz/event"
)

// Only stand-in servers can be told how to answer, and all that they are told is valid.
func TestServerResponses(t *testing.T) {
	t.Parallel()
	for network, want := range map[Network]int{NetworkOff: 0, NetworkOn: 0, NetworkAuto: 0, NetworkStandIn: 5} {
		list := serverResponses(network)
		if len(list) != want {
			t.Errorf("%s: %d events, want %d", network, len(list), want)
		}
		for _, e := range list {
			if err := e.Validate(); err != nil {
				t.Errorf("%s: %v", network, err)
			}
		}
	}
}

func TestCheckAPI(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		run  RunOptions
		want string
	}{
		{RunOptions{}, ""}, {RunOptions{API: 19}, ""}, {RunOptions{Serial: "x"}, ""},
		{RunOptions{API: 20}, "there are 16 to 19 and 21 to 35"}, {RunOptions{API: 19, Serial: "x"}, "--device"},
	} {
		err := test.run.checkAPI()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", test.run, err, test.want)
		}
	}
}

// TestReplay_unknownLevel: a script of a level that there is no device for is refused with the way out, before
// a device is asked.
func TestReplay_unknownLevel(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.talpa")
	script := &event.Script{API: 20, Package: "dev.talpa.burrow", Events: []event.Event{{Kind: event.Launch}}}
	if err := os.WriteFile(path, script.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	m := Machine{Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	for _, test := range []struct {
		api  int
		want string
	}{{0, "x.talpa was found on a device that this talpa does not have: --api: no Android of API level 20"},
		{99, "--api: no Android of API level 99"}} {
		_, err := Replay(t.Context(), m, ReplayOptions{Script: path, APK: burrow, Times: 1, API: test.api})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("--api %d: %v, want %q", test.api, err, test.want)
		}
	}
}
