package relevance

import (
	"slices"
	"strings"
	"unicode"

	"talpa/asra/guide"
)

// maxQuoted bounds the values taken out of a message, maxValue their length in
// bytes.
const (
	maxQuoted = 8
	maxValue  = 80
)

// typedValues are the texts that somebody typed, as far as the guide knows: what the failing value
// is to be, and what the message quotes, as parsers, statements and paths give it back.
func typedValues(g *guide.Guide) []string {
	var values []string
	add := func(v string) {
		if len(v) <= maxValue && len(values) < maxQuoted && !slices.Contains(values, v) && !isCode(v) {
			values = append(values, v)
		}
	}
	if wantsText(g.Crash) {
		add(g.Crash.Want.Text)
	}
	if g.Plan != nil {
		for i := range g.Plan.Goals {
			for j := range g.Plan.Goals[i].Achievers {
				if a := &g.Plan.Goals[i].Achievers[j]; a.Kind == guide.AchieveText {
					for _, v := range a.Values {
						add(v)
					}
				}
			}
		}
	}
	for _, mark := range []string{`"`, "'", "`"} {
		// Within words these are apostrophes.
		for _, v := range enclosed(g.Target.Message, mark, mark) {
			add(v)
		}
	}
	if g.Crash != nil && g.Crash.Kind == guide.CrashStatement {
		for _, v := range values[:len(values):len(values)] {
			add("'" + v) // what follows the quote that broke the statement
		}
	}
	return values
}

// wantsText says whether the failing value is a text that is known, the empty one included.
func wantsText(c *guide.CrashCondition) bool {
	return c != nil && (c.Want.Class == guide.WantText ||
		c.Want.Class == guide.WantEmpty && (c.Kind == guide.CrashNumber || c.Kind == guide.CrashText))
}

// tells says whether the failing value is a text that somebody typed, most likely.
func tells(g *guide.Guide) bool {
	if !wantsText(g.Crash) {
		return false
	}
	switch g.Crash.Kind {
	case guide.CrashNumber, guide.CrashText, guide.CrashStatement, guide.CrashArgument, guide.CrashFile:
		return true
	}
	return false
}

// enclosed returns what stands between marks, all of it.
func enclosed(s, opening, closing string) []string {
	var found []string
	for {
		_, tail, ok := strings.Cut(s, opening)
		if !ok {
			return found
		}
		text, after, ok := strings.Cut(tail, closing)
		if !ok {
			return found
		}
		found, s = append(found, text), after
	}
}

// isCode says whether a quoted text is a name or a signature of code and not a
// value: "void android.view.View.setText(int)", "com.foo.Bar".
func isCode(v string) bool {
	if strings.ContainsAny(v, "\n\r") || strings.Contains(v, "(") && strings.Contains(v, ".") {
		return true
	}
	if strings.Count(v, ".") < 2 || strings.Contains(v, "/") {
		return false
	}
	return strings.IndexFunc(v, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '$' && r != '_'
	}) < 0 && strings.IndexFunc(v, unicode.IsLetter) == 0
}

// wantsEmpty says whether the crash wants an empty list: then what a search
// adds to the app's data only hides it.
func wantsEmpty(g *guide.Guide) bool {
	c := g.Crash
	if c == nil {
		return false
	}
	return (c.Kind == guide.CrashIndex || c.Kind == guide.CrashEmpty) && c.Size != nil && *c.Size == 0 && !wantsRow(g.Plan)
}

// wantsRow says whether a plan needs a row in the list of the crash: what is empty then is something else.
func wantsRow(p *guide.Plan) bool {
	return p != nil && slices.ContainsFunc(p.Goals, func(goal guide.Goal) bool {
		return goal.Kind == guide.GoalCrash && len(goal.Achievers) > 0 && goal.Achievers[0].Role == guide.RoleItem ||
			goal.Want.Class == guide.WantPresent && slices.ContainsFunc(goal.Achievers, func(a guide.Achiever) bool {
				return a.Kind == guide.AchieveAddRows
			})
	})
}
