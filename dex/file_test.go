package dex_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/corpus"
	"talpa/internal/golden"
)

// samples are files with every kind of item, from the assembler's cases.
func samples(t testing.TB) [][]byte {
	t.Helper()
	cases, err := filepath.Glob("dextest/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var files [][]byte
	for _, path := range cases {
		archive, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(archive), "-- in.smali --\n")
		text, _, _ = strings.Cut(text, "-- want --")
		files = append(files, dextest.Bytes(t, text))
	}
	return files
}

const small = `
.class public LA;
.field static count:I = 3
.method static run(I)V
    .registers 2
    .line 7
    const-string v0, "hello"
    .line 9
    :start
    invoke-static {p0}, LA;->run(I)V
    :end
    packed-switch p0, :table
    return-void
    :table
    .packed-switch 1
        :start
    .end packed-switch
    .catchall {:start .. :end} :start
.end method
`

func TestLines(t *testing.T) {
	t.Parallel()
	code := dextest.File(t, small).Class("LA;").Method("run", "(I)V").Code()
	for pc, want := range map[uint32]int{0: 7, 1: 7, 2: 9, 5: 9, 8: 9, 100: 9} {
		if got := code.Line(pc); got != want {
			t.Errorf("Line(%d) = %d, want %d", pc, got, want)
		}
	}
	want := []dex.LineEntry{{Off: 0, Line: 7}, {Off: 2, Line: 9}}
	if lines, err := code.Lines(); err != nil || !slices.Equal(lines, want) {
		t.Errorf("Lines gave %v, %v", lines, err)
	}
}

func TestLocals(t *testing.T) {
	t.Parallel()
	code := dextest.File(t, `.class LA;
.method static f()V
    .registers 2
    const/4 v0, 0x1
    .local v0, "a":I
    const/4 v1, 0x1
    .local v1, "b":Ljava/lang/String;
    const/4 v0, 0x0
    .end local v0
    return-void
.end method
`).Class("LA;").Methods[0].Code()
	locals, err := code.Locals()
	want := []dex.Local{{Reg: 0, Start: 1, End: 3, Name: "a", Type: "I"},
		{Reg: 1, Start: 2, End: 4, Name: "b", Type: "Ljava/lang/String;"}}
	if err != nil || !slices.Equal(locals, want) {
		t.Errorf("got %v, %v; want %v", locals, err, want)
	}
}

func TestSetFirstDefinitionWins(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, ".class LA;\n.source \"one\"\n.class LB;", ".class LA;\n.source \"two\"\n.class LC;\n.super LA;")
	var names []string
	for _, c := range set.Classes() {
		names = append(names, c.Descriptor)
	}
	if !slices.Equal(names, []string{"LA;", "LB;", "LC;"}) || set.Class("LA;").Source != "one" {
		t.Errorf("got classes %v, LA; from %s", names, set.Class("LA;").Source)
	}
	if set.Class("LD;") != nil || set.Method(dex.MethodRef{Class: "LD;", Name: "f", Desc: "()V"}) != nil {
		t.Error("found a class that is not there")
	}
}

func TestNesting(t *testing.T) {
	t.Parallel()
	f := dextest.File(t, `.class LA$1;
.annotation system Ldalvik/annotation/EnclosingMethod;
    value = LA;->run()V
.end annotation
.annotation system Ldalvik/annotation/InnerClass;
    accessFlags = 0x8
    name = null
.end annotation
.annotation system Ldalvik/annotation/Signature;
    value = { "Ljava/lang/Object;", "Ljava/util/List<LA;>;" }
.end annotation
`)
	notes, err := f.Class("LA$1;").Annotations()
	if err != nil {
		t.Fatal(err)
	}
	n := notes.Nesting()
	if n.EnclosingClass != "LA;" || n.EnclosingMethod != "LA;->run()V" || !n.Inner || n.Name != "" ||
		n.Access != dex.AccStatic {
		t.Errorf("got %+v", n)
	}
	if s := dex.Signature(notes.Class); s != "Ljava/lang/Object;Ljava/util/List<LA;>;" {
		t.Errorf("Signature gave %s", s)
	}
}

func TestCallSites(t *testing.T) {
	t.Parallel()
	f := dextest.File(t, ".dex 038\n.class LA;\n.method static f()V\n.registers 1\ninvoke-custom {}, "+
		lambda+"\nreturn-void\n.end method")
	if f.NumCallSites() != 1 {
		t.Fatalf("got %d call sites, want 1", f.NumCallSites())
	}
	site, err := f.CallSiteAt(0)
	if err != nil {
		t.Fatal(err)
	}
	impl, ok := f.Lambda(site)
	if site.Name != "run" || site.Desc != "()Ljava/lang/Runnable;" || !ok ||
		impl.Method.String() != "LA;->f()V" || impl.Kind != dex.HandleInvokeStatic {
		t.Errorf("got site %+v, body %+v, %v", site, impl, ok)
	}
	if _, err := f.CallSiteAt(1); err == nil {
		t.Error("CallSiteAt(1) gave no error")
	}
}

// patch assembles small and changes bytes of it.
func patch(t *testing.T, change func(data []byte, f *dex.File)) []byte {
	t.Helper()
	data := dextest.Bytes(t, small)
	f, err := dex.Parse(slices.Clone(data))
	if err != nil {
		t.Fatal(err)
	}
	change(data, f)
	return data
}

func TestFileErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(data []byte, f *dex.File)
		want   string
	}{
		{"magic", func(d []byte, _ *dex.File) { d[0] = 'x' }, `at 0x0: expected the magic`},
		{"version", func(d []byte, _ *dex.File) { d[6] = '4' }, `at 0x4: expected a version from 035 to 041, found "034"`},
		{"endian", func(d []byte, _ *dex.File) { d[40], d[43] = 0x12, 0x78 }, `at 0x28: expected the endian tag`},
		{"size", func(d []byte, _ *dex.File) { d[33]++ }, `the file is truncated`},
		{"string table", func(d []byte, _ *dex.File) { d[59] = 0x7f }, `expected the table string_ids inside the file`},
		{"string", func(d []byte, f *dex.File) { d[f.Header.StringIDs.Off+3] = 0x7f }, `string 0: dex: at 0x7`},
		{"type", func(d []byte, f *dex.File) { d[f.Header.TypeIDs.Off] = 200 }, `expected a string index below`},
		{"proto", func(d []byte, f *dex.File) { d[f.Header.ProtoIDs.Off+4] = 200 }, `expected a prototype of`},
		{"method", func(d []byte, f *dex.File) { d[f.Header.MethodIDs.Off+2] = 200 }, `expected method 0 to name`},
		{"field", func(d []byte, f *dex.File) { d[f.Header.FieldIDs.Off+2] = 200 }, `expected field 0 to name`},
		{"class", func(d []byte, f *dex.File) { d[f.Header.ClassDefs.Off] = 200 }, `expected a class of existing types`},
		{"members", func(d []byte, f *dex.File) { d[f.Classes[0].DataOff+2] = 100 }, `expected members inside the file`},
		{"member index", func(d []byte, f *dex.File) { d[f.Classes[0].DataOff+4] = 9 }, `expected a field index below 1`},
	} {
		_, err := dex.Parse(patch(t, c.change))
		var format *dex.FormatError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &format) {
			t.Errorf("%s: got error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestCodeFaults(t *testing.T) {
	t.Parallel()
	insns := func(f *dex.File) uint32 { return f.Classes[0].Methods[0].Code().InsnsOff }
	for _, c := range []struct {
		name   string
		change func(data []byte, f *dex.File)
		want   string
	}{
		{"opcode", func(d []byte, f *dex.File) { d[insns(f)] = 0x3e }, "expected an opcode, found 0x3e"},
		{"register", func(d []byte, f *dex.File) { d[insns(f)+1] = 2 }, "expected one of 2 registers, found v2"},
		{"string", func(d []byte, f *dex.File) { d[insns(f)+3] = 2 }, "expected a reference of const-string below"},
		{"argument", func(d []byte, f *dex.File) { d[insns(f)+8] = 7 }, "expected arguments in 2 registers, found v7"},
		{"payload", func(d []byte, f *dex.File) { d[insns(f)+12] = 6 }, "expected the payload of packed-switch at +6"},
		{"case", func(d []byte, f *dex.File) { d[insns(f)+28]++ }, "expected case 1 of packed-switch to lead to"},
		{"length", func(d []byte, f *dex.File) { d[insns(f)-1] = 9 }, "expected instructions inside the file"},
		{"cut", func(d []byte, f *dex.File) { d[insns(f)-4] = 3 }, "expected invoke-static of 3 code units"},
		{"arguments", func(d []byte, f *dex.File) { d[insns(f)-14] = 3 }, "expected at most 2 argument registers"},
		{"try", func(d []byte, f *dex.File) { d[insns(f)+32] = 200 }, "expected an ordered try range inside the method"},
	} {
		data := patch(t, c.change)
		f, err := dex.Parse(data)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(f.Faults) != 1 || !strings.Contains(f.Faults[0].Err.Error(), c.want) || f.Classes[0].Methods[0].Code() != nil {
			t.Errorf("%s: got faults %v, want one with %q", c.name, f.Faults, c.want)
		}
		if len(f.Warnings) != 2 {
			t.Errorf("%s: got warnings %q, want checksum and signature", c.name, f.Warnings)
		}
	}
}

// touch uses everything of a parsed file; only a panic or a broken promise fails.
func touch(t testing.TB, data []byte) {
	files, err := dex.ParseAll(data)
	if err != nil {
		var format *dex.FormatError
		if !errors.As(err, &format) {
			t.Fatalf("error %v is no *FormatError", err)
		}
		return
	}
	for _, f := range files {
		for _, c := range f.Classes {
			_ = dex.WriteClass(io.Discard, c)
			for _, m := range c.Methods {
				if code := m.Code(); code != nil {
					touchCode(t, m, code)
				}
			}
		}
		for i := range uint32(min(f.NumCallSites(), 100)) {
			if site, err := f.CallSiteAt(i); err == nil {
				f.Lambda(site)
			}
		}
	}
}

func touchCode(t testing.TB, m *dex.Method, code *dex.Code) {
	next := uint32(0)
	for in := range code.Insns() {
		if in.Off < next || in.Next() > code.Units {
			t.Fatalf("%s: instruction at %d, after the end at %d of the one before, or beyond %d", m, in.Off, next, code.Units)
		}
		next = in.Next()
		for _, r := range in.AppendUses(nil) {
			if r >= code.Registers {
				t.Fatalf("%s: %s uses v%d of %d", m, code.Format(in), r, code.Registers)
			}
		}
		if in.Op.Branches() {
			code.At(in.Target())
		}
	}
	lines, _ := code.Lines()
	for _, l := range lines {
		if l.Off >= code.Units {
			t.Fatalf("%s: line %d at %d, beyond %d", m, l.Line, l.Off, code.Units)
		}
	}
	_, _ = code.Locals()
	code.ParamNames()
	for _, try := range code.Tries() {
		if try.Start > try.End || try.End > code.Units || len(try.Handlers) > 0 && try.Handlers[0].Target >= code.Units {
			t.Fatalf("%s: try %+v", m, try)
		}
	}
}

// TestMutations reads thousands of damaged files.
func TestMutations(t *testing.T) {
	t.Parallel()
	rnd := golden.Rand(t)
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for _, sample := range samples(t) {
		for range rounds {
			data := slices.Clone(sample)
			for range 1 + rnd.IntN(4) {
				data[rnd.IntN(len(data))] = byte(rnd.Uint32())
			}
			if rnd.IntN(8) == 0 {
				data = data[:rnd.IntN(len(data))]
			}
			touch(t, data)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, sample := range samples(f) {
		f.Add(sample)
	}
	container, err := dextest.Container(small, ".class LB;")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(container)
	f.Fuzz(func(t *testing.T, data []byte) { touch(t, data) })
}

// BenchmarkParse reads the largest app of the corpus.
func BenchmarkParse(b *testing.B) {
	var largest []byte
	for _, c := range corpus.Cases(b) {
		for _, data := range dexFiles(b, c.APK) {
			if len(data) > len(largest) {
				largest = data
			}
		}
	}
	b.SetBytes(int64(len(largest)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := dex.Parse(largest); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSharedPayload: thousands of switches with one table of thousands of arms
// would make work without end.
func TestSharedPayload(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(".class LA;\n.method static f(I)V\n.registers 1\n")
	for range 2000 {
		b.WriteString("packed-switch p0, :t\n")
	}
	// The arms count from the last switch, and lead to what follows each.
	b.WriteString(":a\nreturn-void\n:t\n.packed-switch 0\n" + strings.Repeat(":a\n", 2000) +
		".end packed-switch\n.end method\n")
	f, err := dex.Parse(dextest.Bytes(t, b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Faults) != 1 || !strings.Contains(f.Faults[0].Err.Error(), "expected switches with payloads of their own") {
		t.Errorf("got faults %v", f.Faults)
	}
}
