package saved_test

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/plan/saved"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
)

// restoring is an activity that saves two keys and, where the first was saved, reads the second as another type.
const restoring = icfgtest.Main + `
.method protected onSaveInstanceState(Landroid/os/Bundle;)V
    .registers 4
    const-string v0, "open"
    const/4 v1, 1
    invoke-virtual {p1, v0, v1}, Landroid/os/Bundle;->putBoolean(Ljava/lang/String;Z)V
    const-string v0, "count"
    invoke-virtual {p1, v0, v1}, Landroid/os/Bundle;->putInt(Ljava/lang/String;I)V
    return-void
.end method
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 4
    const-string v0, "open"
    invoke-virtual {p1, v0}, Landroid/os/Bundle;->getBoolean(Ljava/lang/String;)Z
    move-result v0
    if-eqz v0, :out
    const-string v0, "count"
    invoke-virtual {p1, v0}, Landroid/os/Bundle;->getString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v0}, Ljava/lang/String;->length()I
    :out
    return-void
.end method
.method protected onStart()V
    .registers 2
    return-void
.end method
`

// TestPuts: what is tested before a place was saved, and what is missing there was saved as another type.
func TestPuts(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": restoring})
	app := appcode.New(p)
	create, start := icfgtest.MethodOf(t, p, "Main.onCreate"), icfgtest.MethodOf(t, p, "Main.onStart")
	code := app.Calls.Method(create).Code()
	length := uint32(0)
	for in := range code.Insns() {
		if in.Op.Invokes() && code.File.MethodAt(in.Index).Name == "length" {
			length = in.Off
		}
	}
	for name, c := range map[string]struct {
		chain   []callgraph.MethodID
		pc      uint32
		missing string
		want    []string
	}{
		"what is tested":                   {[]callgraph.MethodID{create}, length, "", []string{"putBoolean"}},
		"what is missing is there too":     {[]callgraph.MethodID{create}, length, "count", []string{"putBoolean", "putInt"}},
		"before the test":                  {[]callgraph.MethodID{create}, 0, "", nil},
		"a callback that restores nothing": {[]callgraph.MethodID{start}, 0, "count", nil},
		"no method":                        {nil, 0, "count", nil},
	} {
		var got []string
		for _, u := range saved.Puts(app, c.chain, c.pc, c.missing) {
			in := app.Calls.Method(u.Method).Code().At(u.PC)
			got = append(got, code.File.MethodAt(in.Index).Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
