package workflow

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/evidence"
	"talpa/fuzz/report"
	"talpa/instrument"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/static"
)

// PruneOptions say what to prune.
type PruneOptions struct {
	APK      string
	Trace    TraceInput
	Out      string // "" = APP-pruned.apk in the working directory
	Level    string // none (log only), reach, paper, asra
	Rewriter string // apktool or dex
}

// Pruned is the result of Prune.
type Pruned struct {
	Out    string             `json:"out"`
	Level  guide.Level        `json:"level"`
	Guide  *guide.Guide       `json:"guide"`
	Report *instrument.Report `json:"report"`
	// Remark says which rewriter took the place of the one that was asked for; "" if none.
	Remark string `json:"remark,omitempty"`
}

// Ladder is the result of PruneLadder: a copy of the app a level, the one that does least first.
type Ladder struct {
	Copies []*Pruned `json:"copies"`
}

// Summary says it for people.
func (l *Ladder) Summary() string {
	var b strings.Builder
	for _, p := range l.Copies {
		b.WriteString(p.Summary())
	}
	return b.String()
}

// Summary says it for people.
func (p *Pruned) Summary() string {
	var b strings.Builder
	what := "return at once"
	if p.Report.Mode == instrument.ModeLog {
		what = "log that they ran"
	}
	fmt.Fprintf(&b, "%s: %d of %d callbacks %s\n", p.Out, len(p.Report.Changed), len(p.Guide.Callbacks), what)
	if p.Remark != "" {
		fmt.Fprintf(&b, "note: %s\n", p.Remark)
	}
	if n := len(p.Report.Silent); n > 0 {
		fmt.Fprintf(&b, "note: %d of these callbacks cannot log that they ran: the app has no call of android.util.Log that "+
			"they could use\n", n)
	}
	for _, kept := range p.Report.Kept {
		fmt.Fprintf(&b, "kept: %s: %s\n", kept.Name, kept.Reason)
	}
	return b.String()
}

// Prune writes a signed copy of the app in which irrelevant callbacks return at once.
func Prune(ctx context.Context, m Machine, o PruneOptions) (*Pruned, error) {
	l, err := static.Level(o.Level)
	if err != nil {
		return nil, err
	}
	pruned, err := pruneAt(ctx, m, o, l)
	if err != nil {
		return nil, err
	}
	return pruned[0], nil
}

// LevelLadder is the word for all levels, one after the other.
const LevelLadder = "ladder"

// PruneLadder writes such a copy at each level, with the level in the name of its file, so
// that a campaign can compare them.
func PruneLadder(ctx context.Context, m Machine, o PruneOptions) (*Ladder, error) {
	pruned, err := pruneAt(ctx, m, o, guide.LevelReach, guide.LevelPaper, guide.LevelASRA, guide.LevelNone)
	if err != nil {
		return nil, err
	}
	return &Ladder{pruned}, nil
}

// pruneAt writes a copy at each of some levels.
func pruneAt(ctx context.Context, m Machine, o PruneOptions, levels ...guide.Level) ([]*Pruned, error) {
	if err := copies.Check(o.Rewriter); err != nil {
		return nil, err
	}
	with, remark := copies.Available(o.Rewriter)
	a, err := input.OpenProgram(ctx, o.APK, m.Log)
	if err != nil {
		return nil, err
	}
	target, err := input.Wanted(o.Trace, a)
	if err != nil {
		return nil, err
	}
	out := strings.TrimSuffix(cmp.Or(o.Out, strings.TrimSuffix(filepath.Base(o.APK), ".apk")+"-pruned.apk"), ".apk")
	var all []*Pruned
	for _, l := range levels {
		g, err := static.Guide(ctx, m, a, target, analysisLevel(l))
		if err != nil {
			return nil, err
		}
		path := cmp.Or(o.Out, out+".apk")
		if len(levels) > 1 {
			path = out + "-" + string(l) + ".apk"
		}
		p, err := copies.Make(ctx, o.APK, path, g, copies.ModeOf(l), with, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, &Pruned{Out: p.Path, Level: l, Guide: g, Report: p.Report, Remark: remark})
	}
	return all, nil
}

// analysisLevel is the level of the guide behind a copy: where nothing is pruned, the verdicts
// are told all the same.
func analysisLevel(l guide.Level) guide.Level {
	if l == guide.LevelNone {
		return guide.LevelASRA
	}
	return l
}

// prune writes the pruned copies of a job's app into its run directory, the one that
// prunes most first; none if none is wanted, or if that fails: the search works without,
// and a remark says what went wrong. For a ladder there is a copy of the level paper before
// that of the guide.
func prune(ctx context.Context, j job, t target, g *guide.Guide, dir *report.Dir) []*copies.Copy {
	o := j.options
	if o.Rewriter == "none" || o.Level == string(guide.LevelNone) {
		return nil
	}
	j.Say("pruning", "")
	defer j.Timed("pruning")
	var all []*copies.Copy
	write := func(name string, g *guide.Guide, err error) {
		var p *copies.Copy
		if err == nil {
			mode := copies.ModeOf(g.Level)
			if o.Level == logOnly {
				mode = instrument.ModeLog
			}
			p, err = copies.Make(ctx, t.app.Path, dir.Path(name), g, mode, o.Rewriter, evidence.New(g).Watched())
		}
		if err != nil {
			j.Note("searched without pruning: %v", err)
			return
		}
		all = append(all, p)
	}
	if o.Level == LevelLadder {
		strong, err := static.Guide(ctx, j.machine, t.app, t.crash, guide.LevelPaper)
		write(report.FilePrunedMore, strong, err)
	}
	write(report.FilePruned, g, nil)
	return all
}
