package apk

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/avast/apkparser"
	"github.com/google/go-cmp/cmp"
	"github.com/shogo82148/androidbinary"

	"talpa/internal/corpus"
	"talpa/internal/execx"
	"talpa/internal/need"
)

// aapt2 runs the Android asset tool, the reference reader.
func aapt2(t *testing.T, args ...string) string {
	t.Helper()
	res, err := execx.Run(context.Background(), execx.Cmd{Name: "aapt2", Args: args})
	if errors.Is(err, execx.ErrNotFound) {
		need.Missing(t, "aapt2", need.Tools)
	}
	if err != nil {
		t.Fatalf("aapt2 %v: %v", args, err)
	}
	return string(res.Stdout)
}

// some gives every nth of the apps, or all of a few.
func some(apks []string, n int) []string {
	const few = 20
	if len(apks) <= few {
		return apks
	}
	var list []string
	for i := 0; i < len(apks); i += n {
		list = append(list, apks[i])
	}
	return list
}

func mustOpen(t *testing.T, path string) *Archive {
	t.Helper()
	a, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The manifests of some apps, and every XML resource of a few, read as aapt2
// reads them: elements, lines, attributes, their ids and typed values.
func TestXMLAgainstAapt2(t *testing.T) {
	t.Parallel()
	corpus.EachAPK(t, 1, xmlAgainstAapt2)
}

func xmlAgainstAapt2(t *testing.T, apks []string) {
	files := 0
	for i, path := range some(apks, 8) {
		a := mustOpen(t, path)
		names := []string{"AndroidManifest.xml"}
		if i%5 == 0 {
			for _, typ := range []string{"layout", "menu", "xml", "navigation"} {
				for _, x := range a.XMLResources(typ) {
					names = append(names, x.Path)
				}
			}
		}
		for _, name := range names {
			doc, err := a.XML(name)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			want := aapt2(t, "dump", "xmltree", "--file", name, path)
			compareLines(t, filepath.Base(path)+":"+name, tree(doc), want)
			files++
		}
	}
	t.Logf("%d files equal", files)
}

// tree writes a document as aapt2 does, without namespaces and text.
func tree(d *Document) string {
	var b strings.Builder
	var write func(e *Element)
	write = func(e *Element) {
		fmt.Fprintf(&b, "E: %s (line=%d)\n", e.Name, e.Line)
		for _, a := range e.Attrs {
			b.WriteString("A: ")
			if a.Namespace != "" {
				b.WriteString(a.Namespace + ":")
			}
			b.WriteString(a.Name)
			if a.ID != 0 {
				fmt.Fprintf(&b, "(%v)", a.ID)
			}
			fmt.Fprintf(&b, "=%s", aaptValue(a.Value))
			if a.Raw != "" {
				fmt.Fprintf(&b, " (Raw: \"%s\")", a.Raw)
			}
			b.WriteByte('\n')
		}
		for _, c := range e.Children {
			write(c)
		}
	}
	write(d.Root)
	return b.String()
}

// aaptValue writes a value as aapt2 does.
func aaptValue(v Value) string {
	switch v.Type {
	case TypeString:
		return `"` + v.Str + `"`
	case TypeFloat:
		return fmt.Sprintf("%.6g", math.Float32frombits(v.Data))
	case TypeDimension:
		n := complexNumber(v.Data)
		if n < 0 && v.Data>>4&3 == 0 {
			n += 1 << 24 // aapt2 takes the mantissa for unsigned
		}
		return fmt.Sprintf("%f", n) + unit(v.Data, "px", "dp", "sp", "pt", "in", "mm")
	}
	return v.String()
}

// compareLines compares texts line by line and reports the first difference.
func compareLines(t *testing.T, what, got, want string) {
	t.Helper()
	var keep []string
	for line := range strings.Lines(want) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "E: ") || strings.HasPrefix(line, "A: ") {
			keep = append(keep, line)
		}
	}
	lines := strings.Split(strings.TrimSpace(got), "\n")
	for i := range max(len(lines), len(keep)) {
		if i >= len(lines) || i >= len(keep) || strings.TrimSpace(lines[i]) != keep[i] {
			t.Errorf("%s: line %d: got %q, aapt2 says %q", what, i, at(lines, i), at(keep, i))
			return
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(nothing)"
}

// Resource tables of some apps as aapt2 reads them: ids, names, the number of
// configurations, sizes of bags, and the text of every string.
func TestResourcesAgainstAapt2(t *testing.T) {
	t.Parallel()
	corpus.EachAPK(t, 1, resourcesAgainstAapt2)
}

func resourcesAgainstAapt2(t *testing.T, apks []string) {
	for _, path := range some(apks, 12) {
		r := mustOpen(t, path).Resources()
		want := parseDump(aapt2(t, "dump", "resources", path))
		if len(want) != len(r.IDs()) {
			t.Errorf("%s: %d resources, aapt2 has %d", path, len(r.IDs()), len(want))
		}
		for _, w := range want {
			got := r.Get(w.id)
			if got == nil || got.Name() != w.name {
				t.Errorf("%s: %v is %v, aapt2 says %s", path, w.id, got, w.name)
				break
			}
			if len(got.Values) != w.values {
				t.Errorf("%s: %s has %d values, aapt2 says %d", path, w.name, len(got.Values), w.values)
			}
			texts, bags := map[string]int{}, map[string]int{}
			for _, v := range got.Values {
				if v.Bag != nil {
					bags[fmt.Sprint(len(v.Bag.Items))]++
				} else if v.Value.Type == TypeString {
					texts[v.Value.Str]++
				}
			}
			for s, n := range w.texts {
				if texts[s] != n {
					t.Errorf("%s: %s: text %q %d times, aapt2 says %d", path, w.name, s, texts[s], n)
				}
			}
			for s, n := range w.sizes {
				if bags[s] != n {
					t.Errorf("%s: %s: %d bags of %s items, aapt2 says %d", path, w.name, bags[s], s, n)
				}
			}
		}
	}
}

// dumped is a resource in aapt2's output.
type dumped struct {
	id           ID
	name         string
	values       int
	texts, sizes map[string]int
}

var (
	dumpedResource = regexp.MustCompile(`^    resource (0x[0-9a-f]{8}) (\S+)`)
	dumpedValue    = regexp.MustCompile(`^      \(([^()]*)\) (.*)$`)
	dumpedSize     = regexp.MustCompile(`^\((?:style|array|plurals)\) size=(\d+)`)
)

func parseDump(text string) []*dumped {
	var list []*dumped
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := dumpedResource.FindStringSubmatch(line); m != nil {
			n, _ := strconv.ParseUint(m[1], 0, 32)
			list = append(list, &dumped{id: ID(n), name: m[2], texts: map[string]int{}, sizes: map[string]int{}})
			continue
		}
		m := dumpedValue.FindStringSubmatch(line)
		if m == nil || len(list) == 0 {
			continue
		}
		d := list[len(list)-1]
		d.values++
		if s := dumpedSize.FindStringSubmatch(m[2]); s != nil {
			d.sizes[s[1]]++
		}
		if s := m[2]; len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' { // on one line
			d.texts[s[1:len(s)-1]]++
		}
	}
	return list
}

// Manifests as "aapt2 dump badging" reads them.
func TestManifestAgainstAapt2(t *testing.T) {
	t.Parallel()
	corpus.EachAPK(t, 5, manifestAgainstAapt2)
}

func manifestAgainstAapt2(t *testing.T, apks []string) {
	quoted := regexp.MustCompile(`'([^']*)'`)
	for _, path := range apks {
		m := mustOpen(t, path).Manifest()
		got, want := map[string]bool{}, map[string]bool{}
		add := func(kind, value string) {
			if value != "" {
				got[kind+" "+value] = true
			}
		}
		add("package", fmt.Sprintf("%s %d %s", m.Package, m.VersionCode, m.VersionName))
		if m.MinSDK > 1 {
			add("sdkVersion", strconv.Itoa(m.MinSDK))
		}
		if m.TargetSDK > m.MinSDK {
			add("targetSdkVersion", strconv.Itoa(m.TargetSDK))
		}
		for _, p := range m.Permissions {
			add("uses-permission", p.Name)
		}
		for _, a := range m.Activities {
			for _, f := range a.Filters {
				if a.Target == "" && f.Has(actionMain, categoryLauncher) { // aapt2 skips aliases
					add("launchable-activity", a.Name)
				}
			}
		}
		for line := range strings.Lines(aapt2(t, "dump", "badging", path)) {
			kind, rest, _ := strings.Cut(line, ":")
			values := quoted.FindAllStringSubmatch(rest, 3)
			switch kind {
			case "package":
				code := values[1][1]
				if code == "" {
					code = "0"
				}
				want[kind+" "+values[0][1]+" "+code+" "+values[2][1]] = true
			case "sdkVersion":
				if values[0][1] != "1" {
					want[kind+" "+values[0][1]] = true
				}
			case "targetSdkVersion":
				if m.TargetSDK > m.MinSDK {
					want[kind+" "+values[0][1]] = true
				}
			case "uses-permission", "launchable-activity":
				want[kind+" "+values[0][1]] = true
			case "uses-implied-permission": // follows its uses-permission line
				if name := values[0][1]; !got["uses-permission "+name] {
					delete(want, "uses-permission "+name)
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: aapt2 (-), we (+):\n%s", path, diff)
		}
	}
}

// libraryTree lists the elements and attributes of XML as text.
func libraryTree(t *testing.T, decoder *xml.Decoder) []string {
	t.Helper()
	var list []string
	for {
		token, err := decoder.Token()
		if err != nil {
			return list
		}
		if e, ok := token.(xml.StartElement); ok {
			list = append(list, e.Name.Local)
			for _, a := range e.Attr {
				if a.Name.Space != "xmlns" {
					list = append(list, a.Name.Local+"="+a.Value)
				}
			}
		}
	}
}

// Both libraries, where they can read a manifest at all, find the same
// elements and attributes. Values are compared for strings and booleans: of
// the other types the libraries lose some.
func TestManifestAgainstLibraries(t *testing.T) {
	t.Parallel()
	corpus.EachAPK(t, 5, manifestAgainstLibraries)
}

func manifestAgainstLibraries(t *testing.T, apks []string) {
	read := map[string]int{}
	for _, path := range apks {
		a := mustOpen(t, path)
		data, err := a.Read("AndroidManifest.xml")
		if err != nil {
			t.Fatal(err)
		}
		var own []string
		var walk func(e *Element)
		walk = func(e *Element) {
			own = append(own, e.Name)
			for _, at := range e.Attrs {
				own = append(own, at.Name+"="+at.Value.String())
			}
			for _, c := range e.Children {
				walk(c)
			}
		}
		walk(a.Manifest().Document.Root)

		if f, err := androidbinary.NewXMLFile(bytes.NewReader(data)); err == nil {
			compareLibrary(t, path+": androidbinary", own, libraryTree(t, xml.NewDecoder(f.Reader())))
			read["androidbinary"]++
		}
		var buf bytes.Buffer
		if err := apkparser.ParseXml(bytes.NewReader(data), xml.NewEncoder(&buf), nil); err == nil {
			compareLibrary(t, path+": apkparser", own, libraryTree(t, xml.NewDecoder(&buf)))
			read["apkparser"]++
		}
	}
	t.Logf("manifests read: %v", read)
	if read["androidbinary"] == 0 || read["apkparser"] == 0 {
		t.Error("a library read no manifest at all")
	}
}

func compareLibrary(t *testing.T, what string, own, lib []string) {
	t.Helper()
	if len(own) != len(lib) {
		t.Errorf("%s: %d elements and attributes, we have %d", what, len(lib), len(own))
		return
	}
	for i := range own {
		name, value, _ := strings.Cut(own[i], "=")
		libName, libValue, _ := strings.Cut(lib[i], "=")
		text := value != "" && !strings.ContainsAny(value[:1], "@?#-0123456789")
		if name != libName || text && value != libValue {
			t.Errorf("%s: %q, we have %q", what, lib[i], own[i])
			return
		}
	}
}
