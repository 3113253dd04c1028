package answer

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/trace"
)

// TestOfApps: what is tried of other apps' answers goes by what fails, what the callback tests and what the trace shows.
func TestOfApps(t *testing.T) {
	t.Parallel()
	failing := func(use string) *guide.CrashCondition {
		return &guide.CrashCondition{Kind: guide.CrashNull, Use: use, Sources: []guide.Source{
			{Subject: guide.Subject{Kind: guide.SubjectResult}},
		}}
	}
	ok, null := int64(ResultOK), int64(0)
	isOK := guide.Condition{
		Subject: guide.Subject{Kind: guide.SubjectArgument, Register: resultRegister}, Min: &ok, Max: &ok,
	}
	data := guide.Subject{Kind: guide.SubjectArgument, Register: dataRegister}
	isNull, isData := guide.Condition{Subject: data, Min: &null, Max: &null}, guide.Condition{Subject: data, Not: []int64{0}}
	for name, c := range map[string]struct {
		crash *guide.CrashCondition
		tests []guide.Condition
		told  *trace.ActivityResult
		alone bool
		want  []guide.Answer
	}{
		"the intent": {crash: failing("android.content.Intent.getData"), want: []guide.Answer{"canceled", "empty", "data"}},
		"an extra":   {crash: failing("java.lang.String.trim"), want: []guide.Answer{"bare", "canceled", "empty", "data"}},
		"an extra, with data": {
			crash: failing("java.lang.String.trim"), tests: []guide.Condition{isOK, isData},
			alone: true, want: []guide.Answer{"bare", "data", "gone", "file"},
		},
		"without data": {
			crash: failing("java.lang.String.trim"), tests: []guide.Condition{isOK, isNull}, want: []guide.Answer{"empty"},
		},
		"as the trace shows": {
			crash: failing("java.lang.String.trim"), told: &trace.ActivityResult{Result: ResultCanceled},
			want: []guide.Answer{"canceled"},
		},
		"no app answers so": {
			crash: failing("java.lang.String.trim"), told: &trace.ActivityResult{Result: 7}, alone: true,
			want: []guide.Answer{"bare", "canceled", "empty", "data", "gone", "file"},
		},
	} {
		if got := OfApps(c.crash, c.tests, c.told, c.alone); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
