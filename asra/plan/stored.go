package plan

import (
	"slices"
	"strconv"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/answer"
	"talpa/asra/plan/setting"
	"talpa/cfg/origin"
)

// storing are the handlers that store a setting as wanted, where code stores it and no settings screen has an entry for
// it: those that store the very value come first, then those that store what a field or a box has, which is filled in
// first, then those that store a server's answer, or of which it is not known what they store. What takes the setting
// away makes it absent.
func storing(p *planner, key string, want guide.Want) []guide.Achiever {
	var exact, entered, others []guide.Achiever
	gone := want.Class == guide.WantNull || want.Class == guide.WantAbsent
	for _, s := range setting.Stores(p.App, key) {
		some := p.RunningAt(s.Use)
		switch {
		case s.Removes && gone:
			exact = achieve.AddNew(exact, achieve.Handlers(some)...)
		case s.Removes, gone && len(s.Values) > 0, gone && s.Field != guide.Widget{}:
		case len(s.Values) > 0:
			if slices.ContainsFunc(s.Values, func(o origin.Origin) bool { return stores(o, want) }) {
				exact = achieve.AddNew(exact, achieve.Handlers(some)...)
			}
		case s.Field != guide.Widget{} && len(some) > 0:
			if need := enteredHold(p, s, want, some); need != 0 {
				for i := range some {
					some[i].Needs = append(some[i].Needs, need)
				}
			}
			entered = achieve.AddNew(entered, some...)
		default:
			if some = achieve.Handlers(some); len(some) == 0 {
				some = p.Beginners(s.Method)
			}
			if need := answeredHold(p, key, want); need != 0 {
				for i := range some {
					some[i].Needs = append(some[i].Needs, need)
				}
			}
			others = achieve.AddNew(others, some...)
		}
	}
	return slices.Concat(exact, entered, others)
}

// answeredHold makes a goal of what a server is to answer, where the crash is about a setting that keeps what one
// answered, and gives its number; 0 where it keeps anything else.
func answeredHold(p *planner, key string, want guide.Want) int {
	if p.Crash.Subject != (guide.Subject{Kind: guide.SubjectSetting, Name: key}) {
		return 0
	}
	for _, s := range p.Crash.Sources {
		if s.Subject.Kind == guide.SubjectServer {
			return p.hold(s.Subject, want, "", answer.Unexpected(p.Crash, s.Subject.Name, want))
		}
	}
	return 0
}

// stores says that a constant is a value as wanted.
func stores(o origin.Origin, want guide.Want) bool {
	switch want.Class {
	case guide.WantNumber, guide.WantSize:
		return o.Kind == origin.Int && (want.Min == nil || *want.Min <= o.Int) && (want.Max == nil || o.Int <= *want.Max)
	case guide.WantText:
		return o.Kind == origin.String && o.Text == want.Text
	case guide.WantEmpty:
		return o.Kind == origin.String && o.Text == ""
	}
	return true
}

// enteredHold makes a goal of what a field or a box is to have when it is stored, so that the setting is as wanted, and
// gives its number.
func enteredHold(p *planner, s setting.Store, want guide.Want, some []guide.Achiever) int {
	subject := guide.Subject{Kind: guide.SubjectAttribute, Name: "text", Widget: s.Field}
	a := guide.Achiever{
		Kind: guide.AchieveText, Widgets: []guide.Widget{s.Field}, Want: want, Values: p.values(want),
		Screen: achieve.OnlyScreen(some), Label: p.Label(achieve.OnlyScreen(some)),
	}
	switch {
	case s.Box && !stores(origin.Origin{Kind: origin.Int, Int: 1}, want):
		return 0 // it is not known how it is at first
	case s.Box:
		subject.Name, a.Kind, a.Gesture, a.Want = "checked", guide.AchieveGesture, guide.GestureCheck, guide.Want{}
	case want.Class == guide.WantNumber:
		n := int64(0)
		if want.Min != nil {
			n = *want.Min
		} else if want.Max != nil {
			n = *want.Max
		}
		a.Want = guide.Want{Class: guide.WantText, Text: strconv.FormatInt(n, 10)}
		a.Values = []string{a.Want.Text}
	}
	return p.hold(subject, want, a.Screen, []guide.Achiever{a})
}
