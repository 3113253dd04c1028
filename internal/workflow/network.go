package workflow

import (
	"fmt"

	"talpa/device/virtual"
)

// Network is what an app on the embedded device finds behind its connections.
// It implements pflag.Value.
type Network string

// The networks.
const (
	NetworkOff     Network = "off"     // nothing
	NetworkOn      Network = "on"      // that of this computer
	NetworkStandIn Network = "standin" // servers of the device's own
	// NetworkAuto is off, and in the second half of a search standin if the app asked for
	// hosts in vain. Jobs that do not search take it for off.
	NetworkAuto Network = "auto"
)

// Set reads a network by its name; truth values are on and off.
func (n *Network) Set(name string) error {
	switch name {
	case "on", "true", "1", "t":
		*n = NetworkOn
	case "off", "false", "0", "f":
		*n = NetworkOff
	case "standin":
		*n = NetworkStandIn
	case "auto":
		*n = NetworkAuto
	default:
		return fmt.Errorf("no network %q: off, on, standin or auto", name)
	}
	return nil
}

// String is the name of the network; the zero value is off.
func (n *Network) String() string {
	if *n == "" {
		return string(NetworkOff)
	}
	return string(*n)
}

// Type is the word for the values in usage texts.
func (n *Network) Type() string { return "off|on|standin|auto" }

// virtual is the network in the device's terms.
func (n Network) virtual() virtual.Network {
	switch n {
	case NetworkOn:
		return virtual.NetworkOn
	case NetworkStandIn:
		return virtual.NetworkStandIn
	}
	return virtual.NetworkOff
}
