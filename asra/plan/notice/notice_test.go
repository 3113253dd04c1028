package notice

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/plan/field"
	"talpa/cfg/icfg/icfgtest"
)

// A screen with a list and an adapter that was given the list. Each method of the screen does one thing with both.
const (
	rows   = "iget-object v0, p0, Lt/Main;->rows:Ljava/util/ArrayList;\n"
	clear  = rows + "invoke-virtual {v0}, Ljava/util/ArrayList;->clear()V"
	shown  = "iget-object v1, p0, Lt/Main;->shown:Lt/Rows;\n"
	notify = shown + "invoke-virtual {v1}, Lt/Rows;->notifyDataSetChanged()V"
	tell   = "invoke-virtual {p0}, Lt/Main;->tell()V"
)

// app is the program of the screen whose callbacks have the given bodies.
func app(t *testing.T, callbacks map[string]string) *appcode.Reader {
	t.Helper()
	members := []string{
		".field rows:Ljava/util/ArrayList;\n", ".field shown:Lt/Rows;\n",
		icfgtest.Method("onCreate(Landroid/os/Bundle;)V",
			"new-instance v0, Ljava/util/ArrayList;", "invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V",
			"iput-object v0, p0, Lt/Main;->rows:Ljava/util/ArrayList;", icfgtest.New("v1", "Rows"),
			"invoke-virtual {v1, v0}, Lt/Rows;->show(Ljava/util/List;)V", "iput-object v1, p0, Lt/Main;->shown:Lt/Rows;"),
		icfgtest.Method("tell()V", notify), icfgtest.Method("empty()V", clear), icfgtest.Method("emptyAndTell()V", clear, tell),
	}
	for signature, body := range callbacks {
		members = append(members, icfgtest.Method(signature, body))
	}
	return appcode.New(icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\n",
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil, members...) +
			icfgtest.Class("Rows", "Landroid/widget/BaseAdapter;", nil, ".field items:Ljava/util/List;\n",
				icfgtest.Method("show(Ljava/util/List;)V", "iput-object p1, p0, Lt/Rows;->items:Ljava/util/List;"),
				icfgtest.Method("getCount()I", "iget-object v0, p0, Lt/Rows;->items:Ljava/util/List;",
					"invoke-interface {v0}, Ljava/util/List;->size()I"),
				icfgtest.Method("getItem(I)Ljava/lang/Object;"), icfgtest.Method("getViewTypeCount()I", "nop")),
	}))
}

// TestLists: the list that an adapter counts is also the one that its screen has kept and handed over.
func TestLists(t *testing.T) {
	t.Parallel()
	a := app(t, nil)
	for method, want := range map[string][]string{
		"Rows.getCount": {"items", "rows"}, "Rows.getViewTypeCount": nil,
	} {
		var got []string
		for _, f := range Lists(a, icfgtest.MethodOf(t, a.Program, method)) {
			got = append(got, f.Ref().Name)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s counts %q, want %q", method, got, want)
		}
	}
}

// TestWithoutNotify: a callback that changes the list and says nothing is found, by the helper that changes it for it too.
func TestWithoutNotify(t *testing.T) {
	t.Parallel()
	unless := "if-eqz p1, :end\n" + notify + "\n:end"
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"changed":                            {clear, true},
		"changed and told":                   {clear + "\n" + notify, false},
		"told before":                        {notify + "\n" + clear, true},
		"told by a helper":                   {clear + "\n" + tell, false},
		"told sometimes":                     {clear + "\n" + unless, true},
		"changed by a helper":                {"invoke-virtual {p0}, Lt/Main;->empty()V", true},
		"changed by a helper, told":          {"invoke-virtual {p0}, Lt/Main;->empty()V\n" + notify, false},
		"changed by a helper that tells":     {"invoke-virtual {p0}, Lt/Main;->emptyAndTell()V", false},
		"a thread is told that it can go on": {clear + "\ninvoke-virtual {v0}, Ljava/lang/Object;->notifyAll()V", true},
		"nothing changed":                    {notify, false},
	} {
		a := app(t, map[string]string{"onKeyDown(ILandroid/view/KeyEvent;)Z": c.body})
		var got []string
		for _, u := range WithoutNotify(a, field.Of(a, "t.Main", "rows"), field.TakingCalls) {
			got = append(got, a.Calls.Method(u.Method).Name)
		}
		want := []string{"onKeyDown"}
		if !c.want {
			want = nil
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: untold in %q, want %q", name, got, want)
		}
	}
}
