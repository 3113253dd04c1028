package workflow

import (
	"context"
	"strings"
	"time"

	"talpa/fuzz/event"
	"talpa/fuzz/report"
)

// wantsServers says that the app may lack what servers would say: it asked for hosts,
// there is no network, and nobody said that there is to be none.
func (s *searcher) wantsServers(ctx context.Context) bool {
	run := &s.run
	return run.Network == NetworkAuto && run.Serial == "" && ctx.Err() == nil &&
		s.spent(s.totals.Search.Events, s.Now()) < 1 && len(s.fleet.Unreached()) > 0
}

// halfway is the part of the search after which servers are tried.
const halfway = 0.5

// spent is the part, from 0 to 1, of what the search may spend that is spent at a time,
// after so many events; 0 without any limit.
func (s *searcher) spent(events int, at time.Time) float64 {
	run := &s.run
	part := 0.0
	if run.Time > 0 {
		part = float64(at.Sub(s.begun)) / float64(run.Time)
	}
	if run.Events > 0 {
		part = max(part, float64(events)/float64(run.Events))
	}
	return min(1, part)
}

// serverResponses are the events that have stand-in servers, if the network is made of them,
// answer as servers do at times, and as they should.
func serverResponses(n Network) []event.Event {
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
func (s *searcher) standIn(ctx context.Context) error {
	hosts := s.fleet.Unreached()
	more := ""
	if len(hosts) > maxHosts {
		hosts, more = hosts[:maxHosts], " and others"
	}
	s.Say("searching", "the app asked for %s in vain: again with stand-in servers", hosts[0])
	s.Note("%s without a network did not lead to the crash, and the app asked for %s%s: the search went on "+
		"with stand-in servers, whose answers are made up (--network=off to refuse)",
		report.Counted(s.totals.Search.Events, "event"), strings.Join(hosts, ", "), more)
	s.run.Network = NetworkStandIn
	s.record.Changed(0, true)
	return s.move(ctx, "stand-in servers")
}
