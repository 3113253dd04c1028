// Package icfgtest makes programs of small apps for tests, out of smali and XML.
package icfgtest

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
)

// NS declares the namespace of Android's attributes, for the root of an XML resource.
// Only the root has to have it.
const NS = `xmlns:android="http://schemas.android.com/apk/res/android"`

// Numbers are given by apktest as aapt gives them, so that code and XML agree.
// The name has the form of Resources.Name: type, slash, entry.
var number = regexp.MustCompile(`\{(\w+/\w+)\}`)

// Build makes the program of an app of package t. The sections: "in.smali" is the code, in which
// {id/add} stands for the number of a resource; "app" has the components, launcher first ("activity
// t.Main"), with attributes ("exported=true") and the actions of their filters behind the name, the
// application, permissions that it uses, and metadata with its resource; "layout/main", "menu/m"
// and so on are XML resources, "layout/main land" one for a configuration, "values/x" others;
// META-INF/ other files. An app with notes fails the test. The way is that of real apps: the parts
// become an archive, which is parsed, decoded and loaded as any APK is. Sections are taken in no
// order, but nothing depends on it. Notes are what the program could not make out, which in a test
// is a mistake of its author.
func Build(t testing.TB, files map[string]string) *icfg.Program {
	t.Helper()
	// Names of one letter keep the smali of tests short: the package is t, its launcher mostly t.Main.
	app := apktest.New("t")
	for name, text := range files {
		switch {
		case strings.HasPrefix(name, "META-INF/"):
			app.Raw(name, []byte(text))
		case strings.Contains(name, "/"):
			name, config, _ := strings.Cut(name, " ")
			app.FileFor(name, config, strings.TrimSpace(text))
		}
	}
	app.Manifest(manifest(files["app"]))
	code, err := dextest.Assemble(number.ReplaceAllStringFunc(files["in.smali"], func(name string) string {
		return fmt.Sprintf("%#x", uint32(app.ID(strings.Trim(name, "{}"))))
	}))
	if err != nil {
		t.Fatal(err)
	}
	// One DEX file is enough: how several are joined is tested where they are read.
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

// manifest is that of the app, as text, from the lines of the section "app".
// Every component gets a filter, so that it counts as exported, and the authorities that a provider needs;
// those of others are ignored, as Android does.
func manifest(app string) string {
	var b strings.Builder
	b.WriteString(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="t">`)
	for line := range strings.Lines(app) {
		if words := strings.Fields(line); words[0] == "permission" {
			fmt.Fprintf(&b, "<uses-permission android:name=%q/>", words[1])
		}
	}
	b.WriteString("<application")
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
		if words[0] == "application" || words[0] == "permission" {
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
		fmt.Fprintf(&b, `<%s android:name="%s" android:authorities="t"`, words[0], words[1])
		words = slices.DeleteFunc(words, func(word string) bool {
			name, value, ok := strings.Cut(word, "=")
			if ok {
				fmt.Fprintf(&b, ` android:%s="%s"`, name, value)
			}
			return ok
		})
		b.WriteString("><intent-filter>")
		if words[0] == "activity" && first {
			b.WriteString(`<action android:name="android.intent.action.MAIN"/>` +
				`<category android:name="android.intent.category.LAUNCHER"/>`)
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

// Load makes the program of an APK. Notes are allowed: real apps have some. It takes as long as
// talpa itself does to read the app.
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

// Main is how the assembler text of the launcher's activity t.Main begins, with its constructor: its other methods
// follow.
const Main = `
.class public Lt/Main;
.super Landroid/app/Activity;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
`

// Class is the smali of a class of package t with a constructor: its simple name, the
// descriptor of the class above it, those of its interfaces, and its members.
// Fields come before methods, as the assembler wants them; the order of the members is kept within both.
func Class(name, super string, interfaces []string, members ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".class public Lt/%s;\n.super %s\n", name, super)
	for _, i := range interfaces {
		fmt.Fprintf(&b, ".implements %s\n", i)
	}
	for _, m := range members {
		if strings.HasPrefix(m, ".field") {
			b.WriteString(m)
		}
	}
	fmt.Fprintf(&b, ".method public constructor <init>()V\n.registers 1\n"+
		"invoke-direct {p0}, %s-><init>()V\nreturn-void\n.end method\n", super)
	for _, m := range members {
		if !strings.HasPrefix(m, ".field") {
			b.WriteString(m)
		}
	}
	return b.String()
}

// Method is the smali of a public method with six registers of its own, v0 to v5, that returns
// nothing, 0 or null after the given lines, as its type asks. The first of its parameters is in p0,
// which is the object itself. Lines may use all of v0 to v5; what is in v0 at the end does not
// matter, since the end writes it.
func Method(signature string, lines ...string) string {
	params := 1
	for _, p := range dex.Params(signature[strings.IndexByte(signature, '('):]) {
		params++
		if dex.IsWide(p) {
			params++
		}
	}
	end := "const/4 v0, 0x0\nreturn v0"
	switch result := signature[strings.IndexByte(signature, ')')+1:]; {
	case result == "V":
		end = "return-void"
	case result[0] == 'L' || result[0] == '[':
		end = "const/4 v0, 0x0\nreturn-object v0"
	}
	return fmt.Sprintf(".method public %s\n.registers %d\n%s\n%s\n.end method\n",
		signature, 6+params, strings.Join(lines, "\n"), end)
}

// New is the smali that makes an instance of a class of package t in a register.
// Fields of the object keep their defaults, as its constructor sets none.
func New(reg, name string) string {
	return fmt.Sprintf("new-instance %s, Lt/%s;\ninvoke-direct {%s}, Lt/%s;-><init>()V", reg, name, reg, name)
}

// MethodOf finds a method of package t by "Class.name"; it fails the test if there is none or more
// than one. Two overloads are one too many: the name has to say which is meant. Inner classes are
// named with their dollar.
func MethodOf(t testing.TB, p *icfg.Program, name string) callgraph.MethodID {
	t.Helper()
	found := callgraph.NoMethod
	for id := range callgraph.MethodID(p.Calls.Len()) {
		m := p.Calls.Method(id)
		if strings.TrimPrefix(m.Class.JavaName(), "t.")+"."+m.Name == name {
			if found != callgraph.NoMethod {
				t.Fatalf("two methods %s", name)
			}
			found = id
		}
	}
	if found == callgraph.NoMethod {
		t.Fatalf("no method %s", name)
	}
	return found
}
