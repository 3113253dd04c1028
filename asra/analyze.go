package asra

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/crash"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/asra/hidden"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/asra/relevance"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Options steer Analyze; the zero value is the default.
type Options struct {
	// Level is the strength of the verdicts; "" means guide.LevelASRA.
	Level guide.Level
	// Sensitivity says which tests on the path become conditions; "" means
	// SensitivityField.
	Sensitivity Sensitivity
	// Explain asks for the chain of rules of some callbacks: a part of their name, or
	// the id of a widget.
	Explain string
	// Budget bounds the work.
	Budget Budget
	// SHA256 is the digest of the APK, for the guide.
	SHA256 string
	// NativeLibs are the names of the APK's native libraries, for the guide.
	NativeLibs []string
	// Log hears of budgets and oddities; nil means silence.
	Log *slog.Logger
	// Now tells the time for Stats.AnalysisMillis; nil leaves that at 0, so that
	// equal input gives equal output.
	Now func() time.Time
}

// Budget bounds what Analyze spends on clearing callbacks.
type Budget = relevance.Budget

// Sensitivity is what the conditions of the guide are about.
type Sensitivity = condition.Sensitivity

// Sensitivities.
const (
	// SensitivityAttr is that of the paper: attributes of widgets, ids, texts.
	SensitivityAttr = condition.Attr
	// SensitivityField adds fields, settings and arguments, and who sets them.
	SensitivityField = condition.Field
)

// Analyze writes the guide that leads to the target. A target that is not in
// the app gives a guide without verdicts. The error is that of ctx.
func Analyze(ctx context.Context, p *icfg.Program, target locate.Target, opts Options) (*guide.Guide, error) {
	if opts.Level == "" {
		opts.Level = guide.LevelASRA
	}
	clicked := withoutHandler(p, &target)
	atNamedFragment(p, &target)
	// Where the crash is in code that this app does not have, nobody knows what it needs.
	deeper := opts.Level == guide.LevelASRA && target.Precision == locate.PrecisionChain
	if deeper {
		opts.Level = guide.LevelNone
	}
	if opts.Sensitivity == "" {
		opts.Sensitivity = SensitivityField
	}
	var start time.Time
	if opts.Now != nil {
		start = opts.Now()
	}
	s, err := findStages(ctx, p, &target, opts)
	if err != nil {
		return nil, err
	}
	s.deeper, s.clicked = deeper, clicked
	g := write(s, opts)
	if g.Target.Android, err = WrittenBy(&target); err != nil {
		return nil, err
	}
	if opts.Now != nil {
		g.Stats.AnalysisMillis = opts.Now().Sub(start).Milliseconds()
	}
	return g, nil
}

// stages are the frozen results that the guide is written from.
type stages struct {
	app        *appcode.Reader
	target     *locate.Target
	reach      *reach.Result
	conditions condition.Result
	// holds are the conditions under which control comes to a position in a method, whatever runs it.
	holds     func(m callgraph.MethodID, pc uint32) []guide.Condition
	relevance relevance.Result
	crash     *guide.CrashCondition
	doubts    []guide.Doubt    // that the crash is of this build
	callbacks []*icfg.Callback // those that the guide lists
	clicked   []guide.Widget   // those whose click crashes, as a message names them
	deeper    bool             // the crash is deeper than the target, so that nothing is pruned
}

// findStages runs the stages behind locate, each on the results of those before it.
func findStages(ctx context.Context, p *icfg.Program, target *locate.Target, opts Options) (*stages, error) {
	app := appcode.New(p)
	branches := branch.New(app)
	stack := reach.NewStack(app, target)
	var cannotRun map[callgraph.MethodID]guide.Reason
	var effects *effect.Summaries
	switch opts.Level {
	case guide.LevelASRA:
		cannotRun, effects = hidden.Handlers(app, stack.OnStack), effect.New(app)
	case guide.LevelPaper:
		effects = effect.New(app)
	}
	s := &stages{app: app, target: target}
	var points []uint32
	s.crash, points = crash.Find(app, branches, &stack, target)
	s.doubts = crash.Doubts(app, &stack, target)
	stack = stack.WithReceivers(readers(s.crash)).WithPoints(points)
	s.reach = reach.Find(app, branches, stack, func(m callgraph.MethodID) bool {
		_, never := cannotRun[m]
		return never
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.callbacks = s.reach.Callbacks()
	s.holds = func(m callgraph.MethodID, pc uint32) []guide.Condition { return condition.At(app, branches, m, pc) }
	s.conditions = condition.Find(app, branches, s.reach, s.callbacks, opts.Sensitivity)
	var err error
	s.relevance, err = relevance.Find(ctx, relevance.Input{
		App: app, Branches: branches, Effects: effects, Target: target,
		Reach: s.reach, Conditions: s.conditions, CannotRun: cannotRun, Callbacks: s.callbacks,
	}, relevance.Options{
		Level: opts.Level, States: opts.Sensitivity != SensitivityAttr, Explain: opts.Explain != "",
		Budget: opts.Budget, Now: opts.Now,
	})
	return s, err
}

// readers are the classes whose methods read the sources of a null, by their descriptors.
func readers(c *guide.CrashCondition) []string {
	if c.Kind != guide.CrashNull {
		return nil
	}
	var all []string
	for i := range c.Sources {
		class, _, _ := strings.Cut(c.Sources[i].Where, "->")
		if !slices.Contains(all, class) {
			all = append(all, class)
		}
	}
	return all
}
