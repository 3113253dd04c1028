package attr_test

import (
	"os"
	"slices"
	"testing"

	"talpa/asra/attr"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/internal/corpus"
	"talpa/internal/need"
	"talpa/specs"
)

// TestPaperAttributes states of the pairs of Table IV of the Mole paper that name
// real methods that they are in the specification, as what they are.
func TestPaperAttributes(t *testing.T) {
	t.Parallel()
	framework := specs.Framework().Subtype
	for _, test := range []struct {
		typ, setter, getter, attribute string
	}{
		{"Landroid/view/View;", "setId", "getId", "id"},
		{"Landroid/view/View;", "setVisibility", "getVisibility", "visibility"},
		{"Landroid/view/View;", "setActivated", "isActivated", "activated"},
		{"Landroid/view/View;", "setEnabled", "isEnabled", "enabled"},
		{"Landroid/view/MenuItem;", "", "getItemId", "id"},
		{"Landroid/widget/CompoundButton;", "setChecked", "isChecked", "checked"},
		{"Landroid/widget/CompoundButton;", "toggle", "isChecked", "checked"},
		{"Landroid/view/MenuItem;", "setChecked", "isChecked", "checked"},
		{"Landroid/widget/NumberPicker;", "setValue", "getValue", "value"},
		{"Landroid/widget/RadioGroup;", "check", "getCheckedRadioButtonId", "checkedid"},
		{"Landroid/view/MotionEvent;", "setAction", "getAction", "action"},
		{"Landroid/view/KeyEvent;", "", "getKeyCode", "keycode"},
	} {
		if row, ok := attr.Getter(test.typ, test.getter, framework); !ok || row.Attribute != test.attribute {
			t.Errorf("%s.%s reads %q, want %q", test.typ, test.getter, row.Attribute, test.attribute)
		}
		if test.setter == "" {
			continue
		}
		if row, ok := attr.Setter(test.typ, test.setter, framework); !ok || row.Attribute != test.attribute {
			t.Errorf("%s.%s sets %q, want %q", test.typ, test.setter, row.Attribute, test.attribute)
		}
	}
}

// TestAttributes counts the attributes: the paper has 176.
func TestAttributes(t *testing.T) {
	t.Parallel()
	names, both, pairs := map[string]bool{}, map[string]bool{}, 0
	for _, row := range specs.Attributes() {
		names[row.Attribute] = true
		pairs += len(row.Setters) + len(row.Getters)
		if len(row.Setters) > 0 && len(row.Getters) > 0 {
			both[row.Attribute] = true
		}
	}
	t.Logf("%d attributes, %d of them with setters and getters; %d methods", len(names), len(both), pairs)
	if len(names) < 176 || len(both) < 176 {
		t.Errorf("%d attributes, %d with both", len(names), len(both))
	}
}

// newer are methods that came to their libraries after the apps of the corpus.
var newer = []string{
	"Landroidx/recyclerview/widget/RecyclerView$ViewHolder;getBindingAdapterPosition",
	"Landroidx/navigation/NavController;getCurrentBackStackEntry",
	"Lcom/google/android/material/chip/ChipGroup;getCheckedChipIds",
	"Landroid/support/design/chip/ChipGroup;getCheckedChipIds", // the support library ended before it
	"Lcom/google/android/material/card/MaterialCardView;setChecked",
	"Lcom/google/android/material/card/MaterialCardView;toggle",
	"Lcom/google/android/material/card/MaterialCardView;isChecked",
	"Lcom/google/android/material/bottomnavigation/BottomNavigationView;getOrCreateBadge",
	"Lcom/google/android/material/bottomnavigation/BottomNavigationView;removeBadge",
	"Lcom/google/android/material/bottomnavigation/BottomNavigationView;getBadge",
}

// TestLibraryRows states of the rows of libraries that their methods are real: some
// app that has the type has the method, in it or above it. Types that no app has
// are listed, not checked; shrunk apps lack what they do not use.
func TestLibraryRows(t *testing.T) {
	t.Parallel()
	var sets []*dex.Set
	for _, c := range corpus.Cases(t) {
		sets = append(sets, openSet(t, c.APK))
	}
	absent := map[string]bool{}
	check := func(typ, method string) {
		if specs.Framework().Has(typ) {
			return // specs checks it
		}
		known, found := false, false
		for _, set := range sets {
			k, f := declares(set, typ, method)
			known, found = known || k, found || f
		}
		switch {
		case !known:
			absent[typ] = true
		case !found && !slices.Contains(newer, typ+method):
			t.Errorf("no app has a method %s of %s", method, typ)
		}
	}
	for _, row := range specs.Attributes() {
		for _, m := range slices.Concat(row.Setters, row.Getters) {
			check(row.Type, m)
		}
	}
	for _, rows := range specs.Calls() {
		for _, row := range rows {
			check(row.Type, row.Method)
		}
	}
	t.Logf("%d types are in no app", len(absent))
}

func openSet(t *testing.T, path string) *dex.Set {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		need.Missing(t, need.Corpus, "an app at "+path)
	}
	archive, err := apk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var files []*dex.File
	for _, data := range archive.DEX() {
		f, err := dex.ParseAll(data)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f...)
	}
	return dex.NewSet(files...)
}

// declares says whether an app has a type whole, and a method of it or above it.
func declares(set *dex.Set, typ, method string) (known, found bool) {
	for seen := map[string]bool{}; typ != "" && !seen[typ]; {
		seen[typ] = true
		class := set.Class(typ)
		if class == nil {
			return known, found || specs.Framework().HasNamed(typ, method)
		}
		known = true
		for _, m := range class.Methods {
			found = found || m.Name == method
		}
		for _, up := range class.Interfaces {
			_, inherited := declares(set, up, method)
			found = found || inherited
		}
		typ = class.Super
	}
	return known, found
}
