package asra_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/internal/golden"
)

// burrow is the project's own app with planted crashes.
func burrow(t *testing.T) *icfg.Program {
	t.Helper()
	archive, err := apk.Open("../testdata/apps/burrow.apk")
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBurrow(t *testing.T) {
	t.Parallel()
	p := burrow(t)
	traces, err := filepath.Glob("../testdata/traces/burrow-*.txt")
	if err != nil || len(traces) == 0 {
		t.Fatalf("no traces (%v)", err)
	}
	for _, path := range traces {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all, err := trace.Parse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			target, err := asra.Locate(p.Hierarchy.Set(), all[0])
			if err != nil {
				t.Fatal(err)
			}
			g, err := asra.Analyze(context.Background(), p, target, asra.Options{})
			if err != nil {
				t.Fatal(err)
			}
			golden.Equal(t, filepath.Join("testdata", name+".guide"), []byte(render(g)))
		})
	}
}

func TestDrawWidgets(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	g := &guide.Guide{
		Target: guide.Target{Callback: "Ldev/talpa/burrow/ConvertActivity$2;->onClick(Landroid/view/View;)V"},
	}
	if err := asra.DrawWidgets(burrow(t), g, "dev.talpa.burrow").WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", "burrow-widgets.json"), out.Bytes())
}
