package virtual

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"talpa/fuzz/event"
)

// TestSideBySide: clients that use one device at once, commands, events and
// uiautomator2's calls, each get their answers; the race detector sees whatever is
// used without the lock.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	mustDo(t, d, app, event.Launch)
	var wg sync.WaitGroup
	for i := range 4 {
		for _, line := range []string{
			fmt.Sprintf("settings put system k%d v; settings get system k%d", i, i),
			"am start -n p/.Main; input tap 1 1", "am force-stop p", "dumpsys window", "pm list packages", "logcat -d",
			"cmd uimode night yes", "svc wifi disable", "setprop debug.talpa.answer ok; getprop debug.talpa.answer",
			"content insert --uri content://a/b --bind a:s:b", "screencap -p",
		} {
			wg.Go(func() {
				var out strings.Builder
				s.devices[0].Shell(t.Context(), line, strings.NewReader(""), &out, &out)
				if strings.HasPrefix(line, "settings") && out.String() != "v\n" {
					t.Errorf("%s: %q", line, out.String())
				}
			})
		}
		wg.Go(func() {
			a := automation{s.devices[0]}
			if _, err := a.Screen(t.Context()); err != nil {
				t.Error(err)
			}
			text := fmt.Sprint(i)
			if _, err := a.Clipboard(t.Context(), &text); err != nil {
				t.Error(err)
			}
		})
	}
	for range 20 {
		mustDo(t, d, app, event.Tap)
	}
	wg.Wait()
	mustDo(t, d, app, event.Restart)
	mustAlive(t, d, app, true)
}

func TestPendingInstalls(t *testing.T) {
	t.Parallel()
	var p pendingInstalls
	file := filepath.Join(t.TempDir(), "a.apk")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want := 1; want <= maxPendingInstalls; want++ {
		if id, err := p.begin(want == 1); id != want || err != nil {
			t.Fatalf("%d, %v", id, err)
		}
	}
	if _, err := p.begin(false); err == nil {
		t.Error("one more than the limit")
	}
	for range maxPendingFiles {
		if !p.add(1, file) {
			t.Fatal("not taken")
		}
	}
	if p.add(1, file) || p.add(99, file) || p.known(99) || !p.known(1) {
		t.Error("taken by a full one, or by none")
	}
	ended := p.end(1)
	if p.known(1) || !ended.grant || len(ended.files) != maxPendingFiles || len(p.end(1).files) != 0 {
		t.Errorf("%+v", ended)
	}
	ended.remove()
	if _, err := os.Stat(file); err == nil {
		t.Error("its file is left")
	}
	if id, err := p.begin(false); id != maxPendingInstalls+1 || err != nil {
		t.Errorf("a number is given twice: %d, %v", id, err)
	}
}
