package workflow

import (
	"fmt"

	"talpa/fuzz/device/virtual"
)

// Network is what an app on the embedded device finds behind its connections.
// It implements pflag.Value.
type Network string

// The networks.
const (
	NetworkOff     Network = "off"     // nothing
	NetworkOn      Network = "on"      // that of this computer
	NetworkStandIn Network = "standin" // servers of the device's own
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
	default:
		return fmt.Errorf("no network %q: off, on or standin", name)
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
func (n *Network) Type() string { return "off|on|standin" }

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
