package dexpatch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/instrument"
	"talpa/internal/golden"
)

// TestLEB_random: numbers that are written are read again, and nothing beyond them.
func TestLEB_random(t *testing.T) {
	t.Parallel()
	rnd := golden.Rand(t)
	for range 3000 {
		u, s := rnd.Uint32()>>rnd.IntN(32), int32(rnd.Uint32())>>rnd.IntN(32)
		r := reader{data: append(appendSLEB(appendULEB(nil, u), s), 0xff)}
		if gotU, gotS := r.uleb(), r.sleb(); gotU != u || gotS != s || int(r.pos) != len(r.data)-1 || r.short {
			t.Fatalf("%d and %d are read as %d and %d, up to %d of % x", u, s, gotU, gotS, r.pos, r.data)
		}
	}
	r := reader{data: []byte{0x80}}
	if r.uleb() != 0 || !r.short || r.sleb() != 0 {
		t.Error("beyond the end there are numbers")
	}
}

// randomMethod is a method of some parameters, with tries, lines and variables, whose frame has
// so many registers beside them.
func randomMethod(next func(n int) int, name string) string {
	types := []string{"I", "J", "Ljava/lang/String;", "D", "[I"}
	params, width := "", 1
	static := next(2) == 0
	if static {
		width = 0
	}
	for range next(5) {
		p := types[next(len(types))]
		params += p
		width++
		if dex.IsWide(p) {
			width++
		}
	}
	own := next(5)
	var b strings.Builder
	fmt.Fprintf(&b, ".method public %s%s(%s)V\n.registers %d\n", map[bool]string{true: "static "}[static], name, params, own+width)
	for i := range 1 + next(6) {
		fmt.Fprintf(&b, ".line %d\n:l%d\n", 10*i+next(5), i)
		if own > 0 {
			fmt.Fprintf(&b, "const/4 v%d, %d\n", next(min(own, 15)), next(7))
		}
		if next(2) == 0 && own > 0 {
			fmt.Fprintf(&b, ".local v0, \"x%d\":I\n", i)
		}
		b.WriteString("nop\n")
		if next(3) == 0 {
			fmt.Fprintf(&b, "goto :l%d\n", next(i+1))
		}
		fmt.Fprintf(&b, ":e%d\n", i)
		if next(2) == 0 {
			fmt.Fprintf(&b, ".catch Ljava/lang/Error%d; {:l%d .. :e%d} :l0\n.catchall {:l%d .. :e%d} :l0\n", next(3), i, i, i, i)
		}
	}
	b.WriteString("return-void\n.end method\n")
	return b.String()
}

// TestLog_random: a logged method is its old self behind the prologue: instructions, lines and
// tries with all their handlers, whatever its parameters and its frame are.
func TestLog_random(t *testing.T) {
	t.Parallel()
	rnd := golden.Rand(t)
	for range 40 {
		var text strings.Builder
		text.WriteString(".class public LMain;\n.super Ljava/lang/Object;\n")
		for i := range 6 {
			text.WriteString(randomMethod(rnd.IntN, fmt.Sprint("on", i)))
		}
		text.WriteString(".method public log()V\n.registers 2\nconst-string v0, \"x\"\n" +
			"invoke-static {v0, v0}, Landroid/util/Log;->i(Ljava/lang/String;Ljava/lang/String;)I\nreturn-void\n.end method\n")
		data := dextest.Bytes(t, text.String())
		old, err := dex.Parse(slices.Clone(data))
		if err != nil || len(old.Faults) > 0 {
			t.Fatal(err, old.Faults)
		}
		result, now := patched(t, data, actions(old, "on", instrument.Log))
		unchanged(t, old, now, result.Changed)
		for _, m := range old.Classes[0].Methods {
			if !slices.Contains(result.Changed, m.String()) {
				continue
			}
			before, after := m.Code(), method(t, now, m.Name).Code()
			sameBody(t, m.Name, before, after, after.Units-before.Units)
			was, is := before.Tries(), after.Tries()
			for i := range is {
				if len(was[i].Handlers) != len(is[i].Handlers) || is[i].End-is[i].Start != was[i].End-was[i].Start {
					t.Errorf("%s: try %+v, was %+v", m.Name, is[i], was[i])
				}
			}
			if after.Registers < before.Registers || after.Ins != before.Ins || after.Outs < scratch {
				t.Errorf("%s: %d registers, %d of arguments, %d out", m.Name, after.Registers, after.Ins, after.Outs)
			}
		}
	}
}
