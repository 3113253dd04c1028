package branch_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/internal/golden"
	"talpa/specs"
)

// TestConstraints states for each tested value of each method with which values control
// gets to each line: rules R3 and R4.
func TestConstraints(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		calls, err := callgraph.New(context.Background(), dextest.Set(t, files["in.smali"]), specs.Framework(), callgraph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := icfg.Build(context.Background(), icfg.Input{Calls: calls, Manifest: &apk.Manifest{
			Package: "t", Activities: []apk.Activity{{Component: apk.Component{Name: "t.Main", Enabled: true}}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		table := branch.New(appcode.New(p))
		var b strings.Builder
		for m := range calls.Len() {
			describe(t, &b, table.Of(callgraph.MethodID(m)), calls.Method(callgraph.MethodID(m)).Name)
		}
		return map[string]string{"want": b.String()}
	})
}

// describe writes the tested values of a method, each with its values by line.
func describe(t *testing.T, b *strings.Builder, g *branch.Constraints, name string) {
	t.Helper()
	if g == nil {
		fmt.Fprintf(b, "%s: no constraints\n", name)
		return
	}
	lines, err := g.Origins.Graph.Code.Lines()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range g.Subjects() {
		if !g.Tests(s.Key) {
			continue
		}
		fmt.Fprintf(b, "%s: %s %s", name, s.Says.Kind, strings.TrimPrefix(s.Says.Class+"."+s.Says.Name, "."))
		for _, l := range lines {
			fmt.Fprintf(b, "; line %d %s", l.Line, g.At(s.Key, l.Off))
		}
		b.WriteByte('\n')
	}
	if len(g.Subjects()) == 0 {
		fmt.Fprintf(b, "%s: tests nothing\n", name)
	}
	if all := g.At("no such key", 0); !all.IsAll() {
		t.Errorf("%s: an untested value is restricted to %s", name, all)
	}
}
