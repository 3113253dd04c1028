package workflow

import (
	"context"
	"slices"
	"sync"

	"talpa/internal/workflow/board"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/slot"
)

// portfolio is the searches of a job side by side, each on a device of its own. They share what the job knows before it
// searches (the guide, the pruned copies), tell each other what came near the crash and what was in vain, and end when
// one of them meets it. Each begins in another environment, where there are several, and those of one environment
// with another part of the plan (team.Team).
type portfolio struct {
	job
	members []*searcher
	board   *board.Board
	slot    *slot.Slot // where scripts are replayed while nothing searches
}

// memberSeeds keeps the seeds of the members apart.
const memberSeeds = 10_000_000

// newPortfolio begins the search on the devices of some fleets.
func newPortfolio(j job, r results, fleets []*fleet.Fleet, on *slot.Slot, kept *checkpoint.Unconfirmed) *portfolio {
	p := &portfolio{job: j, slot: on}
	p.board = board.New(len(fleets), j.options.Run.Member, r.past.Tally())
	for i, f := range fleets {
		s := newSearcher(j, r, f, i, p.board, kept)
		p.board.Member(i, s.turns.Present().Environment, s.turns.Present().Of.left[0].apk)
		p.members = append(p.members, s)
	}
	p.members[0].resume(r.past)
	return p
}

// search has all members search until one of them meets the crash; nil if none does.
func (p *portfolio) search(ctx context.Context, elsewhere bool) (*candidate, error) {
	// A search installs its variant over what is replayed: all copies of the app have one name. Who replays after it
	// installs again.
	p.slot.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	errs := make([]error, len(p.members))
	var searches sync.WaitGroup
	for i, s := range p.members {
		searches.Go(func() {
			var c *candidate
			if c, errs[i] = s.search(ctx, elsewhere); c != nil {
				s.waiting = c
				stop()
			}
		})
	}
	searches.Wait()
	if s := p.met(); s != nil {
		c := s.waiting
		s.waiting = nil
		p.slot.MoveTo(s.fleet)
		return c, nil
	}
	if !slices.Contains(errs, nil) {
		return nil, errs[0] // the others mostly failed of the same
	}
	for i, err := range errs {
		if err != nil {
			p.machine.Log.Warn("a search gave up", "member", i, "err", err)
		}
	}
	return nil, nil //nolint:nilnil // nothing was found
}

// met is the member that met the crash in the best way; nil: none did.
func (p *portfolio) met() *searcher {
	var best *searcher
	for _, s := range p.members {
		if s.waiting != nil && (best == nil || s.waiting.found.Match.Level > best.waiting.found.Match.Level) {
			best = s
		}
	}
	return best
}

// toNearest goes to the device and the environment where the search came nearest to the crash, so that it can be shown
// there.
func (p *portfolio) toNearest(ctx context.Context) error {
	p.slot.Close()
	best := p.members[0]
	for _, s := range p.members[1:] {
		if evidenceOf(s.nearest()) > evidenceOf(best.nearest()) {
			best = s
		}
	}
	p.slot.MoveTo(best.fleet)
	return best.toNearest(ctx)
}
