package variant

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
)

const showing = icfgtest.Main + `
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 3
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    const v0, {layout/main}
    invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V
    return-void
.end method
`

// TestWithoutView: the changes after which a view is gone, whose layout has it for the rest.
func TestWithoutView(t *testing.T) {
	t.Parallel()
	with := `<LinearLayout ` + icfgtest.NS + `><TextView android:id="@+id/total"/><TextView android:id="@+id/name"/>` +
		`</LinearLayout>`
	without := `<LinearLayout ` + icfgtest.NS + `><TextView android:id="@+id/name"/></LinearLayout>`
	app := appcode.New(icfgtest.Build(t, map[string]string{
		"app": "activity t.Main", "in.smali": showing, "layout/main": with, "layout/main land": without,
		"layout/main de": without, "layout/main night": with,
	}))
	anybody := func(callgraph.MethodID) bool { return true }
	var got []guide.Change
	for _, a := range WithoutView(app, "id/total", anybody) {
		got = append(got, a.Change)
	}
	if want := []guide.Change{guide.ChangeRotate, guide.ChangeConfigure}; !slices.Equal(got, want) {
		t.Errorf("id/total is lacking after %q, want %q", got, want)
	}
	if all := WithoutView(app, "id/name", anybody); len(all) != 0 {
		t.Errorf("id/name is in every variant, and lacks after %v", all)
	}
	nobody := func(callgraph.MethodID) bool { return false }
	if all := WithoutView(app, "id/total", nobody); len(all) != 0 {
		t.Errorf("nobody inflates the layout: %v", all)
	}
}
