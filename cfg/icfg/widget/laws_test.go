package widget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/icfg/widget"
	"talpa/dex/apk"
	"talpa/internal/golden"
)

// TestWalkLayout_bomb: layouts that include each other twice, twenty deep, would be a million
// views; a walk ends, and so does one of a layout as deep as XML may be.
func TestWalkLayout_bomb(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 20 {
		files[fmt.Sprintf("layout/l%d", i)] = fmt.Sprintf(`<LinearLayout NS><include layout="@layout/l%d"/><include layout="@layout/l%d"/></LinearLayout>`, i+1, i+1)
	}
	files["layout/l20"] = `<Button NS android:id="@+id/b"/>`
	x, resources := index(t, files)
	visits, deepest := 0, 0
	x.WalkLayout(resources.ID("layout/l0"), func(_ *apk.View, around []*apk.View) {
		visits++
		deepest = max(deepest, len(around))
	})
	if visits < 1000 || visits > 100_000 {
		t.Errorf("%d views were visited", visits)
	}
	if deepest < 20 {
		t.Errorf("no view lies deeper than %d", deepest)
	}
	none := 0
	x.WalkLayout(0x7f999999, func(*apk.View, []*apk.View) { none++ })
	if none > 0 {
		t.Errorf("a layout that is not there has %d views", none)
	}
}

// TestIndex_order: what the XML says does not depend on the order in which layouts are read.
func TestIndex_order(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	element := func() string {
		id := []string{"a", "b", "c"}[r.IntN(3)]
		states := []string{"", ` android:visibility="2"`, ` android:enabled="false"`}[r.IntN(3)]
		return fmt.Sprintf(`<%s android:id="@+id/%s" android:text="%d"%s/>`, []string{"Button", "TextView"}[r.IntN(2)], id, r.IntN(2), states)
	}
	for range 30 {
		files := map[string]string{}
		for i := range 4 {
			inner := element() + element()
			if r.IntN(2) == 0 {
				inner = `<LinearLayout android:id="@+id/panel" android:visibility="2">` + inner + `</LinearLayout>`
			}
			files[fmt.Sprintf("layout/l%d", i)] = `<LinearLayout NS>` + inner + element() + `</LinearLayout>`
		}
		_, resources := index(t, files)
		layouts := layoutsOf(t, files)
		said := func() string {
			x := widget.NewIndex(resources, layouts, nil, nil, func(string) bool { return false })
			var all []string
			for _, name := range []string{"id/a", "id/b", "id/c", "id/panel"} {
				var states []string
				for _, element := range x.HiddenOrDisabled(name) {
					states = append(states, fmt.Sprint(element))
				}
				slices.Sort(states)
				around := slices.Sorted(slices.Values(x.Around(name)))
				all = append(all, fmt.Sprint(name, states, around, x.Leaf(name)))
			}
			return strings.Join(all, "\n")
		}
		first := said()
		for range 5 {
			r.Shuffle(len(layouts), func(i, j int) { layouts[i], layouts[j] = layouts[j], layouts[i] })
			if again := said(); again != first {
				t.Fatalf("in another order:\n%s\nfirst:\n%s", again, first)
			}
		}
	}
}

// layoutsOf are the layouts of a small app.
func layoutsOf(t *testing.T, files map[string]string) []apk.Layout {
	t.Helper()
	var all []apk.Layout
	x, resources := index(t, files)
	for name := range files {
		for _, l := range x.LayoutsOf(resources.ID(name)) {
			all = append(all, *l)
		}
	}
	if len(all) < len(files) {
		t.Fatalf("%d layouts of %d", len(all), len(files))
	}
	return all
}

// TestDescribe_agreement: of several elements with one id that is known on which all agree.
func TestDescribe_agreement(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ one, two, want string }{
		"alike":         {`<Button NS android:id="@+id/b" android:text="Go"/>`, `<Button NS android:id="@+id/b" android:text="Go"/>`, `android.widget.Button "Go"`},
		"other_texts":   {`<Button NS android:id="@+id/b" android:text="Go"/>`, `<Button NS android:id="@+id/b" android:text="Stop"/>`, `android.widget.Button ""`},
		"other_classes": {`<Button NS android:id="@+id/b" android:text="Go"/>`, `<TextView NS android:id="@+id/b" android:text="Go"/>`, ` "Go"`},
		"nothing":       {`<Button NS android:id="@+id/b" android:text="Go"/>`, `<TextView NS android:id="@+id/b"/>`, ` ""`},
		"by_its_words":  {`<ImageView NS android:id="@+id/b" android:contentDescription="More"/>`, `<LinearLayout NS/>`, `android.widget.ImageView "More"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Build(t, map[string]string{
				"app": "activity t.Main\n",
				"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V",
					"const v0, {id/b}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object v0",
					"invoke-virtual {v0}, Landroid/view/View;->bringToFront()V")),
				"layout/one": strings.Replace(c.one, "NS", icfgtest.NS, 1), "layout/two": strings.Replace(c.two, "NS", icfgtest.NS, 1),
			})
			m := icfgtest.MethodOf(t, p, "Main.onCreate")
			for in := range p.Calls.Method(m).Code().Insns() {
				if !in.Op.Invokes() || p.Calls.Method(m).Class.File.MethodAt(in.Index).Name != "bringToFront" {
					continue
				}
				got := p.Query().WidgetsAt(m, in.Off, in.Reg(0))
				if len(got) != 1 || fmt.Sprintf("%s %q", got[0].Class, got[0].Text) != c.want {
					t.Errorf("%+v, want %s", got, c.want)
				}
			}
		})
	}
}

// TestBind_dialogs: what calls on a dialog's builder bind its listener to.
func TestBind_dialogs(t *testing.T) {
	t.Parallel()
	const builder, listener = "Landroid/app/AlertDialog$Builder;", "Landroid/content/DialogInterface$OnClickListener;"
	prepare := "new-instance v0, " + builder + "\ninvoke-direct {v0, p0}, " + builder + "-><init>(Landroid/content/Context;)V\n" + icfgtest.New("v1", "Own")
	for name, c := range map[string]struct {
		body []string
		want string
	}{
		"negative_button": {[]string{`const-string v2, "No"`, "invoke-virtual {v0, v2, v1}, " + builder + "->setNegativeButton(Ljava/lang/CharSequence;" + listener + ")" + builder},
			`android:id/button2 "No" -2`},
		"button_without_a_text": {[]string{"const/4 v2, 0x0", "invoke-virtual {v0, v2, v1}, " + builder + "->setPositiveButton(Ljava/lang/CharSequence;" + listener + ")" + builder},
			`android:id/button1 "" -1`},
		"behind_other_calls_of_the_builder": {[]string{`const-string v2, "T"`, "invoke-virtual {v0, v2}, " + builder + "->setTitle(Ljava/lang/CharSequence;)" + builder, "move-result-object v0",
			`const-string v2, "Yes"`, "invoke-virtual {v0, v2, v1}, " + builder + "->setPositiveButton(Ljava/lang/CharSequence;" + listener + ")" + builder}, `android:id/button1 "Yes" -1`},
		"message_is_no_button": {[]string{`const-string v2, "M"`, "invoke-virtual {v0, v2}, " + builder + "->setMessage(Ljava/lang/CharSequence;)" + builder}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Build(t, map[string]string{
				"app": "activity t.Main\n",
				"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V", append([]string{prepare}, c.body...)...)) +
					icfgtest.Class("Own", "Ljava/lang/Object;", []string{listener}, icfgtest.Method("onClick(Landroid/content/DialogInterface;I)V")),
			})
			var got []string
			for _, w := range p.CallbackOf(icfgtest.MethodOf(t, p, "Own.onClick")).Widgets {
				got = append(got, fmt.Sprintf("%s %q %d", w.Name, w.Text, w.Number))
			}
			if strings.Join(got, " | ") != c.want {
				t.Errorf("bound to %q, want %q", got, c.want)
			}
		})
	}
}

// TestBind_bounded: a listener of more widgets than are kept has those that came first.
func TestBind_bounded(t *testing.T) {
	t.Parallel()
	var layout strings.Builder
	body := []string{icfgtest.New("v1", "Own")}
	for i := range widget.MaxWidgets + 20 {
		fmt.Fprintf(&layout, `<Button android:id="@+id/b%d"/>`, i)
		body = append(body, fmt.Sprintf("const v0, {id/b%d}", i), "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object v0",
			"invoke-virtual {v0, v1}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V")
	}
	p := icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\n", "layout/main": `<LinearLayout ` + icfgtest.NS + `>` + layout.String() + `</LinearLayout>`,
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V", body...)) +
			icfgtest.Class("Own", "Ljava/lang/Object;", []string{"Landroid/view/View$OnClickListener;"}, icfgtest.Method("onClick(Landroid/view/View;)V")),
	})
	got := p.CallbackOf(icfgtest.MethodOf(t, p, "Own.onClick")).Widgets
	if len(got) != widget.MaxWidgets || got[0].Name != "id/b0" {
		t.Errorf("%d widgets, the first is %v", len(got), got[0])
	}
}
