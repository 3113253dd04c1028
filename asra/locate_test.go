package asra_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/internal/corpus"
)

// load reads the code and the trace of a case.
func load(t *testing.T, c corpus.Case) (*apk.Archive, *dex.Set, trace.Trace) {
	t.Helper()
	archive, err := apk.Open(c.APK)
	if err != nil {
		t.Fatal(err)
	}
	var files []*dex.File
	for _, data := range archive.DEX() {
		all, err := dex.ParseAll(data)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, all...)
	}
	set := dex.NewSet(files...)
	text, err := os.ReadFile(c.Trace)
	if err != nil {
		t.Fatal(err)
	}
	traces, err := trace.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	hint := trace.Hint{
		Package: archive.Manifest().Package,
		InApp:   func(class string) bool { return set.Class(dex.Descriptor(class)) != nil },
	}
	i, err := trace.Choose(traces, hint)
	if err != nil {
		t.Fatal(err)
	}
	return archive, set, traces[i]
}

func TestLocateCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			_, set, tr := load(t, c)
			target, err := asra.Locate(set, tr)
			if err != nil {
				t.Fatal(err)
			}
			want, _, _ := strings.Cut(c.Target, "(")
			// Where app code of another package stands deeper, the target is deeper too.
			onChain := slices.ContainsFunc(target.Chain, func(m *dex.Method) bool {
				return guide.ShortMethod(m.String()) == want
			})
			if target.Method == nil || !onChain {
				t.Errorf("target %v, want %s", target.Method, want)
			}
			if target.Precision != guide.PrecisionLine {
				t.Errorf("known by %s", target.Precision)
			}
			t.Logf("%s offsets %v chain %v notes %q", target.Precision, target.Offsets, target.Chain, target.Notes)
		})
	}
}
