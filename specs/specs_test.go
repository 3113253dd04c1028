package specs

import (
	"slices"
	"strings"
	"testing"
)

func TestFrameworkFacts(t *testing.T) {
	t.Parallel()
	h := Framework()
	if n := h.Types(); n < 5000 {
		t.Fatalf("only %d types", n)
	}
	for _, test := range []struct {
		sub, super string
		want       bool
	}{
		{"Landroid/widget/Button;", "Landroid/view/View;", true},
		{"Landroid/app/ListActivity;", "Landroid/content/Context;", true},
		{"Landroid/view/View;", "Landroid/widget/Button;", false},
		{"Ljava/lang/Thread;", "Ljava/lang/Runnable;", true},
		{"Lcom/foo/Bar;", "Ljava/lang/Object;", false},
	} {
		if got := h.Subtype(test.sub, test.super); got != test.want {
			t.Errorf("Subtype(%s, %s) = %v", test.sub, test.super, got)
		}
	}
	for _, test := range [][3]string{
		{"Landroid/app/ListActivity;", "onCreate(Landroid/os/Bundle;)V", "Landroid/app/Activity;"},
		{"Landroid/widget/Button;", "onDraw(Landroid/graphics/Canvas;)V", "Landroid/view/View;"},
		{"Landroid/view/View$OnClickListener;", "onClick(Landroid/view/View;)V", "Landroid/view/View$OnClickListener;"},
		{"Landroid/app/Activity;", "runOnUiThread(Ljava/lang/Runnable;)V", ""},
		{"Landroid/app/Activity;", "noSuchMethod()V", ""},
	} {
		if got := h.Overridden(test[0], test[1]); got != test[2] {
			t.Errorf("Overridden(%s, %s) = %q, want %q", test[0], test[1], got, test[2])
		}
	}
	// What only old platforms have, or no longer have.
	for typ, method := range map[string]string{
		"Landroid/app/Notification;":                      "setLatestEventInfo(Landroid/content/Context;Ljava/lang/CharSequence;Ljava/lang/CharSequence;Landroid/app/PendingIntent;)V",
		"Lorg/apache/http/client/methods/HttpUriRequest;": "abort()V",
		"Landroid/window/OnBackInvokedCallback;":          "onBackInvoked()V",
	} {
		if overridable, ok := h.Declares(typ, method); !ok || !overridable {
			t.Errorf("%s does not declare %s", typ, method)
		}
	}
	if !h.Interface("Landroid/view/MenuItem;") || h.Interface("Landroid/view/View;") {
		t.Error("kinds of types are wrong")
	}
}

// checkRow reports a row that names a framework method which does not exist.
// Rows of libraries inside APKs cannot be checked here.
func checkRow(t *testing.T, typ string, names []string) {
	t.Helper()
	h := Framework()
	if !h.Has(typ) {
		for _, library := range []string{
			"Landroid/support/", "Landroid/arch/", "Landroid/databinding/", "Landroidx/", "Lcom/", "Lkotlin", "Lio/", "Lrx/",
			"Lretrofit", "Lokhttp",
		} {
			if strings.HasPrefix(typ, library) {
				return
			}
		}
		t.Errorf("the framework has no type %s", typ)
		return
	}
	for _, name := range names {
		prefix, cut := strings.CutSuffix(name, "*")
		switch {
		case name == "*" || name[0] == '<':
		case cut && !h.HasPrefixed(typ, prefix), !cut && !h.HasNamed(typ, name):
			t.Errorf("%s has no method %s", typ, name)
		}
	}
}

func TestRowsAreReal(t *testing.T) {
	t.Parallel()
	tab, err := parseTables()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range tab.rows {
		checkRow(t, row.Type, row.Methods)
	}
	for _, row := range tab.attributes {
		checkRow(t, row.Type, append(slices.Clone(row.Setters), row.Getters...))
	}
	for _, calls := range tab.calls {
		for _, call := range calls {
			checkRow(t, call.Type, []string{call.Method})
			if len(call.Method) > 1 && strings.HasSuffix(call.Method, "*") {
				t.Errorf("%s %s: calls are looked up by whole names", call.Type, call.Method)
			}
		}
	}
	for _, row := range tab.effects.rows {
		checkRow(t, row.typ, row.methods)
	}
	for typ := range tab.effects.whole {
		checkRow(t, typ, nil)
	}
	for _, l := range tab.lifecycles {
		for _, typ := range l.Types {
			checkRow(t, typ, nil)
		}
	}
}

// TestLifecyclesAreCallbacks keeps the two tables together: whatever a life
// cycle names is a callback of the type.
func TestLifecyclesAreCallbacks(t *testing.T) {
	t.Parallel()
	for _, l := range Lifecycles() {
		names := slices.Concat(l.Enter, l.Leave, l.Again, l.End)
		for _, typ := range l.Types {
			if Framework().Has(typ) {
				for _, name := range names {
					if name == "onCreateDialog" || name == "attachInfo" {
						continue // of a subtype; final in the framework's eyes
					}
					if !Framework().HasNamed(typ, name) {
						t.Errorf("%s: %s has no method %s", l.Kind, typ, name)
					}
				}
			}
		}
		if len(l.Enter) == 0 {
			t.Errorf("%s: no way in", l.Kind)
		}
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	roles := []string{
		"lifecycle", "click", "longclick", "item", "menu", "dialog", "text", "check", "touch", "key", "focus",
		"preference", "result", "async", "system", "adapter", "draw", "other",
	}
	for name, rows := range Callbacks() {
		for _, row := range rows {
			if !slices.Contains(roles, row.Role) {
				t.Errorf("%s of %s: unknown role %q", name, row.Type, row.Role)
			}
		}
	}
}

func TestEffect(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		typ, name string
		want      EffectClass
	}{
		{"Landroid/util/Log;", "d", EffectPure},
		{"Ljava/lang/IllegalStateException;", "<init>", EffectPure},
		{"Ljava/util/regex/Matcher;", "find", EffectOwn},
		{"Landroid/app/AlertDialog;", "setMessage", EffectOwn},
		{"Landroid/app/AlertDialog;", "show", EffectDialog},
		{"Ljava/util/ArrayList;", "add", ""},
		{"Landroid/app/ListActivity;", "finish", EffectLeave},
		{"Landroid/app/Activity;", "getIntent", EffectPure},
		{"Landroid/widget/Button;", "setTextColor", EffectLook},
		{"Landroid/widget/Button;", "setBackgroundResource", EffectLook},
		{"Landroid/view/View;", "setVisibility", ""},
		{"Lcom/foo/Bar;", "baz", ""},
	} {
		up := func(yield func(string) bool) { Framework().Walk(test.typ, yield) }
		if got, ok := Effect(test.typ, test.name, up); got != test.want || ok != (test.want != "") {
			t.Errorf("Effect(%s, %s) = %q", test.typ, test.name, got)
		}
	}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	got := expand("{a,b}/c{,d}")
	if want := []string{"a/c", "a/cd", "b/c", "b/cd"}; !slices.Equal(got, want) {
		t.Errorf("expand = %q, want %q", got, want)
	}
}

// TestFrameworkSound walks the whole embedded table: every number leads to
// something, every name and method is found, in order and once.
func TestFrameworkSound(t *testing.T) {
	t.Parallel()
	table, err := newClassTable(frameworkData)
	if err != nil {
		t.Fatal(err)
	}
	for c := range table.classes {
		name := table.names.at(c)
		if table.find(name) != c || !strings.ContainsRune("IAFC", rune(table.kinds[c])) {
			t.Fatalf("class %d, %s, of kind %c, is found at %d", c, name, table.kinds[c], table.find(name))
		}
		first, last := table.interfaces(c)
		for i := first; i < last; i++ {
			if table.kinds[table.links.at(i)] != 'I' {
				t.Fatalf("%s implements a class", name)
			}
		}
		previous := ""
		first, last = table.methodsOf(c)
		for i := first; i < last; i++ {
			bare, desc, overridable := table.methodAt(i)
			if got, ok := table.declares(c, bare+desc); !ok || got != overridable {
				t.Fatalf("%s: %s%s is not found", name, bare, desc)
			}
			if previous != "" && CompareMethods(previous, bare+desc) >= 0 {
				t.Fatalf("%s: %s%s comes after %s", name, bare, desc, previous)
			}
			previous = bare + desc
		}
	}
}

func TestEncodeFramework(t *testing.T) {
	t.Parallel()
	classes := []Class{
		{Name: "La/A;", Kind: 'C', Methods: []string{"a()V", "-b()V", "b(I)V"}},
		{Name: "La/B;", Super: "La/A;", Interfaces: []string{"La/C;"}, Kind: 'F'},
		{Name: "La/C;", Super: "La/A;", Kind: 'I', Methods: []string{"a()V"}},
	}
	data, err := EncodeFramework("here", classes)
	if err != nil {
		t.Fatal(err)
	}
	table, err := newClassTable(string(data))
	if err != nil {
		t.Fatal(err)
	}
	h := &Hierarchy{table}
	if h.Origin() != "here" || h.Types() != 3 || h.Super("La/B;") != "La/A;" || h.Super("La/A;") != "" || h.Has("La/D;") ||
		!slices.Equal(h.Interfaces("La/B;"), []string{"La/C;"}) || !h.Interface("La/C;") || !h.Subtype("La/B;", "La/C;") {
		t.Errorf("the classes are not those that were written")
	}
	for method, want := range map[string][2]bool{
		"a()V": {true, true}, "b()V": {false, true}, "b(I)V": {true, true}, "b": {}, "": {}, "c()V": {},
	} {
		if overridable, ok := h.Declares("La/A;", method); overridable != want[0] || ok != want[1] {
			t.Errorf("%q: overridable %v, declared %v", method, overridable, ok)
		}
	}
	for prefix, want := range map[string]bool{"": true, "a": true, "a()": true, "b(I": true, "c": false, "aa": false, "a()VV": false} {
		if h.HasPrefixed("La/B;", prefix) != want {
			t.Errorf("HasPrefixed(%q) is not %v", prefix, want)
		}
	}
	for n := range len(data) - len("here") {
		if _, err := newClassTable(string(data[:n])); err == nil {
			t.Errorf("%d bytes are a table", n)
		}
	}
	for _, bad := range [][]Class{
		{{Name: "La/A;", Super: "La/B;"}}, {{Name: "La/A;", Interfaces: []string{"La/B;"}}},
		{{Name: "La/A;", Methods: []string{"b"}}}, {{Name: "La/A;", Methods: []string{"b()V", "a()V"}}},
	} {
		if _, err := EncodeFramework("", bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

func BenchmarkFramework(b *testing.B) {
	h := Framework()
	for b.Loop() {
		if h.Overridden("Landroid/widget/Button;", "onDraw(Landroid/graphics/Canvas;)V") == "" {
			b.Fatal("not found")
		}
	}
}

// TestAttributeNames: ids that the platform's documentation gives, old and new.
func TestAttributeNames(t *testing.T) {
	t.Parallel()
	names := AttributeNames()
	for id, want := range map[uint32]string{
		0x01010000: "theme", 0x010100d0: "id", 0x0101020c: "minSdkVersion", 0x0101026f: "onClick", 0x0101057a: "appComponentFactory",
	} {
		if names[id] != want {
			t.Errorf("%08x is %q, want %q", id, names[id], want)
		}
	}
	seen := map[string]uint32{}
	for id, name := range names {
		if id>>16 != 0x0101 || name == "" || seen[name] != 0 {
			t.Errorf("%08x is %q, as is %08x", id, name, seen[name])
		}
		seen[name] = id
	}
	if len(names) < 1500 {
		t.Errorf("%d names", len(names))
	}
}
