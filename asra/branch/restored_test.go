package branch_test

import (
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/cfg/icfg/icfgtest"
)

// restoring is an activity that calls show where a bundle is there, and hide where it is not.
const restoring = icfgtest.Main + `
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 3
    invoke-virtual {p0, p1}, Lt/Main;->begin(Landroid/os/Bundle;)V
    if-nez p1, :anew
    invoke-virtual {p0}, Lt/Main;->hide()V
    return-void
    :anew
    invoke-virtual {p0}, Lt/Main;->show()V
    return-void
.end method
.method public begin(Landroid/os/Bundle;)V
    .registers 3
    invoke-virtual {p0}, Lt/Main;->hide()V
    if-eqz p1, :new
    invoke-virtual {p0}, Lt/Main;->show()V
    :new
    return-void
.end method
.method protected onRestoreInstanceState(Landroid/os/Bundle;)V
    .registers 3
    invoke-virtual {p0}, Lt/Main;->show()V
    return-void
.end method
.method public open(Landroid/view/View;)V
    .registers 4
    const/4 v0, 0
    invoke-virtual {p0, v0}, Lt/Main;->load(Landroid/os/Bundle;)V
    return-void
.end method
.method public load(Landroid/os/Bundle;)V
    .registers 3
    if-eqz p1, :new
    invoke-virtual {p0}, Lt/Main;->hide()V
    :new
    return-void
.end method
.method public show()V
    .registers 1
    return-void
.end method
.method public hide()V
    .registers 1
    return-void
.end method
`

// TestAfterRestore: what runs only where the saved state is no null, which the framework gives or a callback hands on;
// any other bundle says nothing of the screen.
func TestAfterRestore(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": restoring})
	app := appcode.New(p)
	table := branch.New(app)
	for _, name := range []string{"onCreate", "begin", "onRestoreInstanceState", "load"} {
		m := icfgtest.MethodOf(t, p, "Main."+name)
		code := app.Calls.Method(m).Code()
		calls := 0
		for in := range code.Insns() {
			if !in.Op.Invokes() {
				continue
			}
			called := code.File.MethodAt(in.Index).Name
			if called != "show" && called != "hide" {
				continue
			}
			calls++
			if got := table.AfterRestore(m, in.Off); got != (called == "show") {
				t.Errorf("%s calls %s after its screen was restored: %v", name, called, got)
			}
		}
		if calls == 0 {
			t.Errorf("%s calls neither", name)
		}
	}
}
