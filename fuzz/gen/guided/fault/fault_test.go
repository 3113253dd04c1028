package fault_test

import (
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/fault"
)

// What the frames of a crash speak of is tried more often.
func TestNew(t *testing.T) {
	t.Parallel()
	frame := func(class, method string, app bool) guide.Frame {
		return guide.Frame{Class: class, Method: method, InApp: app}
	}
	for _, c := range []struct {
		name                 string
		frames               []guide.Frame
		late, hasty, servers float64
	}{
		{"a click", []guide.Frame{frame("p.Main", "onClick", true), frame("android.view.View$PerformClick", "run", false),
			frame("android.os.Handler", "handleCallback", false)}, 1, 1, 1},
		{"a timer", []guide.Frame{frame("p.Main$1", "run", true), frame("android.os.Handler", "handleCallback", false)}, 1,
			fault.Likely, 1},
		{"the end of an animation", []guide.Frame{frame("p.Main$1", "onEnd", true),
			frame("android.animation.ValueAnimator", "endAnimation", false)}, 1, fault.Likely, 1},
		{"a task", []guide.Frame{frame("p.Task", "onPostExecute", true), frame("android.os.AsyncTask", "finish", false)},
			fault.Likely, 1, 1},
		{"an answer", []guide.Frame{frame("org.json.JSONObject", "getString", false), frame("p.Main", "read", true)}, 1, 1,
			fault.Likely},
	} {
		r := fault.New(&guide.Guide{Target: guide.Target{Frames: c.frames}})
		if r[0].Weight != c.late || r[1].Weight != c.hasty || r[2].Weight != c.servers {
			t.Errorf("%s: %v, %v, %v", c.name, r[0].Weight, r[1].Weight, r[2].Weight)
		}
	}
}
