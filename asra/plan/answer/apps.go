package answer

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/trace"
)

// Results of activities, as android.app.Activity has them.
const (
	ResultCanceled = 0
	ResultOK       = -1
)

// The parameters of onActivityResult that have a result and its data.
const (
	resultRegister = 2
	dataRegister   = 3
)

// OfApps are the answers of other apps with which a crash can happen, the likeliest first: those that the code takes,
// by what the callback that gets them tests, and of these the one that the trace shows, if it shows any. Where no other
// app answers as the trace shows, they are all that the code takes if nothing else answers, which alone says.
func OfApps(
	c *guide.CrashCondition, tests []guide.Condition, told *trace.ActivityResult, alone bool,
) []guide.Answer {
	all := likely(c)
	switch more := vanished(c); {
	case !alone || len(more) == 0:
	case c.Kind == guide.CrashIndex: // there are no rows, so the answer has data: no app asks for the rows of none
		all = append(more, all...)
	default:
		all = append(all, more...)
	}
	code := slices.DeleteFunc(all, func(a guide.Answer) bool { return !Passes(tests, a) })
	if told == nil {
		return code
	}
	shown := slices.DeleteFunc(slices.Clone(code), func(a guide.Answer) bool {
		result, data := given(a)
		return told.Result != result || told.Data != data
	})
	if len(shown) == 0 && alone {
		return code
	}
	return shown
}

// likely are the answers in the order in which they are worth trying: no, yes without anything, yes. Where what fails
// was taken out of the answer, and not the answer itself, data in which nothing is comes first: an answer without data
// mostly fails before.
func likely(c *guide.CrashCondition) []guide.Answer {
	all := []guide.Answer{guide.AnswerCanceled, guide.AnswerEmpty, guide.AnswerData}
	if c == nil || c.Kind != guide.CrashNull || c.Use == "" || strings.HasPrefix(c.Use, "android.content.Intent.") ||
		!fromAnswer(c) {
		return all
	}
	return append([]guide.Answer{guide.AnswerBare}, all...)
}

// given is the result that an answer gives, and whether it has data.
func given(a guide.Answer) (result int64, data bool) {
	if a == guide.AnswerCanceled {
		return ResultCanceled, false
	}
	return ResultOK, a != guide.AnswerEmpty
}

// Passes says that a callback goes on to the crash with an answer, by the result and the data that it tests. Where it
// tests none, all may do.
func Passes(tests []guide.Condition, a guide.Answer) bool {
	result, data := given(a)
	return !slices.ContainsFunc(tests, func(c guide.Condition) bool {
		switch c.Subject {
		case guide.Subject{Kind: guide.SubjectArgument, Register: resultRegister}:
			return c.Min != nil && result < *c.Min || c.Max != nil && result > *c.Max || slices.Contains(c.Not, result)
		case guide.Subject{Kind: guide.SubjectArgument, Register: dataRegister}:
			return c.Null() && data || slices.Contains(c.Not, 0) && !data
		}
		return false
	})
}

// vanished are the answers that lead nowhere, where the failing value is read from one: of a picked thing that is gone
// the rows are none and no file opens, and nobody has rows for the path of a file.
func vanished(c *guide.CrashCondition) []guide.Answer {
	if c == nil || !fromAnswer(c) || !slices.Contains([]guide.CrashKind{
		guide.CrashNull, guide.CrashIndex, guide.CrashFile, guide.CrashColumn,
	}, c.Kind) {
		return nil
	}
	return slices.Clone(LeadNowhere)
}

// LeadNowhere are the answers whose data is there and leads to nothing.
var LeadNowhere = []guide.Answer{guide.AnswerGone, guide.AnswerFile}

// fromAnswer says that the failing value can be read from an answer.
func fromAnswer(c *guide.CrashCondition) bool {
	return slices.ContainsFunc(c.Sources, func(s guide.Source) bool { return s.Subject.Kind == guide.SubjectResult })
}
