package icfg_test

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
	"talpa/internal/golden"
)

// TestCases builds small apps, of package t. Sections of a case: "in.smali" the
// code, in which {id/add} stands for the number of a resource; "app" the
// components, launcher first ("activity t.Main"), with the actions of their
// filters behind the name, and metadata with its resource; "layout/main", "menu/m" and so on the XML resources;
// META-INF/ other files.
// "want" lists what can run and what it is bound to under each component: the
// methods of the app's own code that are no constructors, and the components that
// it opens.
func TestCases(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		return map[string]string{"want": describe(build(t, files))}
	})
}

var number = regexp.MustCompile(`\{(\w+/\w+)\}`)

func build(t *testing.T, files map[string]string) *icfg.Program {
	t.Helper()
	app := apktest.New("t")
	for name, text := range files {
		switch {
		case strings.HasPrefix(name, "META-INF/"):
			app.Raw(name, []byte(text))
		case strings.Contains(name, "/"):
			app.File(name, strings.TrimSpace(text))
		}
	}
	app.Manifest(manifest(files["app"]))
	code, err := dextest.Assemble(number.ReplaceAllStringFunc(files["in.smali"], func(name string) string {
		return fmt.Sprintf("%#x", uint32(app.ID(strings.Trim(name, "{}"))))
	}))
	if err != nil {
		t.Fatal(err)
	}
	app.DEX(code)
	archive, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Notes) > 0 {
		t.Errorf("notes: %q", p.Notes)
	}
	return p
}

func manifest(app string) string {
	var b strings.Builder
	b.WriteString(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="t"><application`)
	first := true
	for line := range strings.Lines(app) {
		words := strings.Fields(line)
		if words[0] == "application" {
			fmt.Fprintf(&b, " android:name=%q", words[1])
		}
	}
	b.WriteString(">")
	for line := range strings.Lines(app) {
		words := strings.Fields(line)
		if words[0] == "application" {
			continue
		}
		if words[0] == "meta-data" {
			value := `android:value="x"`
			if len(words) > 2 {
				value = fmt.Sprintf("android:resource=%q", words[2])
			}
			fmt.Fprintf(&b, `<meta-data android:name="%s" %s/>`, words[1], value)
			continue
		}
		fmt.Fprintf(&b, `<%s android:name="%s" android:authorities="t"><intent-filter>`, words[0], words[1])
		if words[0] == "activity" && first {
			b.WriteString(`<action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/>`)
			first = false
		}
		for _, action := range words[2:] {
			fmt.Fprintf(&b, `<action android:name="%s"/>`, action)
		}
		fmt.Fprintf(&b, `</intent-filter></%s>`, words[0])
	}
	b.WriteString("</application></manifest>")
	return b.String()
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
