package trace_test

import (
	"testing"

	"talpa/asra/trace"
)

func TestTrace_ActivityResult(t *testing.T) {
	t.Parallel()
	const npe = "java.lang.NullPointerException\n\tat p.Main.onActivityResult(Main.java:7)\n"
	wrapped := func(info string) string {
		return "java.lang.RuntimeException: " + info + " to activity {p/p.Main}: java.lang.NullPointerException\n" +
			"\tat android.app.ActivityThread.deliverResults(ActivityThread.java:3539)\nCaused by: " + npe
	}
	for name, c := range map[string]struct {
		text string
		want trace.ActivityResult
		ok   bool
	}{
		"cancel": {
			wrapped("Failure delivering result ResultInfo{who=null, request=15, result=0, data=null}"),
			trace.ActivityResult{Request: 15}, true,
		},
		"yes with data": {
			wrapped("Failure delivering result ResultInfo{who=null, request=2, result=-1, data=Intent { dat=content://x }}"),
			trace.ActivityResult{Request: 2, Result: -1, Data: true}, true,
		},
		"within a failed resume": {
			"java.lang.RuntimeException: Unable to resume activity {p/p.Main}: " + wrapped(
				"Failure delivering result ResultInfo{who=android:fragment:0, request=65537, result=1, data=null}"),
			trace.ActivityResult{Request: 65537, Result: 1}, true,
		},
		"answer to a question for a permission": {text: wrapped("Failure delivering result ResultInfo{" +
			"who=@android:requestPermissions:, request=1, result=-1, data=Intent { }}")},
		"number too long": {
			text: wrapped("Failure delivering result ResultInfo{who=null, request=99999999999, result=0, data=null}"),
		},
		"result not printed": {text: wrapped("Failure delivering result")},
		"no wrapper":         {text: npe},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := one(t, c.text).ActivityResult()
			if got != c.want || ok != c.ok {
				t.Errorf("got %+v, %v; want %+v, %v", got, ok, c.want, c.ok)
			}
		})
	}
}

func TestActivityResult_Answers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		request, code int64
		want          bool
	}{
		{15, 15, true}, {15, 14, false}, {0x10001, 1, true}, {0x10001, 2, false}, {0x10001, 0x10001, true},
		{-1, 0xffff, false},
	} {
		if got := (trace.ActivityResult{Request: c.request}).Answers(c.code); got != c.want {
			t.Errorf("result of %#x answers %#x: %v", c.request, c.code, got)
		}
	}
}
