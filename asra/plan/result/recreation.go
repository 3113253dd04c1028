package result

import (
	"slices"
	"strings"

	"talpa/asra/locate"
)

// An activity that waits for a result is not always the one that asked: while another one is in front, a rotation
// or a lack of memory may take it away, and what hears of the result is made anew, with its fields as they begin.
// Android tells by its frames: a result for an activity that is there is handed over by handleSendResult; one that
// has come before the activity, by performResumeActivity, which is the end of its launch (android.app.ActivityThread,
// deliverResults and pendingResults).

// Recreation is what the trace tells of the activity that hears of a result.
type Recreation uint8

const (
	Asked    Recreation = iota // it is the one that asked, as far as the trace tells
	Launched                   // it was made anew
	Relaunch                   // it was, by a change of the configuration
)

// RecreationOf reads the frames of a crash under a result.
func RecreationOf(t *locate.Target) Recreation {
	const thread = "android.app.ActivityThread"
	at := func(method string) int {
		return slices.IndexFunc(t.Frames, func(f locate.Frame) bool {
			return f.Class == thread && strings.HasPrefix(f.Method, method)
		})
	}
	switch deliver := at("deliverResults"); {
	case deliver < 0 || deliver+1 == len(t.Frames) || t.Frames[deliver+1].Method != "performResumeActivity":
		return Asked
	case at("handleRelaunchActivity") >= 0:
		return Relaunch
	}
	return Launched
}
