package asra

import (
	"slices"
	"testing"

	"talpa/asra/guide"
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
	a, err := WrittenBy(&target)
	if err != nil || a == nil || !slices.Equal(a.Levels, []int{27}) || a.Agree != 4 || a.Frames != 4 {
		t.Errorf("%+v, %v", a, err)
	}
	target.Crash.Chain = []trace.Throwable{{Frames: t8[:3]}, {Frames: t8[:3]}}
	a, err = WrittenBy(&target)
	if a != nil || err != nil {
		t.Errorf("two frames tell %+v, %v", a, err)
	}
}

// What a trace shows that newer Androids do not have, by the message or by the method that threw.
func TestNeededFor(t *testing.T) {
	t.Parallel()
	inApp := map[string]bool{"com.foo.Main": true}
	app := trace.Frame{Class: "com.foo.Main", Method: "onCreate"}
	parser := trace.Frame{Class: "android.util.PathParser", Method: "getFloats"}
	view := trace.Frame{Class: "android.view.View", Method: "performClick"}
	for name, test := range map[string]struct {
		cause trace.Throwable
		level int
		want  guide.Need
	}{
		"a member that is missing, by Dalvik": {
			trace.Throwable{Class: "java.lang.NoSuchMethodError", Message: "android.view.View.setElevation"}, 19, guide.NeedLacking},
		"a class that is missing, by ART": {trace.Throwable{Class: "java.lang.NoClassDefFoundError",
			Message: "Failed resolution of: Ljava/util/function/Consumer;"}, 23, guide.NeedLacking},
		"a class of the app's that is missing": {trace.Throwable{Class: "java.lang.NoClassDefFoundError",
			Message: "com.android.tools.Thing"}, 19, ""},
		"what threw is gone":     {trace.Throwable{Class: "x", Frames: []trace.Frame{parser, app}}, 21, guide.NeedMethod},
		"what threw is there":    {trace.Throwable{Class: "x", Frames: []trace.Frame{view, app}}, 21, ""},
		"what called the app is": {trace.Throwable{Class: "x", Frames: []trace.Frame{app, parser}}, 21, ""},
		"not of that level":      {trace.Throwable{Class: "x", Frames: []trace.Frame{parser, app}}, 30, ""},
		"words that are gone": {trace.Throwable{Class: "org.xmlpull.v1.XmlPullParserException",
			Message: "Binary XML file line #17: invalid drawable tag vector"}, 19, guide.NeedWords},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var target locate.Target
			target.Crash.Chain = []trace.Throwable{test.cause}
			got, err := neededFor(&target, inApp, test.level)
			if err != nil || got != test.want {
				t.Errorf("%q, %v; want %q", got, err, test.want)
			}
		})
	}
}
