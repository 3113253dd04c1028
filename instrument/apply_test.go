package instrument_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
	"talpa/instrument"
	"talpa/instrument/dexpatch"
	"talpa/instrument/seal"
)

const (
	manifest = `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example">
 <uses-sdk android:minSdkVersion="21"/><application><activity android:name=".Main"/></application></manifest>`
	firstDEX = `
.class public Lcom/example/Main;
.super Landroid/app/Activity;
.source "Main.java"
.method public onClick(Landroid/view/View;)V
    .registers 3
    .line 7
    const-string v0, "clicked"
    invoke-static {v0, v0}, Landroid/util/Log;->i(Ljava/lang/String;Ljava/lang/String;)I
    return-void
.end method
.method public other()I
    .registers 2
    .line 20
    const/4 v0, 0x1
    .line 21
    return v0
.end method
`
	secondDEX = `
.class public Lcom/example/Second;
.super Ljava/lang/Object;
.source "Second.java"
.method public onLongClick(Landroid/view/View;)Z
    .registers 3
    .line 9
    const/4 v0, 0x1
    return v0
.end method
.method public abstract onNothing()V
.end method
`
)

// writeApp writes a multi-dex app and gives its path.
func writeApp(t *testing.T) string {
	t.Helper()
	app := apktest.New("com.example")
	app.Manifest(manifest)
	app.DEX(dextest.Bytes(t, firstDEX))
	app.DEX(dextest.Bytes(t, secondDEX))
	app.Raw("assets/data", []byte("untouched"))
	path := filepath.Join(t.TempDir(), "app.apk")
	if err := os.WriteFile(path, app.Build(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func samplePlan() *instrument.Plan {
	return &instrument.Plan{Mode: instrument.ModeReach, Package: "com.example", Methods: []instrument.Method{
		{Name: "Lcom/example/Gone;->onClick()V", Action: instrument.Return},
		{Name: "Lcom/example/Main;->onClick(Landroid/view/View;)V", Action: instrument.Return},
		{Name: "Lcom/example/Second;->onLongClick(Landroid/view/View;)Z", Action: instrument.Return},
		{Name: "Lcom/example/Second;->onNothing()V", Action: instrument.Return},
	}}
}

func options(t *testing.T, in, out string) instrument.Options {
	t.Helper()
	key, err := seal.SeededKey("test")
	if err != nil {
		t.Fatal(err)
	}
	return instrument.Options{
		APK: in, Out: out, Plan: samplePlan(), Rewriter: dexpatch.Rewriter{}, Sealer: seal.Native{Key: key},
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	in := writeApp(t)
	before, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "new.apk")
	report, err := instrument.Apply(context.Background(), options(t, in, out))
	if err != nil {
		t.Fatal(err)
	}
	a, err := apk.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	want := &instrument.Report{
		Rewriter: "dex", Mode: instrument.ModeReach, Package: "com.example", SHA256: a.SHA256(),
		Changed: []string{
			"Lcom/example/Main;->onClick(Landroid/view/View;)V",
			"Lcom/example/Second;->onLongClick(Landroid/view/View;)Z",
		},
		Silent: []string{"Lcom/example/Second;->onLongClick(Landroid/view/View;)Z"},
		Kept: []instrument.Kept{
			{Name: "Lcom/example/Gone;->onClick()V", Reason: "the app has no code of this name"},
			{Name: "Lcom/example/Second;->onNothing()V", Reason: "it has no code: it is abstract or native"},
		},
		Seal: instrument.Seal{Schemes: []string{"v1", "v2"}},
	}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	set := openSet(t, a)
	onLongClick := dextest.Method(t, set, "Lcom/example/Second;->onLongClick(Landroid/view/View;)Z")
	if got := first(onLongClick); got != "const/4 v0, #0\nreturn v0" {
		t.Errorf("onLongClick begins with\n%s", got)
	}
	if got := dextest.Method(t, set, "Lcom/example/Main;->other()I").Code(); got.Line(1) != 21 {
		t.Errorf("line %d, want 21", got.Line(1))
	}
	if data, err := a.Read("assets/data"); err != nil || string(data) != "untouched" {
		t.Errorf("asset %q, %v", data, err)
	}
	after, err := os.ReadFile(in)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the app itself changed: %v", err)
	}
	mustHold(t, dir, "new.apk")

	again, err := instrument.Apply(context.Background(), options(t, in, out))
	if err != nil || again.SHA256 != report.SHA256 {
		t.Errorf("a second run gives %v, %v; want the same bytes", again, err)
	}
}

// openSet reads all DEX files of an app.
func openSet(t testing.TB, a *apk.Archive) *dex.Set {
	t.Helper()
	var files []*dex.File
	for _, data := range a.DEX() {
		f, err := dex.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return dex.NewSet(files...)
}

// first is the code of a method up to its first return, without addresses.
func first(m *dex.Method) string {
	var lines []string
	c := m.Code()
	for in := range c.Insns() {
		lines = append(lines, c.Format(in))
		if in.Op.Returns() {
			break
		}
	}
	return strings.Join(lines, "\n")
}

// mustHold checks that a folder holds these files only: no scratch is left.
func mustHold(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !cmp.Equal(got, names) {
		t.Errorf("%s holds %v, want %v", dir, got, names)
	}
}

// failing is a Rewriter or Sealer that fails.
type failing struct{}

var errBroken = errors.New("broken")

func (failing) Name() string { return "failing" }

func (failing) Rewrite(context.Context, instrument.Job) (*instrument.Changes, error) {
	return nil, errBroken
}

func (failing) Seal(context.Context, string, string, string, int) (*instrument.Seal, error) {
	return nil, errBroken
}

// full is a rewriter whose program has no room on the disk.
type full struct{ failing }

func (full) Rewrite(context.Context, instrument.Job) (*instrument.Changes, error) {
	return nil, errors.New("Caused by: java.io.IOException: No space left on device")
}

// Whatever fails leaves one line and no file.
func TestApplyFails(t *testing.T) {
	t.Parallel()
	in := writeApp(t)
	dir := t.TempDir()
	out := filepath.Join(dir, "new.apk")
	text := filepath.Join(t.TempDir(), "text.apk")
	if err := os.WriteFile(text, []byte("not a zip"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, says string
		change     func(*instrument.Options)
	}{
		{"missing app", "no such file", func(o *instrument.Options) { o.APK = filepath.Join(dir, "none.apk") }},
		{"not an app", "not a zip archive", func(o *instrument.Options) { o.APK = text }},
		{"the app itself", "the app itself", func(o *instrument.Options) { o.Out = in }},
		{"a folder", "is a folder", func(o *instrument.Options) { o.Out = dir }},
		{"no folder", "cannot write to", func(o *instrument.Options) { o.Out = filepath.Join(dir, "none", "new.apk") }},
		{"another app", "the plan is for org.other", func(o *instrument.Options) {
			o.Plan = &instrument.Plan{Package: "org.other"}
		}},
		{"rewriter", "rewriting com.example: broken", func(o *instrument.Options) { o.Rewriter = failing{} }},
		{"full disk", "new.apk is full: free some room or name another place: rewriting com.example: ",
			func(o *instrument.Options) { o.Rewriter = full{} }},
		{"sealer", "signing com.example: broken", func(o *instrument.Options) { o.Sealer = failing{} }},
	} {
		o := options(t, in, out)
		c.change(&o)
		_, err := instrument.Apply(context.Background(), o)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want a line with %q", c.name, err, c.says)
		}
		mustHold(t, dir)
	}
}

func TestApplyCancelled(t *testing.T) {
	t.Parallel()
	in := writeApp(t)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := instrument.Apply(ctx, options(t, in, filepath.Join(dir, "new.apk")))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	mustHold(t, dir)
}
