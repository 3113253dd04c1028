package record_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/record"
)

// failing is a device that fails at one thing.
type failing struct {
	scripted
	at  string
	err error
}

func (f *failing) when(at string) error {
	if f.at == at {
		return f.err
	}
	return nil
}

func (f *failing) Do(context.Context, device.App, event.Event) error { return f.when("do") }
func (f *failing) Reset(context.Context, device.App) error           { return f.when("reset") }
func (f *failing) Record(context.Context, bool) error                { return f.when("record") }
func (f *failing) Executed(context.Context) (device.Executed, error) {
	return device.Executed{}, f.when("executed")
}

// TestWatch_errors: what the device or the file cannot do is told, and no event is written that
// was not done.
func TestWatch_errors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, at := range []string{"do", "reset", "record", "executed"} {
		var out strings.Builder
		w, err := record.New(&out).Watch(t.Context(), &failing{at: at, err: broken})
		if err == nil {
			err = w.Reset(t.Context(), device.App{})
		}
		if err == nil {
			err = w.Do(t.Context(), device.App{}, event.Event{Kind: event.Back})
		}
		if !errors.Is(err, broken) || out.Len() > 0 {
			t.Errorf("%s: %v, written is %q", at, err, out.String())
		}
	}
	w, err := record.New(full{broken}).Watch(t.Context(), &failing{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Do(t.Context(), device.App{}, event.Event{Kind: event.Back}); !errors.Is(err, broken) || !strings.Contains(err.Error(), "writing the record") {
		t.Errorf("a full disk: %v", err)
	}
}

type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }
