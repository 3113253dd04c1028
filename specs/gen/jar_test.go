package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/specs"
	"talpa/specs/platform"
)

// source is a method of a class file: instructions, and the source line of each
// offset.
type source struct {
	name, desc string
	flags      uint16
	code       []byte
	lines      map[uint16]uint16
}

// classFile makes a class file of a name with these methods.
func classFile(name string, flags uint16, methods ...source) []byte {
	var entries, rest bytes.Buffer
	count := uint16(0)
	put := func(b *bytes.Buffer, values ...any) {
		for _, v := range values {
			_ = binary.Write(b, binary.BigEndian, v) // a Buffer takes everything
		}
	}
	text := func(s string) uint16 {
		put(&entries, uint8(1), uint16(len(s)), []byte(s))
		count++
		return count
	}
	class := func(name string) uint16 {
		at := text(name)
		put(&entries, uint8(7), at)
		count++
		return count
	}
	put(&rest, flags, class(name))
	if name == "java/lang/Object" {
		put(&rest, uint16(0))
	} else {
		put(&rest, class("java/lang/Object"))
	}
	put(&rest, uint16(0), uint16(0), uint16(len(methods))) // interfaces, fields
	code, table := text("Code"), text("LineNumberTable")
	for _, m := range methods {
		put(&rest, m.flags, text(m.name), text(m.desc))
		if m.code == nil {
			put(&rest, uint16(0))
			continue
		}
		put(&rest, uint16(1), code, uint32(4+4+len(m.code)+2+2+6+2+4*len(m.lines)), uint16(2), uint16(2),
			uint32(len(m.code)), m.code, uint16(0), uint16(1), table, uint32(2+4*len(m.lines)), uint16(len(m.lines)))
		for _, offset := range slices.Sorted(maps.Keys(m.lines)) {
			put(&rest, offset, m.lines[offset])
		}
	}
	var out bytes.Buffer
	put(&out, uint32(0xcafebabe), uint32(52), count+1, entries.Bytes(), rest.Bytes())
	return out.Bytes()
}

// jar writes class files into an archive, by their names in it.
func jar(t *testing.T, files map[string][]byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "test.jar")
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(out)
	for _, entry := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(entry)
		if err == nil {
			_, err = f.Write(files[entry])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// lengthOf is aload_1; arraylength; pop; return: null throws.
var lengthOf = []byte{0x2b, 0xbe, 0x57, 0xb1}

// TestWriteThrows: guards of public methods of classes that apps can name, of the first jar that has the
// class.
func TestWriteThrows(t *testing.T) {
	t.Parallel()
	takes := source{name: "take", desc: "([I)V", flags: accPublic, code: lengthOf}
	hidden := source{name: "hide", desc: "([I)V", flags: accPrivate, code: lengthOf}
	made := source{name: "made", desc: "([I)V", flags: accPublic | accSynthetic, code: lengthOf}
	other := source{name: "other", desc: "([I)V", flags: accPublic, code: lengthOf}
	first := jar(t, map[string][]byte{
		"android/app/A.class":          classFile("android/app/A", accPublic, takes, hidden, made),
		"android/app/B.class":          classFile("android/app/B", 0, takes),
		"com/android/internal/C.class": classFile("com/android/internal/C", accPublic, takes),
		"dalvik/D.class":               classFile("dalvik/D", accPublic, takes),
		"about.txt":                    []byte("no class"),
	})
	second := jar(t, map[string][]byte{
		"android/app/A.class":     classFile("android/app/A", accPublic, other),
		"java/util/AnyList.class": classFile("java/util/AnyList", accPublic, takes),
	})
	out := filepath.Join(t.TempDir(), "throws.txt")
	if err := writeThrows([]string{first, second}, out); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	const null = "->take([I)V 0:null:java.lang.NullPointerException\n"
	if want := "Landroid/app/A;" + null + "Ljava/util/AnyList;" + null; string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if err := writeThrows([]string{filepath.Join(t.TempDir(), "none.jar")}, out); err == nil {
		t.Error("a jar that is not there")
	}
	broken := jar(t, map[string][]byte{"android/app/A.class": {1, 2, 3}})
	if err := writeThrows([]string{broken}, out); err == nil || !strings.Contains(err.Error(), "android/app/A.class") {
		t.Errorf("a broken class: %v", err)
	}
}

// TestLinesOf: the lines of a method from the first to the last, by level; levels are told with the jars.
func TestLinesOf(t *testing.T) {
	t.Parallel()
	run := func(from, to uint16) source {
		return source{name: "run", desc: "()V", flags: accPublic, code: []byte{0, 0, 0xb1}, lines: map[uint16]uint16{0: to, 2: from}}
	}
	old := jar(t, map[string][]byte{"android/app/A.class": classFile("android/app/A", accPublic, run(10, 12)),
		"android/app/A$Stub.class": classFile("android/app/A$Stub", accPublic, run(1, 2))})
	now := jar(t, map[string][]byte{"android/app/A.class": classFile("android/app/A", accPublic, run(20, 29))})
	out := filepath.Join(t.TempDir(), "lines.bin")
	if err := linesOf([]string{"21=" + old, "34=" + now}, out); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	table := platform.NewBuilder("test.jar test.jar")
	table.Set(21, "android.app.A", "run", []platform.Span{platform.Span{}.Add(10).Add(12)})
	table.Set(34, "android.app.A", "run", []platform.Span{platform.Span{}.Add(20).Add(29)})
	if want, err := table.Encode(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("another table than of the lines 10 to 12 and 20 to 29: %v", err)
	}
	for _, arg := range []string{now, "x=" + now, "15=" + now, "48=" + now, "34=" + now + ".gone"} {
		if err := linesOf([]string{arg}, out); err == nil {
			t.Errorf("%s was taken", arg)
		}
	}
}

// TestKeep: public classes that apps can name, in order, and whatever they extend or implement.
func TestKeep(t *testing.T) {
	t.Parallel()
	classes := map[string]class{}
	for _, c := range []class{
		{name: "android/app/B", super: "com/android/internal/Base", flags: accPublic},
		{name: "com/android/internal/Base", super: "java/lang/Object", interfaces: []string{"sun/misc/Own"}},
		{name: "sun/misc/Own", super: "java/lang/Object", flags: accInterface},
		{name: "sun/misc/Other", super: "java/lang/Object", flags: accPublic},
		{name: "android/app/A", super: "java/lang/Object", flags: accPublic},
		{name: "android/app/Hidden", super: "java/lang/Object"},
		{name: "java/lang/Object", flags: accPublic},
	} {
		classes[c.name] = c
	}
	var names []string
	for _, c := range keep(classes) {
		names = append(names, c.name)
	}
	want := []string{"android/app/A", "android/app/B", "com/android/internal/Base", "java/lang/Object", "sun/misc/Own"}
	if !slices.Equal(names, want) {
		t.Errorf("kept %q, want %q", names, want)
	}
}

// TestKinds: what specs has of classes and methods by their flags.
func TestKinds(t *testing.T) {
	t.Parallel()
	for flags, want := range map[uint16]byte{accPublic: 'C', accFinal: 'F', accAbstract: 'A', accInterface | accAbstract: 'I'} {
		if got := kind(class{flags: flags}); got != want {
			t.Errorf("flags %#x: kind %c, want %c", flags, got, want)
		}
	}
	for _, c := range []struct {
		class class
		flags uint16
		name  string
		want  string // kind of the method; "left out"
	}{
		{class{name: "android/A"}, accPublic, "run", ""},
		{class{name: "android/A"}, accProtected | accStatic, "run", "-"},
		{class{name: "android/A"}, accPublic | accFinal, "run", "-"},
		{class{name: "android/A", flags: accFinal}, accPublic, "run", "-"},
		{class{name: "org/json/A"}, accPublic | accFinal, "run", "left out"},
		{class{name: "org/json/A"}, accPublic, "run", ""},
		{class{name: "android/A"}, accPublic, "<init>", "left out"},
		{class{name: "android/A"}, accPublic | accSynthetic, "access$0", "left out"},
		{class{name: "android/A"}, accPrivate, "run", "left out"},
		{class{name: "android/A"}, 0, "run", "left out"},
	} {
		m := method{name: c.name, desc: "()V", flags: c.flags}
		got := "left out"
		if worthwhile(c.class, m) {
			got = methodKind(c.class, m)
		}
		if got != c.want {
			t.Errorf("%s.%s with flags %#x: %q, want %q", c.class.name, c.name, c.flags, got, c.want)
		}
	}
}

// TestRun: the table of classes is that of the jars, and needs one.
func TestRun(t *testing.T) {
	t.Parallel()
	if err := run(nil, "x", ""); err == nil {
		t.Error("no jar was taken")
	}
	a := jar(t, map[string][]byte{"android/app/A.class": classFile("android/app/A", accPublic,
		source{name: "run", desc: "()V", flags: accPublic}),
		"java/lang/Object.class": classFile("java/lang/Object", accPublic)})
	out := filepath.Join(t.TempDir(), "framework.bin")
	if err := run([]string{a}, out, ""); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want, err := specs.EncodeFramework("test.jar", []specs.Class{
		{Name: "Landroid/app/A;", Super: "Ljava/lang/Object;", Kind: 'C', Methods: []string{"run()V"}},
		{Name: "Ljava/lang/Object;", Kind: 'C'},
	})
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("another table than of android.app.A: %v", err)
	}
	if err := run([]string{a}, "", out); err == nil || !strings.Contains(err.Error(), "it is no android-all") {
		t.Errorf("a jar without attributes: %v", err)
	}
}
