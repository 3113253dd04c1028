// Package apktest builds small APKs in code, for tests that need no file: XML
// is written as text and compiled to the binary form, the resource table grows
// with what the XML names, DEX files are given as bytes.
//
//	app := apktest.New("com.example")
//	app.Add("string/hello", "Hello")
//	app.File("layout/main", `<Button xmlns:android="http://schemas.android.com/apk/res/android"
//		android:id="@+id/go" android:text="@string/hello"/>`)
//	app.Manifest(`<manifest .../>`)
//	app.DEX(code)
//	data := app.Build()
//
// It writes what the tests of talpa need, not what a resource compiler can:
// mistakes panic.
package apktest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"sort"
	"strings"

	"talpa/dex/apk"
)

// App is an APK under construction.
type App struct {
	pkg   string
	types []string // type names; the id of a type is its index plus 1
	keys  map[string][]entry
	ids   map[string]apk.ID
	files map[string][]byte
	dex   int
}

// entry is a resource with its values by configuration.
type entry struct {
	key    string
	values []variant
}

type variant struct {
	config string // "", "fr", "land", "night"
	value  apk.Value
	bag    *apk.Bag
}

// New starts an app of the given package.
func New(pkg string) *App {
	return &App{pkg: pkg, keys: map[string][]entry{}, ids: map[string]apk.ID{}, files: map[string][]byte{}}
}

// ID is the id of a resource, which is made if it does not exist: "id/add".
func (a *App) ID(name string) apk.ID {
	if id, ok := a.ids[name]; ok {
		return id
	}
	typ, key, ok := strings.Cut(name, "/")
	if !ok {
		panic("apktest: no resource name: " + name)
	}
	index := -1
	for i, t := range a.types {
		if t == typ {
			index = i
		}
	}
	if index < 0 {
		index = len(a.types)
		a.types = append(a.types, typ)
	}
	id := apk.ID(0x7f000000 | (index+1)<<16 | len(a.keys[typ]))
	e := entry{key: key}
	if typ == "id" {
		e.values = []variant{{value: apk.Value{Type: apk.TypeBool}}}
	}
	a.keys[typ] = append(a.keys[typ], e)
	a.ids[name] = id
	return id
}

// Add sets the value of a resource, written as in XML.
func (a *App) Add(name, value string) { a.AddFor(name, "", value) }

// AddFor sets the value of a resource in one configuration: a language, or
// "land", or "night".
func (a *App) AddFor(name, config, value string) {
	a.add(name, variant{config: config, value: a.value(value)})
}

// AddArray sets the items of an array.
func (a *App) AddArray(name string, items ...string) {
	bag := &apk.Bag{}
	for i, item := range items {
		bag.Items = append(bag.Items, apk.BagItem{Name: apk.ID(0x02000000 + i), Value: a.value(item)})
	}
	a.add(name, variant{bag: bag})
}

// AddBag sets a style, plurals or any other bag.
func (a *App) AddBag(name string, bag apk.Bag) { a.add(name, variant{bag: &bag}) }

func (a *App) add(name string, v variant) {
	id := a.ID(name)
	typ, _, _ := strings.Cut(name, "/")
	e := &a.keys[typ][id&0xffff]
	e.values = append(e.values, v)
}

// File adds an XML resource such as "layout/main" from its text.
func (a *App) File(name, xml string) { a.FileFor(name, "", xml) }

// FileFor adds an XML resource for one configuration.
func (a *App) FileFor(name, config, xml string) {
	typ, key, _ := strings.Cut(name, "/")
	folder := typ
	if config != "" {
		folder += "-" + config
	}
	path := "res/" + folder + "/" + key + ".xml"
	a.ID(name)
	a.files[path] = a.XML(xml)
	a.AddFor(name, config, path)
}

// Manifest sets the manifest from its text.
func (a *App) Manifest(xml string) { a.files["AndroidManifest.xml"] = a.XML(xml) }

// DEX adds the next DEX file.
func (a *App) DEX(code []byte) {
	a.dex++
	name := "classes.dex"
	if a.dex > 1 {
		name = fmt.Sprintf("classes%d.dex", a.dex)
	}
	a.files[name] = code
}

// Raw adds an entry of the archive as it is.
func (a *App) Raw(path string, data []byte) { a.files[path] = data }

// Build writes the APK, without a signature.
func (a *App) Build() []byte {
	if len(a.types) > 0 {
		a.files["resources.arsc"] = a.Table()
	}
	paths := make([]string, 0, len(a.files))
	for path := range a.files {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	var buf bytes.Buffer
	zw := zip.NewWriter(&buf)
	for _, path := range paths {
		method := zip.Deflate
		if path == "resources.arsc" {
			method = zip.Store
		}
		w, err := zw.CreateHeader(&zip.FileHeader{Name: path, Method: method})
		if err == nil {
			_, err = w.Write(a.files[path])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := zw.Close(); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

// Parse builds the APK and reads it back.
func (a *App) Parse() (*apk.Archive, error) {
	data := a.Build()
	return apk.Parse(bytes.NewReader(data), int64(len(data)))
}
