package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/asra/trace"
)

// throwable has frames from one number up to another, and leaves some out.
func throwable(from, to, omitted int) trace.Throwable {
	th := trace.Throwable{Class: "java.lang.Error", Omitted: omitted}
	for i := from; i <= to; i++ {
		th.Frames = append(th.Frames, trace.Frame{Class: "p.A", Method: fmt.Sprint("f", i)})
	}
	return th
}

// TestStacks: which frames "... n more" leaves out: the last n of the throwable around, which
// may have left some out itself; none where the text was cut.
func TestStacks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		chain []trace.Throwable
		most  int
		want  []string // first and last frame of each, and their number
	}{
		"nothing_left_out":         {[]trace.Throwable{throwable(1, 3, 0), throwable(7, 9, 0)}, 9, []string{"f1 f3 3", "f7 f9 3"}},
		"the_last_two":             {[]trace.Throwable{throwable(1, 3, 0), throwable(7, 9, 2)}, 9, []string{"f1 f3 3", "f7 f3 5"}},
		"left_out_twice":           {[]trace.Throwable{throwable(1, 5, 0), throwable(7, 8, 3), throwable(9, 9, 4)}, 99, []string{"f1 f5 5", "f7 f5 5", "f9 f5 5"}},
		"more_than_there_are":      {[]trace.Throwable{throwable(1, 3, 0), throwable(7, 9, 4)}, 9, []string{"f1 f3 3", "f7 f9 3"}},
		"outermost_of_all":         {[]trace.Throwable{throwable(1, 3, 5)}, 9, []string{"f1 f3 3"}},
		"no_frames_of_its_own":     {[]trace.Throwable{throwable(1, 3, 0), throwable(1, 0, 3)}, 9, []string{"f1 f3 3", "f1 f3 3"}},
		"end_of_a_long_stack":      {[]trace.Throwable{throwable(1, 900, 0), throwable(901, 902, 2)}, 256, []string{"f1 f256 256", "f901 f900 4"}},
		"none":                     {nil, 9, nil},
		"a_throwable_without_any":  {[]trace.Throwable{throwable(1, 0, 0)}, 9, []string{"0"}},
		"as_many_as_are_asked_for": {[]trace.Throwable{throwable(1, 3, 0), throwable(7, 9, 2)}, 4, []string{"f1 f3 3", "f7 f2 4"}},
	} {
		var got []string
		for _, frames := range (trace.Trace{Chain: c.chain}).Stacks(c.most) {
			text := fmt.Sprint(len(frames))
			if len(frames) > 0 {
				text = frames[0].Method + " " + frames[len(frames)-1].Method + " " + text
			}
			got = append(got, text)
		}
		if strings.Join(got, "; ") != strings.Join(c.want, "; ") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
