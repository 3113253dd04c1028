// Package evidence says how near to the wanted crash something came: one number with
// its parts, by which the generator learns, the progress line and the report of a
// failure speak, and near misses are compared.
//
// The parts are those of search-based test generation. The approach level (Wegener et
// al., "Evolutionary test environment for automatic structural testing", IST 2001) is how
// far a run came on the path of the guide and then on the stack of the trace, whose frames
// count from the outermost on: what others call besides says nothing. The
// likeness of a thrown exception is that of EvoCrash (Soltani et al., "Search-based crash
// reproduction and its impact on debugging", TSE 2018) and Botsing: its class and its
// frames. As there, reaching the crash point counts most, then what holds there, then the
// exception.
//
// Between both are the goals of the plan that hold, with the branch distance of those that do
// not, as far as a screen shows their operands: texts, states of widgets, rows of lists.
//
// It does not model what fields, settings and files hold: no probe tells the operands that
// code compares.
package evidence

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/trace"
)

// Score is how near one event came. The zero Score says that nothing tells.
type Score struct {
	// Approach is the approach level from 0 to 1: up to half for handlers on the path, by
	// their distance, and above that for frames of the trace; 1 is the method of the crash.
	Approach float64
	// Likeness is how much an exception that the event caused is like the wanted one, from 0 to 1;
	// 0 without one.
	Likeness float64
	// Goals is the share of the plan's goals that hold, as far as screens tell (Standing);
	// Told says that the plan has such goals.
	Goals float64
	Told  bool
}

// Weights of the parts in the number. EvoCrash's fitness counts the line three times, the
// exception twice and the frames once; frames are half of our likeness, which so counts as
// much as both of the latter. What holds is worth less than the first step on the stack, so
// that goals order events that came equally far.
const (
	weightApproach = 3
	weightLikeness = 3
	weightGoals    = 1
)

// Value is the one number, from 0 to 1.
func (s Score) Value() float64 {
	sum, all := weightApproach*s.Approach+weightLikeness*s.Likeness, float64(weightApproach+weightLikeness)
	if s.Told {
		sum, all = sum+weightGoals*s.Goals, all+weightGoals
	}
	return sum / all
}

// AtPoint says that the method of the crash ran, called as in the wanted trace.
func (s Score) AtPoint() bool { return s.Approach >= 1 }

// OnStack says that a method of the wanted trace ran, called as there.
func (s Score) OnStack() bool { return s.Approach > pathPart }

// Scale measures events against one wanted crash. It is read-only once made; the nil Scale
// knows of no crash and gives the zero Score.
type Scale struct {
	exception string
	frames    []string           // of the app in the wanted trace, innermost first: "class.method"
	weights   map[string]float64 // approach level, by DEX name
	watched   []string
	stack     stack
	path      []Step
	goals     []goal
}

// New returns the scale of a guide's target; nil for no guide.
func New(g *guide.Guide) *Scale {
	if g == nil {
		return nil
	}
	s := &Scale{exception: g.Target.Exception, weights: weigh(g), watched: watch(g), path: pathOf(g), goals: goalsOf(g)}
	s.stack = stackFrom(g, s.weights, s.watched)
	for _, f := range g.Target.Frames {
		if f.InApp {
			s.frames = append(s.frames, f.Class+"."+f.Method)
		}
	}
	return s
}

// Watched are the methods, by DEX name and sorted, whose running tells: those of the trace,
// those of the milestones and of the plan, and the callbacks that lead there, but for those that run many
// times a second or call themselves.
func (s *Scale) Watched() []string {
	if s == nil {
		return nil
	}
	return slices.Clone(s.watched)
}

// Blind says that there is no method whose running tells.
func (s *Scale) Blind() bool { return s == nil || len(s.weights) == 0 }

// Weight is the approach level that the running of a method shows at most (Levels).
func (s *Scale) Weight(method string) float64 {
	if s == nil {
		return 0
	}
	return s.weights[method]
}

// Score measures an event by the watched methods that it ran and the exceptions that it caused.
func (s *Scale) Score(ran []string, thrown ...trace.Trace) Score {
	var score Score
	if s == nil {
		return score
	}
	for _, level := range s.Levels(ran) {
		score.Approach = max(score.Approach, level)
	}
	for _, t := range thrown {
		score.Likeness = max(score.Likeness, s.likeness(t))
	}
	return score
}

// likeness is half for the class of the exception, half for the part of the wanted frames of
// the app that its stack holds in their order. Another exception of a stack with none of
// them is not like the wanted one at all, and neither is the same exception elsewhere.
func (s *Scale) likeness(t trace.Trace) float64 {
	cause, ok := t.Cause()
	if !ok || len(s.frames) == 0 {
		return 0
	}
	var frames []string
	for _, f := range cause.Frames {
		frames = append(frames, f.Class+"."+f.Method)
	}
	common := float64(longestCommon(s.frames, frames)) / float64(len(s.frames))
	if common == 0 {
		return 0
	}
	likeness := common / 2
	if cause.Class == s.exception {
		likeness += 0.5
	}
	return likeness
}

// maxFrames bounds the frames that are compared: a stack that overflows has thousands.
const maxFrames = 256

// longestCommon is the length of the longest common subsequence.
func longestCommon[T comparable](a, b []T) int {
	a, b = a[:min(len(a), maxFrames)], b[:min(len(b), maxFrames)]
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}
