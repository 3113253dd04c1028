package record_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/record"
)

// scripted is a device that runs other code at each event.
type scripted struct {
	device.Device
	ran []device.Executed
}

func (s *scripted) Info() device.Info                                 { return device.Info{Serial: "s1"} }
func (s *scripted) Do(context.Context, device.App, event.Event) error { return nil }
func (s *scripted) Reset(context.Context, device.App) error           { return nil }
func (s *scripted) Record(context.Context, bool) error                { return nil }
func (s *scripted) Executed(context.Context) (device.Executed, error) {
	next := s.ran[0]
	s.ran = s.ran[1:]
	return next, nil
}

func ran(lost bool, methods ...device.ExecutedMethod) device.Executed {
	return device.Executed{Methods: methods, Lost: lost}
}

func TestLog(t *testing.T) {
	t.Parallel()
	a := device.ExecutedMethod{Method: "Lp/A;->a()V", Lines: []int{1, 2}}
	a3 := device.ExecutedMethod{Method: "Lp/A;->a()V", Lines: []int{2, 3}}
	b := device.ExecutedMethod{Method: "Lp/B;->b()V"}
	dev := &scripted{ran: []device.Executed{
		ran(false, b), // before the first event
		ran(false, a), ran(false, a, b), ran(true, a3),
		ran(false, b),
		ran(false, b),
	}}
	var out strings.Builder
	w, err := record.New(&out).Watch(t.Context(), dev)
	if err != nil {
		t.Fatal(err)
	}
	app := device.App{SHA256: "abc"}
	for _, e := range []event.Kind{"", event.Launch, event.Back, event.Back, "", event.Launch} {
		if e == "" {
			err = w.Reset(t.Context(), app)
		} else {
			err = w.Do(t.Context(), app, event.Event{Kind: e})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := `{"run":1,"event":1,"device":"s1","app":"abc","did":"launch","new":[{"id":0,"method":"Lp/A;->a()V","lines":[1,2]}],"ran":[0]}
{"run":1,"event":2,"did":"back","new":[{"id":1,"method":"Lp/B;->b()V"}],"ran":[0,1]}
{"run":1,"event":3,"did":"back","new":[{"id":0,"lines":[3]}],"ran":[0],"lost":true}
{"run":2,"event":1,"device":"s1","app":"abc","did":"launch","ran":[1]}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// Who uses the device is told, too, of all that ran since it last asked: each method once, with all its lines.
func TestLog_recorderBesideIt(t *testing.T) {
	t.Parallel()
	a := device.ExecutedMethod{Method: "Lp/A;->a()V", Lines: []int{1, 3}}
	a2 := device.ExecutedMethod{Method: "Lp/A;->a()V", Lines: []int{2, 3}}
	b := device.ExecutedMethod{Method: "Lp/B;->b()V"}
	dev := &scripted{ran: []device.Executed{ran(false, a), ran(false, a), ran(true, a2, b), ran(false, b), ran(false, b)}}
	w, err := record.New(&strings.Builder{}).Watch(t.Context(), dev)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := w.(device.Recorder)
	if !ok {
		t.Fatal("a device that is recorded cannot record")
	}
	ask := func(events int) string {
		for range events {
			if err := w.Do(t.Context(), device.App{}, event.Event{Kind: event.Back}); err != nil {
				t.Fatal(err)
			}
		}
		got, err := r.Executed(t.Context())
		return fmt.Sprint(got, err)
	}
	if got := ask(1); got != "{[] false} <nil>" {
		t.Errorf("nobody asked, and is told %s", got)
	}
	if err := r.Record(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if got, want := ask(2), "{[{Lp/A;->a()V [1 2 3]} {Lp/B;->b()V []}] true} <nil>"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	if got, want := ask(0), "{[] false} <nil>"; got != want {
		t.Errorf("told again: %s", got)
	}
	if _, err := ask(1), w.Reset(t.Context(), device.App{}); err != nil {
		t.Fatal(err)
	}
	if got := ask(0); got != "{[] false} <nil>" {
		t.Errorf("told of what ran before the data was cleared: %s", got)
	}
}

// plain is a device that cannot record.
type plain struct{ device.Device }

func (plain) Info() device.Info { return device.Info{Serial: "s2"} }

func TestUnable(t *testing.T) {
	t.Parallel()
	_, err := record.New(&strings.Builder{}).Watch(t.Context(), plain{})
	if !errors.Is(err, record.ErrUnable) || !strings.Contains(err.Error(), "s2") {
		t.Fatalf("got %v", err)
	}
}
