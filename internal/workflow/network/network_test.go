package network

import (
	"testing"

	"talpa/device/virtual"
)

func TestNetwork_by_name(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Network{
		"off": Off, "false": Off, "on": On, "1": On, "standin": StandIn,
		"auto": Auto,
	} {
		var n Network
		if err := n.Set(name); err != nil || n != want {
			t.Errorf("%s: got %q, %v", name, n, err)
		}
	}
	var n Network
	if err := n.Set("wifi"); err == nil {
		t.Error("wifi is a network")
	}
	if n.String() != "off" || Auto.Virtual() != Off.Virtual() {
		t.Error("the zero value and auto are not off")
	}
}

// TestVirtual: what each network is on the embedded device; one that is not said is off.
func TestVirtual(t *testing.T) {
	t.Parallel()
	for n, want := range map[Network]virtual.Network{"": virtual.NetworkOff, Off: virtual.NetworkOff, On: virtual.NetworkOn,
		StandIn: virtual.NetworkStandIn, Auto: virtual.NetworkOff} {
		if got := n.Virtual(); got != want {
			t.Errorf("%q: %q, want %q", n, got, want)
		}
	}
}
