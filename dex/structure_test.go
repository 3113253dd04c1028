package dex_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/golden"
)

// body is the code of a static method f(I)V of LA; with eight registers.
func body(t *testing.T, lines ...string) *dex.Code {
	t.Helper()
	f := dextest.File(t, ".class LA;\n.method static f(I)V\n.registers 8\n"+strings.Join(lines, "\n")+"\n.end method\n")
	return f.Class("LA;").Methods[0].Code()
}

// find is the first instruction of an operation.
func find(t *testing.T, c *dex.Code, op dex.Op) dex.Insn {
	t.Helper()
	for in := range c.Insns() {
		if in.Op == op {
			return in
		}
	}
	t.Fatalf("no %s", op)
	return dex.Insn{}
}

// TestCases: the arms of switches, with keys across zero and at the ends of int.
func TestCases(t *testing.T) {
	t.Parallel()
	const end = "return-void\n"
	for name, c := range map[string]struct {
		code []string
		want []dex.Case
	}{
		"packed_across_zero": {[]string{"packed-switch p0, :t", ":a", "nop", ":b", end, ":t", ".packed-switch -1", ":a", ":b", ":a", ".end packed-switch"},
			[]dex.Case{{Key: -1, Target: 3}, {Key: 0, Target: 4}, {Key: 1, Target: 3}}},
		"packed_at_the_end_of_int": {[]string{"packed-switch p0, :t", ":a", end, ":t", ".packed-switch 0x7ffffffe", ":a", ":a", ".end packed-switch"},
			[]dex.Case{{Key: 0x7ffffffe, Target: 3}, {Key: 0x7fffffff, Target: 3}}},
		"sparse": {[]string{"nop", "sparse-switch p0, :t", ":a", "nop", ":b", end, ":t", ".sparse-switch", "-0x80000000 -> :b", "0 -> :a", "1000000 -> :b", ".end sparse-switch"},
			[]dex.Case{{Key: -0x80000000, Target: 5}, {Key: 0, Target: 4}, {Key: 1000000, Target: 5}}},
		"backwards": {[]string{":a", "nop", "sparse-switch p0, :t", end, ":t", ".sparse-switch", "3 -> :a", ".end sparse-switch"},
			[]dex.Case{{Key: 3, Target: 0}}},
		"no_arms": {[]string{"packed-switch p0, :t", end, ":t", ".packed-switch 0", ".end packed-switch"}, nil},
	} {
		code := body(t, c.code...)
		op := dex.OpPackedSwitch
		if strings.Contains(strings.Join(c.code, " "), "sparse-switch p0") {
			op = dex.OpSparseSwitch
		}
		if got := slices.Collect(code.Cases(find(t, code, op))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for range code.Cases(find(t, code, dex.OpReturnVoid)) {
			t.Errorf("%s: a return has arms", name)
		}
	}
}

// TestArrayData: elements of each width, and payloads between instructions.
func TestArrayData(t *testing.T) {
	t.Parallel()
	for width, values := range map[int]string{1: "1\n2\n3", 2: "1\n-1", 4: "0x12345678", 8: "0x123456789abcdef0\n1"} {
		code := body(t, "fill-array-data v0, :t", "return-void", ":t", fmt.Sprintf(".array-data %d", width), values, ".end array-data")
		data := code.ArrayData(find(t, code, dex.OpFillArrayData))
		if data.Width != width || len(data.Bytes) != width*(1+strings.Count(values, "\n")) {
			t.Errorf("width %d: %d bytes of width %d", width, len(data.Bytes), data.Width)
		}
		if width == 4 && binary.LittleEndian.Uint32(data.Bytes) != 0x12345678 {
			t.Errorf("element % x", data.Bytes)
		}
		if cap(data.Bytes) != len(data.Bytes) {
			t.Error("an append would write into the file")
		}
		if code.ArrayData(find(t, code, dex.OpReturnVoid)).Bytes != nil {
			t.Error("a return has an array")
		}
		if n := len(slices.Collect(code.Insns())); n > 3 {
			t.Errorf("width %d: the payload was read as instructions: %d", width, n)
		}
	}
}

// TestTries: ranges in the order of addresses, handlers in the order in which they are asked.
func TestTries(t *testing.T) {
	t.Parallel()
	code := body(t, "nop", ":a", "nop", "nop", ":b", "nop", ":c", "return-void", ":h", "move-exception v0", "return-void",
		".catch Ljava/io/IOException; {:b .. :c} :h", ".catch Ljava/lang/Error; {:a .. :b} :h",
		".catch Ljava/lang/Exception; {:a .. :b} :c", ".catchall {:a .. :b} :h")
	want := []dex.Try{
		{Start: 1, End: 3, Handlers: []dex.Handler{{Type: "Ljava/lang/Error;", Target: 5}, {Type: "Ljava/lang/Exception;", Target: 4}, {Target: 5}}},
		{Start: 3, End: 4, Handlers: []dex.Handler{{Type: "Ljava/io/IOException;", Target: 5}}},
	}
	if diff := cmp.Diff(want, code.Tries()); diff != "" || code.NumTries() != 2 {
		t.Errorf("%d tries:\n%s", code.NumTries(), diff)
	}
	if none := body(t, "return-void"); none.Tries() != nil || none.NumTries() != 0 {
		t.Error("tries where there are none")
	}
}

// TestInsnsIn: a part of a method, also one that begins or ends between payloads.
func TestInsnsIn(t *testing.T) {
	t.Parallel()
	code := body(t, "packed-switch p0, :t", "const/4 v0, 1", ":a", "return-void", ":t", ".packed-switch 0", ":a", ".end packed-switch")
	all := slices.Collect(code.Insns())
	for start, first := range all {
		for end := uint32(0); end <= code.Units+3; end++ {
			var want []dex.Insn
			for _, in := range all[start:] {
				if in.Off < end {
					want = append(want, in)
				}
			}
			if got := slices.Collect(code.InsnsIn(first.Off, end)); !slices.Equal(got, want) {
				t.Errorf("from %d to %d: %v, want %v", first.Off, end, got, want)
			}
		}
		if code.At(first.Off) != first || code.OpAt(first.Off) != first.Op {
			t.Errorf("at %d: %v, want %v", first.Off, code.At(first.Off), first)
		}
	}
	for range code.Insns() {
		break // a loop may end early
	}
}

// TestAccess_words: one bit, one word, which depends on what has it.
func TestAccess_words(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags                dex.Access
		class, field, method string
	}{
		{0, "", "", ""},
		{dex.AccPublic | dex.AccFinal, "public final", "public final", "public final"},
		{0x40, "", "volatile", "bridge"},
		{0x80, "", "transient", "varargs"},
		{dex.AccInterface | dex.AccAbstract | dex.AccAnnotation, "interface abstract annotation", "", "abstract"},
		{dex.AccEnum | dex.AccStatic, "static enum", "static enum", "static"},
		{dex.AccConstructor | dex.AccDeclaredSync | dex.AccNative, "", "", "native constructor declared-synchronized"},
		{0x80000000, "", "", ""},
	} {
		if c.flags.ClassWords() != c.class || c.flags.FieldWords() != c.field || c.flags.MethodWords() != c.method {
			t.Errorf("%#x: %q, %q, %q", uint32(c.flags), c.flags.ClassWords(), c.flags.FieldWords(), c.flags.MethodWords())
		}
	}
	if dex.AccPublic.Has(dex.AccPublic|dex.AccFinal) || !dex.Access(3).Has(dex.AccPublic) || !dex.Access(0).Has(0) {
		t.Error("Has is not: all of them")
	}
}

// TestParse_headers: versions, and what the magic must be.
func TestParse_headers(t *testing.T) {
	t.Parallel()
	for version, ok := range map[string]bool{
		"035": true, "037": true, "038": true, "039": true, "040": true, "041": false, // whose header is longer
		"034": false, "042": false, "009": false, "3\x005": false, "/=5": false, "+35": false, " 35": false,
	} {
		data := dextest.Bytes(t, small)
		copy(data[4:], version)
		f, err := dex.Parse(data)
		if (err == nil) != ok {
			t.Errorf("version %q: %v", version, err)
		}
		if ok && fmt.Sprintf("%03d", f.Header.Version) != version {
			t.Errorf("version %q is read as %d", version, f.Header.Version)
		}
	}
	for in, want := range map[string]bool{"dex\n035\x00": true, "dex\n999\x00": true, "dex\n035": false, "dey\n036\x00": false, "": false, "PK\x03\x04....": false} {
		if dex.IsDEX([]byte(in)) != want {
			t.Errorf("IsDEX(%q) is %v", in, !want)
		}
	}
}

// TestParseAll_containers: files behind each other, and containers that are not in order.
func TestParseAll_containers(t *testing.T) {
	t.Parallel()
	texts := []string{small, ".class LB;\n.super LA;\n", ".class LC;\n"}
	data, err := dextest.Container(texts...)
	if err != nil {
		t.Fatal(err)
	}
	files, err := dex.ParseAll(data)
	if err != nil || len(files) != 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var names []string
	for _, c := range dex.NewSet(files...).Classes() {
		names = append(names, c.Descriptor)
	}
	if !slices.Equal(names, []string{"LA;", "LB;", "LC;"}) {
		t.Errorf("classes %q", names)
	}
	second := files[1].Header.Off
	for name, c := range map[string]struct {
		change func(d []byte) []byte
		want   string
	}{
		"second_header_elsewhere":   {func(d []byte) []byte { d[second+116]++; return d }, "expected the header offset"},
		"second_file_without_magic": {func(d []byte) []byte { d[second] = 0; return d }, "expected the magic"},
		"second_file_cut_off":       {func(d []byte) []byte { return d[:len(d)-1] }, "the file is truncated"},
		"header_too_short":          {func(d []byte) []byte { d[36] = 0x70; return d }, "expected a header of at least 0x78"},
		"file_shorter_than_header":  {func(d []byte) []byte { binary.LittleEndian.PutUint32(d[32:], 8); return d }, "expected a header of at least"},
	} {
		_, err := dex.ParseAll(c.change(slices.Clone(data)))
		var format *dex.FormatError
		if !errors.As(err, &format) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
	many, err := dextest.Container(slices.Repeat([]string{".class LA;\n"}, 300)...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dex.ParseAll(many); err == nil || !strings.Contains(err.Error(), "at most 256 files") {
		t.Errorf("300 files: %v", err)
	}
	old := append(dextest.Bytes(t, small), dextest.Bytes(t, small)...)
	if files, err := dex.ParseAll(old); err != nil || len(files) != 1 || !strings.Contains(files[0].Warnings[0], "bytes follow the end of the file") {
		t.Errorf("two files of an older version: %d, %v", len(files), err)
	}
}

// TestParse_shared: items that many others share would make work without end.
func TestParse_shared(t *testing.T) {
	t.Parallel()
	put := binary.LittleEndian.PutUint32
	many := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		text   string
		change func(d []byte, f *dex.File)
		want   string
	}{
		"strings": {".class LA;\n.method static f()V\n.registers 1\n" + many(2000, func(i int) string { return fmt.Sprintf("const-string v0, \"text number %d\"\n", i) }) + "return-void\n.end method\n",
			func(d []byte, f *dex.File) { // all of them begin where the first begins, and none ends before the last
				first := f.Header.StringIDs.Off
				start := binary.LittleEndian.Uint32(d[first:])
				for i := start + 1; int(i) < len(d)-1; i++ {
					if d[i] == 0 {
						d[i] = 'x'
					}
				}
				for i := range f.Header.StringIDs.Size {
					put(d[first+4*i:], start)
				}
			}, "expected strings that do not overlap"},
		"interfaces": {many(400, func(i int) string { return fmt.Sprintf(".class LA%d;\n.super Ljava/lang/Object;\n", i) }) + ".class LZ;\n.super Ljava/lang/Object;\n" + many(400, func(i int) string { return fmt.Sprintf(".implements LA%d;\n", i) }),
			func(d []byte, f *dex.File) {
				list := binary.LittleEndian.Uint32(d[f.Class("LZ;").DefOff+12:])
				for _, c := range f.Classes {
					put(d[c.DefOff+12:], list)
				}
			}, "expected interface lists of reasonable length"},
		"members": {".class LA;\n.field static a:I\n.class LB;\n.field static b:I\n",
			func(d []byte, f *dex.File) { put(d[f.Classes[1].DefOff+24:], f.Classes[0].DataOff) },
			"expected each field to be defined once"},
		"type_list_beyond_the_file": {".class LA;\n.super Ljava/lang/Object;\n.implements LB;\n",
			func(d []byte, f *dex.File) { put(d[f.Classes[0].DefOff+12:], uint32(len(d)-2)) },
			"expected a type list inside the file"},
	} {
		data := dextest.Bytes(t, c.text)
		f, err := dex.Parse(slices.Clone(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c.change(data, f)
		if _, err := dex.Parse(data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// TestParse_tells_of: departures that do not hinder reading are told, and the file is read.
func TestParse_tells_of(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(d []byte, f *dex.File) []byte{
		"checksum is 0x":      func(d []byte, _ *dex.File) []byte { d[8]++; return d },
		"signature is ":       func(d []byte, _ *dex.File) []byte { d[12]++; return d },
		"no section map":      func(d []byte, _ *dex.File) []byte { binary.LittleEndian.PutUint32(d[52:], 0xfffffff0); return d },
		"3 bytes follow the ": func(d []byte, _ *dex.File) []byte { return append(d, 1, 2, 3) },
	} {
		data := dextest.Bytes(t, small)
		f, err := dex.Parse(change(data, nil))
		if err != nil || !slices.ContainsFunc(f.Warnings, func(w string) bool { return strings.Contains(w, want) }) {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if m := f.Class("LA;").Method("run", "(I)V"); m == nil || m.Code() == nil {
			t.Errorf("%s: the method is not there", want)
		}
	}
	twice := dextest.Bytes(t, ".class LA;\n.source \"one\"\n.class LB;\n.source \"two\"\n")
	f, err := dex.Parse(slices.Clone(twice))
	if err != nil {
		t.Fatal(err)
	}
	copy(twice[f.Classes[1].DefOff:], twice[f.Classes[0].DefOff:f.Classes[0].DefOff+4])
	f, err = dex.Parse(twice)
	if err != nil || f.Class("LA;").Source != "one" || !strings.Contains(strings.Join(f.Warnings, "\n"), "class LA; is defined twice") {
		t.Errorf("a class defined twice: %v, %q", err, f.Warnings)
	}
}

// TestTables_end: what lies beyond a table is nothing, not a panic.
func TestTables_end(t *testing.T) {
	t.Parallel()
	f := dextest.File(t, small)
	for _, i := range []uint32{1000, 0x7fffffff, 0xffffffff} {
		if f.StringAt(i) != "" || f.TypeAt(i) != "" || f.ProtoAt(i) != "" || f.FieldAt(i) != (dex.FieldRef{}) || f.MethodAt(i) != (dex.MethodRef{}) {
			t.Errorf("something at %d", i)
		}
		if _, err := f.HandleAt(i); err == nil {
			t.Errorf("a method handle at %d", i)
		}
		if _, err := f.CallSiteAt(i); err == nil {
			t.Errorf("a call site at %d", i)
		}
	}
	for i := range f.NumFields() {
		if got, err := dex.ParseFieldRef(f.FieldAt(uint32(i)).String()); err != nil || got != f.FieldAt(uint32(i)) {
			t.Errorf("field %d: %v, %v", i, got, err)
		}
	}
	for i := range f.NumMethods() {
		if got, err := dex.ParseMethodRef(f.MethodAt(uint32(i)).String()); err != nil || got != f.MethodAt(uint32(i)) {
			t.Errorf("method %d: %v, %v", i, got, err)
		}
	}
}

// TestSet_Without: hidden classes are gone from the view, not from the files, and the first
// definition stays the one that counts.
func TestSet_Without(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, ".class LA;\n.source \"one\"\n.class LB;", ".class LA;\n.source \"two\"\n.method static f()V\n.registers 1\nreturn-void\n.end method\n.class LC;")
	kept := set.Without(func(desc string) bool { return desc == "LA;" })
	if kept.Class("LA;") != nil || kept.Method(dex.MethodRef{Class: "LA;", Name: "f", Desc: "()V"}) != nil || len(kept.Classes()) != 2 {
		t.Errorf("%d classes are left", len(kept.Classes()))
	}
	if set.Class("LA;").Source != "one" || len(set.Classes()) != 3 || len(kept.Files) != 2 {
		t.Error("the set itself changed")
	}
	if set.Method(dex.MethodRef{Class: "LA;", Name: "f", Desc: "()V"}) != nil {
		t.Error("a method of the definition that does not count")
	}
}

// TestParams_random: a descriptor is split where it was joined.
func TestParams_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	types := []string{"I", "J", "Z", "[I", "[[D", "LA;", "[Lcom/foo/A$B;", "Lü/ñ;"}
	for range 500 {
		var want []string
		for range r.IntN(6) {
			want = append(want, types[r.IntN(len(types))])
		}
		m := dex.MethodRef{Class: "LA;", Name: "f", Desc: "(" + strings.Join(want, "") + ")" + types[r.IntN(len(types))]}
		again, err := dex.ParseMethodRef(m.String())
		if err != nil || again != m || !slices.Equal(m.Params(), want) {
			t.Fatalf("%s: %q, %v", m, m.Params(), err)
		}
		for _, p := range want {
			if p[0] == 'L' && dex.Descriptor(dex.JavaName(p)) != p {
				t.Fatalf("%s is %s in Java and back again %s", p, dex.JavaName(p), dex.Descriptor(dex.JavaName(p)))
			}
		}
	}
}
