package relevance

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/dex/dextest"
	"talpa/internal/golden"
)

// TestAdds: the names of calls that add rows.
func TestAdds(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"insert": true, "insertOrThrow": true, "bulkInsert": true, "executeInsert": true, "replace": true, "execSQL": true, "applyBatch": true,
		"update": false, "delete": false, "query": false, "rawQuery": false, "executeUpdateDelete": false,
	} {
		if adds(name) != want {
			t.Errorf("%s adds rows: %v, want %v", name, !want, want)
		}
	}
}

// TestNullUse: the use that the message of a NullPointerException names, as versions of
// Android write it.
func TestNullUse(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"Attempt to invoke virtual method 'int a.B.size()' on a null object reference":                              "size",
		"Attempt to invoke interface method 'void a.B$C.on(int, java.lang.String)' on a null object reference":      "on",
		"Attempt to invoke virtual method 'java.util.List a.B.all(java.util.Map)' on a null object reference":       "all",
		"Attempt to read from field 'int a.B.count' on a null object reference":                                     "count",
		"Attempt to write to field 'java.lang.String a.B.name' on a null object reference in method 'void a.C.f()'": "name",
		"Attempt to get length of null array":                                                                       "",
		"Attempt to invoke virtual method 'int a.B.size()":                                                          "",
		"println needs a message":   "",
		"it's the app's own 'text'": "",
		"":                          "",
	} {
		if got := nullUse(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// TestMeter: the first budget that runs out is told, and stays.
func TestMeter(t *testing.T) {
	t.Parallel()
	clock := time.Unix(0, 0)
	now := func() time.Time { return clock }
	for name, c := range map[string]struct {
		budget Budget
		now    func() time.Time
		facts  int
		steps  int
		pass   time.Duration
		want   string
	}{
		"nothing_spent":         {Budget{}, now, 0, 0, 0, ""},
		"defaults_are_wide":     {Budget{}, now, defaultFacts, defaultSteps, defaultTime, ""},
		"facts":                 {Budget{Facts: 3}, now, 4, 0, 0, "facts"},
		"facts_at_the_limit":    {Budget{Facts: 3}, now, 3, 0, 0, ""},
		"steps":                 {Budget{Steps: 3}, now, 0, 4, 0, "steps"},
		"time":                  {Budget{Time: time.Second}, now, 0, 0, 2 * time.Second, "time"},
		"time_without_a_clock":  {Budget{Time: time.Second}, nil, 0, 0, 2 * time.Second, ""},
		"memory":                {Budget{Memory: 1}, now, 0, 0, 0, "memory"},
		"facts_before_the_rest": {Budget{Facts: 3, Steps: 3, Memory: 1}, now, 4, 4, 0, "facts"},
	} {
		clock = time.Unix(0, 0)
		m := newMeter(c.budget, c.now)
		m.steps = c.steps
		clock = clock.Add(c.pass)
		if m.spent(c.facts) != (c.want != "") || m.over != c.want {
			t.Errorf("%s: %q, want %q", name, m.over, c.want)
		}
		if m.steps = 0; m.spent(0) != (c.want != "") || m.over != c.want {
			t.Errorf("%s: %q after something was given back", name, m.over)
		}
	}
}

// TestHandlesEvent: which methods are told of an event and nothing more (R18).
func TestHandlesEvent(t *testing.T) {
	t.Parallel()
	for signature, want := range map[string]bool{
		"onClick(Landroid/view/View;)V":                           true,
		"save(Landroid/view/View;)V":                              true, // named in a layout
		"onLongClick(Landroid/view/View;)Z":                       true,
		"onOptionsItemSelected(Landroid/view/MenuItem;)Z":         true,
		"onTextChanged(Ljava/lang/CharSequence;III)V":             true,
		"afterTextChanged(Landroid/text/Editable;)V":              true,
		"onCheckedChanged(Landroid/widget/CompoundButton;Z)V":     true,
		"onTouch(Landroid/view/View;Landroid/view/MotionEvent;)Z": false, // its answer counts
		"onCreateContextMenu(Landroid/view/ContextMenu;Landroid/view/View;Landroid/view/ContextMenu$ContextMenuInfo;)V": false,
		"onBindViewHolder(La;I)V":              false,
		"getView(I)Landroid/view/View;":        false,
		"run()V":                               false,
		"only()V":                              true, // by its name, as any method that a library calls
		"onPrepareDialog(I)V":                  false,
		"onKeyDown(ILandroid/view/KeyEvent;)Z": false,
	} {
		body := "return-void"
		switch signature[strings.IndexByte(signature, ')')+1] {
		case 'Z':
			body = "const/4 v0, 0\nreturn v0"
		case 'L':
			body = "const/4 v0, 0\nreturn-object v0"
		}
		f := dextest.File(t, ".class LA;\n.method public "+signature+"\n.registers 8\n"+body+"\n.end method\n")
		if handlesEvent(f.Classes[0].Methods[0]) != want {
			t.Errorf("%s is told of an event and nothing more: %v, want %v", signature, !want, want)
		}
	}
}

// TestEmpty: methods of which it does not matter that they ran, but for who counts it.
func TestEmpty(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"return":           {"return-void", true},
		"constant":         {"const/4 v0, 1\nconst/16 v1, 7\nnop\nreturn-void", true},
		"count_of_a_probe": {"invoke-static {}, LA;->$jacocoInit()[Z\nmove-result-object v0\nconst/4 v1, 1\nconst/4 v2, 0\naput-boolean v1, v0, v2\nreturn-void", true},
		"call":             {"invoke-static {}, LA;->g()V\nreturn-void", false},
		"field":            {"sget v0, LA;->x:I\nreturn-void", false},
		"throw":            {"const/4 v0, 0\nthrow v0", false},
		"loop":             {":a\ngoto :a", false},
	} {
		f := dextest.File(t, ".class LA;\n.method public static f()V\n.registers 4\n"+c.body+"\n.end method\n")
		if empty(f.Classes[0].Methods[0]) != c.want {
			t.Errorf("%s is empty: %v, want %v", name, !c.want, c.want)
		}
	}
	f := dextest.File(t, ".class abstract LA;\n.method public abstract f()V\n.end method\n")
	if empty(f.Classes[0].Methods[0]) {
		t.Error("a method without code is empty")
	}
}

// TestInterval: a set of values in the guide's form has no bound where there is none.
func TestInterval(t *testing.T) {
	t.Parallel()
	got := interval(attr.Interval{Min: math.MinInt64, Max: 5})
	if got.Min != nil || got.Max == nil || *got.Max != 5 {
		t.Errorf("up to 5: %+v", got)
	}
	got = interval(attr.Interval{Min: -3, Max: math.MaxInt64})
	if got.Max != nil || got.Min == nil || *got.Min != -3 {
		t.Errorf("from -3: %+v", got)
	}
}

// TestSources_promote: in whatever order the sources come, the same handlers are named, each
// for the reason of the least rank at last.
func TestSources_promote(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	type source struct {
		m callgraph.MethodID
		r rank
	}
	for range 200 {
		var all []source
		for range 1 + r.IntN(12) {
			all = append(all, source{callgraph.MethodID(r.IntN(4)), rank(r.IntN(int(ranks)))})
		}
		named := func(order []source) map[callgraph.MethodID]rank {
			s := newSources(Input{})
			f := &fixpoint{promoted: map[callgraph.MethodID]promotion{}}
			for _, o := range order {
				s.promote(o.m, o.r, "R19", guide.Reason{})
				f.promote(s.found) // as often as something is new
			}
			least := map[callgraph.MethodID]rank{}
			for m, p := range f.promoted {
				least[m] = p.rank
			}
			return least
		}
		shuffled := slices.Clone(all)
		rand.New(rand.NewPCG(r.Uint64(), 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		a, b := named(all), named(shuffled)
		for _, o := range all {
			if a[o.m] > o.r || a[o.m] != b[o.m] {
				t.Fatalf("%v and %v: %v and %v", all, shuffled, a, b)
			}
		}
	}
}
