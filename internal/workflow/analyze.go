package workflow

import (
	"context"
	"fmt"
	"time"

	"talpa/asra/guide"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/static"
)

// analyse makes the guide of a job.
func analyse(ctx context.Context, j job, t target) (*guide.Guide, error) {
	j.Say("analysing", "")
	strength, err := searchLevel(j.options.Level)
	if err != nil {
		return nil, err
	}
	g, err := static.Guide(ctx, j.machine, t.app, t.crash, strength)
	if err != nil {
		return nil, err
	}
	j.Timed("analysis")
	for _, remark := range input.Remarks(t.app) {
		j.Note("%s", remark)
	}
	if g.Target.Precision == guide.PrecisionNone {
		j.Note("the trace has no frame of the app: nothing in it guides the search, " +
			"and a crash counts if its exception and message are the same")
	}
	return g, nil
}

// searchTime is how long to search with a guide at most.
func searchTime(j job, g *guide.Guide) time.Duration {
	all, doubtful := j.options.Run.Time, j.options.DoubtTime
	if !g.Target.OtherBuild() || doubtful == 0 || all > 0 && all <= doubtful {
		return all
	}
	j.Note("the search was for %s at most, since the crash seems to be of another build of the app (--time for longer)",
		doubtful)
	return doubtful
}

// logOnly is the level of a search in a copy whose callbacks log and do all that they did.
const logOnly = "log"

// searchLevel reads the level of a search: that of its guide.
func searchLevel(name string) (guide.Level, error) {
	switch name {
	case logOnly:
		return guide.LevelNone, nil
	case LevelLadder:
		return guide.LevelASRA, nil
	}
	l, err := static.Level(name)
	if err != nil {
		return "", fmt.Errorf("no level %q: none, log, reach, paper, asra or ladder", name)
	}
	return l, nil
}
