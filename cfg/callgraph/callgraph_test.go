package callgraph_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/internal/corpus"
	"talpa/internal/golden"
	"talpa/specs"
)

// build makes the graph of an app given as assembler text, one DEX file each.
func build(t testing.TB, opts callgraph.Options, texts ...string) *callgraph.Graph {
	t.Helper()
	return graphOf(t, dextest.Set(t, texts...), opts)
}

func graphOf(t testing.TB, set *dex.Set, opts callgraph.Options) *callgraph.Graph {
	t.Helper()
	g, err := callgraph.New(context.Background(), set, specs.Framework(), opts)
	if err != nil {
		t.Fatal(err)
	}
	check(t, g)
	return g
}

// check holds a graph to what its documentation promises.
func check(t testing.TB, g *callgraph.Graph) {
	t.Helper()
	in, out := 0, 0
	for m := range callgraph.MethodID(g.Len()) {
		if g.ID(g.Method(m)) != m {
			t.Fatalf("%s has number %d, found under %d", g.Method(m), m, g.ID(g.Method(m)))
		}
		for _, e := range g.Out(m) {
			out++
			if e.From != m {
				t.Fatalf("edge %+v is kept at %d", e, m)
			}
		}
		for e := range g.In(m) {
			in++
			if e.To != m || !slices.Contains(g.Out(e.From), e) {
				t.Fatalf("edge %+v is kept at %d", e, m)
			}
		}
	}
	if in != out || in != g.Stats.Edges {
		t.Fatalf("%d edges out, %d in, %d counted", out, in, g.Stats.Edges)
	}
}

// TestCases compares the whole graph and the answers to queries. The archive's
// files are in*.smali, optionally queries, and want. A query line is
//
//	backward LA;->f()V     the methods reached, with distances
//	forward LA;->f()V
//	max 2                  Options.MaxTargets
func TestCases(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		var texts []string
		for _, name := range []string{"in.smali", "in2.smali"} {
			if text, ok := files[name]; ok {
				texts = append(texts, text)
			}
		}
		var opts callgraph.Options
		var queries [][]string
		for line := range strings.Lines(files["queries"]) {
			if f := strings.Fields(line); f[0] == "max" {
				fmt.Sscan(f[1], &opts.MaxTargets)
			} else {
				queries = append(queries, f)
			}
		}
		g := build(t, opts, texts...)
		var b strings.Builder
		if err := callgraph.WriteText(&b, g, callgraph.DrawOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, q := range queries {
			answer(t, &b, g, q)
		}
		out := map[string]string{"want": b.String()}
		if _, ok := files["want.dot"]; ok {
			var d strings.Builder
			picture, err := callgraph.Draw(g, callgraph.DrawOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := picture.WriteDOT(&d); err != nil {
				t.Fatal(err)
			}
			out["want.dot"] = d.String()
		}
		return out
	})
}

func answer(t *testing.T, b *strings.Builder, g *callgraph.Graph, q []string) {
	t.Helper()
	root := id(t, g, q[1])
	reach := g.Backward
	if q[0] == "forward" {
		reach = g.Forward
	}
	r := reach([]callgraph.MethodID{root}, callgraph.Walk{})
	fmt.Fprintln(b, strings.Join(q, " "))
	for _, m := range r.Order {
		fmt.Fprintf(b, "  %d %s\n", r.Distance(m), g.Method(m))
	}
}

func id(t testing.TB, g *callgraph.Graph, method string) callgraph.MethodID {
	t.Helper()
	return g.ID(dextest.Method(t, g.Hierarchy.Set(), method))
}

func TestIsSubtype(t *testing.T) {
	t.Parallel()
	h := build(t, callgraph.Options{}, `.class LA;
.super Landroid/app/Activity;
.class LB;
.super LA;
.implements LI;
.class interface abstract LI;
.implements Ljava/lang/Runnable;
`).Hierarchy
	for _, c := range []struct {
		sub, super string
		want       bool
	}{
		{"LB;", "LB;", true}, {"LB;", "LA;", true}, {"LA;", "LB;", false},
		{"LB;", "Landroid/content/Context;", true}, {"LB;", "Ljava/lang/Runnable;", true}, {"LA;", "LI;", false},
		{"LB;", "Landroid/view/Window$Callback;", true},
		{"[LB;", "[LA;", true}, {"[LB;", "Ljava/lang/Object;", true}, {"[I", "[Ljava/lang/Object;", false},
		{"[[I", "[Ljava/lang/Object;", true}, {"[I", "Ljava/lang/Cloneable;", true}, {"I", "Ljava/lang/Object;", false},
		{"Landroid/widget/Button;", "Landroid/view/View;", true}, {"Landroid/view/View;", "Landroid/widget/Button;", false},
		{"LUnknown;", "LB;", false}, {"LI;", "Ljava/lang/Object;", true}, {"", "LB;", false},
	} {
		if got := h.IsSubtype(c.sub, c.super); got != c.want {
			t.Errorf("IsSubtype(%q, %q) = %v", c.sub, c.super, got)
		}
	}
	if h.ID("Landroid/widget/Button;") != callgraph.NoType {
		t.Error("a framework type that is above no class of the app has a number")
	}
}

func TestCyclesAreCut(t *testing.T) {
	t.Parallel()
	// The assembler would order these classes if it could; the reader does not mind.
	g := build(t, callgraph.Options{}, `.class LA;
.super LB;
.method static f(LA;)V
    .registers 1
    invoke-virtual {p0}, LA;->g()V
    return-void
.end method
.class LB;
.super LA;
.method g()V
    .registers 1
    return-void
.end method
.class interface abstract LI;
.implements LI;
`)
	if len(g.Hierarchy.Warnings) != 2 {
		t.Errorf("got warnings %q, want two", g.Hierarchy.Warnings)
	}
	if f := g.Out(id(t, g, "LA;->f(LA;)V")); len(f) != 1 {
		t.Errorf("got edges %v, want one to LB;->g()V", f)
	}
}

func TestIndex(t *testing.T) {
	t.Parallel()
	g := build(t, callgraph.Options{}, `.class LA;
.field x:I
.field static s:I
.method f()V
    .registers 3
    new-instance v0, LB;
    const-class v1, LB;
    const-string v1, "a text"
    const v1, 0x7f010002
    const v1, 0x00010002
    iput v1, p0, LA;->x:I
    iget v1, v0, LB;->x:I
    sget v1, LB;->s:I
    invoke-virtual {v0, v1}, Landroid/app/Activity;->findViewById(I)Landroid/view/View;
    return-void
.end method
.class LB;
.super LA;
`)
	x := g.Index
	f := id(t, g, "LA;->f()V")
	for _, c := range []struct {
		name string
		uses []callgraph.Use
		want []uint32
	}{
		{"Allocs", x.Allocs("LB;"), []uint32{0}},
		{"Allocs of another", x.Allocs("LA;"), nil},
		{"Allocs of none", x.Allocs("LNone;"), nil},
		{"ConstClasses", x.ConstClasses("LB;"), []uint32{2}},
		{"Strings", x.Strings("a text"), []uint32{4}},
		{"Strings of none", x.Strings("a tex"), nil},
		{"Ints", x.Ints(0x7f010002), []uint32{6}},
		{"small Ints", x.Ints(0x10002), nil},
		{"Writes", x.Writes(dex.FieldRef{Class: "LA;", Name: "x", Type: "I"}), []uint32{12}},
		{"Reads", x.Reads(dex.FieldRef{Class: "LA;", Name: "x", Type: "I"}), []uint32{14}},
		{"Reads through the subclass", x.Reads(dex.FieldRef{Class: "LB;", Name: "x", Type: "I"}), []uint32{14}},
		{"static Reads", x.Reads(dex.FieldRef{Class: "LA;", Name: "s", Type: "I"}), []uint32{16}},
		{"Reads of none", x.Reads(dex.FieldRef{Class: "LC;", Name: "s", Type: "I"}), nil},
		{"Calls", x.Calls("findViewById", "(I)Landroid/view/View;"), []uint32{18}},
		{"CallsTo", x.CallsTo(func(ref dex.MethodRef) bool { return ref.Class == "Landroid/app/Activity;" }), []uint32{18}},
		{"CallsTo of another class", x.CallsTo(func(ref dex.MethodRef) bool { return ref.Class == "LA;" }), nil},
		{"Calls of none", x.Calls("findViewById", "()V"), nil},
	} {
		var pcs []uint32
		for _, u := range c.uses {
			if u.Method != f {
				t.Errorf("%s: use %+v is not in f", c.name, u)
			}
			pcs = append(pcs, u.PC)
		}
		if !slices.Equal(pcs, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, pcs, c.want)
		}
	}
	if got := x.Field(dex.FieldRef{Class: "LB;", Name: "x", Type: "I"}); got.Class != "LA;" {
		t.Errorf("Field gave %s", got)
	}
	if got := x.Created(f); len(got) != 1 || g.Hierarchy.Name(got[0]) != "LB;" {
		t.Errorf("Created gave %v", got)
	}
}

func TestWalkOptions(t *testing.T) {
	t.Parallel()
	g := build(t, callgraph.Options{}, `.class LA;
.method static a()V
    .registers 1
    invoke-static {}, LA;->b()V
    return-void
.end method
.method static b()V
    .registers 1
    invoke-static {}, LA;->c()V
    return-void
.end method
.method static c()V
    .registers 1
    return-void
.end method
.method static d()V
    .registers 1
    return-void
.end method
`)
	a, b, c, d := id(t, g, "LA;->a()V"), id(t, g, "LA;->b()V"), id(t, g, "LA;->c()V"), id(t, g, "LA;->d()V")
	stopped := g.Backward([]callgraph.MethodID{c}, callgraph.Walk{Stop: func(m callgraph.MethodID) bool { return m == b }})
	if !stopped.Has(b) || stopped.Has(a) || stopped.Distance(a) != -1 {
		t.Errorf("a walk with a stop at b reached %v", stopped.Order)
	}
	extra := g.Backward([]callgraph.MethodID{a}, callgraph.Walk{Extra: func(m callgraph.MethodID) []callgraph.MethodID {
		if m == a {
			return []callgraph.MethodID{d, callgraph.NoMethod}
		}
		return nil
	}})
	if !extra.Has(d) || extra.Distance(d) != 1 || len(extra.Order) != 2 {
		t.Errorf("a walk with an extra edge reached %v", extra.Order)
	}
	if r := g.Forward(nil, callgraph.Walk{}); len(r.Order) != 0 {
		t.Errorf("a walk from nowhere reached %v", r.Order)
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	g := build(t, callgraph.Options{}, `.class Lcom/foo/A;
.method static a()V
    .registers 1
    invoke-static {}, Lcom/foobar/B;->b()V
    return-void
.end method
.class Lcom/foobar/B;
.method static b()V
    .registers 1
    invoke-static {}, Lcom/foo/bar/C;->c()V
    return-void
.end method
.class Lcom/foo/bar/C;
.method static c()V
    .registers 1
    return-void
.end method
`)
	around := dextest.Method(t, g.Hierarchy.Set(), "Lcom/foo/bar/C;->c()V")
	for _, c := range []struct {
		name string
		opts callgraph.DrawOptions
		want string
	}{
		{"all", callgraph.DrawOptions{}, "abc"},
		{"package", callgraph.DrawOptions{Package: "com.foo"}, "ac"},
		{"class", callgraph.DrawOptions{Package: "com.foo.A"}, "a"},
		{"none", callgraph.DrawOptions{Package: "org"}, ""},
		{"around", callgraph.DrawOptions{Around: around, Depth: 1}, "bc"},
		{"both", callgraph.DrawOptions{Around: around, Depth: 2, Package: "com.foo"}, "ac"},
	} {
		var b strings.Builder
		if err := callgraph.WriteText(&b, g, c.opts); err != nil {
			t.Fatal(err)
		}
		got := ""
		for line := range strings.Lines(b.String()) {
			if line[0] == 'L' {
				_, name, _ := strings.Cut(line, "->")
				got += name[:1]
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	foreign := dextest.File(t, ".class LX;\n.method abstract x()V\n.end method").Classes[0].Methods[0]
	if _, err := callgraph.Draw(g, callgraph.DrawOptions{Around: foreign}); err == nil {
		t.Error("a method of another app gave no error")
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	set := dextest.Set(t, ".class LA;\n.method abstract a()V\n.end method")
	if _, err := callgraph.New(ctx, set, nil, callgraph.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
}

// app reads an app of the corpus.
func app(t testing.TB, path string) *dex.Set {
	t.Helper()
	archive, err := apk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := archive.Code(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestCorpus builds the graphs of real apps and compares walks with the edges
// that Preds and Succs enumerate.
func TestCorpus(t *testing.T) {
	t.Parallel()
	for i, c := range corpus.Part(corpus.Cases(t), 3) {
		if testing.Short() && i > 0 {
			break
		}
		g := graphOf(t, app(t, c.APK), callgraph.Options{})
		t.Logf("%s: %+v", c.Name, g.Stats)
		rnd := golden.Rand(t)
		for range 20 {
			m := callgraph.MethodID(rnd.IntN(g.Len()))
			back := g.Backward([]callgraph.MethodID{m}, callgraph.Walk{})
			for _, at := range back.Order[:min(len(back.Order), 50)] {
				for e := range g.Preds(at) {
					if !back.Has(e.From) {
						t.Fatalf("%s: %s leads to %s, which the walk from %s reached",
							c.Name, g.Method(e.From), g.Method(at), g.Method(m))
					}
				}
			}
			forward := g.Forward([]callgraph.MethodID{m}, callgraph.Walk{})
			for _, at := range forward.Order[:min(len(forward.Order), 50)] {
				for e := range g.Succs(at) {
					if !forward.Has(e.To) {
						t.Fatalf("%s: %s leads to %s, which the walk from %s did not reach",
							c.Name, g.Method(at), g.Method(e.To), g.Method(m))
					}
				}
				if back.Has(at) && !g.Backward([]callgraph.MethodID{at}, callgraph.Walk{}).Has(m) {
					t.Fatalf("%s: forward from %s reaches %s, backward does not lead back", c.Name, g.Method(m), g.Method(at))
				}
			}
		}
	}
}

func largest(b *testing.B) *dex.Set {
	b.Helper()
	var set *dex.Set
	methods := 0
	for _, c := range corpus.Cases(b) {
		s := app(b, c.APK)
		if n := s.Files[0].NumMethods(); n > methods {
			set, methods = s, n
		}
	}
	return set
}

func BenchmarkNew(b *testing.B) {
	set := largest(b)
	types := specs.Framework()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := callgraph.New(context.Background(), set, types, callgraph.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBackward(b *testing.B) {
	g := graphOf(b, largest(b), callgraph.Options{})
	rnd := golden.Rand(b)
	for b.Loop() {
		g.Backward([]callgraph.MethodID{callgraph.MethodID(rnd.IntN(g.Len()))}, callgraph.Walk{})
	}
}

// FuzzNew builds the graph of whatever the reader accepts.
func FuzzNew(f *testing.F) {
	f.Add(dextest.Bytes(f, `.dex 038
.class abstract LA;
.super LB;
.implements LI;
.field static x:I
.method static f(LI;)V
    .registers 2
    new-instance v0, LA;
    invoke-interface {p0}, LI;->g()V
    invoke-virtual {v0}, LB;->g()V
    invoke-super {v0}, LB;->g()V
    sget v1, LA;->x:I
    invoke-custom {}, s("g", ()LI;, ()V, invoke-static@LA;->f(LI;)V)@Ljava/lang/invoke/LambdaMetafactory;->metafactory()LSite;
    return-void
.end method
.class LB;
.super Landroid/app/Activity;
.method public g()V
    .registers 1
    return-void
.end method
.class interface abstract LI;
.method public g()V
    .registers 1
    return-void
.end method
`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := dex.Parse(data)
		if err != nil {
			return
		}
		set := dex.NewSet(file)
		g := graphOf(t, set, callgraph.Options{MaxTargets: 1})
		for m := range callgraph.MethodID(min(g.Len(), 20)) {
			g.Backward([]callgraph.MethodID{m}, callgraph.Walk{})
			g.Forward([]callgraph.MethodID{m}, callgraph.Walk{})
		}
		for _, a := range set.Classes() {
			for _, b := range set.Classes() {
				g.Hierarchy.IsSubtype(a.Descriptor, b.Descriptor)
			}
		}
		_ = callgraph.WriteText(io.Discard, g, callgraph.DrawOptions{})
	})
}

func TestTooManySupertypes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, ".class LA%d;\n.super LA%d;\n", i, i+1)
	}
	_, err := callgraph.NewHierarchy(dextest.Set(t, b.String()), nil)
	if err == nil || !strings.Contains(err.Error(), "has more than 1024") {
		t.Errorf("got error %v", err)
	}
}

// TestDiamonds: repeated supertypes are counted once.
func TestDiamonds(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, ".class interface abstract LI%d;\n.implements LI%d;\n.implements LI%d;\n", i, i+1, i+2)
	}
	h, err := callgraph.NewHierarchy(dextest.Set(t, b.String()), nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range h.Supertypes(h.ID("LI0;")) {
		n++
	}
	if n != 43 { // LI0; to LI41; and java.lang.Object
		t.Errorf("got %d supertypes, want 43", n)
	}
}
