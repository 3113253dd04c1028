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
				}
			}
		}
	})
}
