package origin_test

import (
	"slices"
	"testing"

	"talpa/cfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/dextest"
)

// TestPassed: of what tests have found true only what was found so on every way to a place is passed there.
func TestPassed(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, `
.class LA;
.method public run()V
.registers 3
invoke-virtual {p0}, LA;->first()Z
move-result v0
if-eqz v0, :out
invoke-virtual {p0}, LA;->second()Z
move-result v0
if-nez v0, :both
invoke-virtual {p0}, LA;->one()V
goto :out
:both
invoke-virtual {p0}, LA;->two()V
invoke-virtual {p0}, LA;->size()I
move-result v0
if-lez v0, :out
invoke-virtual {p0}, LA;->three()V
if-gtz v0, :more
goto :out
:more
invoke-virtual {p0}, LA;->four()V
:out
invoke-virtual {p0}, LA;->last()V
return-void
.end method
`)
	g, err := cfg.New(dextest.Method(t, set, "LA;->run()V"))
	if err != nil {
		t.Fatal(err)
	}
	a := origin.Analyze(g)
	want := map[string][]string{
		"first": nil, "second": {"first"}, "one": {"first"}, "two": {"first", "second"}, "size": {"first", "second"},
		"three": {"first", "second", "size"}, "four": {"first", "second", "size", "size"}, "last": nil,
	}
	for in := range g.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		var got []string
		for _, o := range a.Passed(in.Off) {
			got = append(got, o.Name)
		}
		if name := g.Code.File.MethodAt(in.Index).Name; !slices.Equal(got, want[name]) {
			t.Errorf("before %s %q was passed, want %q", name, got, want[name])
		}
	}
}
