package runtime

// Network is what an app finds behind its connections.
type Network string

// The networks.
const (
	NetworkOff     Network = ""        // nothing: no name has an address
	NetworkOn      Network = "on"      // that of this computer
	NetworkStandIn Network = "standin" // servers of the device's own, in the app's process
)

// flags are the options of a JVM for this network.
func (n Network) flags() []string {
	if n == NetworkStandIn {
		return []string{"-Dtalpa.network=standin"}
	}
	return nil
}
