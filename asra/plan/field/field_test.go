package field

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/origin"
	"talpa/dex"
)

const keeping = `
.class public Lt/Base;
.super Landroid/app/Activity;
.field protected held:Ljava/lang/Object;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.class public Lt/Main;
.super Lt/Base;
.field private own:Ljava/lang/String;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Lt/Base;-><init>()V
    return-void
.end method
.method public clear()V
    .registers 2
    const/4 v0, 0
    iput-object v0, p0, Lt/Main;->own:Ljava/lang/String;
    return-void
.end method
.method public lazy()V
    .registers 2
    iget-object v0, p0, Lt/Main;->own:Ljava/lang/String;
    if-nez v0, :out
    const-string v0, "x"
    iput-object v0, p0, Lt/Main;->own:Ljava/lang/String;
    :out
    return-void
.end method
.method static get(Lt/Main;)Ljava/lang/String;
    .registers 2
    iget-object v0, p0, Lt/Main;->own:Ljava/lang/String;
    return-object v0
.end method
.method static synthetic access$0(Lt/Main;Ljava/lang/String;)Ljava/lang/String;
    .registers 2
    iput-object p1, p0, Lt/Main;->own:Ljava/lang/String;
    return-object p1
.end method
.method static drops(Lt/Main;)V
    .registers 2
    const/4 v0, 0
    invoke-static {p0, v0}, Lt/Main;->access$0(Lt/Main;Ljava/lang/String;)Ljava/lang/String;
    return-void
.end method
.method static fills(Lt/Main;)V
    .registers 2
    const-string v0, "z"
    invoke-static {p0, v0}, Lt/Main;->access$0(Lt/Main;Ljava/lang/String;)Ljava/lang/String;
    return-void
.end method
.method public takes(Ljava/lang/String;)V
    .registers 2
    iput-object p1, p0, Lt/Main;->own:Ljava/lang/String;
    return-void
.end method
.method static asks(Lt/Main;)I
    .registers 2
    invoke-static {p0}, Lt/Main;->get(Lt/Main;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v0}, Ljava/lang/String;->length()I
    move-result v0
    return v0
.end method
.method static made(Lt/Main;)Ljava/lang/String;
    .registers 2
    const-string v0, "y"
    return-object v0
.end method
`

// TestWrites: which writes of a field can be of null, can be passed by, and come after a read.
func TestWrites(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": keeping})
	app := appcode.New(p)
	f := Of(app, "t.Main", "own")
	if f == nil {
		t.Fatal("the field is not found")
	}
	for _, c := range []struct {
		method              string
		null, passed, after bool
	}{
		{"Main.clear", true, false, false},
		{"Main.lazy", false, true, true},
	} {
		m := icfgtest.MethodOf(t, p, c.method)
		for _, w := range app.Calls.Index.Writes(f.Ref()) {
			if w.Method != m {
				continue
			}
			if got := WritesNull(app, w); got != c.null {
				t.Errorf("%s writes null: %v", c.method, got)
			}
			if got := Passed(app, w); got != c.passed {
				t.Errorf("%s can pass the write by: %v", c.method, got)
			}
			if got := ReadFirst(app, w, f); got != c.after {
				t.Errorf("%s reads before it writes: %v", c.method, got)
			}
		}
	}
}

// TestNulling: who writes null, also by what a compiler makes for it, and who writes what is not known; not who writes
// an object.
func TestNulling(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": keeping})
	app := appcode.New(p)
	want := []callgraph.MethodID{
		icfgtest.MethodOf(t, p, "Main.clear"), icfgtest.MethodOf(t, p, "Main.drops"), icfgtest.MethodOf(t, p, "Main.takes"),
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(Nulling(app, Of(app, "t.Main", "own")))); !slices.Equal(got, want) {
		t.Errorf("null is written in %v, want %v", got, want)
	}
}

// TestReaders: who reads a field by itself, and who calls what returns it.
func TestReaders(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": keeping})
	app := appcode.New(p)
	all := Readers(app, Of(app, "t.Main", "own"))
	for method, want := range map[string]bool{"Main.get": true, "Main.lazy": true, "Main.asks": true, "Main.clear": false} {
		if got := all[icfgtest.MethodOf(t, p, method)]; got != want {
			t.Errorf("%s reads the field: %v", method, got)
		}
	}
}

// TestOf: a field is that of the class or of the nearest one above.
func TestOf(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": keeping}))
	for name, want := range map[string]string{"own": "Lt/Main;", "held": "Lt/Base;", "none": ""} {
		got := ""
		if f := Of(app, "t.Main", name); f != nil {
			got = f.Ref().Class
		}
		if got != want {
			t.Errorf("%s is of %q, want %q", name, got, want)
		}
	}
	if f := Of(app, "t.Nobody", "own"); f != nil {
		t.Errorf("a class that is not there has %v", f.Ref())
	}
}

// TestReturned: a getter returns its field, and what makes a value returns none.
func TestReturned(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": keeping})
	app := appcode.New(p)
	result := func(name string) origin.Origin {
		return origin.Origin{Kind: origin.Result, Owner: "Lt/Main;", Name: name, Desc: "(Lt/Main;)Ljava/lang/String;"}
	}
	want := dex.FieldRef{Class: "Lt/Main;", Name: "own", Type: "Ljava/lang/String;"}
	if got := Returned(app, result("get")); len(got) != 1 || got[0] != want {
		t.Errorf("the getter returns %v", got)
	}
	for _, name := range []string{"made", "none"} {
		if got := Returned(app, result(name)); len(got) != 0 {
			t.Errorf("%s returns %v", name, got)
		}
	}
	read := origin.Origin{Kind: origin.Field, Owner: want.Class, Name: want.Name, Desc: want.Type}
	if f := Of(app, "t.Main", "own"); !HeldIn(app, read, f) || !HeldIn(app, result("get"), f) || HeldIn(app, result("made"), f) {
		t.Error("what a read of the field or its getter gives is held in it, what a method makes is not")
	}
}

// TestFilledBy: the classes of the wanted callbacks with which control comes to a write, also by a helper.
func TestFilledBy(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main\nactivity t.Show\n", "in.smali": `
.class public Lt/Store;
.super Ljava/lang/Object;
.field static server:Ljava/lang/Object;
.method static fill(Ljava/lang/Object;)V
    .registers 1
    sput-object p0, Lt/Store;->server:Ljava/lang/Object;
    return-void
.end method
.class public Lt/Main;
.super Landroid/app/Activity;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 2
    invoke-static {p0}, Lt/Store;->fill(Ljava/lang/Object;)V
    return-void
.end method
.class public Lt/Show;
.super Landroid/app/Activity;
.method protected onStop()V
    .registers 1
    invoke-static {p0}, Lt/Store;->fill(Ljava/lang/Object;)V
    return-void
.end method
`}))
	f := Of(app, "t.Store", "server")
	for name, want := range map[string][]string{"onCreate": {"Lt/Main;"}, "onStop": {"Lt/Show;"}, "onStart": nil} {
		got := FilledBy(app, f, func(callback string) bool { return callback == name })
		if !slices.Equal(got, want) {
			t.Errorf("by %s: %q, want %q", name, got, want)
		}
	}
}

// TestOfSingle: the fields of an object that a static field of its own class holds.
func TestOfSingle(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"in.smali": `
.class public Lt/One;
.super Ljava/lang/Object;
.field static one:Lt/One;
.field context:Ljava/lang/Object;
.class public Lt/Many;
.super Ljava/lang/Object;
.field static of:Ljava/lang/Object;
.field context:Ljava/lang/Object;
`}))
	for class, want := range map[string]bool{"t.One": true, "t.Many": false} {
		if got := OfSingle(app, Of(app, class, "context")); got != want {
			t.Errorf("%s: %v", class, got)
		}
	}
}
