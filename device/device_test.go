package device

import (
	"errors"
	"fmt"
	"testing"
)

// TestRefusal: a refusal is known by its reason, by ErrInstall and by itself, also behind other words;
// whoever installs asks for the code.
func TestRefusal(t *testing.T) {
	t.Parallel()
	reason := errors.New("no classes")
	err := fmt.Errorf("installing: %w", &Refusal{Code: RefusedNotAPK, Reason: reason})
	if !errors.Is(err, reason) || !errors.Is(err, ErrInstall) || errors.Is(err, ErrLost) || errors.Is(err, ErrUnsupported) {
		t.Errorf("%v is another error than it says", err)
	}
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Code != RefusedNotAPK {
		t.Errorf("%v has lost its code", err)
	}
	if got := err.Error(); got != "installing: no classes" {
		t.Errorf("%q", got)
	}
}

// TestErrors: whose fault an error is must be told apart.
func TestErrors(t *testing.T) {
	t.Parallel()
	all := []error{ErrLost, ErrInstall, ErrUnsupported}
	for i, a := range all {
		for j, b := range all {
			if errors.Is(a, b) != (i == j) {
				t.Errorf("%v is %v: %v", a, b, i != j)
			}
		}
	}
}
