package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"talpa/device"
)

// TestErrors: an error keeps its words and its fault across the session.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, want := range []error{
		nil, errors.New("plain"), fmt.Errorf("%w: a", device.ErrLost), fmt.Errorf("b: %w", device.ErrInstall),
		device.ErrUnsupported,
	} {
		var a, b Answer
		a.SetErr(want)
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &b); err != nil {
			t.Fatal(err)
		}
		got := b.Err()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v became %v", want, got)
		}
		for _, fault := range faults {
			if errors.Is(got, fault) != errors.Is(want, fault) {
				t.Errorf("%v: is %v: %v", got, fault, errors.Is(got, fault))
			}
		}
	}
}

// TestErr_unknownFault: a fault of a newer device that this side has no name for keeps its words.
func TestErr_unknownFault(t *testing.T) {
	t.Parallel()
	a := Answer{Error: "words", Fault: "of another version"}
	err := a.Err()
	if err == nil || err.Error() != "words" || errors.Unwrap(err) != nil {
		t.Errorf("%v, wraps %v", err, errors.Unwrap(err))
	}
}
