package workflow

import (
	"context"
	"fmt"
	"time"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/device/virtual"
	"talpa/fuzz/report"
)

// levels are the API levels that the embedded device shows in one search: the one that it begins on, and
// one that is tried after it; 0 is that of the framework in it.
type levels struct {
	first, then int
	// why is what is told of them; "" if there is nothing to tell.
	why string
}

// chooseLevels decides on the levels of a search. Where the user names none, a trace that was written by
// an older Android has that one tried, too: first where what the trace says shows that the crash needs it,
// else after the framework's own, which most crashes happen on as well and which does more like a phone.
func chooseLevels(run RunOptions, written *guide.Android, minSDK int) levels {
	if run.API != 0 || run.Serial != "" || written == nil {
		return levels{first: run.API}
	}
	level := written.Level()
	if level < minSDK || level >= virtual.API || virtual.CheckAPI(level) != nil {
		return levels{}
	}
	if written.Needed != "" {
		return levels{first: level, why: fmt.Sprintf(
			"the trace was %s: the device is one of API level %d (--api %d for the newest)", written, level, virtual.API)}
	}
	return levels{then: level}
}

// levels decides on the levels of the search for a target.
func (t target) levels(run RunOptions) (levels, error) {
	written, err := asra.WrittenBy(&t.crash)
	if err != nil {
		return levels{}, err
	}
	return chooseLevels(run, written, t.app.Archive.Manifest().MinSDK), nil
}

// resumed are the levels of a search that goes on with one whose devices showed a level in the end; 0
// for the one that it began on.
func (l levels) resumed(last int) levels {
	if last == 0 || last != l.then {
		return l
	}
	return levels{first: last, why: fmt.Sprintf("the search goes on with API level %d, that of the Android that wrote "+
		"the trace, as when it ended", last)}
}

// wantsLevel says that another level is still to be tried.
func (s *searcher) wantsLevel(ctx context.Context) bool {
	return s.levels.then != 0 && ctx.Err() == nil && s.spent(s.totals.Search.Events, s.Now()) < 1
}

// lateLevel is the part of the search after which the other level is tried where servers are tried before.
const lateLevel = 0.75

// levelDue says whether so many events until a time are enough for the level that the search is on.
func (s *searcher) levelDue(events int, at time.Time) bool {
	due := halfway
	if s.run.Network == NetworkStandIn && s.job.options.Run.Network == NetworkAuto {
		due = lateLevel
	}
	return s.spent(events, at) >= due
}

// changeLevel begins the search anew on devices of the other level.
func (s *searcher) changeLevel(ctx context.Context) error {
	level := s.levels.then
	s.levels.then = 0
	s.Say("searching", "again as the Android of the trace, API level %d", level)
	s.Note("%s did not lead to the crash on API level %d: the search went on with level %d, that of the Android "+
		"that wrote the trace (--api %d for the newest alone)", report.Counted(s.totals.Search.Events, "event"), virtual.API,
		level, virtual.API)
	s.run.API = level
	s.record.Changed(level, false)
	return s.move(ctx, "another API level")
}
