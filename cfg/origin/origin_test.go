package origin_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"talpa/cfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/golden"
)

// TestArguments prints the origins of every argument of every call.
func TestArguments(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		var out strings.Builder
		for _, class := range dextest.Set(t, files["in.smali"]).Classes() {
			for _, m := range class.Methods {
				writeMethod(t, &out, m)
			}
		}
		return map[string]string{"want": out.String()}
	})
}

func writeMethod(t *testing.T, out *strings.Builder, m *dex.Method) {
	t.Helper()
	g, err := cfg.New(m)
	if err != nil {
		return
	}
	a := origin.Analyze(g)
	fmt.Fprintf(out, "%s\n", m)
	for in := range g.Code.Insns() {
		if in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := g.Code.File.MethodAt(in.Index)
		n := len(ref.Params())
		if in.Op.Call() != dex.CallStatic {
			n++
		}
		fmt.Fprintf(out, "  %04x %s\n", in.Off, ref.Name)
		for i := range n {
			fmt.Fprintf(out, "    %s\n", describe(a.Args(&in, i)))
			compareMakers(t, a, &in, i)
		}
	}
}

func describe(all []origin.Origin) string {
	var words []string
	for _, o := range all {
		switch o.Kind {
		case origin.Unknown:
			words = append(words, "unknown")
		case origin.Int:
			words = append(words, fmt.Sprintf("int %d", o.Int))
		case origin.String:
			words = append(words, fmt.Sprintf("%q", o.Text))
		case origin.Class:
			words = append(words, "class "+o.Text)
		case origin.New, origin.Array:
			words = append(words, fmt.Sprintf("new %s at %04x", o.Text, o.PC))
		case origin.Param:
			words = append(words, fmt.Sprintf("parameter %d", o.Int))
		case origin.Field, origin.Static:
			words = append(words, "field "+o.Name)
		case origin.Result:
			words = append(words, fmt.Sprintf("result of %s at %04x", o.Name, o.PC))
		default:
			words = append(words, fmt.Sprintf("computed at %04x", o.PC))
		}
	}
	if len(words) == 0 {
		return "nothing"
	}
	sort.Strings(words)
	return strings.Join(words, " or ")
}

func TestCache(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, ".class LA;\n.method public abstract none()V\n.end method\n"+
		".method public run()V\n.registers 1\nreturn-void\n.end method\n")
	var c origin.Cache
	run := dextest.Method(t, set, "LA;->run()V")
	if first := c.Of(run); first == nil || c.Of(run) != first {
		t.Error("the analysis is not kept")
	}
	fork := c.Of(run).Fork()
	if fork == c.Of(run) || fork.Graph != c.Of(run).Graph {
		t.Error("a fork does not share the graph, or is no other analysis")
	}
	if c.Of(dextest.Method(t, set, "LA;->none()V")) != nil {
		t.Error("a method without code has an analysis")
	}
}

// TestFreeze states that caches made of frozen analyses have their own, share the graph,
// and keep a nil for what cannot be analysed.
func TestFreeze(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, ".class LA;\n.method public abstract none()V\n.end method\n"+
		".method public run(I)V\n.registers 3\nconst/4 v0, 0x1\nadd-int v1, v0, p1\nreturn-void\n.end method\n")
	run, none := dextest.Method(t, set, "LA;->run(I)V"), dextest.Method(t, set, "LA;->none()V")
	var first origin.Cache
	made := first.Of(run)
	first.Of(none)
	shared := first.Freeze()
	one, two := shared.Cache(nil), shared.Cache(nil)
	if one.Of(run) == made || one.Of(run) == two.Of(run) {
		t.Error("two caches share an analysis, which holds the state of a reader")
	}
	if again := one.Of(run); again.Graph != made.Graph || again != one.Of(run) {
		t.Error("the graph is not shared, or the analysis is made twice")
	}
	if got := describe(one.Of(run).At(1, 0)); got != "int 1" {
		t.Errorf("v0 is %s, want int 1", got)
	}
	if one.Of(none) != nil {
		t.Error("a method without code has an analysis")
	}
	if first.Of(run) == made {
		t.Error("the frozen cache still gives the shared analysis")
	}
}

// TestAt_in_any_order states that what is said of an instruction does not depend on what
// was asked before.
func TestAt_in_any_order(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, ".class LA;\n.method public run(I)V\n.registers 4\nconst/4 v0, 0x1\nif-eqz p1, :on\nconst/4 v0, 0x2\n"+
		":on\nconst/4 v1, 0x3\nmove v0, v1\nreturn-void\n.end method\n")
	g, err := cfg.New(dextest.Method(t, set, "LA;->run(I)V"))
	if err != nil {
		t.Fatal(err)
	}
	var offsets []uint32
	want := map[uint32]string{}
	for in := range g.Code.Insns() {
		offsets = append(offsets, in.Off)
		want[in.Off] = describe(origin.Analyze(g).At(in.Off, 0))
	}
	if want[offsets[3]] != "int 1 or int 2" || want[offsets[5]] != "int 3" {
		t.Fatalf("v0 is %v", want)
	}
	a, random := origin.Analyze(g), golden.Rand(t)
	for range 100 {
		at := offsets[random.IntN(len(offsets))]
		if got := describe(a.At(at, 0)); got != want[at] {
			t.Fatalf("at %d v0 is %s, want %s", at, got, want[at])
		}
	}
}

// TestParamIndex states which argument a parameter register holds: the way back from
// ArgRegister.
func TestParamIndex(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, ".class LA;\n.method public virtual(IJD)V\n.registers 6\nreturn-void\n.end method\n"+
		".method public static static(JI)V\n.registers 3\nreturn-void\n.end method\n")
	for _, c := range []struct {
		method string
		reg    int
		want   int // -1 for none
	}{
		{"LA;->virtual(IJD)V", 0, 0}, {"LA;->virtual(IJD)V", 1, 1}, {"LA;->virtual(IJD)V", 2, 2}, {"LA;->virtual(IJD)V", 3, -1},
		{"LA;->virtual(IJD)V", 4, 3}, {"LA;->virtual(IJD)V", 5, -1}, {"LA;->virtual(IJD)V", 6, -1},
		{"LA;->static(JI)V", 0, 0}, {"LA;->static(JI)V", 1, -1}, {"LA;->static(JI)V", 2, 1}, {"LA;->static(JI)V", 3, -1},
	} {
		got, ok := origin.ParamIndex(dextest.Method(t, set, c.method), c.reg)
		if !ok {
			got = -1
		}
		if got != c.want {
			t.Errorf("register %d of %s holds argument %d, want %d", c.reg, c.method, got, c.want)
		}
	}
}

// FuzzAnalyze states that the analysis ends and answers for every register of
// every instruction of any code that the dex reader accepts.
func FuzzAnalyze(f *testing.F) {
	f.Add(dextest.Bytes(f, ".class LA;\n.method public run(IJ)V\n.registers 6\n:top\nmove-object v0, p0\n"+
		"if-eqz p1, :top\nconst-string v1, \"x\"\ninvoke-virtual {v1}, Ljava/lang/String;->length()I\n"+
		"move-result p1\ngoto :top\n.end method\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := dex.Parse(data)
		if err != nil {
			return
		}
		var c origin.Cache
		for _, class := range file.Classes {
			for _, m := range class.Methods {
				a := c.Of(m)
				if a == nil {
					continue
				}
				for in := range m.Code().Insns() {
					a.At(in.Off, 0)
					a.Args(&in, 1)
					compareMakers(t, a, &in, 1)
				}
			}
		}
	})
}
