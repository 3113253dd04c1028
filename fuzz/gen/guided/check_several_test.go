package guided

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/front"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// boxes is a list with a box in each row. Unchecking one but the last of three or more fails.
type boxes struct {
	checked []int // in the order in which they were
	crashed bool
}

func (b *boxes) screen(t *testing.T) *ui.Screen {
	rows := ""
	for i := range 5 {
		rows += fmt.Sprintf(`<node class="android.widget.LinearLayout" package="p" enabled="true" bounds="[0,%d][400,%d]">`+
			`<node class="android.widget.CheckBox" package="p" resource-id="p:id/box" enabled="true" clickable="true"`+
			` checkable="true" checked="%v" bounds="[0,%d][100,%d]"/></node>`,
			100*i, 100*i+100, slices.Contains(b.checked, i), 100*i, 100*i+100)
	}
	return uitest.Screen(t, "Main",
		`<node class="android.widget.ListView" package="p" enabled="true" bounds="[0,0][400,500]">`+rows+`</node>`)
}

func (b *boxes) do(e event.Event) {
	if e.Kind != event.Tap || e.X >= 100 || e.Y >= 500 {
		return
	}
	row := e.Y / 100
	at := slices.Index(b.checked, row)
	if at < 0 {
		b.checked = append(b.checked, row)
		return
	}
	b.crashed = len(b.checked) >= front.SeveralBoxes && at < len(b.checked)-1
	b.checked = slices.Delete(b.checked, at, at+1)
}

// A collection that changes while it is walked has several elements: boxes that fill it are checked before one is
// unchecked.
func TestFollowGuide_checksSeveralBoxes(t *testing.T) {
	t.Parallel()
	met := func(kind guide.CrashKind) (n int) {
		for seed := range int64(20) {
			g := one(guide.Goal{Kind: guide.GoalCrash, Screen: "p.Main", Achievers: []guide.Achiever{{
				Kind: guide.AchieveHandler, Screen: "p.Main", Role: guide.RoleCheck, Method: "Lp/Main;->onCheckedChanged()V",
				Widgets: []guide.Widget{{ID: "id/box"}}}}})
			g.Crash = &guide.CrashCondition{Kind: kind}
			by, app := New(g, rand.New(rand.NewSource(seed))), &boxes{}
			by.Begin()
			for range front.SeveralBoxes + 1 {
				e, _ := by.Next(view(app.screen(t)))
				app.do(e)
				by.Observe(gen.Outcome{Event: e, After: view(app.screen(t))})
			}
			if app.crashed {
				n++
			}
		}
		return n
	}
	if with, without := met(guide.CrashConcurrent), met(guide.CrashNull); with != 20 || without > 2 {
		t.Errorf("of 20 searches %d crash, of those for another crash %d", with, without)
	}
}
