package workflow

import (
	"strings"
	"time"

	"talpa/fuzz/event"
)

// wantsServers says that the app may lack what servers would say: it asked for hosts,
// there is no network, and nobody said that there is to be none.
func (r *reproduction) wantsServers() bool {
	run := &r.options.Run
	return run.Network == NetworkAuto && run.Serial == "" && r.kept == nil && r.ctx.Err() == nil &&
		r.spent(r.result.Events) < 1 && len(r.fleet.unreached()) > 0
}

// halfway is the part of the search after which servers are tried.
const halfway = 0.5

// spent is the part, from 0 to 1, of what the search may spend that is spent after so
// many events; 0 without any limit.
func (r *reproduction) spent(events int) float64 {
	run := &r.options.Run
	part := 0.0
	if run.Time > 0 {
		part = float64(time.Since(r.begun)) / float64(run.Time)
	}
	if run.Events > 0 {
		part = max(part, float64(events)/float64(run.Events))
	}
	return min(1, part)
}

// oddServers are the events that have stand-in servers, if the network is made of them,
// answer as servers do at times, and as they should.
func oddServers(n Network) []event.Event {
	if n != NetworkStandIn {
		return nil
	}
	list := []event.Event{{Kind: event.Config, Arg: event.Responses, Value: event.ResponsesNormal}}
	for _, value := range event.FaultyResponses() {
		list = append(list, event.Event{Kind: event.Config, Arg: event.Responses, Value: value})
	}
	return list
}

// maxHosts bounds the hosts that a remark names.
const maxHosts = 5

// standIn begins the search anew on devices with servers of their own.
func (r *reproduction) standIn() error {
	hosts := r.fleet.unreached()
	more := ""
	if len(hosts) > maxHosts {
		hosts, more = hosts[:maxHosts], " and others"
	}
	r.say("the app asked for %s in vain: trying again with stand-in servers", hosts[0])
	r.result.note("%d events without a network did not lead to the crash, and the app asked for %s%s: the search went on "+
		"with stand-in servers, whose answers are made up (--network=off to refuse)",
		r.result.Events, strings.Join(hosts, ", "), more)
	r.stage.close()
	run := &r.options.Run
	run.Network = NetworkStandIn
	if err := r.fleet.replace(r.ctx, r.machine, *run, run.workers()); err != nil {
		return err
	}
	r.sight.nearest = nil // what came near without servers would show another run
	r.arms = r.variants()
	r.result.timed("stand-in servers")
	return nil
}
