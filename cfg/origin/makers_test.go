package origin_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/cfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/dextest"
)

// compareMakers states that Makers agrees with At on an argument of a call, wherever At knows all of them.
func compareMakers(t *testing.T, a *origin.Analysis, in *dex.Insn, i int) {
	t.Helper()
	reg, ok := origin.ArgRegister(a.Graph.Code.File, in, i)
	if !ok {
		return
	}
	want := describe(a.At(in.Off, reg))
	got, known := a.Makers(in.Off, reg)
	if !strings.Contains(want, "unknown") && want != "nothing" && (!known || describe(got) != want) {
		t.Errorf("argument %d of the call at %04x is %s (%t), want %s", i, in.Off, describe(got), known, want)
	}
}

// TestMakers states that of a switch with more cases than At tells apart each gives its text.
func TestMakers(t *testing.T) {
	t.Parallel()
	const cases = 30
	var code, table strings.Builder
	for i := range cases {
		fmt.Fprintf(&code, ":case_%d\nconst-string v1, \"text %d\"\nmove-object v0, v1\ngoto :use\n", i, i)
		fmt.Fprintf(&table, ":case_%d\n", i)
	}
	set := dextest.Set(t, ".class LA;\n.method public run(I)V\n.registers 4\nmove-object v0, p0\npacked-switch p1, :table\n"+
		"goto :use\n"+code.String()+":use\ninvoke-virtual {p0, v0}, LA;->take(Ljava/lang/Object;)V\nreturn-void\n"+
		":table\n.packed-switch 0x0\n"+table.String()+".end packed-switch\n.end method\n")
	g, err := cfg.New(dextest.Method(t, set, "LA;->run(I)V"))
	if err != nil {
		t.Fatal(err)
	}
	a := origin.Analyze(g)
	for in := range g.Code.Insns() {
		if !in.Op.Invokes() {
			continue
		}
		if got := describe(a.Args(&in, 1)); got != "unknown" {
			t.Errorf("At tells %s, and Makers is not needed for it", got)
		}
		all, ok := a.Makers(in.Off, in.Reg(1))
		if got := describe(all); !ok || len(all) != cases+1 || !strings.Contains(got, "parameter 0") ||
			!strings.Contains(got, `"text 29"`) {
			t.Errorf("%d makers: %s", len(all), got)
		}
		if _, ok := a.Makers(in.Off, 99); ok {
			t.Error("a register that the method does not have is known")
		}
	}
}

// TestMakers_exceptions states what a handler sees: what was there before the instruction that threw.
func TestMakers_exceptions(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, ".class LA;\n.method public run(J)V\n.registers 6\nconst/4 v0, 0x1\n:start\n"+
		"invoke-static {}, LA;->give()I\nmove-result v0\ninvoke-static {}, LA;->give()I\nmove-result v0\n:stop\nreturn-void\n"+
		":failed\nmove-exception v1\ninvoke-static {v0}, LA;->take(I)V\ninvoke-static {v1}, LA;->take(I)V\n"+
		"move-wide v0, p1\ninvoke-static {v1}, LA;->take(I)V\nreturn-void\n"+
		".catch Ljava/lang/Exception; {:start .. :stop} :failed\n.end method\n")
	g, err := cfg.New(dextest.Method(t, set, "LA;->run(J)V"))
	if err != nil {
		t.Fatal(err)
	}
	a := origin.Analyze(g)
	var got []string
	for in := range g.Code.Insns() {
		if !in.Op.Invokes() || in.N != 1 {
			continue
		}
		all, ok := a.Makers(in.Off, in.Reg(0))
		got = append(got, fmt.Sprintf("%s, %t", describe(all), ok))
	}
	want := "[int 1 or result of give at 0001, true computed at 000a, true nothing, false]"
	if text := fmt.Sprint(got); text != want {
		t.Errorf("%s, want %s", text, want)
	}
}
