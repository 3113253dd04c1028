package workflow

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/internal/execx"
	"talpa/internal/need"
)

// TestRecordByHand: a browser shows the page of a real app with what was done; what is done there is a script that runs
// again, and one that is gone on with leads to where it led.
func TestRecordByHand(t *testing.T) {
	startsDevices(t)
	browser := need.Program(t, "chromium", need.Tools)
	m := testMachine(t)
	const app = "../../testdata/apps/granary.apk"
	first, second := filepath.Join(t.TempDir(), "first.talpa"), filepath.Join(t.TempDir(), "second.talpa")
	recorded, err := Record(t.Context(), m, RecordOptions{APK: app, Out: first, Open: func(address string) {
		post(t, address+"do", `{"kind":"line","value":"tap id=dev.talpa.granary:id/fill"}`)
		post(t, address+"do", `{"kind":"line","value":"text id=dev.talpa.granary:id/name value=rye"}`)
		post(t, address+"do", `{"kind":"line","value":"tap id=dev.talpa.granary:id/save"}`)
		out, err := execx.Run(t.Context(), execx.Cmd{Name: browser, Args: []string{"--headless", "--no-sandbox",
			"--disable-gpu", "--virtual-time-budget=20000", "--user-data-dir=" + t.TempDir(), "--dump-dom", address}})
		if err != nil {
			t.Error(err)
		}
		for _, want := range []string{"Start the app", `Type "rye" into name`, "screen.png?v=4"} {
			if !strings.Contains(string(out.Stdout), want) {
				t.Errorf("the page lacks %q: %s", want, out.Stdout)
			}
		}
		post(t, address+"end", "")
	}})
	if err != nil || recorded.Events != 4 || recorded.Script != first || recorded.Crash != "" {
		t.Fatalf("%+v, %v", recorded, err)
	}
	if _, err := Record(t.Context(), m, RecordOptions{APK: app, Out: first}); err == nil ||
		!strings.Contains(err.Error(), "is there already: name another file with --out") {
		t.Errorf("a script that was there: %v", err)
	}
	// Ctrl-C ends it as the button does.
	ctx, stop := context.WithCancel(t.Context())
	recorded, err = Record(ctx, m, RecordOptions{APK: app, Out: second, From: first, Open: func(address string) {
		if shown := post(t, address+"do", `{"kind":"line","value":"back"}`); !strings.Contains(shown, "rye") {
			t.Errorf("gone on with: %s", shown)
		}
		stop()
	}})
	if err != nil || recorded.Events != 5 {
		t.Fatalf("%+v, %v", recorded, err)
	}
	text, err := os.ReadFile(second)
	if err != nil || !strings.HasSuffix(string(text), "\nback\n") {
		t.Errorf("%s, %v", text, err)
	}
	if replayed, err := Replay(t.Context(), m, ReplayOptions{Script: second, APK: app, Times: 1}); err != nil ||
		replayed.Runs != 1 {
		t.Errorf("%+v, %v", replayed, err)
	}
}

// post sends a request of the page, and returns the answer.
func post(t *testing.T, address, body string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s: %s %s, %v", address, response.Status, data, err)
	}
	return string(data)
}
