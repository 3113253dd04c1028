package static_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/static"
)

// machine is one that needs no device.
func machine() fleet.Machine {
	return fleet.Machine{Now: time.Now, Log: slog.New(slog.DiscardHandler)}
}

// burrow is the sample app, and the trace of a crash that was planted in it.
func burrow(t *testing.T) (apk string, trace input.Text) {
	t.Helper()
	data := filepath.Join("..", "..", "..", "testdata")
	name := filepath.Join(data, "traces", "burrow-form.txt")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(data, "apps", "burrow.apk"), input.Text{Name: name, Text: string(text)}
}

// TestAnalyze: the guide is of the level that is asked for, and the file that is written is the guide.
func TestAnalyze(t *testing.T) {
	t.Parallel()
	apk, trace := burrow(t)
	pruned := map[string]int{}
	for _, level := range []string{"none", "reach", "paper", "asra"} {
		a, err := static.Analyze(t.Context(), machine(), static.Options{APK: apk, Trace: trace, Level: level})
		if err != nil {
			t.Fatal(err)
		}
		if want := "java.lang.NumberFormatException"; a.Trace.Chain[0].Class != want || string(a.Guide.Level) != level {
			t.Errorf("%s: a guide of level %s for %s", level, a.Guide.Level, a.Trace.Chain[0].Class)
		}
		for _, c := range a.Guide.Callbacks {
			if c.Verdict == guide.Irrelevant {
				pruned[level]++
			}
		}
		path := filepath.Join(t.TempDir(), "guide.json")
		if err := a.WriteGuide(path); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		read, err := guide.Decode(data)
		if err != nil || len(read.Callbacks) != len(a.Guide.Callbacks) {
			t.Errorf("%s: the file has not the guide: %v", level, err)
		}
	}
	if pruned["none"] != 0 || pruned["asra"] == 0 || pruned["reach"] < pruned["asra"] {
		t.Errorf("callbacks that are irrelevant, by level: %v", pruned)
	}
}

// TestAnalyze_words: words that cannot be meant are refused with those that can.
func TestAnalyze_words(t *testing.T) {
	t.Parallel()
	apk, trace := burrow(t)
	for want, o := range map[string]static.Options{
		`no level "all": none, reach, paper or asra`: {APK: apk, Trace: trace, Level: "all"},
		`no sensitivity "much": attr or field`:       {APK: apk, Trace: trace, Level: "asra", Sensitivity: "much"},
		"--explain onClik: no callback and no widget of a callback is named so; did you mean ": {APK: apk, Trace: trace,
			Level: "asra", Explain: "onClik"},
		"no such file":            {APK: "none.apk", Trace: trace, Level: "asra"},
		"the trace text is empty": {APK: apk, Level: "asra"},
	} {
		if _, err := static.Analyze(t.Context(), machine(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestGraph: each kind of graph is drawn of the same app, with the target where that is in it.
func TestGraph(t *testing.T) {
	t.Parallel()
	apk, trace := burrow(t)
	for of, o := range map[string]static.GraphOptions{
		"widgets": {Trace: trace}, "screens": {}, "layouts": {}, "callgraph": {Trace: trace, Depth: 2}, "icfg": {},
		"cfg": {Trace: trace},
	} {
		o.APK, o.Of, o.Format = apk, of, "json"
		var out bytes.Buffer
		if err := static.Graph(t.Context(), machine(), o, &out); err != nil {
			t.Errorf("%s: %v", of, err)
			continue
		}
		var drawn struct {
			Of    string `json:"of"`
			Nodes []struct {
				Target bool `json:"target"`
			} `json:"nodes"`
		}
		if err := json.Unmarshal(out.Bytes(), &drawn); err != nil || drawn.Of != of || len(drawn.Nodes) == 0 {
			t.Errorf("%s: a graph of %q with %d nodes, %v", of, drawn.Of, len(drawn.Nodes), err)
		}
		marked := false
		for _, n := range drawn.Nodes {
			marked = marked || n.Target
		}
		if marked != (o.Trace.Text != "") {
			t.Errorf("%s: the target is marked: %v", of, marked)
		}
	}
}

// TestGraph_out: the graph goes to the file that is named, else to the writer.
func TestGraph_out(t *testing.T) {
	t.Parallel()
	apk, _ := burrow(t)
	path := filepath.Join(t.TempDir(), "screens.dot")
	o := static.GraphOptions{APK: apk, Of: "screens", Format: "dot"}
	var told, nothing bytes.Buffer
	if err := static.Graph(t.Context(), machine(), o, &told); err != nil {
		t.Fatal(err)
	}
	o.Out = path
	if err := static.Graph(t.Context(), machine(), o, &nothing); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(written, told.Bytes()) || nothing.Len() > 0 || !bytes.HasPrefix(written, []byte("digraph")) {
		t.Errorf("%d bytes in the file, %d and %d told: %v", len(written), told.Len(), nothing.Len(), err)
	}
}

// TestGraph_words: what cannot be drawn is refused with the way out.
func TestGraph_words(t *testing.T) {
	t.Parallel()
	apk, _ := burrow(t)
	for want, o := range map[string]static.GraphOptions{
		`no graph of "all": widgets, screens`:     {APK: apk, Of: "all", Format: "dot"},
		`no format "png": dot, svg, json`:         {APK: apk, Of: "screens", Format: "png"},
		"--depth cannot be negative":              {APK: apk, Of: "callgraph", Format: "dot", Depth: -1},
		"--of cfg draws one method":               {APK: apk, Of: "cfg", Format: "dot"},
		"--package and --depth may leave nothing": {APK: apk, Of: "screens", Format: "dot", Package: "org.none"},
	} {
		if err := static.Graph(t.Context(), machine(), o, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
