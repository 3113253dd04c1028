package runtime

// Network is what an app finds behind its connections.
type Network string

// The networks.
const (
	NetworkOff     Network = ""        // nothing: no name has an address
	NetworkOn      Network = "on"      // those that this computer is in, by a relay
	NetworkStandIn Network = "standin" // servers of the device's own, in the app's process
)

// flags are the options of a JVM for this network.
func (n Network) flags() []string {
	switch n {
	case NetworkStandIn:
		return []string{"-Dtalpa.network=standin"}
	case NetworkOn:
		return []string{"-Dtalpa.network=relay"}
	}
	return nil
}
