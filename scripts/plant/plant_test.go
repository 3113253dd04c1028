package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/dextest"
)

// code has lines that can throw, and of each kind that cannot.
const code = `
.class public Lorg/x/Main;
.super Landroid/app/Activity;
.source "Main.java"
.method public onClick(Landroid/view/View;)V
    .registers 5
    .line 10
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    move-result v0
    const/4 v1, 0x3
    add-int v0, v0, v1
    .line 11
    const/4 v2, 0x1
    .line 12
    if-eqz v0, :end
    .line 13
    :loop
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    move-result v0
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    move-result v0
    .line 14
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    :middle
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    if-nez v2, :middle
    .line 15
    :start
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    :stop
    .line 16
    if-nez v2, :loop
    .line 17
    :end
    return-void
    .line 18
    :failed
    move-exception v0
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    invoke-virtual {p0, p1}, Lorg/x/Main;->one(Landroid/view/View;)I
    return-void
    .catch Ljava/io/IOException; {:start .. :stop} :failed
.end method
.method public one(Landroid/view/View;)I
    .registers 4
    .line 30
    const/4 v0, 0x1
    return v0
.end method
`

// refers are the references to an exception's constructor that an app can have.
const refers = `
.method static fail()V
    .registers 2
    .line 40
    new-instance v0, %[1]s
    invoke-direct {v0%[2]s}, %[1]s-><init>(%[3]s)V
    throw v0
.end method
`

// A throw fits on a line that control gets to without an exception, that is long enough, and into which nothing jumps;
// not inside a try, not in a handler.
func TestRooms_linesThatCanThrow(t *testing.T) {
	t.Parallel()
	m := dextest.File(t, code).Class("Lorg/x/Main;").Method("onClick", "(Landroid/view/View;)V")
	for _, c := range []struct {
		units int
		want  []int
	}{{2, []int{10, 12, 13, 14, 16}}, {6, []int{10, 13}}, {8, []int{13}}, {9, nil}} {
		var lines []int
		for _, r := range rooms(m, c.units) {
			lines = append(lines, m.Code().Line(r.start))
		}
		if !slices.Equal(lines, c.want) {
			t.Errorf("%d units: lines %v, want %v", c.units, lines, c.want)
		}
	}
}

// TestChange: the line throws the exception that the app refers to, what comes before and after it stays, and
// nothing else of the file changes.
func TestChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ class, register, param, want string }{
		"without a text": {"Ljava/lang/RuntimeException;", "", "", `new-instance v0, Ljava/lang/RuntimeException;
invoke-direct {v0}, Ljava/lang/RuntimeException;-><init>()V
throw v0`},
		"with a text": {"Ljava/lang/IllegalStateException;", ", v1", "Ljava/lang/String;",
			`new-instance v0, Ljava/lang/IllegalStateException;
const/4 v1, #0
invoke-direct {v0, v1}, Ljava/lang/IllegalStateException;-><init>(Ljava/lang/String;)V
throw v0`},
		"none that can be made": {"Ljava/io/IOException;", "", "", "const/4 v0, #0\nthrow v0"},
	} {
		f := dextest.File(t, code+fmt.Sprintf(refers, c.class, c.register, c.param))
		m := f.Class("Lorg/x/Main;").Method("onClick", "(Landroid/view/View;)V")
		thrown := findThrowable(f)
		all := rooms(m, len(thrown.units()))
		r := all[slices.IndexFunc(all, func(r room) bool { return m.Code().Line(r.start) == 13 })]
		out, err := change(f, m.Code(), thrown.fault(r))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g, err := dex.Parse(out)
		if err != nil || len(g.Warnings) > 0 || len(g.Faults) > 0 {
			t.Fatalf("%s: %v, %v, %v", name, err, g.Warnings, g.Faults)
		}
		after := g.Class("Lorg/x/Main;").Method("onClick", "(Landroid/view/View;)V").Code()
		var inside, outside, before []string
		for in := range after.Insns() {
			switch line := after.Line(in.Off); {
			case line == 13 && in.Op.String() != "nop":
				inside = append(inside, after.Format(in))
			case line != 13:
				outside = append(outside, after.Format(in))
			}
		}
		for in := range m.Code().Insns() {
			if m.Code().Line(in.Off) != 13 {
				before = append(before, m.Code().Format(in))
			}
		}
		if got := strings.Join(inside, "\n"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: line 13 is\n%s\nwant\n%s", name, got, c.want)
		}
		if !slices.Equal(outside, before) {
			t.Errorf("%s: other lines changed:\n%s", name, strings.Join(outside, "\n"))
		}
	}
}

// TestFindThrowable: of several exceptions the first of the list is thrown, in whatever order the file has them.
func TestFindThrowable(t *testing.T) {
	t.Parallel()
	text := code
	for i, class := range []string{"Ljava/lang/Error;", "Ljava/lang/RuntimeException;", "Ljava/lang/IllegalArgumentException;"} {
		text += strings.ReplaceAll(fmt.Sprintf(refers, class, "", ""), "fail", fmt.Sprint("fail", i))
	}
	if got := findThrowable(dextest.File(t, text)); got.class != "Ljava/lang/IllegalArgumentException;" || got.text {
		t.Errorf("%+v is thrown", got)
	}
}

// TestTrace: frames of the app from the inside out, then those of the framework; of a life-cycle callback the
// framework makes an exception of its own.
func TestTrace(t *testing.T) {
	t.Parallel()
	f := dextest.File(t, code+`
.method public onCreate(Landroid/os/Bundle;)V
    .registers 2
    .line 50
    return-void
.end method
`)
	c := f.Class("Lorg/x/Main;")
	click, create := c.Method("onClick", "(Landroid/view/View;)V"), c.Method("onCreate", "(Landroid/os/Bundle;)V")
	one := c.Method("one", "(Landroid/view/View;)I")
	p := &place{chain: []site{{click, 0}, {one, 0}}, fault: fault{class: "Ljava/lang/IllegalStateException;"}}
	if got, want := p.trace(), `FATAL EXCEPTION: main
java.lang.IllegalStateException
	at org.x.Main.one(Main.java:30)
	at org.x.Main.onClick(Main.java:10)
	at android.view.View.performClick(View.java)
	at android.view.View$PerformClick.run(View.java)
	at android.os.Handler.handleCallback(Handler.java)
	at android.os.Handler.dispatchMessage(Handler.java)
	at android.os.Looper.loop(Looper.java)
	at android.app.ActivityThread.main(ActivityThread.java)
`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p.chain[0].method = create
	traces, err := trace.Parse(p.trace())
	if err != nil || len(traces) != 1 || len(traces[0].Chain) != 2 {
		t.Fatalf("%v, %v of\n%s", err, traces, p.trace())
	}
	if outer := traces[0].Chain[0]; outer.Class != "java.lang.RuntimeException" ||
		outer.Message != "Unable to start activity: java.lang.IllegalStateException" ||
		outer.Frames[0].Method != "performLaunchActivity" {
		t.Errorf("the outer exception is %+v", outer)
	}
	if cause := traces[0].Chain[1]; cause.Frames[1].Method != "onCreate" || cause.Frames[2].Method != "performCreate" {
		t.Errorf("the cause is %+v", cause)
	}
}

// TestPlantApp plants crashes in sample apps: each copy holds the exception at the line that its trace
// names, which the static half finds exactly; the same seed gives the same, another one something else.
func TestPlantApp(t *testing.T) {
	t.Parallel()
	for kind, apps := range map[string][]string{
		kindThrow: {"burrow", "decks", "granary"}, kindGuard: {"burrow", "lookout", "magpie", "warren"},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			testDraws(t, kind, apps)
		})
	}
}

func testDraws(t *testing.T, kind string, apps []string) {
	t.Helper()
	drawn := map[int64][]string{} // by seed, each time
	for _, seed := range []int64{1, 1, 2} {
		dir := t.TempDir()
		for _, name := range apps {
			if err := plantApp(t.Context(), io.Discard, "../../testdata/apps/"+name+".apk", dir, kind, seed, 2); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		folders, err := filepath.Glob(dir + "/*")
		if err != nil || len(folders) < len(apps) || kind == kindThrow && len(folders) != 2*len(apps) {
			t.Fatalf("%d planted crashes, %v", len(folders), err)
		}
		var targets string
		for _, folder := range folders {
			targets += checkPlanted(t, folder) + "\n"
		}
		drawn[seed] = append(drawn[seed], targets)
	}
	if drawn[1][0] != drawn[1][1] || drawn[1][0] == drawn[2][0] {
		t.Errorf("seed 1 draws\n%s\nthen\n%s\nseed 2\n%s", drawn[1][0], drawn[1][1], drawn[2][0])
	}
}

// checkPlanted reads a planted crash back and returns its target.
func checkPlanted(t *testing.T, folder string) string {
	t.Helper()
	archive, err := apk.Open(filepath.Join(folder, "app.apk"))
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := archive.Code(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "trace.txt"))
	if err != nil {
		t.Fatal(err)
	}
	traces, err := trace.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	target, err := locate.Resolve(set, traces, locate.Options{Package: archive.Manifest().Package})
	if err != nil || target.Precision != locate.PrecisionLine {
		t.Errorf("%s: %v, %v of\n%s", folder, err, target.Precision, text)
	}
	data, err := os.ReadFile(filepath.Join(folder, "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	var about document
	if err := json.Unmarshal(data, &about); err != nil {
		t.Fatal(err)
	}
	if len(archive.SignatureSchemes()) == 0 || about.Sort == "" || !strings.Contains(string(text), about.Target) {
		t.Errorf("%s: %v, %+v", folder, archive.SignatureSchemes(), about)
	}
	return about.Target
}

// Nothing on the first screen is drawn that a touch does or that comes by itself.
func TestDraw_nothingOfTheFirstScreen(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"burrow", "decks", "granary"} {
		archive, err := apk.Open("../../testdata/apps/" + name + ".apk")
		if err != nil {
			t.Fatal(err)
		}
		p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		d := newDrawer(p, kindThrow, rand.New(rand.NewSource(1)))
		for sort, all := range d.callbacks {
			for _, cb := range all {
				first := slices.ContainsFunc(cb.Components, func(c int) bool { return p.Components[c].Launcher })
				if first && (cb.Role == "click" || cb.Role == "lifecycle" || cb.Role == "text") {
					t.Errorf("%s: %s is drawn as %s", name, p.Calls.Method(cb.Method), sort)
				}
			}
		}
	}
}
