// Package icfgtest makes programs of small apps for tests, out of smali and XML.
package icfgtest

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
)

// NS declares the namespace of Android's attributes, for the root of an XML resource.
const NS = `xmlns:android="http://schemas.android.com/apk/res/android"`

var number = regexp.MustCompile(`\{(\w+/\w+)\}`)

// Build makes the program of an app of package t. The sections: "in.smali" is the code,
// in which {id/add} stands for the number of a resource; "app" has the components, launcher
// first ("activity t.Main"), with the actions of their filters behind the name, the
// application, and metadata with its resource; "layout/main", "menu/m" and so on are XML
// resources, "values/x" others; META-INF/ other files. An app with notes fails the test.
func Build(t testing.TB, files map[string]string) *icfg.Program {
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

// Load makes the program of an APK.
func Load(t testing.TB, path string) *icfg.Program {
	t.Helper()
	archive, err := apk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
