package property

import (
	"errors"
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// attempt is a rule of which some events were played.
type attempt struct {
	rule  *Rule
	first *ui.Screen     // where it began
	state *starlark.Dict // when it began; never changed
	steps []played
	draws []draw
	// keyed says that an event used a reserved widget, planned that the oracle itself
	// asked for its events.
	keyed, planned bool
	// out is where the events so far led the rule; nil before anybody asked.
	out *result
}

// played is an event of a rule and the screen after it.
type played struct {
	event  event.Event
	widget int // on the screen before it, -1 for none
	after  *ui.Screen
}

// draw is a value that chance chose for a rule.
type draw struct {
	text   string // of word; of number its digits
	number bool
	from   int // of choose: how many there were, 0 for the others
	at     int // of choose: which was taken
}

// last is the screen that an attempt came to.
func (a *attempt) last() *ui.Screen {
	if len(a.steps) == 0 {
		return a.first
	}
	return a.steps[len(a.steps)-1].after
}

// with is the attempt with other draws. It shares the rest, of which nothing is changed.
func (a *attempt) with(draws []draw) *attempt {
	b := *a
	b.draws, b.out = draws, nil
	return &b
}

// next is where the events so far led the rule: it runs the rule once, and keeps what it drew.
func (a *attempt) next(rng *rand.Rand) result {
	if a.out == nil {
		out := a.run(rng)
		a.out, a.draws = &out, out.draws
	}
	return *a.out
}

// ending is how running a rule over what was played so far ended.
type ending int

// The endings.
const (
	wants    ending = iota // it asks for an event
	ended                  // it came to its end: what it checked holds
	failed                 // a check does not hold
	broken                 // it cannot go on: a widget is missing, an assumption does not hold
	diverged               // what was played is not what it asks for
	faulty                 // the code of the file is wrong
)

// result is what running a rule over what was played led to.
type result struct {
	ending ending
	event  event.Event // of wants
	widget int         // the event's, on the last screen; -1 for none
	state  *starlark.Dict
	draws  []draw
	checks int             // that hold
	why    string          // of failed, broken and faulty
	at     syntax.Position // of a check that failed
}

// execution is one run of a rule over what was played.
type execution struct {
	*attempt
	rng   *rand.Rand // nil: drawn values are placeholders, to be told by what was played
	next  int        // of attempt.steps
	drawn int        // values drawn so far
	line  int        // of the rule\'s function, where it calls
	out   result
}

// Errors that end a run, and are no faults of the file.
var (
	errAsked    = errors.New("an event is asked for")
	errFailed   = errors.New("a check does not hold")
	errBroken   = errors.New("the rule cannot go on")
	errDiverged = errors.New("another event was played")
)

// run runs the rule over what was played. The attempt is not changed.
func (a *attempt) run(rng *rand.Rand) result {
	state, err := copied(a.state)
	x := &execution{attempt: a.with(slices.Clone(a.draws)), rng: rng, out: result{widget: -1}}
	if err == nil {
		x.out.state, _ = state.(*starlark.Dict)
		p := &page{screen: a.first, state: x.out.state, act: x}
		_, err = starlark.Call(newThread(a.rule.Name), a.rule.do, starlark.Tuple{p}, nil)
	}
	if err == nil {
		_, err = copied(x.out.state) // what cannot be remembered is said now
	}
	x.out.draws = x.draws
	switch {
	case err == nil && x.next < len(a.steps), errors.Is(err, errDiverged):
		x.out.ending = diverged
	case err == nil:
		x.out.ending = ended
	case errors.Is(err, errAsked):
		x.out.ending = wants
	case errors.Is(err, errFailed):
		x.out.ending = failed
	case errors.Is(err, errBroken):
		x.out.ending = broken
	default:
		x.out.ending, x.out.why = faulty, explain(err).Error()
	}
	if x.next < len(a.steps) && (x.out.ending == failed || x.out.ending == broken) {
		x.out.ending = diverged // it ended before the last event
	}
	return x.out
}

func newThread(name string) *starlark.Thread {
	thread := &starlark.Thread{Name: name, Print: func(*starlark.Thread, string) {}}
	thread.SetMaxExecutionSteps(maxSteps)
	return thread
}

// do has the rule ask for an event, or takes the one that was played.
func (p *page) do(e event.Event, widget int) (starlark.Value, error) {
	x := p.act
	if err := e.Validate(); err != nil {
		return nil, err
	}
	if x.next == len(x.steps) {
		x.out.event, x.out.widget = e, widget
		return nil, errAsked
	}
	step := x.steps[x.next]
	if !same(e, widget, step.event, step.widget, p.screen) {
		return nil, errDiverged
	}
	x.next++
	p.screen = step.after
	return starlark.None, nil
}

// same says whether two events on a screen do the same. widgets are the indices of the
// widgets that they act on, -1 for none.
func same(a event.Event, widgetA int, b event.Event, widgetB int, s *ui.Screen) bool {
	if a.Kind != b.Kind || a.Arg != b.Arg || a.Value != b.Value {
		return false
	}
	switch a.Kind {
	case event.Wait:
		return a.Millis == b.Millis
	case event.Swipe:
		return a.X == b.X && a.Y == b.Y && a.X2 == b.X2 && a.Y2 == b.Y2
	}
	if widgetA < 0 || widgetB < 0 {
		return widgetA == widgetB
	}
	return s.SameTouch(widgetA, widgetB)
}

// accept returns the attempt with an event that was played, if that is what it asks for:
// as it drew its values, or with other ones that fit all that was played so far.
func (a *attempt) accept(step played, rng *rand.Rand) (*attempt, result, bool) {
	out := a.next(rng)
	if out.ending != wants {
		return nil, out, false
	}
	for _, draws := range alternatives(out, step.event) {
		b := a.with(draws)
		b.steps = append(slices.Clone(a.steps), step)
		if next := b.next(rng); next.ending != diverged {
			return b, next, true
		}
	}
	return nil, out, false
}

// alternatives are the draws under which a rule may ask for the event that was played:
// as they are first, then with the texts that were typed, then with others chosen.
func alternatives(out result, e event.Event) [][]draw {
	all := [][]draw{out.draws}
	if out.event.Kind != e.Kind {
		return all
	}
	if typed, ok := substituted(out.draws, out.event.Value, e.Value); ok {
		all = append(all, typed)
	}
	for i, d := range out.draws {
		for at := range d.from {
			if at != d.at {
				other := slices.Clone(out.draws)
				other[i].at = at
				all = append(all, other)
			}
		}
	}
	return all
}

// substituted are the draws under which a text would have been another one: "ab 7" from
// the word "ab" and the number 7 becomes "xy 12" with "xy" and 12.
func substituted(draws []draw, text, want string) ([]draw, bool) {
	if text == want {
		return nil, false
	}
	var pattern strings.Builder
	var order []int // of the draws in the text
	for rest := text; rest != ""; {
		first, at := -1, len(rest)
		for i, d := range draws {
			if j := strings.Index(rest, d.text); d.text != "" && j >= 0 && j < at {
				first, at = i, j
			}
		}
		pattern.WriteString(regexp.QuoteMeta(rest[:at]))
		if first < 0 {
			break
		}
		pattern.WriteString(map[bool]string{true: `(-?\d+)`, false: `([^\n]+?)`}[draws[first].number])
		order = append(order, first)
		rest = rest[at+len(draws[first].text):]
	}
	if len(order) == 0 {
		return nil, false
	}
	re, err := regexp.Compile(`\A` + pattern.String() + `\z`)
	if err != nil {
		return nil, false
	}
	groups := re.FindStringSubmatch(want)
	if groups == nil {
		return nil, false
	}
	other := slices.Clone(draws)
	for n, i := range order {
		other[i].text = groups[n+1]
	}
	return other, true
}

// drawing takes the next value that was drawn, or draws it.
func (x *execution) drawing(make func() draw) *draw {
	if x.drawn == len(x.draws) {
		x.draws = append(x.draws, make())
	}
	x.drawn++
	return &x.draws[x.drawn-1]
}

// drawWord draws a text that is neither on the screen nor anywhere in the state, so that it
// is not taken for something else.
func drawWord(p *page, c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	x := p.act
	d := x.drawing(func() draw { return draw{text: newWord(x.rng, p.screen, p.state.String())} })
	return starlark.String(d.text), nil
}

// newWord makes a text of letters and digits, one in eight with what a query, a path or
// a page might stumble over.
func newWord(rng *rand.Rand, s *ui.Screen, state string) string {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	if rng == nil {
		return "\u2026" // a replay tells it
	}
	for tries := 0; ; tries++ {
		from := []string{letters, digits, letters + digits}[rng.Intn(3)]
		b := make([]byte, 2+rng.Intn(4)+tries/10)
		for i := range b {
			b[i] = from[rng.Intn(len(from))]
		}
		text := string(b)
		if rng.Intn(8) == 0 {
			text = string(`?'%<`[rng.Intn(4)]) + text
		}
		if !strings.Contains(state, text) && (s == nil || !slices.ContainsFunc(s.Widgets, func(w ui.Widget) bool {
			return strings.Contains(w.Text, text)
		})) {
			return text
		}
	}
}

func drawNumber(p *page, c call) (starlark.Value, error) {
	var low, high int
	if err := c.unpack("low", &low, "high", &high); err != nil {
		return nil, err
	}
	if low > high || high-low < 0 {
		return nil, fmt.Errorf("number: there is none from %d to %d", low, high)
	}
	x := p.act
	d := x.drawing(func() draw {
		n := low
		if span := high - low; x.rng != nil && span+1 > 0 {
			n += x.rng.Intn(span + 1)
		}
		return draw{text: strconv.Itoa(n), number: true}
	})
	n, err := strconv.Atoi(d.text)
	if err != nil || n < low || n > high {
		return nil, errDiverged // what was typed is no such number
	}
	return starlark.MakeInt(n), nil
}

func drawChoice(p *page, c call) (starlark.Value, error) {
	var of starlark.Iterable
	if err := c.unpack("of", &of); err != nil {
		return nil, err
	}
	items := elements(of)
	if len(items) == 0 {
		return nil, p.breakOff("there is nothing to choose from")
	}
	x := p.act
	d := x.drawing(func() draw {
		d := draw{from: len(items)}
		if x.rng != nil {
			d.at = x.rng.Intn(len(items))
		}
		return d
	})
	if d.at >= len(items) || d.from != len(items) {
		return nil, errDiverged
	}
	return items[d.at], nil
}

// breakOff says why the rule cannot go on.
func (p *page) breakOff(format string, args ...any) error {
	p.act.out.why = fmt.Sprintf("line %d: ", p.act.line) + fmt.Sprintf(format, args...)
	return errBroken
}

func demand(p *page, c call) (starlark.Value, error) {
	var holds starlark.Value
	var message string
	if err := c.unpack("holds", &holds, "message?", &message); err != nil {
		return nil, err
	}
	if holds.Truth() {
		p.act.out.checks++
		return starlark.None, nil
	}
	at := c.thread.CallFrame(1).Pos
	p.act.out.at, p.act.out.why = at, message
	if message == "" {
		p.act.out.why = fmt.Sprintf("the check in line %d does not hold", at.Line)
	}
	return nil, errFailed
}

func assume(p *page, c call) (starlark.Value, error) {
	var holds starlark.Value
	var message string
	if err := c.unpack("holds", &holds, "message?", &message); err != nil {
		return nil, err
	}
	if holds.Truth() {
		return starlark.None, nil
	}
	if message == "" {
		message = "what it assumes does not hold"
	}
	return nil, p.breakOff("%s", message)
}
