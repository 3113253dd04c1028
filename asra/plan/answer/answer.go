// Package answer says which answers of other apps and of a server lead to a failure: of a server errors, answers that
// are wrong as a whole, and such as are right but for the field that the crash condition names.
package answer

import (
	"slices"
	"strconv"
	"strings"

	"talpa/asra/guide"
)

// Unexpected are the answers of a server that lead to a failure of which a field, "" for none, is to be as wanted. A
// failure of the network wants that there is no answer; any other failure wants an answer that the app did not expect,
// the likeliest for the failure first, and none comes last. Where the field is known that fails, an answer that is
// right otherwise comes before those that are wrong as a whole: the code reads other fields before it.
func Unexpected(c *guide.CrashCondition, field string, want guide.Want) []guide.Achiever {
	offline := guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeOffline}
	if c.Kind == guide.CrashNetwork {
		return append([]guide.Achiever{offline}, answersOf(guide.AnswerNone, guide.AnswerError)...)
	}
	return slices.Concat(oddField(c, field, want), answersOf(whole(c)...), []guide.Achiever{offline})
}

// Failing are the answers by which a request fails: no network, none, an error, what cannot be read.
func Failing() []guide.Achiever {
	offline := guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeOffline}
	return append([]guide.Achiever{offline}, answersOf(guide.AnswerNone, guide.AnswerError, guide.AnswerBroken)...)
}

// Errors are the errors of a server that give a status as wanted: the one that the code compares it with, or else
// that there is no such thing, that the server failed, that it wants a login.
func Errors(want guide.Want) []guide.Achiever {
	list := []string{"404", "500", "401"}
	if n := want.Min; n != nil && *n >= 400 && *n < 600 {
		list = []string{strconv.FormatInt(*n, 10)}
	}
	all := make([]guide.Achiever, len(list))
	for i, status := range list {
		all[i] = guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerError, Values: []string{status}}
	}
	return all
}

// oddField are the answers of a server that are right but for a field, the likeliest for the failure first; none if no
// field is known. A message that names the field that is missing is about one in what failed.
func oddField(c *guide.CrashCondition, field string, want guide.Want) []guide.Achiever {
	if c.Kind == guide.CrashKey && c.Name != "" {
		field = strings.TrimPrefix(field+"."+c.Name, ".")
		return ofField(field, guide.AnswerMissing)
	}
	if field == "" {
		return nil
	}
	switch {
	case want.Class == guide.WantSize && want.Max != nil && *want.Max > 0:
		all := ofField(field, guide.AnswerSize, guide.AnswerMissing)
		all[0].Rows = int(min(*want.Max, maxElements))
		return all
	case want.Class == guide.WantText:
		all := ofField(field, guide.AnswerValue, guide.AnswerText)
		all[0].Values = []string{want.Text}
		return all
	case want.Class == guide.WantNoText:
		return ofField(field, guide.AnswerText, guide.AnswerEmpty)
	case c.Kind == guide.CrashNull:
		return ofField(field, guide.AnswerMissing, guide.AnswerNull)
	case c.Kind == guide.CrashClass:
		return ofField(field, guide.AnswerText, guide.AnswerNull)
	}
	return ofField(field, guide.AnswerEmpty, guide.AnswerMissing)
}

// maxElements bounds the elements that a field of a server's answer is to have.
const maxElements = 1000

// ofField are servers that answer so, in a field.
func ofField(field string, list ...guide.Answer) []guide.Achiever {
	all := answersOf(list...)
	for i := range all {
		all[i].Key = field
	}
	return all
}

// answersOf are servers that answer so.
func answersOf(list ...guide.Answer) []guide.Achiever {
	all := make([]guide.Achiever, len(list))
	for i, a := range list {
		all[i] = guide.Achiever{Kind: guide.AchieveServer, Answer: a}
	}
	return all
}

// whole are the answers of a server that can lead to a failure, the likeliest first: what lacks a key or has
// nothing at an index is data without members, a text that ends at its begin is none at all. A null is one that a
// method gives that could not read the data, or was left out of it, or there is no data for an error. Else apps forget
// a page in place of data first.
func whole(c *guide.CrashCondition) []guide.Answer {
	switch {
	case c.Kind == guide.CrashKey, c.Kind == guide.CrashIndex:
		return []guide.Answer{guide.AnswerBare, guide.AnswerEmpty, guide.AnswerBroken, guide.AnswerError}
	case c.Kind == guide.CrashNull:
		return []guide.Answer{guide.AnswerBroken, guide.AnswerBare, guide.AnswerError, guide.AnswerEmpty}
	case c.Want.Class == guide.WantEmpty:
		return []guide.Answer{guide.AnswerEmpty, guide.AnswerBare, guide.AnswerError, guide.AnswerBroken}
	}
	return []guide.Answer{guide.AnswerBroken, guide.AnswerEmpty, guide.AnswerBare, guide.AnswerError}
}
