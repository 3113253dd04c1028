package virtual

import (
	"fmt"

	"talpa/device/virtual/wire"
)

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

// answered notes that a stand-in server answered the app.
func (d *Device) answered(e entry, n wire.Notice) {
	d.notes.add(fmt.Sprintf("stand-in servers of ours answered, not real ones: %s: %s", oneLine(n.Name), n.Kind))
	e.tag, e.msg = "talpa", fmt.Sprintf("stand-in server %s answers %s with a %s: %s",
		oneLine(n.Name), oneLine(n.Detail), n.Kind, oneLine(n.Value))
	d.log.add(e)
}

// unreachable notes that the app looked for a host that it does not reach.
func (d *Device) unreachable(n wire.Notice) {
	if d.opts.Network == NetworkOff {
		d.asked.add(oneLine(n.Name))
		d.notes.add(fmt.Sprintf("the app asked for %s, and there is no network "+
			"(--network=standin answers with made up data)", oneLine(n.Name)))
	}
}

// Unreached are the hosts that apps asked for while there was no network.
func (s *Server) Unreached() []string {
	var all notes
	for _, d := range s.devices {
		all.add(d.asked.list()...)
	}
	return all.list()
}
