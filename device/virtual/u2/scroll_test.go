package u2

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// list is a fake with a list of rows, of which four show; a swipe moves it by two.
type list struct {
	*fake
	rows, top int
	stuck     bool // swipes move nothing
}

func (l *list) Screen(context.Context) (Screen, error) {
	var b strings.Builder
	b.WriteString(`<hierarchy><node class="List" scrollable="true" bounds="[0,0][100,400]">`)
	for i := l.top; i < min(l.top+4, l.rows); i++ {
		fmt.Fprintf(&b, `<node class="Row" bounds="[0,%d][100,%d]"><node class="Text" text="row %d" bounds="[0,%[1]d][50,%[2]d]" /></node>`,
			(i-l.top)*100, (i-l.top+1)*100, i)
	}
	b.WriteString(`</node></hierarchy>`)
	return Screen{XML: b.String()}, nil
}

func (l *list) Fingers(_ context.Context, paths [][]Point, _, long time.Duration) error {
	from, to := paths[0][0], paths[0][len(paths[0])-1]
	move := 0
	switch {
	case to.Y < from.Y:
		move = 2
	case to.Y > from.Y:
		move = -2
	}
	if !l.stuck {
		l.top = max(0, min(l.top+move, l.rows-4))
	}
	return l.note("%+d in %v", move, long)
}

// TestScroll: how far a list is moved, how fast, and what is said of it.
func TestScroll(t *testing.T) {
	t.Parallel()
	rows, text := sel(`"scrollable": true`), func(n int) string { return sel(fmt.Sprintf(`"text": "row %d"`, n)) }
	row := sel(`"className": "Row"`)
	for name, test := range map[string]struct {
		method, params string
		top            int // where the list stands before
		stuck          bool
		want           string
		after, swipes  int
	}{
		"forward":                     {"scrollForward", `[` + rows + `]`, 0, false, `"result":true`, 2, 1},
		"forward at the end":          {"scrollForward", `[` + rows + `]`, 16, false, `"result":false`, 16, 1},
		"backward":                    {"scrollBackward", `[` + rows + `, true]`, 4, false, `"result":true`, 2, 1},
		"sideways":                    {"scrollForward", `[` + rows + `, false]`, 4, false, `"result":false`, 4, 1},
		"to the end":                  {"scrollToEnd", `[` + rows + `]`, 0, false, `"result":true`, 16, 9},
		"to the beginning":            {"scrollToBeginning", `[` + rows + `, true]`, 16, false, `"result":true`, 0, 9},
		"to the end, two swipes":      {"flingToEnd", `[` + rows + `, true, 2]`, 0, false, `"result":false`, 4, 2},
		"no swipes":                   {"scrollToEnd", `[` + rows + `, true, 0]`, 0, false, `"result":false`, 0, 0},
		"to what shows":               {"scrollTo", `[` + rows + `, ` + text(2) + `]`, 0, false, `"result":true`, 0, 0},
		"to what is below":            {"scrollTo", `[` + rows + `, ` + text(9) + `]`, 0, false, `"result":true`, 6, 4},
		"to what is above":            {"scrollTo", `[` + rows + `, ` + text(1) + `]`, 10, false, `"result":true`, 0, 5},
		"to what is not there":        {"scrollTo", `[` + rows + `, ` + text(99) + `]`, 0, false, `"result":false`, 16, 10},
		"a list that is stuck":        {"scrollTo", `[` + rows + `, ` + text(9) + `]`, 0, true, `"result":false`, 0, 2},
		"no list":                     {"scrollForward", `[` + sel(`"text": "none"`) + `]`, 0, false, `UiObjectNotFound`, 0, 0},
		"no goal":                     {"scrollTo", `[` + rows + `]`, 0, false, `-32602`, 0, 0},
		"child by text":               {"childByText", `[` + rows + `, ` + row + `, "row 9", true]`, 0, false, `"result":"object-1"`, 6, 4},
		"child by text, not moved":    {"childByText", `[` + rows + `, ` + row + `, "row 9"]`, 0, false, `UiObjectNotFound`, 0, 0},
		"child by text, not there":    {"childByText", `[` + rows + `, ` + row + `, "row 99", true]`, 0, false, `UiObjectNotFound`, 16, 10},
		"child by description":        {"childByDescription", `[` + rows + `, ` + row + `, "row 1", false]`, 0, false, `UiObjectNotFound`, 0, 0},
		"child by text, no selectors": {"childByText", `[` + rows + `]`, 0, false, `-32602`, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &list{fake: &fake{}, rows: 20, top: test.top, stuck: test.stuck}
			if got := call(t, serverFor(l), test.method, test.params); !strings.Contains(got, test.want) {
				t.Errorf("%s, want %s", got, test.want)
			}
			if l.top != test.after || len(l.did) != test.swipes {
				t.Errorf("stands at %d after %d swipes, want %d after %d", l.top, len(l.did), test.after, test.swipes)
			}
		})
	}
	slow, fast := &list{fake: &fake{}, rows: 20}, &list{fake: &fake{}, rows: 20}
	call(t, serverFor(slow), "scrollForward", `[`+rows+`]`)
	call(t, serverFor(fast), "flingForward", `[`+rows+`]`)
	if slow.did[0] != "+2 in 275ms" || fast.did[0] != "+2 in 25ms" {
		t.Errorf("a scroll is %s, a fling %s", slow.did, fast.did)
	}
}
