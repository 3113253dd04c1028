package apk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
)

// sampleTable has every shape of entry.
func sampleTable() *apktest.App {
	app := apktest.New("com.example")
	app.Add("string/hello", "Hello 😀")
	app.AddFor("string/hello", "de", "Hallo")
	app.AddFor("string/hello", "fr", "Bonjour")
	app.Add("string/alias", "@string/hello")
	app.AddFor("string/foreign", "de", "nur deutsch")
	app.Add("string/loop", "@string/loop")
	app.Add("string/long", strings.Repeat("ü", 200))
	app.Add("dimen/margin", "-16dp")
	app.Add("color/red", "#ffff0000")
	app.Add("bool/tablet", "false")
	app.Add("integer/n", "-7")
	app.Add("integer/f", "1.5f")
	app.AddArray("array/days", "Monday", "@string/hello")
	app.AddBag("plurals/items", apk.Bag{Items: []apk.BagItem{
		{Name: 0x01000006, Value: apk.Value{Type: apk.TypeString, Str: "one item"}},
		{Name: 0x01000004, Value: apk.Value{Type: apk.TypeString, Str: "%d items"}},
	}})
	app.AddBag("style/Theme", apk.Bag{Parent: 0x01030005, Items: []apk.BagItem{
		{Name: 0x01010098, Value: apk.Value{Type: apk.TypeAttribute, Data: 0x01010036}},
	}})
	app.ID("id/ok")
	return app
}

// All four encodings of a table read the same.
func TestResources(t *testing.T) {
	t.Parallel()
	app := sampleTable()
	for enc, name := range map[apktest.Encoding]string{
		apktest.Dense: "dense", apktest.Sparse: "sparse", apktest.Offset16: "offset16", apktest.Compact: "compact",
	} {
		t.Run(name, func(t *testing.T) {
			r, err := apk.ParseResources(app.TableAs(enc))
			if err != nil {
				t.Fatal(err)
			}
			checkResources(t, app, r)
		})
	}
}

func checkResources(t *testing.T, app *apktest.App, r *apk.Resources) {
	t.Helper()
	text := func(name string) string {
		return r.Text(apk.Value{Type: apk.TypeReference, Data: uint32(r.ID(name))})
	}
	for name, want := range map[string]string{
		"string/hello": "Hello 😀", "string/alias": "Hello 😀", "string/foreign": "nur deutsch",
		"string/loop": "", "string/long": strings.Repeat("ü", 200),
		"integer/n": "-7", "integer/f": "1.5", "bool/tablet": "false", "color/red": "", "array/days": "",
	} {
		if got := text(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"dimen/margin": "-16dp", "color/red": "#ffff0000"} {
		v := r.Resolve(apk.Value{Type: apk.TypeReference, Data: uint32(r.ID(name))})
		if v.String() != want {
			t.Errorf("%s is %s, want %s", name, v, want)
		}
	}
	hello := apk.Value{Type: apk.TypeReference, Data: uint32(r.ID("string/hello"))}
	if diff := cmp.Diff([]string{"Hello 😀", "Hallo", "Bonjour"}, r.Texts(hello)); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Monday", "Hello 😀"}, r.Strings(r.ID("array/days"))); diff != "" {
		t.Errorf("array (-want +got):\n%s", diff)
	}
	if got, want := r.Name(app.ID("id/ok")), "id/ok"; got != want || r.Package() != "com.example" {
		t.Errorf("name %q, want %q; package %q", got, want, r.Package())
	}
	if n := len(r.OfType("string")); n != 5 {
		t.Errorf("%d strings, want 5", n)
	}
	plurals := r.Get(r.ID("plurals/items")).Values[0].Bag
	if len(plurals.Items) != 2 || r.ItemName(plurals.Items[0]) != "one" || plurals.Items[1].Value.Str != "%d items" {
		t.Errorf("plurals: %+v", plurals)
	}
	style := r.Get(r.ID("style/Theme")).Values[0].Bag
	got := r.ItemName(style.Items[0]) + "=" + r.Format(style.Items[0].Value)
	if got != "android:attr/textColor=?android:attr/textColorPrimary" {
		t.Errorf("style item %s", got)
	}
	if got := r.Name(style.Parent); got != "android:style/Theme" {
		t.Errorf("parent %s", got)
	}
}

func TestFrameworkNames(t *testing.T) {
	t.Parallel()
	r := &apk.Resources{}
	for id, name := range map[apk.ID]string{
		0x0102002c: "android:id/home", 0x0102000a: "android:id/list", 0x01010003: "android:attr/name",
		0x0101026f: "android:attr/onClick", 0x01040000: "android:string/cancel",
		0x01090003: "android:layout/simple_list_item_1",
	} {
		if r.Name(id) != name || r.ID(name) != id {
			t.Errorf("%v is %q, want %q; back %v", id, r.Name(id), name, r.ID(name))
		}
	}
	if r.Name(0x7f010000) != "" || r.ID("id/none") != 0 || r.Get(1) != nil || r.Get(1).Select(apk.Device()) != nil {
		t.Error("an empty table knows something")
	}
}

func TestValueString(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value apk.Value
		want  string
	}{
		{apk.Value{}, "@null"},
		{apk.Value{Data: 1}, "@empty"},
		{apk.Value{Type: apk.TypeReference}, "@null"},
		{apk.Value{Type: apk.TypeReference, Data: 0x7f010002}, "@0x7f010002"},
		{apk.Value{Type: apk.TypeAttribute, Data: 0x01010030}, "?0x01010030"},
		{apk.Value{Type: apk.TypeFloat, Data: 0x3f000000}, "0.5"},
		{apk.Value{Type: apk.TypeDimension, Data: 0x1001}, "16dp"},
		{apk.Value{Type: apk.TypeDimension, Data: 0x00004012}, "0.5sp"},
		{apk.Value{Type: apk.TypeFraction, Data: 0x40000030}, "50%"},
		{apk.Value{Type: apk.TypeFraction, Data: 0x40000031}, "50%p"},
		{apk.Value{Type: apk.TypeInt, Data: 0xffffffff}, "-1"},
		{apk.Value{Type: apk.TypeHex, Data: 0x10}, "0x00000010"},
		{apk.Value{Type: apk.TypeBool, Data: 0xffffffff}, "true"},
		{apk.Value{Type: apk.TypeColor + 1, Data: 0xff00ff00}, "#ff00ff00"},
	} {
		if got := c.value.String(); got != c.want {
			t.Errorf("type %d data %#x: %q, want %q", c.value.Type, c.value.Data, got, c.want)
		}
	}
}
