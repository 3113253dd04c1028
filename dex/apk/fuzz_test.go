package apk_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
)

// seedXML is binary XML with every type of value.
func seedXML() [][]byte {
	app := apktest.New("com.example")
	return [][]byte{
		app.XML(minimal),
		app.XML(fullManifest),
		app.XML(`<a ` + androidNS + ` ` + appNS + ` android:id="@+id/x" app:y="?android:attr/theme"
			b="16dp" c="1.5f" d="#ff00ff00">text<b/></a>`),
	}
}

// FuzzXML: any bytes are read or refused with an *Error; what is read is a
// tree whose size the input bounds.
func FuzzXML(f *testing.F) {
	for _, seed := range seedXML() {
		f.Add(seed)
		f.Add(seed[:len(seed)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := apk.ParseXML(data)
		if err != nil {
			mustBeError(t, err)
			return
		}
		elements := 0
		var walk func(*apk.Element, int)
		walk = func(e *apk.Element, depth int) {
			elements++
			if depth > 512 {
				t.Fatal("deeper than the budget")
			}
			for _, a := range e.Attrs {
				_ = a.Value.String()
			}
			for _, c := range e.Children {
				walk(c, depth+1)
			}
		}
		walk(doc.Root, 1)
		if elements > len(data)/16 {
			t.Fatalf("%d elements from %d bytes", elements, len(data))
		}
	})
}

// FuzzResources: as FuzzXML, for tables; every lookup on the result is safe.
func FuzzResources(f *testing.F) {
	app := sampleTable()
	for _, enc := range []apktest.Encoding{apktest.Dense, apktest.Sparse, apktest.Offset16, apktest.Compact} {
		f.Add(app.TableAs(enc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := apk.ParseResources(data)
		if err != nil {
			mustBeError(t, err)
			return
		}
		for _, id := range r.IDs() {
			v := apk.Value{Type: apk.TypeReference, Data: uint32(id)}
			_, _, _, _ = r.Text(v), r.Texts(v), r.Strings(id), r.Format(v)
			res := r.Get(id)
			if res.ID != id || len(res.Values) == 0 {
				t.Fatalf("%v is %+v", id, res)
			}
			for _, value := range res.Values {
				_, _ = value.Config.String(), value.Value.String()
				if value.Bag != nil {
					for _, item := range value.Bag.Items {
						_ = r.ItemName(item)
					}
				}
			}
			if first := r.ID(r.Name(id)); first > id {
				t.Fatalf("the name %q of %v belongs to %v", r.Name(id), id, first)
			}
		}
	})
}

// FuzzArchive: any bytes are an APK or an *Error, and the parts of an APK can
// all be asked for.
func FuzzArchive(f *testing.F) {
	full := apktest.New("com.example")
	full.Manifest(fullManifest)
	full.File("layout/main", `<Button `+androidNS+` android:onClick="go"/>`)
	full.File("menu/m", `<menu><item/></menu>`)
	full.File("xml/p", `<PreferenceScreen/>`)
	full.File("navigation/n", `<navigation/>`)
	full.DEX(code)
	for _, seed := range [][]byte{
		full.Build(), minimalApp().Build(), withoutDEX(), overlap(), archive("AndroidManifest.xml", "x"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := apk.Parse(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			mustBeError(t, err)
			return
		}
		if a.Manifest() == nil || a.Resources() == nil || len(a.DEX()) == 0 {
			t.Fatalf("incomplete: %+v", a)
		}
		a.Manifest().Launcher()
		_, err1 := a.Layouts()
		_, err2 := a.Menus()
		_, err3 := a.Preferences()
		_, err4 := a.NavGraphs()
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			mustBeError(t, err)
		}
		a.NativeLibs()
	})
}

func mustBeError(t *testing.T, err error) {
	t.Helper()
	var e *apk.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *apk.Error", err)
	}
	if fmt.Sprint(err) == "" {
		t.Fatal("an error without words")
	}
}
