package cfg_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"talpa/cfg"
	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/golden"
)

// build makes the graphs of all methods with code of one assembled file.
func build(t testing.TB, text string) []*cfg.Graph {
	t.Helper()
	var graphs []*cfg.Graph
	for _, c := range dextest.File(t, text).Classes {
		for _, m := range c.Methods {
			if m.Code() == nil {
				continue
			}
			g, err := cfg.New(m)
			if err != nil {
				t.Fatal(err)
			}
			check(t, g)
			graphs = append(graphs, g)
		}
	}
	return graphs
}

// TestCases compares the text form of graphs, control dependences included.
func TestCases(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		var text, dot strings.Builder
		for _, g := range build(t, files["in.smali"]) {
			if err := g.WriteText(&text); err != nil {
				t.Fatal(err)
			}
			if err := g.Draw(nil).WriteDOT(&dot); err != nil {
				t.Fatal(err)
			}
		}
		out := map[string]string{"want": text.String()}
		if _, ok := files["want.dot"]; ok {
			out["want.dot"] = dot.String()
		}
		return out
	})
}

// check holds a graph to what its documentation promises.
func check(t testing.TB, g *cfg.Graph) {
	t.Helper()
	var insns []dex.Insn
	exit := g.Exit()
	edges, entries := 0, 0
	for i := range g.Blocks {
		b := &g.Blocks[i]
		block := slices.Collect(g.Insns(b.ID))
		if int(b.ID) != i || (len(block) == 0) != (b == exit) {
			t.Fatalf("%s: block %d of %d has number %d and %d instructions", g.Method, i, len(g.Blocks), b.ID, len(block))
		}
		if last, ok := g.Last(b.ID); ok != (b != exit) || ok && last != block[len(block)-1] {
			t.Fatalf("%s: Last is not the last instruction of block %d", g.Method, i)
		}
		insns = append(insns, block...)
		edges += len(g.Succs(b.ID))
		entries += len(g.Preds(b.ID))
		for _, e := range g.Succs(b.ID) {
			if e.From != b.ID || !slices.Contains(g.Preds(e.To), b.ID) {
				t.Fatalf("%s: edge %+v is not known at its end", g.Method, e)
			}
		}
		for _, in := range block {
			if g.BlockAt(in.Off) != b {
				t.Fatalf("%s: BlockAt(%d) is not block %d", g.Method, in.Off, i)
			}
		}
		for _, in := range block[:max(0, len(block)-1)] {
			if in.Op.Branches() || in.Op.Switches() || !in.Op.Continues() {
				t.Fatalf("%s: %s inside block %d", g.Method, in.Op, i)
			}
		}
		if b.ID != exit.ID && g.Ipdom(b.ID) < 0 {
			t.Fatalf("%s: block %d has no post-dominator", g.Method, i)
		}
	}
	if edges != entries {
		t.Fatalf("%s: %d edges leave blocks, %d enter them", g.Method, edges, entries)
	}
	if !slices.Equal(insns, slices.Collect(g.Code.Insns())) {
		t.Fatalf("%s: the blocks do not hold the instructions in order", g.Method)
	}
	if g.BlockAt(g.Code.Units) != nil {
		t.Fatalf("%s: BlockAt finds a block beyond the end", g.Method)
	}
}

func TestNoCode(t *testing.T) {
	t.Parallel()
	m := dextest.File(t, ".class abstract LA;\n.method abstract f()V\n.end method").Class("LA;").Methods[0]
	if _, err := cfg.New(m); err == nil || !strings.Contains(err.Error(), "LA;->f()V has no code") {
		t.Errorf("got error %v", err)
	}
}

// TestControls compares control dependence with its definition: there is a path
// from the edge on which the block is sure to run, and one without it before.
func TestControls(t *testing.T) {
	t.Parallel()
	g := build(t, `.class LA;
.method static f(II)I
    .registers 3
    if-eqz p0, :out
    :loop
    if-gtz p1, :inner
    goto :out
    :inner
    add-int/lit8 p1, p1, -1
    goto :loop
    :out
    return p1
.end method
`)[0]
	at := func(pc uint32) int32 { return g.BlockAt(pc).ID }
	first, loop, inner, out := at(0), at(2), at(5), at(8)
	kinds := func(block int32) string {
		var s []string
		for _, e := range g.Controls(block) {
			s = append(s, fmt.Sprint(e.From)+" "+e.Kind.String())
		}
		return strings.Join(s, ", ")
	}
	for _, c := range []struct {
		block int32
		want  string
	}{
		{first, ""}, {out, ""},
		{loop, fmt.Sprint(first) + " false, " + fmt.Sprint(loop) + " true"},
		{inner, fmt.Sprint(loop) + " true"},
	} {
		if got := kinds(c.block); got != c.want {
			t.Errorf("block %d is controlled by %q, want %q", c.block, got, c.want)
		}
	}
	if !g.Dominates(first, inner) || g.Dominates(inner, loop) || !g.PostDominates(out, first) ||
		g.PostDominates(inner, loop) {
		t.Error("dominance is wrong")
	}
}

// FuzzNew builds the graphs of whatever the reader accepts.
func FuzzNew(f *testing.F) {
	f.Add(dextest.Bytes(f, `.class LA;
.method static f(I)V
    .registers 2
    :a
    packed-switch p0, :t
    goto :b
    :c
    invoke-static {p0}, LA;->f(I)V
    :d
    return-void
    :b
    throw v0
    :t
    .packed-switch 0
        :a
        :b
        :b
    .end packed-switch
    .catch LE; {:a .. :d} :b
.end method
`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := dex.Parse(data)
		if err != nil {
			return
		}
		for _, c := range file.Classes {
			for _, m := range c.Methods {
				if m.Code() == nil {
					continue
				}
				g, err := cfg.New(m)
				if err != nil {
					t.Fatal(err)
				}
				check(t, g)
				_ = g.WriteText(io.Discard)
				_ = g.Draw(nil).WriteDOT(io.Discard)
				for i := range g.Blocks {
					g.Controls(int32(i))
				}
			}
		}
	})
}

// TestTooManyEdges: many handlers around many instructions are refused.
func TestTooManyEdges(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(".class LA;\n.method static f()V\n.registers 1\n:a\n")
	b.WriteString(strings.Repeat("invoke-static {}, LA;->f()V\n", 2000))
	b.WriteString(":b\nreturn-void\n")
	for i := range 1000 {
		fmt.Fprintf(&b, ".catch LE%d; {:a .. :b} :b\n", i)
	}
	b.WriteString(".end method\n")
	m := dextest.File(t, b.String()).Classes[0].Methods[0]
	if _, err := cfg.New(m); err == nil || !strings.Contains(err.Error(), "has more than 1048576 edges") {
		t.Errorf("got error %v", err)
	}
}
