package network

import "testing"

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
