package plan

import (
	"strings"

	"talpa/asra/guide"
	"talpa/asra/plan/number"
)

// languageHold makes a goal of the language where the number that failed is written as another one writes it: with a
// decimal comma, or with digits of its own. People seldom type such a number into a field; what the app has formatted
// in the language of the phone, and reads again, looks so.
func languageHold(p *planner) {
	language := ""
	switch {
	case p.Crash == nil:
	case strings.ContainsAny(p.Target.Message, "\u0130\u0131"):
		language = "tr-TR" // a word of the code in capitals, or in small letters, as only Turkish and its kin write it
	case p.Crash.Kind == guide.CrashNumber && p.Crash.Want.Class == guide.WantText:
		language = number.Language(p.Crash.Want.Text)
	}
	if language == "" {
		return
	}
	g := speaks(language)
	p.hold(g.Subject, g.Want, "", g.Achievers)
}

// speaks is the goal that the phone is set to a language.
func speaks(language string) guide.Goal {
	return guide.Goal{
		Kind: guide.GoalHold, Subject: guide.Subject{Kind: guide.SubjectLanguage},
		Want:      guide.Want{Class: guide.WantText, Text: language},
		Achievers: []guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeConfigure, Values: []string{language}}},
	}
}
