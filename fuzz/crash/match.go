package crash

import "talpa/asra/trace"

// Matcher compares crashes with the wanted trace.
type Matcher struct {
	Want trace.Trace
	// InApp says whether the APK defines a class; nil is a guess by names.
	InApp func(class string) bool
	// Least is the weakest level that counts; None stands for Point.
	Least trace.Level
	// Lines says that the wanted crash point's line is one of this APK, as the
	// static half found. The same exception with another message on another line
	// of that method is then another crash.
	Lines bool
}

// Verdict is a crash and how well it agrees with the wanted trace.
type Verdict struct {
	Crash Crash
	Match trace.Match
	// Accepted says that it counts as the wanted crash.
	Accepted bool
}

// Judge compares one crash. A crash that is only logged is accepted only if
// the wanted trace is one that an app logged, too: its lines bear the tag of
// the app's own handler.
func (m Matcher) Judge(c Crash) Verdict {
	v := Verdict{Crash: c, Match: trace.Compare(m.Want, c.Trace, m.InApp)}
	least := max(m.Least, trace.Point)
	v.Accepted = v.Match.Level >= least && (c.Fatal() || !m.Want.Fatal && m.Want.Tag != "")
	switch {
	case v.Match.Level < least:
	case !v.Accepted:
		v.Match.Why += "; but the app caught and logged it"
	case m.Lines && !v.Match.Message && !v.Match.PointLine():
		v.Accepted = false
		v.Match.Why += "; another crash of this method: line and message differ, and this app has the wanted line"
	}
	return v
}

// Best judges all crashes and returns the accepted one that agrees best, or,
// if none is accepted, the one that comes nearest; the first among equals. ok
// is false if there are no crashes.
func (m Matcher) Best(crashes []Crash) (best Verdict, ok bool) {
	for i, c := range crashes {
		v := m.Judge(c)
		if i == 0 || v.Accepted && !best.Accepted || v.Accepted == best.Accepted && v.Match.Level > best.Match.Level {
			best = v
		}
	}
	return best, len(crashes) > 0
}
