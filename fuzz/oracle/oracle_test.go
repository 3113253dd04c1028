package oracle

import (
	"errors"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

func TestByLog(t *testing.T) {
	t.Parallel()
	crashes := []crash.Crash{
		{Kind: crash.Logged, Signature: "a"}, {Kind: crash.Java, Signature: "b"}, {Kind: crash.ANR, Signature: "c"},
		{Kind: crash.Native, Signature: "d"}, {Kind: crash.Java, Signature: "b"},
	}
	crashes[2].Trace.ANR, crashes[3].Trace.Native = &trace.ANR{Reason: "slow"}, &trace.NativeCrash{Signal: "SIGSEGV"}
	for _, c := range []struct {
		panel Panel
		want  string
	}{
		{Panel{Crash()}, "crash b, crash d, crash b"},
		{Panel{ANR()}, "anr c"},
		{Default(nil), "crash b, crash d, crash b, anr c"},
		{nil, ""},
	} {
		c.panel.Reset()
		var got []string
		for _, v := range c.panel.Judge(Step{Crashes: crashes}) {
			if v.Crash == nil || v.Crash.Signature != v.Signature || v.Title != v.Crash.Title() {
				t.Errorf("%+v does not say which crash it is", v)
			}
			got = append(got, v.Key())
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%d oracles saw %q, want %q", len(c.panel), text, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		names string
		want  string // names of the oracles, or part of the error
	}{
		{"crash", "crash"}, {"anr,crash", "anr crash"}, {"crash, crash", "crash"},
		{"crash,psychic", `no oracle "psychic": there are crash, anr, late=FILE, free`}, {"", `no oracle ""`},
		{"late=a,late=b", "late:a late:b"}, {"late", "late=FILE"}, {"late=none", "oracle late: no such file"},
		{"crash=a", "takes no file"}, {"free", "late:"}, {"free=a", "the oracle free takes no file"},
	} {
		got := ""
		if make, err := Named(strings.Split(c.names, ","), Kind{Name: "late", File: true, Open: openLate}, Kind{Name: "free", Open: openLate}); err != nil {
			got = err.Error()
		} else {
			var names []string
			for _, o := range make(nil) {
				names = append(names, o.Name())
			}
			got = strings.Join(names, " ")
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.names, got, c.want)
		}
	}
	if _, err := Named(nil); err == nil {
		t.Error("no name at all is no error")
	}
	if !slices.Equal(Names(), []string{"crash", "anr"}) {
		t.Errorf("names %v", Names())
	}
}

// openLate opens an oracle that is called after its file.
func openLate(path string) (New, error) {
	if path == "none" {
		return nil, errors.New("no such file")
	}
	return func(*rand.Rand) Oracle { return byLog{name: "late:" + path} }, nil
}

// forbidder forbids an event.
type forbidder struct {
	byLog
	kind event.Kind
}

func (f forbidder) Allows(e event.Event, _ *ui.Screen) bool { return e.Kind != f.kind }

func TestAllows(t *testing.T) {
	t.Parallel()
	panel := Panel{Crash(), forbidder{kind: event.Back}, forbidder{kind: event.Home}}
	for kind, want := range map[event.Kind]bool{event.Tap: true, event.Back: false, event.Home: false} {
		if got := panel.Allows(event.Event{Kind: kind}, nil); got != want {
			t.Errorf("%s allowed: %v", kind, got)
		}
	}
}

// pusher proposes a fixed turn.
type pusher struct {
	byLog
	turn Turn
}

func (p pusher) Propose(*ui.Screen) (event.Event, Turn) {
	return event.Event{Kind: event.Back}, p.turn
}

func TestPropose(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		panel Panel
		want  Turn
	}{
		{Default(nil), Pass}, {Panel{pusher{turn: Pass}, Crash()}, Pass}, {Panel{Crash(), pusher{turn: Play}}, Play},
		{Panel{pusher{turn: End}, pusher{turn: Play}}, End}, {Panel{pusher{turn: Pass}, pusher{turn: Play}}, Play},
	} {
		if _, got := c.panel.Propose(nil); got != c.want {
			t.Errorf("%v: turn %d, want %d", c.panel, got, c.want)
		}
	}
}
