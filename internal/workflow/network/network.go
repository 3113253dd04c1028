// Package network is what an app on the embedded device finds behind its connections, by the words
// of the command line.
package network

import (
	"fmt"

	"talpa/device/virtual"
)

// Network names it. It implements pflag.Value.
type Network string

// The networks.
const (
	Off     Network = "off"     // nothing
	On      Network = "on"      // those that this computer is in
	StandIn Network = "standin" // servers of the device's own
	// Auto is off, and in turn with it standin in a search whose app asks for
	// hosts in vain. Jobs that do not search take it for off.
	Auto Network = "auto"
)

// Set reads a network by its name; truth values are on and off.
func (n *Network) Set(name string) error {
	switch name {
	case "on", "true", "1", "t":
		*n = On
	case "off", "false", "0", "f":
		*n = Off
	case "standin":
		*n = StandIn
	case "auto":
		*n = Auto
	default:
		return fmt.Errorf("no network %q: off, on, standin or auto", name)
	}
	return nil
}

// String is the name of the network; the zero value is off.
func (n *Network) String() string {
	if *n == "" {
		return string(Off)
	}
	return string(*n)
}

// Type is the word for the values in usage texts.
func (n *Network) Type() string { return "off|on|standin|auto" }

// Virtual is the network in the device's terms.
func (n Network) Virtual() virtual.Network {
	switch n {
	case On:
		return virtual.NetworkOn
	case StandIn:
		return virtual.NetworkStandIn
	}
	return virtual.NetworkOff
}
