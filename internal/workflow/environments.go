package workflow

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/device/virtual"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/environment"
)

// environments are those that the search for a target begins with, as its run asks for them and as an earlier command
// left them; why is what is to be told of them.
func (t target) environments(run RunOptions, past *checkpoint.Checkpoint) (
	all environment.Begin, why string, err error,
) {
	written, err := asra.WrittenBy(&t.crash)
	if err != nil {
		return all, "", err
	}
	asked := environment.Environment{Network: run.Network, API: run.API}
	manifest := t.app.Archive.Manifest()
	list, why := environment.Choose(asked, run.Serial != "", written, manifest.MinSDK)
	all = environment.Begin{List: environment.Resumed(list, past.API, past.StandIns),
		Searches: max(run.workers(), run.Members)}
	all.Servers = asked.Network == NetworkAuto && run.Serial == "" &&
		manifest.AsksFor(func(name string) bool { return name == "android.permission.INTERNET" })
	return all, why, nil
}

// in are the options of a run in one environment.
func (r RunOptions) in(e environment.Environment) RunOptions {
	r.Network, r.API = e.Network, e.API
	return r
}

// next returns the environment to go on in, on whose devices the search is then; nil if nothing is left to do. It is
// another than the present one only if asked.
func (s *searcher) next(ctx context.Context, elsewhere bool) (*environment.Turn[*place], error) {
	at := s.turns.Present()
	if !elsewhere {
		if !s.open(at.Of) {
			return nil, nil //nolint:nilnil // nothing is left
		}
		return at, nil
	}
	if s.wantsServers() {
		s.addStandIns()
	}
	if older, ok := s.older(at.Begun() && !at.Of.seen); ok {
		s.addOlder(older)
	}
	next := s.turns.Next(s.open)
	if next == nil || next == at {
		return next, nil
	}
	return next, s.enter(ctx, at, next)
}

// hasOther says whether another environment could have its turn. unseen says that the app has not come to the front in
// the present one.
func (s *searcher) hasOther(unseen bool) bool {
	for _, turn := range s.turns.All() {
		if turn != s.turns.Present() && s.open(turn.Of) {
			return true
		}
	}
	_, older := s.older(unseen)
	return older || s.wantsServers()
}

// older is the Android to try where the app did not come to the front on the newest; false if there is none.
func (s *searcher) older(unseen bool) (environment.Environment, bool) {
	if !unseen || s.run.Serial != "" {
		return environment.Environment{}, false
	}
	m := s.target.app.Archive.Manifest()
	return environment.Older(s.turns.Environments(), m.TargetSDK, m.MinSDK)
}

// addOlder has the search take turns on an older Android.
func (s *searcher) addOlder(e environment.Environment) {
	s.madeFor = e.API
	s.turns.Set(append(s.turns.Environments(), e), s.place)
}

// whyLevel says why the search has turns on an API level, "" if that is the one that was asked for.
func (s *searcher) whyLevel(level int) string {
	switch level {
	case s.run.API:
		return ""
	case s.madeFor:
		return fmt.Sprintf("the app did not come to the front on API level %d: the search has turns on level %d, too, that "+
			"it was made for (--api %d for the newest alone)", virtual.API, level, virtual.API)
	}
	return fmt.Sprintf("the search has turns on API level %d, too, that of the Android that wrote the trace "+
		"(--api %d for the newest alone)", level, virtual.API)
}

// enter goes on with another environment: on other devices.
func (s *searcher) enter(ctx context.Context, from, to *environment.Turn[*place]) error {
	s.Say("searching", "%s", to)
	if why := s.whyLevel(to.API); why != "" && !to.Begun() {
		s.Note("%s did not lead to the crash: %s", report.Counted(s.totals.Search.Events, "event"), why)
	}
	from.Of.nearest, s.totals.Nearest, to.Of.nearest = s.totals.Nearest, to.Of.nearest, nil
	run := s.run.in(to.Environment)
	if err := s.fleet.Replace(ctx, s.machine, run.devices(1)); err != nil {
		return err
	}
	s.record.Changed(to.API, to.Network == NetworkStandIn)
	s.Timed("changing the device")
	return nil
}

// toNearest goes back to the environment where the search came nearest to the crash, so that it can be shown there.
func (s *searcher) toNearest(ctx context.Context) error {
	at := s.turns.Present()
	best, value := at, evidenceOf(s.totals.Nearest)
	for _, turn := range s.turns.All() {
		if v := evidenceOf(turn.Of.nearest); v > value {
			best, value = turn, v
		}
	}
	if best == at || ctx.Err() != nil {
		return nil
	}
	return s.enter(ctx, at, best)
}

// nearest is where the search came nearest, in any environment; nil: nowhere.
func (s *searcher) nearest() *fuzz.Nearest {
	best := s.totals.Nearest
	for _, turn := range s.turns.All() {
		if evidenceOf(turn.Of.nearest) > evidenceOf(best) {
			best = turn.Of.nearest
		}
	}
	return best
}

// evidenceOf is how near n came, 0 for nil.
func evidenceOf(n *fuzz.Nearest) float64 {
	if n == nil {
		return 0
	}
	return n.Score.Value()
}

// wantsServers says that the app may lack what servers would say: it asked for hosts, there is no network, and nobody
// said that there is to be none.
func (s *searcher) wantsServers() bool {
	if s.run.Network != NetworkAuto || s.run.Serial != "" {
		return false
	}
	for _, turn := range s.turns.All() {
		if turn.Network == NetworkStandIn {
			return false
		}
	}
	return len(s.fleet.Unreached()) > 0
}

// plansAnswer says that the first way in which the plan has something hold is a certain answer of a server.
func (s *searcher) plansAnswer() bool {
	return s.guide != nil && s.guide.Plan != nil && slices.ContainsFunc(s.guide.Plan.Goals, func(g guide.Goal) bool {
		return g.Kind == guide.GoalHold && len(g.Achievers) > 0 && g.Achievers[0].Kind == guide.AchieveServer
	})
}

// maxHosts bounds the hosts that a remark names.
const maxHosts = 5

// addStandIns has the search take turns on devices with servers of their own.
func (s *searcher) addStandIns() {
	hosts := s.fleet.Unreached()
	more := ""
	if len(hosts) > maxHosts {
		hosts, more = hosts[:maxHosts], " and others"
	}
	s.Note("%s without a network did not lead to the crash, and the app asked for %s%s: the search has turns "+
		"with stand-in servers, too, whose answers are made up (--network=off to refuse)",
		report.Counted(s.totals.Search.Events, "event"), strings.Join(hosts, ", "), more)
	begun := func(e environment.Environment) bool {
		for _, turn := range s.turns.All() {
			if turn.Environment == e {
				return turn.Begun()
			}
		}
		return false
	}
	s.turns.Set(environment.WithStandIns(s.turns.Environments(), begun), s.place)
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
