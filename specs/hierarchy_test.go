package specs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/internal/golden"
)

// sample are types of the framework drawn at random.
func sample(t *testing.T, n int) []string {
	t.Helper()
	r := golden.Rand(t)
	table := Framework().table
	all := make([]string, n)
	for i := range all {
		all[i] = table.names.at(r.IntN(table.classes))
	}
	return all
}

// above are a type and all above it, by Super and Interfaces alone.
func above(h *Hierarchy, typ string) map[string]bool {
	all := map[string]bool{}
	var visit func(typ string)
	visit = func(typ string) {
		if typ == "" || all[typ] || !h.Has(typ) {
			return
		}
		all[typ] = true
		visit(h.Super(typ))
		for _, i := range h.Interfaces(typ) {
			visit(i)
		}
	}
	visit(typ)
	return all
}

// TestHierarchy_laws: Subtype, Walk, Overridden and HasNamed agree with what Super, Interfaces
// and Declares say of each type.
func TestHierarchy_laws(t *testing.T) {
	t.Parallel()
	h := Framework()
	types := sample(t, 300)
	for i, typ := range types {
		up := above(h, typ)
		walked := map[string]bool{}
		h.Walk(typ, func(s string) bool {
			if walked[s] {
				t.Fatalf("%s is walked to twice from %s", s, typ)
			}
			walked[s] = true
			return true
		})
		if len(walked) != len(up) {
			t.Fatalf("%s: %d supertypes are walked to, %d there are", typ, len(walked), len(up))
		}
		for s := range up {
			if !walked[s] || !h.Subtype(typ, s) {
				t.Fatalf("%s is above %s, and is not found", s, typ)
			}
		}
		other := types[(i+1)%len(types)]
		if h.Subtype(typ, other) != up[other] {
			t.Fatalf("Subtype(%s, %s) = %v", typ, other, !up[other])
		}
		if h.Subtype(typ, other) && h.Subtype(other, typ) && typ != other {
			t.Fatalf("%s and %s are above each other", typ, other)
		}
		overridden(t, h, typ, up)
	}
}

// overridden checks Overridden and HasNamed for the methods of a type.
func overridden(t *testing.T, h *Hierarchy, typ string, up map[string]bool) {
	t.Helper()
	c := h.table.find(typ)
	first, last := h.table.methodsOf(c)
	for i := first; i < last; i++ {
		name, desc, _ := h.table.methodAt(i)
		if !h.HasNamed(typ, name) || !h.HasPrefixed(typ, name[:1]) || h.HasNamed(typ, name+"~") {
			t.Fatalf("%s: a method of the name %s is not found, or one of another name is", typ, name)
		}
		top := h.Overridden(typ, name+desc)
		for s := range up {
			overridable, ok := h.Declares(s, name+desc)
			if ok && overridable && (top == "" || s != top && h.Subtype(top, s)) {
				t.Fatalf("%s.%s%s was introduced by %s, told is %q", typ, name, desc, s, top)
			}
		}
		if top != "" {
			if overridable, ok := h.Declares(top, name+desc); !ok || !overridable || !up[top] {
				t.Fatalf("%s.%s%s: %s does not declare it", typ, name, desc, top)
			}
		}
	}
}

// TestHierarchy_unknown: of what is no type of the framework nothing is known, and nothing fails.
func TestHierarchy_unknown(t *testing.T) {
	t.Parallel()
	h := Framework()
	for _, typ := range []string{"", "I", "[I", "L;", "Lcom/foo/Bar;", "Landroid/view/View", "landroid/view/View;", strings.Repeat("L", 1000)} {
		h.Walk(typ, func(string) bool { t.Errorf("%.20q is walked", typ); return true })
		if h.Has(typ) || h.Super(typ) != "" || h.Interfaces(typ) != nil || h.Interface(typ) || h.Overridden(typ, "a()V") != "" || h.HasNamed(typ, "a") || h.Hides(typ) {
			t.Errorf("something is known of %.20q", typ)
		}
		if h.Subtype(typ, "Ljava/lang/Object;") || h.Subtype("Ljava/lang/Object;", typ) || !h.Subtype(typ, typ) {
			t.Errorf("%.20q is above or below another", typ)
		}
	}
	for _, method := range []string{"", "(", "onClick", "()V", "onDraw()"} {
		if _, ok := h.Declares("Landroid/view/View;", method); ok {
			t.Errorf("a view declares %q", method)
		}
	}
}

// TestHides: which classes of an app devices take from themselves.
func TestHides(t *testing.T) {
	t.Parallel()
	for typ, want := range map[string]bool{
		"Landroid/view/View;": true, "Ljava/util/List;": true, "Ljava/util/function/Consumer;": true,
		"Landroid/support/v4/app/Fragment;": false, "Landroid/app/MyOwn;": false, "Lorg/json/JSONObject;": false, "Lcom/foo/Bar;": false,
	} {
		if got := Framework().Hides(typ); got != want {
			t.Errorf("%s is hidden: %v, want %v", typ, got, want)
		}
	}
}

// TestWalk_ends: a visitor that has enough is asked no more.
func TestWalk_ends(t *testing.T) {
	t.Parallel()
	for most := 1; most < 4; most++ {
		var seen []string
		Framework().Walk("Landroid/widget/Button;", func(s string) bool {
			seen = append(seen, s)
			return len(seen) < most
		})
		if len(seen) != most || seen[0] != "Landroid/widget/Button;" {
			t.Errorf("%d types of at most %d: %q", len(seen), most, seen)
		}
	}
}

// TestRows_refused: rows of tables that make no sense are errors that name what is wrong.
func TestRows_refused(t *testing.T) {
	t.Parallel()
	tab := &specTables{callbacks: map[string][]CallbackRow{}, calls: map[string][]Call{}}
	for name, c := range map[string]struct {
		row    func(fields []string) error
		fields string
		want   string
	}{
		"callback_without_methods":  {tab.callbackRow, "click a/B", "want role, type and methods"},
		"attribute_without_getters": {tab.attributeRow, "text text a/B setText ;", "setters ; getters"},
		"attribute_without_half":    {tab.attributeRow, "text text a/B setText getText", "setters ; getters"},
		"attribute_of_no_kind":      {tab.attributeRow, "text words a/B setText ; getText", `unknown kind "words"`},
		"call_without_methods":      {tab.callRow, "find a/B", "want kind, type and methods"},
		"call_of_a_far_argument":    {tab.callRow, "find a/B find/12", "bad argument"},
		"call_of_no_argument":       {tab.callRow, "find a/B find/x", "bad argument"},
		"effect_of_no_class":        {tab.effects.row, "loud a/B", `no class "loud"`},
		"effect_of_no_type":         {tab.effects.row, "pure", "no type"},
		"phase_before_a_kind":       {tab.lifecycleRow, "enter onCreate onStart", "unknown phase"},
		"lifecycle_of_many_words":   {tab.lifecycleRow, "activity a/B c/D", "unknown phase"},
	} {
		if err := c.row(strings.Fields(c.fields)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// TestRows_read: groups of names, arguments and dashes.
func TestRows_read(t *testing.T) {
	t.Parallel()
	tab := &specTables{callbacks: map[string][]CallbackRow{}, calls: map[string][]Call{}}
	for _, c := range []struct {
		row    func(fields []string) error
		fields string
	}{
		{tab.callRow, "find a/{B,C} one two/1 three/this"}, {tab.attributeRow, "text text a/B - ; getText"},
		{tab.callbackRow, "click a/B{,x} onClick *"}, {tab.lifecycleRow, "activity a/B"}, {tab.lifecycleRow, "enter x y"}, {tab.lifecycleRow, "end z"},
		{tab.effects.row, "pure a/B f g*"}, {tab.effects.row, "own a/C"}, {tab.effects.row, "look b/*Bar"},
	} {
		if err := c.row(strings.Fields(c.fields)); err != nil {
			t.Fatalf("%s: %v", c.fields, err)
		}
	}
	var calls []string
	for _, name := range []string{"one", "two", "three"} {
		for _, call := range tab.calls[name] {
			calls = append(calls, fmt.Sprint(call.Type, call.Method, call.Argument))
		}
	}
	if want := []string{"La/B;one0", "La/C;one0", "La/B;two1", "La/C;two1", "La/B;three-1", "La/C;three-1"}; !slices.Equal(calls, want) {
		t.Errorf("calls %q, want %q", calls, want)
	}
	if a := tab.attributes[0]; a.Setters != nil || !slices.Equal(a.Getters, []string{"getText"}) {
		t.Errorf("attribute %+v", a)
	}
	if len(tab.callbacks["*"]) != 2 || tab.callbacks["onClick"][1].Type != "La/Bx;" {
		t.Errorf("callbacks %+v", tab.callbacks)
	}
	if l := tab.lifecycles[0]; !slices.Equal(l.Enter, []string{"x", "y"}) || !slices.Equal(l.End, []string{"z"}) {
		t.Errorf("life cycle %+v", l)
	}
	if r := tab.effects.rows[0]; !r.covers("f") || !r.covers("goon") || r.covers("fa") || r.covers("h") {
		t.Errorf("row %+v covers others than f and g*", r)
	}
}

// TestEncodeFramework_random: a hierarchy that is written is read again, class by class.
func TestEncodeFramework_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 20 {
		n := 1 + r.IntN(60)
		classes := make([]Class, n)
		for i := range classes {
			c := Class{Name: fmt.Sprintf("Lp/C%03d;", i), Kind: "IAFC"[r.IntN(4)]}
			if i > 0 && r.IntN(2) == 0 {
				c.Super = fmt.Sprintf("Lp/C%03d;", r.IntN(i))
			}
			for range r.IntN(3) {
				if i > 0 {
					c.Interfaces = append(c.Interfaces, fmt.Sprintf("Lp/C%03d;", r.IntN(i)))
				}
			}
			for range r.IntN(5) {
				c.Methods = append(c.Methods, strings.Repeat("-", r.IntN(2))+fmt.Sprintf("m%d(%s)V", r.IntN(9), strings.Repeat("I", r.IntN(3))))
			}
			slices.SortFunc(c.Methods, CompareMethods)
			c.Methods = slices.CompactFunc(c.Methods, func(a, b string) bool { return CompareMethods(a, b) == 0 })
			classes[i] = c
		}
		data, err := EncodeFramework("random", classes)
		if err != nil {
			t.Fatal(err)
		}
		table, err := newClassTable(string(data))
		if err != nil {
			t.Fatal(err)
		}
		h := &Hierarchy{table}
		for _, c := range classes {
			if !h.Has(c.Name) || h.Super(c.Name) != c.Super || !slices.Equal(h.Interfaces(c.Name), c.Interfaces) || h.Interface(c.Name) != (c.Kind == 'I') {
				t.Fatalf("%+v is read otherwise", c)
			}
			for _, m := range c.Methods {
				name, final := strings.CutPrefix(m, "-")
				if overridable, ok := h.Declares(c.Name, name); !ok || overridable == final {
					t.Fatalf("%s of %s: declared %v, can be overridden %v", m, c.Name, ok, overridable)
				}
			}
		}
		if h.Types() != n || h.Origin() != "random" || h.Has("Lp/D;") {
			t.Fatalf("%d types of %q", h.Types(), h.Origin())
		}
	}
}
