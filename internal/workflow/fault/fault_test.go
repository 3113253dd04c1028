package fault

import (
	"errors"
	"fmt"
	"testing"

	"talpa/device"
)

// TestOf states whose fault errors are: a device that is lost is ours, an app that it refuses is not.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  error
		want Fault
	}{
		{errors.New("no such file"), User},
		{Infra(errors.New("no Java")), Infrastructure},
		{fmt.Errorf("searching: %w", Infra(errors.New("no Java"))), Infrastructure},
		{fmt.Errorf("step 3: %w", device.ErrLost), Infrastructure},
		{Infra(fmt.Errorf("installing: %w", device.ErrInstall)), User},
	} {
		if got := Of(test.err); got != test.want {
			t.Errorf("%v: %v, want %v", test.err, got, test.want)
		}
	}
	if Infra(nil) != nil {
		t.Error("no error became one")
	}
}
