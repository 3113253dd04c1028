package plan

import (
	"strings"
	"unicode"

	"talpa/asra/guide"
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
		language = languageOf(p.Crash.Want.Text)
	}
	if language == "" {
		return
	}
	p.hold(guide.Subject{Kind: guide.SubjectLanguage}, guide.Want{Class: guide.WantText, Text: language}, "",
		[]guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeConfigure, Values: []string{language}}})
}

// languageOf is a language in which a number is written as in a text; "" for one that English writes so, too, and for
// what is no number.
func languageOf(number string) string {
	number = strings.TrimSpace(number)
	whole, part, comma := strings.Cut(number, ",")
	digits := func(s string) bool {
		return s != "" && strings.TrimLeftFunc(strings.TrimPrefix(s, "-"), unicode.IsDigit) == ""
	}
	switch {
	case strings.IndexFunc(number, func(r rune) bool { return r >= 0x0660 && r <= 0x0669 }) >= 0:
		return "ar-EG"
	case strings.IndexFunc(number, func(r rune) bool { return r >= 0x06f0 && r <= 0x06f9 }) >= 0:
		return "fa-IR"
	case comma && digits(strings.ReplaceAll(whole, ".", "")) && digits(part):
		return "de-DE"
	}
	return ""
}
