package screen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/icfg/screen"
)

const screensApp = `
.class public Lt/Main;
.super Landroid/app/Activity;
.method public onCreate(Landroid/os/Bundle;)V
    .registers 4
    const v0, {layout/main}
    invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V
    new-instance v1, Lt/Main$1;
    invoke-direct {v1}, Lt/Main$1;-><init>()V
    const v0, {id/ask}
    invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    invoke-virtual {v0, v1}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V
    return-void
.end method
.class Lt/Main$1;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;
.method constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 4
    const/4 v0, 0x0
    new-instance v1, Landroid/app/AlertDialog$Builder;
    invoke-direct {v1, v0}, Landroid/app/AlertDialog$Builder;-><init>(Landroid/content/Context;)V
    const-string v0, "Sure?"
    invoke-virtual {v1, v0}, Landroid/app/AlertDialog$Builder;->setTitle(Ljava/lang/CharSequence;)Landroid/app/AlertDialog$Builder;
    invoke-virtual {v1}, Landroid/app/AlertDialog$Builder;->show()Landroid/app/AlertDialog;
    return-void
.end method
`

func screens(t *testing.T) *icfg.Program {
	t.Helper()
	const ns = icfgtest.NS
	return icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\n", "in.smali": screensApp,
		"layout/main": `<LinearLayout ` + ns + ` android:id="@+id/root"><include layout="@layout/part"/></LinearLayout>`,
		"layout/part": `<merge ` + ns + `><Button android:id="@+id/ask" android:enabled="false"/><include layout="@layout/main"/></merge>`,
	})
}

func TestScreens(t *testing.T) {
	t.Parallel()
	p := screens(t)
	s := screen.Find(p)
	var got []string
	for i := range s.All {
		got = append(got, string(s.All[i].Kind)+" "+s.All[i].Label())
	}
	for _, tr := range s.Transitions {
		got = append(got, fmt.Sprintf("%d to %d by %s", tr.From, tr.To, p.Calls.Method(tr.Callback).Name))
	}
	want := []string{"activity Main", "dialog \"Sure?\"\nMain$1.onClick", "0 to 1 by onClick"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if holding := s.Holding(p.Resources.ID("id/ask")); !slices.Equal(holding, []int{0}) {
		t.Errorf("id/ask is on the screens %v", holding)
	}
}

// TestFind states what is a screen, and on which one a callback runs.
func TestFind(t *testing.T) {
	t.Parallel()
	const activity, fragment = "Landroid/app/Activity;", "Landroid/app/Fragment;"
	click := icfgtest.Method("onClick(Landroid/view/View;)V")
	listener := []string{"Landroid/view/View$OnClickListener;"}
	for name, c := range map[string]struct {
		app     string
		create  []string // of Main.onCreate
		smali   string
		screens []string
		of      string   // a callback
		on      []string // the screens it runs on
	}{
		"fragment that code makes": {
			create: []string{icfgtest.New("v0", "Part")}, smali: icfgtest.Class("Part", fragment, nil, icfgtest.Method("onResume()V")),
			screens: []string{"activity Main", "fragment Part"}, of: "Part.onResume", on: []string{"Part"},
		},
		"fragment that nothing makes is none": {
			smali: icfgtest.Class("Part", fragment, nil), screens: []string{"activity Main"},
		},
		"abstract base of fragments is none": {
			create:  []string{icfgtest.New("v0", "Part")},
			smali:   ".class public abstract Lt/Base;\n.super " + fragment + "\n" + icfgtest.Class("Part", "Lt/Base;", nil),
			screens: []string{"activity Main", "fragment Part"},
		},
		"dialog fragment is a dialog": {
			create: []string{icfgtest.New("v0", "Ask")}, smali: icfgtest.Class("Ask", "Landroid/app/DialogFragment;", nil),
			screens: []string{"activity Main", "dialog Ask"},
		},
		"fragment of the support library's own is none": {
			create:  []string{"new-instance v0, Landroid/support/v4/app/Own;"},
			smali:   ".class public Landroid/support/v4/app/Own;\n.super " + fragment + "\n",
			screens: []string{"activity Main"},
		},
		"nested listener runs on the screen around it": {
			create: []string{icfgtest.New("v0", "Main$1")}, smali: icfgtest.Class("Main$1", "Ljava/lang/Object;", listener, click),
			screens: []string{"activity Main"}, of: "Main$1.onClick", on: []string{"Main"},
		},
		"method of a base class runs on the one screen below it": {
			app: "activity t.Second", smali: icfgtest.Class("Base", activity, nil, icfgtest.Method("onResume()V")) + icfgtest.Class("Second", "Lt/Base;", nil),
			screens: []string{"activity Main", "activity Second"}, of: "Base.onResume", on: []string{"Second"},
		},
		"listener of a class of its own runs where it can be reached": {
			app: "activity t.Second", create: []string{icfgtest.New("v0", "Tap")},
			smali:   icfgtest.Class("Tap", "Ljava/lang/Object;", listener, click) + icfgtest.Class("Second", activity, nil),
			screens: []string{"activity Main", "activity Second"}, of: "Tap.onClick", on: []string{"Main"},
		},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Build(t, map[string]string{
				"app":      "activity t.Main\n" + c.app,
				"in.smali": icfgtest.Class("Main", activity, nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V", c.create...)) + c.smali,
			})
			s := screen.Find(p)
			var got []string
			for i := range s.All {
				got = append(got, string(s.All[i].Kind)+" "+s.All[i].Label())
			}
			if !slices.Equal(got, c.screens) {
				t.Errorf("screens %q, want %q", got, c.screens)
			}
			if c.of == "" {
				return
			}
			var on []string
			for _, i := range s.Of(p.CallbackOf(icfgtest.MethodOf(t, p, c.of))) {
				on = append(on, s.All[i].Label())
			}
			if !slices.Equal(on, c.on) {
				t.Errorf("%s runs on %q, want %q", c.of, on, c.on)
			}
		})
	}
}

// TestFind_transitions states what brings a screen up: the nearest callbacks, on the screen
// of their class; a callback of many screens is of none.
func TestFind_transitions(t *testing.T) {
	t.Parallel()
	const activity = "Landroid/app/Activity;"
	open := "const-class v0, Lt/Last;"
	smali := icfgtest.Class("Last", activity, nil)
	app := "activity t.Main\nactivity t.Last\n"
	for _, name := range []string{"A", "B", "C", "D"} {
		app += "activity t." + name + "\n"
		smali += icfgtest.Class(name, "Lt/Shared;", nil)
	}
	p := icfgtest.Build(t, map[string]string{
		"app": app,
		"in.smali": smali + icfgtest.Class("Main", activity, nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V"),
			icfgtest.Method("onOptionsItemSelected(Landroid/view/MenuItem;)Z", "invoke-virtual {p0}, Lt/Main;->go()V"), icfgtest.Method("go()V", open)) +
			icfgtest.Class("Shared", activity, nil, icfgtest.Method("onResume()V", open)),
	})
	s := screen.Find(p)
	var got []string
	for _, tr := range s.Transitions {
		from := "elsewhere"
		if tr.From >= 0 {
			from = s.All[tr.From].Label()
		}
		got = append(got, fmt.Sprintf("%s to %s by %s", from, s.All[tr.To].Label(), p.Calls.Method(tr.Callback).Name))
	}
	slices.Sort(got)
	if want := []string{"Main to Last by onOptionsItemSelected", "elsewhere to Last by onResume"}; !slices.Equal(got, want) {
		t.Errorf("transitions %q, want %q", got, want)
	}
}
