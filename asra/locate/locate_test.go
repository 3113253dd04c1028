package locate_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/internal/corpus"
)

// load reads the code and the trace of a case.
func load(t *testing.T, c corpus.Case) (*apk.Archive, *dex.Set, trace.Trace) {
	t.Helper()
	archive, err := apk.Open(c.APK)
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := archive.Code(context.Background())
	if err != nil {
		t.Fatal(err)
	}
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

// changed are the cases of which the line of the crash point is in the app, but holds other
// code: a line was added above the one that throws.
var changed = map[string]bool{"ActivityDiary-118": true}

// absent are the cases whose APK has no method of the trace: its service was rewritten.
var absent = map[string]bool{"transistor-149": true}

func TestLocateCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			_, set, tr := load(t, c)
			target, err := locate.Locate(set, tr)
			if err != nil {
				t.Fatal(err)
			}
			if absent[c.Name] {
				if target.Method != nil || target.Precision != guide.PrecisionNone {
					t.Errorf("%s: %v, want none", target.Precision, target.Method)
				}
				return
			}
			point, _, _ := strings.Cut(c.Target, "(")
			// Where app code of another package stands deeper, the target is deeper too.
			onChain := slices.ContainsFunc(target.Chain, func(m *dex.Method) bool {
				return guide.ShortMethod(m.String()) == point
			})
			if target.Method == nil || !onChain {
				t.Errorf("target %v, want %s", target.Method, point)
			}
			want := guide.PrecisionLine
			if changed[c.Name] || !c.LineInDex {
				want = guide.PrecisionMethod
			}
			if target.Precision != want {
				t.Errorf("known by %s, want %s", target.Precision, want)
			}
			t.Logf("%s offsets %v chain %v notes %q", target.Precision, target.Offsets, target.Chain, target.Notes)
		})
	}
}

// TestLocateByPosition finds code without line numbers by the position that the
// runtime prints in their place, if an instruction starts there.
func TestLocateByPosition(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, `
.class La/b;
.super Ljava/lang/Object;
.method public static c()V
    .registers 1
    const/4 v0, 0x0
    const v0, 0x12345678
    return-void
.end method
`)
	for line, want := range map[int]guide.Precision{1: guide.PrecisionLine, 4: guide.PrecisionLine, 2: guide.PrecisionMethod} {
		frames := []trace.Frame{{Class: "a.b", Method: "c", Line: line}}
		target, err := locate.Locate(set, trace.Trace{Chain: []trace.Throwable{{Class: "java.lang.Error", Frames: frames}}})
		if err != nil {
			t.Fatal(err)
		}
		if target.Precision != want {
			t.Errorf("position %d: %s at %v, want %s", line, target.Precision, target.Offsets, want)
		}
	}
}
