package runtime

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"talpa/device/virtual/agenttest"
	"talpa/device/virtual/classstore"
	"talpa/device/virtual/wire"
)

// newConverter is a converter with a stand-in, closed with the test.
func newConverter(t testing.TB, c Config) *Converter {
	t.Helper()
	v, err := NewConverter(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

// provided is the text of a class in a conversion, "" if it is not there.
func provided(t testing.TB, c Conversion, class string) string {
	t.Helper()
	if _, err := c.source.provide(t.Context(), c.apk, class); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(c.Classes)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), class+class) // the name is before the file
	return text
}

func TestConvert(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	v := newConverter(t, c)
	code, err := v.Convert(t.Context(), agenttest.APK(t, "p"), "sha", false)
	if err != nil || code.Facts.Methods != 10 || !slices.Equal(code.Facts.Native, []string{"armeabi/libx.so"}) {
		t.Fatalf("%+v, %v", code, err)
	}
	if got := provided(t, code, "p/Main"); got != " C" {
		t.Errorf("%q", got)
	}
	if got := provided(t, code, "p/Other"); got != "" {
		t.Errorf("a class that the app does not have: %q", got)
	}
	probed, err := v.Convert(t.Context(), agenttest.APK(t, "p"), "sha", true)
	if err != nil || probed.Classes == code.Classes {
		t.Fatalf("code with probes is not an entry of its own: %v", err)
	}
	if got := provided(t, probed, "p/Main"); got != " P" {
		t.Errorf("%q", got)
	}
	again, err := newConverter(t, c).Convert(t.Context(), "no such file", "sha", false)
	if err != nil {
		t.Fatal(err)
	}
	if got := provided(t, again, "p/Main"); got != " C" {
		t.Errorf("what is in the cache is converted again: %q", got)
	}
	_, err = v.Convert(t.Context(), agenttest.APK(t, "p", "unconvertible"), "odd", false)
	if !errors.Is(err, ErrUnreadable) || !strings.Contains(err.Error(), "the code is odd") {
		t.Errorf("an error without the converter's words: %v", err)
	}
	for _, tr := range v.translators {
		tr.rest()
	}
	if left, _ := filepath.Glob(filepath.Join(v.Dir, ".work-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	v.config.CacheLimit = 1
	if _, err := v.Convert(t.Context(), agenttest.APK(t, "p"), "other", false); err != nil {
		t.Fatal(err)
	}
	if stores, _ := filepath.Glob(filepath.Join(v.Dir, "*"+storeSuffix)); len(stores) != 1 ||
		!strings.Contains(stores[0], "other") {
		t.Errorf("over its limit the cache holds %v", stores)
	}
}

// The converter of an app that was moved, and that has ended, starts where the app is.
func TestConvert_moved(t *testing.T) {
	t.Parallel()
	v := newConverter(t, newConfig(t))
	apk := agenttest.APK(t, "p")
	code, err := v.Convert(t.Context(), apk, "sha", false)
	if err != nil {
		t.Fatal(err)
	}
	code.source.by.rest()
	if err := os.Rename(apk, apk+".moved"); err != nil {
		t.Fatal(err)
	}
	if code, err = v.Convert(t.Context(), apk+".moved", "sha", false); err != nil {
		t.Fatal(err)
	}
	if got := provided(t, code, "p/Main"); got != " C" {
		t.Errorf("%q", got)
	}
}

// TestConvert_once: a device that wants an app which another one is converting waits for that.
func TestConvert_once(t *testing.T) {
	t.Parallel()
	v := newConverter(t, newConfig(t))
	release, err := v.lock(t.Context(), "sha-"+v.config.AgentID)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan error)
	go func() {
		code, err := v.Convert(t.Context(), "no such file", "sha", false)
		if err == nil && code.Facts.Classes != 7 {
			err = fmt.Errorf("%+v", code)
		}
		got <- err
	}()
	select {
	case err := <-got:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(200 * time.Millisecond):
	}
	base := filepath.Join(v.Dir, "sha-"+v.config.AgentID)
	err = errors.Join(os.WriteFile(base+factsSuffix, []byte(`{"classes":7}`), 0o600),
		classstore.Create(base+storeSuffix, agenttest.Classes))
	if err != nil {
		t.Fatal(err)
	}
	release()
	if err := <-got; err != nil {
		t.Errorf("what another device has converted is converted again: %v", err)
	}
}

// TestConvert_sideBySide: programs that convert the same apps at once, over a cache that is too small for them, get
// their classes, and leave nothing but entries behind.
func TestConvert_sideBySide(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	c.CacheLimit = 200
	apks := []string{agenttest.APK(t, "a"), agenttest.APK(t, "b"), agenttest.APK(t, "c")}
	odd := agenttest.APK(t, "p", "unconvertible")
	var wg sync.WaitGroup
	for device := range 4 {
		v := newConverter(t, c)
		wg.Go(func() {
			for i := range apks {
				n := (i + device) % len(apks)
				code, err := v.Convert(t.Context(), apks[n], fmt.Sprint("sha-", n), false)
				if err != nil || code.Facts.Methods != 10 || !strings.Contains(code.Classes, fmt.Sprint("sha-", n)) {
					t.Errorf("device %d, app %d: %+v, %v", device, n, code, err)
					continue
				}
				if _, err := code.source.provide(t.Context(), code.apk, "p/Main"); err != nil ||
					!code.source.store.Has("p/Main") {
					t.Errorf("device %d, app %d: %v", device, n, err)
				}
			}
			if _, err := v.Convert(t.Context(), odd, "odd", false); err == nil {
				t.Errorf("device %d: odd code is converted", device)
			}
			for _, tr := range v.translators {
				tr.rest()
			}
		})
	}
	wg.Wait()
	left, err := os.ReadDir(filepath.Join(c.CacheDir, "classes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		if name := e.Name(); !strings.HasPrefix(name, "sha-") ||
			!strings.HasSuffix(name, storeSuffix) && !strings.HasSuffix(name, factsSuffix) {
			t.Errorf("left: %s", name)
		}
	}
}

// TestConvert_broken: an entry that is not whole counts as none.
func TestConvert_broken(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	apk := agenttest.APK(t, "p")
	good, err := newConverter(t, c).Convert(t.Context(), apk, "sha", false)
	if err != nil {
		t.Fatal(err)
	}
	facts := good.base() + factsSuffix
	for name, spoil := range map[string]func() error{
		"no facts":         func() error { return os.Remove(facts) },
		"half the facts":   func() error { return os.WriteFile(facts, []byte(`{"classes":`), 0o600) },
		"no classes":       func() error { return os.Remove(good.Classes) },
		"nothing in facts": func() error { return os.WriteFile(facts, nil, 0o600) },
		"another file":     func() error { return os.WriteFile(good.Classes, []byte("PK"), 0o600) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		code, err := newConverter(t, c).Convert(t.Context(), apk, "sha", false)
		if err != nil || code.Facts.Methods != 10 || provided(t, code, "p/Main") != " C" {
			t.Errorf("%s: %+v, %v", name, code, err)
		}
	}
	v := newConverter(t, c)
	if _, err := v.Convert(t.Context(), apk, "sha", false); err != nil {
		t.Fatal(err)
	}
	for name, replace := range map[string]func() error{
		"evicted":          func() error { return os.Remove(good.Classes) },
		"evicted and made": func() error { return classstore.Create(good.Classes, agenttest.Classes) },
	} {
		if err := replace(); err != nil {
			t.Fatal(err)
		}
		code, err := v.Convert(t.Context(), apk, "sha", false)
		if err != nil || provided(t, code, "p/Main") != " C" {
			t.Errorf("%s by another process: %+v, %v", name, code, err)
		}
	}
	if err := os.WriteFile(good.base()+verdictSuffix, []byte(`{"code":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if verdict, known := good.Verdict(); known {
		t.Errorf("half a verdict: %+v", verdict)
	}
}

// asking is a process whose app asks for classes, in a conversion of the stand-in.
func asking(t *testing.T, action string) (*Process, Conversion) {
	t.Helper()
	pool := newPool(t)
	p := load(t, pool, false, "tap "+action)
	code, err := newConverter(t, newConfig(t)).Convert(t.Context(), agenttest.APK(t, "p"), "sha", false)
	if err != nil {
		t.Fatal(err)
	}
	p.JVM.mu.Lock()
	p.code = code
	p.JVM.mu.Unlock()
	return p, code
}

// TestClassWanted: a process gets the class that it asks for.
func TestClassWanted(t *testing.T) {
	t.Parallel()
	p, code := asking(t, "class")
	if _, err := p.Request(t.Context(), AnswerTimeout, "tap", nil, nil); err != nil {
		t.Fatal(err)
	}
	if !code.source.store.Has("p/Main") {
		t.Error("it went on before the class was there")
	}
}

// TestClassWanted_fails: a converter that ends is not the app's fault: the process is lost, and it is said why.
func TestClassWanted_fails(t *testing.T) {
	t.Parallel()
	for action, want := range map[string]string{"odd": "an odd class", "classes": "too many classes"} {
		p, code := asking(t, action)
		if action == "classes" { // none is there before all have been asked for
			code.source.by.mu.Lock()
			defer code.source.by.mu.Unlock()
		}
		if _, err := p.Request(t.Context(), AnswerTimeout, "tap", nil, nil); !errors.Is(err, ErrAppDied) {
			t.Errorf("%s: %v", action, err)
		}
		if why := p.LossReason(); !strings.Contains(why, want) || p.DeadReason() != "" {
			t.Errorf("%s: lost for %q, died of %q", action, why, p.DeadReason())
		}
	}
}

// TestClassWanted_unconverted: methods that could not be converted are told of.
func TestClassWanted_unconverted(t *testing.T) {
	t.Parallel()
	p, code := asking(t, "half")
	told := make(chan string, 1)
	p.Attach(func(n wire.Notice) { told <- n.Event + " " + n.Detail })
	if _, err := p.Request(t.Context(), AnswerTimeout, "tap", nil, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := <-told, "unconverted 1 methods of p.Half"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if again, err := code.source.by.conv.Convert(t.Context(), code.apk, "sha", false); err != nil ||
		again.Facts.Failed != 1 {
		t.Errorf("%+v, %v", again.Facts, err)
	}
}

// With stand-in servers, which answer by the whole code of an app, all classes are there before a process starts.
func TestForProcess(t *testing.T) {
	t.Parallel()
	for network, want := range map[Network]bool{NetworkStandIn: true, NetworkOff: false} {
		v := newConverter(t, newConfig(t))
		v.config.Network = network
		code, err := v.ForProcess(t.Context(), agenttest.APK(t, "p"), "sha", false)
		if network == NetworkOff && err != nil {
			t.Errorf("%s: %v", network, err)
		}
		// The stand-in fails at the last of its classes: so it was asked for all.
		if asked := err != nil && strings.Contains(err.Error(), "an odd class"); asked != want {
			t.Errorf("%s: asked for all: %v, %v, %+v", network, asked, err, code)
		}
	}
}
