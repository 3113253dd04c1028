package icfg_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
	"talpa/internal/golden"
)

// TestCases builds small apps; package icfgtest says of which sections they are made.
// "want" lists what can run and what it is bound to under each component: the
// methods of the app's own code that are no constructors, and the components that
// it opens.
func TestCases(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		return map[string]string{"want": describe(icfgtest.Build(t, files))}
	})
}

func describe(p *icfg.Program) string {
	var b strings.Builder
	for c := range p.Components {
		fmt.Fprintf(&b, "%s %s\n", p.Components[c].Kind, p.Components[c].Name)
		for id := range callgraph.MethodID(p.Calls.Len()) {
			m := p.Calls.Method(id)
			if !strings.HasPrefix(m.Class.Descriptor, "Lt/") || m.IsConstructor() || m.IsAbstract() || !p.Runs(c, id) {
				continue
			}
			fmt.Fprintf(&b, "  %s.%s", strings.TrimPrefix(m.Class.JavaName(), "t."), m.Name)
			if cb := p.CallbackOf(id); cb != nil {
				fmt.Fprintf(&b, " %s", cb.Role)
				for _, w := range cb.Widgets {
					fmt.Fprintf(&b, " %s", w)
				}
			}
			b.WriteByte('\n')
		}
		for _, o := range p.Components[c].Opens {
			fmt.Fprintf(&b, "  opens %s\n", p.Components[o].Name)
		}
	}
	return b.String()
}
