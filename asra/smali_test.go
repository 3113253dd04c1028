package asra_test

import (
	"context"
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/internal/golden"
	"talpa/specs"
)

// TestAnalyze_smallApps runs Analyze on small apps. "app" lists components, the launcher
// first ("activity t.Main"), and the frames of the trace, innermost first
// ("at t.Main.crash 12"); "want" is the guide.
func TestAnalyze_smallApps(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		set := dextest.Set(t, files["in.smali"])
		calls, err := callgraph.New(context.Background(), set, specs.Framework(), callgraph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		manifest, crash, level := parseApp(t, files["app"])
		p, err := icfg.Build(context.Background(), icfg.Input{Manifest: manifest, Calls: calls})
		if err != nil {
			t.Fatal(err)
		}
		target, err := locate.Resolve(set, []trace.Trace{crash}, locate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := asra.Analyze(context.Background(), p, target, asra.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Validate(); err != nil {
			t.Error(err)
		}
		return map[string]string{"want": render(g)}
	})
}

func parseApp(t *testing.T, text string) (*apk.Manifest, trace.Trace, guide.Level) {
	t.Helper()
	m := &apk.Manifest{Package: "t"}
	crash := trace.Throwable{Class: "java.lang.RuntimeException"}
	level := guide.LevelASRA
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		c := apk.Component{Name: rest, Enabled: true}
		switch word {
		case "activity":
			if len(m.Activities) == 0 {
				c.Exported = true
				c.Filters = []apk.IntentFilter{{
					Actions: []string{"android.intent.action.MAIN"}, Categories: []string{"android.intent.category.LAUNCHER"},
				}}
			}
			m.Activities = append(m.Activities, apk.Activity{Component: c})
		case "service":
			m.Services = append(m.Services, c)
		case "message":
			crash.Class, crash.Message = "java.lang.NullPointerException", rest
		case "level":
			level = guide.Level(rest)
		case "at":
			name, number, _ := strings.Cut(rest, " ")
			dot := strings.LastIndexByte(name, '.')
			f := trace.Frame{Class: name[:dot], Method: name[dot+1:]}
			for _, digit := range number {
				f.Line = 10*f.Line + int(digit-'0')
			}
			crash.Frames = append(crash.Frames, f)
		default:
			t.Fatalf("app: %q", line)
		}
	}
	return m, trace.Trace{Chain: []trace.Throwable{crash}}, level
}

// program joins code whose classes are all activities.
func program(t *testing.T, files []*dex.File) *icfg.Program {
	t.Helper()
	set := dex.NewSet(files...)
	calls, err := callgraph.New(context.Background(), set, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &apk.Manifest{}
	for _, c := range set.Classes() {
		m.Activities = append(m.Activities, apk.Activity{Component: apk.Component{Name: c.JavaName(), Enabled: true}})
	}
	p, err := icfg.Build(context.Background(), icfg.Input{Manifest: m, Calls: calls})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
