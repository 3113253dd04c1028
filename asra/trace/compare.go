package trace

import (
	"fmt"
	"slices"
	"strings"
)

// Level says how well two traces agree. They are ordered: whoever wants at least a level compares
// with it.
type Level int

// Levels, weakest first.
const (
	// None: another crash.
	None Level = iota
	// Point: the innermost cause has the same class and the same deepest app
	// method.
	Point
	// Method: the same chain of exceptions and the same app methods.
	Method
	// Exact: Method, and the app frames stand on the same lines.
	Exact
)

// String returns the level's name: "none", "point", "method" or "exact".
func (l Level) String() string {
	return [...]string{"none", "point", "method", "exact"}[min(max(l, None), Exact)]
}

// Match is the result of a comparison. Message and Pairs are found at every level, for people and
// for reports.
type Match struct {
	Level Level
	// Why says in one sentence what agrees and what does not.
	Why string
	// Message says that the messages of the innermost causes agree after
	// NormalMessage. It does not decide the level.
	Message bool
	// Pairs are the frames that name the same method, framework frames
	// included, in the order of the wanted trace.
	Pairs []Pair
	// ByMessage says that the wanted trace has no app frame, and that its message is all that there is to compare: no
	// other crash can match better.
	ByMessage bool
}

// PointLine says that the crash point, the deepest app frame of the wanted trace that has a
// counterpart, stands on the same line in both. It is asked where two traces agree in everything
// but lines, as two builds of an app do.
func (m Match) PointLine() bool {
	deepest := -1
	for i, p := range m.Pairs {
		if p.App && (deepest < 0 || p.WantThrowable > m.Pairs[deepest].WantThrowable) {
			deepest = i
		}
	}
	return deepest >= 0 && m.Pairs[deepest].Line
}

// SameLines says that all frames of the app stand on the same lines in both: what lowers the level then is what another
// Android throws for the same fault, such as the class of the exception.
func (m Match) SameLines() bool {
	app := false
	for _, p := range m.Pairs {
		if p.App && !p.Line {
			return false
		}
		app = app || p.App
	}
	return app
}

// Pair is a frame of the wanted trace and its counterpart in the other.
// Frames that only one of the traces has are in none.
type Pair struct {
	WantThrowable, WantFrame int // indices into Chain and Frames
	GotThrowable, GotFrame   int
	App                      bool // the frame decides: it is in the app
	Line                     bool // the lines agree as well
}

// Compare says how well got agrees with want. Only app frames decide, those whose class inApp
// accepts (typically: the APK defines it); a nil inApp takes everything that IsFramework does not
// claim. Frames of well-known bundled libraries decide only if the wanted trace has no others.
// Exceptions that the framework wraps around one of the app are left out on both sides. Where the
// wanted text breaks off, frames that it does not show may follow; where nothing is left but what
// the framework says around the cause, that decides. It is not symmetric: got may have more than
// want (causes, frames behind a cut), never less.
func Compare(want, got Trace, inApp func(class string) bool) Match {
	if len(want.Chain) == 0 || len(got.Chain) == 0 {
		return Match{Why: "not both are Java exceptions"}
	}
	if m, ok := compareTruncated(want, got); ok {
		return m
	}
	c := comparison{want: normalise(want), got: normalise(got)}
	c.sel = newSelector(c.want, inApp)
	m := c.decide()
	m.Message = sameMessage(c.want[len(c.want)-1].message, c.counterpart().message)
	m.Pairs = c.pairs()
	return m
}

// comparison holds two normalised chains.
type comparison struct {
	want, got []part
	sel       selector
}

// counterpart is the part of got that stands for the innermost one of want: the one at its
// place in the chain where got only goes on, else the innermost. Where the app is in the wanted one but not in
// that part, the latter is a wrapper of the same class, as of a library, that the wanted text leaves out.
func (c comparison) counterpart() part {
	place := c.got[min(len(c.want), len(c.got))-1]
	wrapper := len(c.sel.app(place)) == 0 && len(c.sel.app(c.want[len(c.want)-1])) > 0
	if c.isPrefix() && !wrapper {
		return place
	}
	return c.got[len(c.got)-1]
}

// isPrefix says whether got has the classes of want and perhaps more causes.
// Classes are compared as the traces name them, whatever library they are of.
func (c comparison) isPrefix() bool {
	if len(c.got) < len(c.want) {
		return false
	}
	for i := range c.want {
		if !sameClass(c.want[i].class, c.got[i].class) {
			return false
		}
	}
	return true
}

// decide finds the level. It goes from the strongest level to the weakest; what ends early is told
// in words, since a match that failed is the most read one.
func (c comparison) decide() Match {
	want, got := c.want[len(c.want)-1], c.counterpart()
	if !relatedClass(want.class, got.class) {
		return Match{Why: fmt.Sprintf("the exception is %s, wanted is %s", got.class, want.class)}
	}
	if !c.sel.any(c.want, true) {
		return c.decideFrameless(want, got)
	}
	if c.overflow(want, got) {
		return c.decideOverflow(want, got)
	}
	if m, ok := c.decideChain(); ok {
		return m
	}
	wantPoint, okWant := c.point(c.want, want)
	gotPoint, okGot := c.point(c.got, got)
	switch {
	case !okWant || !okGot:
		return Match{Why: "no app frame at the crash point to compare"}
	case wantPoint.key() != gotPoint.key():
		return Match{Why: fmt.Sprintf("the crash point is %s, wanted is %s", gotPoint.Frame, wantPoint.Frame)}
	}
	return Match{Level: Point, Why: "same exception and crash point, " + c.difference()}
}

// decideChain compares the whole chains, frame by frame. What got has beyond the wanted
// chain may not matter: a newer Android puts a further cause under an exception. It lowers
// the level only if the app took part in it. False if the chains do not agree so far; the
// crash point alone can still be the same.
func (c comparison) decideChain() (Match, bool) {
	related := len(c.got) >= len(c.want)
	for i := 0; related && i < len(c.want); i++ {
		related = relatedClass(c.want[i].class, c.got[i].class)
	}
	if !related {
		return Match{}, false
	}
	var notes []string
	level := Exact
	for i, w := range c.want {
		lines, ok := sameFrames(c.sel.app(w), c.sel.app(c.got[i]), w.cut)
		if !ok {
			return Match{}, false
		}
		if lines != "" && level == Exact {
			level, notes = Method, append(notes, lines)
		}
		if !sameClass(w.class, c.got[i].class) || w.class == "" {
			level = Method
			notes = append(notes, fmt.Sprintf("%s for %s", orUnknown(c.got[i].class), orUnknown(w.class)))
		}
	}
	for i := len(c.want); i < len(c.got); i++ {
		if !inherits(c.got[i], c.got[i-1], c.sel.app) {
			level = Method
		}
		notes = append(notes, "it has a further cause, "+c.got[i].class)
	}
	why := "same exceptions and app frames"
	switch {
	case level == Exact && c.hasLines():
		why += ", with lines"
	case level == Exact:
		notes = append(notes, "the wanted trace has no lines to compare")
	}
	if len(notes) > 0 {
		why += ", but " + strings.Join(notes, "; ")
	}
	return Match{Level: level, Why: why}, true
}

// hasLines says whether the place of any app frame was compared: its line, or where it is in code without lines. A
// trace without any may still be matched exactly, and says so.
func (c comparison) hasLines() bool {
	for i, p := range c.want {
		got := c.sel.app(c.got[i])
		for j, f := range c.sel.app(p) {
			if f.SourceLine() > 0 || f.File == "" && f.Line > 0 && j < len(got) && got[j].Line == f.Line {
				return true
			}
		}
	}
	return false
}

// difference says in words why the chains are not the same.
func (c comparison) difference() string {
	if len(c.want) != len(c.got) || !c.isPrefix() {
		return fmt.Sprintf("but the chain is %s, wanted is %s", classes(c.got), classes(c.want))
	}
	return "but other app frames lead to it"
}

// classes names the exceptions of a chain, outermost first.
func classes(parts []part) string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = simpleName(p.class)
	}
	return strings.Join(names, " < ")
}

// point returns the deepest app frame of p, the place that a person would name. If p shows none, because the text
// broke off, the throwables around it are asked, nearest first.
func (c comparison) point(chain []part, p part) (placed, bool) {
	for i := len(chain) - 1; i >= 0; i-- {
		if chain[i].index > p.index {
			continue
		}
		if app := c.sel.app(chain[i]); len(app) > 0 {
			return app[0], true
		}
	}
	return placed{}, false
}

// decideFrameless compares crashes whose wanted trace has no app frame at all:
// nothing but the exceptions and the message can tell them apart.
func (c comparison) decideFrameless(want, got part) Match {
	if c.sel.any(c.got, false) {
		return Match{Why: "the wanted trace has no app frame, this crash has"}
	}
	if !sameClass(want.class, got.class) || NormalMessage(want.message) != NormalMessage(got.message) {
		return Match{Why: "no app frames to compare, and the messages differ"}
	}
	return Match{
		Level: Point, Why: "same exception and message; there are no app frames to compare", ByMessage: want.message != "",
	}
}

// overflow says whether both are stack overflows. Where they begin and how deep they go is
// chance, so that their frames cannot be compared one by one.
func (c comparison) overflow(want, got part) bool {
	return want.class == "java.lang.StackOverflowError" && got.class == want.class
}

// decideOverflow compares the methods of the recursion.
func (c comparison) decideOverflow(want, got part) Match {
	w, g := recursion(c.sel.app(want), true), recursion(c.sel.app(got), true)
	if len(w) > 0 && slices.Equal(w, g) && len(c.want) == len(c.got) {
		return Match{Level: Exact, Why: "the same methods call each other, with lines"}
	}
	w, g = recursion(c.sel.app(want), false), recursion(c.sel.app(got), false)
	if len(w) > 0 && slices.Equal(w, g) {
		return Match{Level: Method, Why: "the same methods call each other, on other lines"}
	}
	return Match{Why: "other methods call each other"}
}

// recursion returns the sorted set of methods that stand in frames three times
// or more: those that call each other until the stack is full. What led there stands once
// or twice. With lines, a method counts by each of its lines.
func recursion(frames []placed, lines bool) []string {
	count := map[string]int{}
	for _, f := range frames {
		key := f.key()
		if lines {
			key = fmt.Sprintf("%s:%d", key, f.SourceLine())
		}
		count[key]++
	}
	var set []string
	for key, n := range count {
		if n >= 3 {
			set = append(set, key)
		}
	}
	slices.Sort(set)
	return set
}

// sameFrames compares app frames by method and order. lines says how the lines differ,
// "" if they do not. If the wanted list is cut it may be shorter.
func sameFrames(want, got []placed, cut bool) (lines string, ok bool) {
	if len(want) != len(got) && (!cut || len(want) > len(got)) {
		return "", false
	}
	for i, w := range want {
		g := got[i]
		if w.key() != g.key() {
			return "", false
		}
		if lines == "" && elsewhere(w.Frame, g.Frame) {
			lines = fmt.Sprintf("%s for %s", g.location(), w.Frame)
		}
	}
	return lines, true
}

// elsewhere says that two frames of one method are not in the same place: on another line, or, where both have
// places in the code in place of lines, at another one.
func elsewhere(a, b Frame) bool {
	if a.File == "" && b.File == "" {
		return a.Line > 0 && b.Line > 0 && a.Line != b.Line
	}
	return a.SourceLine() != b.SourceLine()
}

// sameMessage compares normalised messages; old versions of Android give none
// for faults that newer ones describe.
func sameMessage(want, got string) bool {
	w, g := NormalMessage(want), NormalMessage(got)
	none := func(s string) bool { return s == "" || s == "null" }
	return w == g || none(w) || none(g)
}

// sameClass compares exception classes. Some services print simple names, and
// the support library and AndroidX are one.
func sameClass(want, got string) bool {
	if want == got || want == "" {
		return true
	}
	simple := !strings.Contains(want, ".")
	library := IsLibrary(want) && IsLibrary(got)
	return (simple || library) && simpleName(want) == simpleName(got)
}

// classFamilies are exceptions that runtimes throw for the same fault. An app runs on the
// Android of this build, and the trace is of another: newer versions tell apart what older
// ones threw alike.
var classFamilies = [][]string{
	{ // which fault of a format is told first is the version's choice
		"java.util.FormatFlagsConversionMismatchException", "java.util.IllegalFormatConversionException",
		"java.util.UnknownFormatConversionException",
	},
	{
		"java.lang.IndexOutOfBoundsException", "java.lang.ArrayIndexOutOfBoundsException",
		"java.lang.StringIndexOutOfBoundsException",
	},
	{
		"android.app.RemoteServiceException",
		"android.app.RemoteServiceException$ForegroundServiceDidNotStartInTimeException",
		"android.app.RemoteServiceException$CannotPostForegroundServiceNotificationException",
	},
	{
		"java.lang.IllegalStateException", "android.app.BackgroundServiceStartNotAllowedException",
		"android.app.ForegroundServiceStartNotAllowedException",
	},
}

// relatedClass is sameClass or a class of the same family.
func relatedClass(want, got string) bool {
	if sameClass(want, got) {
		return true
	}
	for _, family := range classFamilies {
		if slices.Contains(family, want) && slices.Contains(family, got) {
			return true
		}
	}
	return false
}
