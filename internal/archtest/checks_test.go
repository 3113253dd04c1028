package archtest

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestChecks has the checks find what they are for, under the names that a file gives
// to imports.
func TestChecks(t *testing.T) {
	for name, c := range map[string]struct {
		source          string
		globals, holder []string
	}{
		"clock": {`import "time"; var x = time.Now; func f() { time.Sleep(time.Second) }`,
			[]string{"time.Now", "time.Sleep"}, nil},
		"clock under another name": {`import clock "time"; var x = clock.Until`, []string{"time.Until"}, nil},
		"no clock":                 {`import "time"; var x = time.Second; func f(t time.Time) { t.After(t) }`, nil, nil},
		"shared chance":            {`import "math/rand"; var x = rand.Intn(3)`, []string{"rand.Intn"}, nil},
		"shared chance, v2":        {`import "math/rand/v2"; var x = rand.N(3)`, []string{"rand.N"}, nil},
		"a source of its own":      {`import "math/rand"; func f(r *rand.Rand) { rand.New(rand.NewSource(1)).Intn(2) }`, nil, nil},
		"context of a struct": {`import "context"; type a struct { n int; ctx context.Context }; type b struct { f func(context.Context) }`,
			nil, []string{"a"}},
		"embedded context": {`import c "context"; type a struct { c.Context }`, nil, []string{"a"}},
		"struct in a function": {`import "context"; func f() { var _ struct { ctx context.Context } }`,
			nil, []string{"f"}},
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+c.source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := globalUses(tree); !slices.Equal(got, c.globals) {
			t.Errorf("%s: uses %s, want %s", name, strings.Join(got, " "), c.globals)
		}
		if got := contextHolders(tree); !slices.Equal(got, c.holder) {
			t.Errorf("%s: holders %s, want %s", name, strings.Join(got, " "), c.holder)
		}
	}
}
