package asra

import (
	"slices"
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
)

// The frames of a crash in Android 8.1 tell so; those of the app and of its libraries, which
// have lines of their own, do not count.
func TestWrittenBy(t *testing.T) {
	t.Parallel()
	t8 := []trace.Frame{
		{Class: "android.view.View", Method: "performClick", Line: 1}, // a class that the app brings along
		{Class: "android.app.ActivityThread", Method: "performLaunchActivity", Line: 2778},
		{Class: "android.app.ActivityThread", Method: "handleLaunchActivity", Line: 2856},
		{Class: "android.os.Handler", Method: "dispatchMessage", Line: 106},
		{Class: "android.os.Looper", Method: "loop", Line: 164},
	}
	target := locate.Target{Frames: []locate.Frame{{Frame: t8[0], InApp: true}}}
	target.Crash.Chain = []trace.Throwable{{Frames: t8}, {Frames: t8[:2]}}
	a, err := writtenBy(&target)
	if err != nil || a == nil || !slices.Equal(a.Levels, []int{27}) || a.Agree != 4 || a.Frames != 4 {
		t.Errorf("%+v, %v", a, err)
	}
	target.Crash.Chain = []trace.Throwable{{Frames: t8[:3]}, {Frames: t8[:3]}}
	a, err = writtenBy(&target)
	if a != nil || err != nil {
		t.Errorf("two frames tell %+v, %v", a, err)
	}
}
