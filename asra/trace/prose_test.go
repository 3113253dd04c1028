package trace

import (
	"slices"
	"strings"
	"testing"
)

const reported = `**Steps**
<!-- Please say what
you did before -->
1. Open ` + "`Settings`" + ` <!-- which ones? -->
2. Rotate &amp; press Save

03-21 20:28:49.159 28021 28021 I ActivityManager: Displayed com.example/.Main
java.lang.IllegalStateException: no page
	at com.example.Main.show(Main.java:12)
	at android.app.Activity.performCreate(Activity.java:1)

Comment #1:
> seen here, too

	at com.example.Main.again(Main.java:13)
---
`

func TestProse(t *testing.T) {
	traces, err := Parse(reported)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Steps", "1. Open `Settings`", "2. Rotate & press Save", "Comment #1:", "seen here, too"}
	if got := traces[0].Prose; !slices.Equal(got, want) {
		t.Errorf("prose is %q\nwant %q", got, want)
	}
}

// However long a text is, a bounded part of it is kept.
func TestProseBounds(t *testing.T) {
	trace := "java.lang.Error: x\n\tat com.example.Main.show(Main.java:12)\n"
	traces, err := Parse(trace + strings.Repeat("it crashed\n", 2*maxProse) + strings.Repeat("x", 2*maxProseLine))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(traces[0].Prose); got != maxProse {
		t.Errorf("%d lines are kept, want %d", got, maxProse)
	}
	if logged, err := ParseLog("it crashed\n" + trace); err != nil || logged[0].Prose != nil {
		t.Errorf("a device's log has prose: %q, %v", logged[0].Prose, err)
	}
}
