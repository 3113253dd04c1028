package dextest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/dex"
	"talpa/internal/execx"
	"talpa/internal/golden"
	"talpa/internal/need"
)

// TestCases assembles every case and compares what the reader finds.
func TestCases(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		return map[string]string{"want": listing(t, File(t, files["in.smali"]))}
	})
}

// listing writes all that a file holds.
func listing(t *testing.T, f *dex.File) string {
	t.Helper()
	var b strings.Builder
	for _, c := range f.Classes {
		if err := dex.WriteClass(&b, c); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	const head = ".class LA;\n.method static f()V\n.registers 1\n"
	for _, c := range []struct{ name, text, want string }{
		{"unknown instruction", head + "frob v0\n.end method", "line 4: unknown instruction frob"},
		{"unknown directive", head + ".frob 1\n.end method", "line 4: unknown directive .frob"},
		{"no label", head + "goto :x\n.end method", "line 4: no label :x"},
		{"label twice", head + ":x\n:x\nreturn-void\n.end method", "line 5: label :x is defined twice"},
		{"frame", head + "const/4 v1, 0x1\n.end method", "register outside of the frame"},
		{"literal", head + "const/4 v0, 0x8\n.end method", "line 4: const/4 (format 11n): number or distance too large"},
		{"registers", head + "move v0\n.end method", "wrong number of registers"},
		{"method name", head + "invoke-static {}, LB;->g\n.end method", "line 4: dex: \"LB;->g\" is not a method"},
		{"no end", head + "return-void\n", "no .end method for f"},
		{"no class", ".super LA;\n", "line 1: expected .class"},
		{"quote", head + "const-string v0, \"x\n.end method", "line 4: no closing \""},
		{"no registers", ".class LA;\n.method static f()V\nreturn-void\n.end method", "needs .registers"},
		{"class twice", ".class LA;\n.class LA;\n", "line 2: class LA; is defined twice"},
	} {
		_, err := Assemble(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestContainer(t *testing.T) {
	t.Parallel()
	data, err := Container(".class LA;\n.method f()V\n.registers 1\nconst-string v0, \"a\"\nreturn-void\n.end method\n",
		".class LB;\n.super LA;\n")
	if err != nil {
		t.Fatal(err)
	}
	files, err := dex.ParseAll(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || files[0].Class("LA;") == nil || files[1].Class("LB;") == nil {
		t.Fatalf("got %d files, want LA; in the first of two and LB; in the second", len(files))
	}
	for i, f := range files {
		if f.Header.Version != 41 || len(f.Warnings) > 0 || len(f.Faults) > 0 {
			t.Errorf("file %d: version %d, warnings %v, faults %v", i, f.Header.Version, f.Warnings, f.Faults)
		}
	}
}

// TestOtherReaders has the platform's own tools read what the assembler wrote.
func TestOtherReaders(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, tool := range []struct {
		name string
		args func(in, out string) []string
	}{
		{"dexdump", func(in, _ string) []string { return []string{"-d", in} }},
		{"baksmali", func(in, out string) []string { return []string{"disassemble", "-o", out, in} }},
	} {
		t.Run(tool.name, func(t *testing.T) {
			t.Parallel()
			need.Program(t, tool.name, need.Tools)
			for _, path := range cases {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				in := filepath.Join(t.TempDir(), "classes.dex")
				if err := os.WriteFile(in, Bytes(t, source(string(text))), 0o666); err != nil {
					t.Fatal(err)
				}
				res, err := execx.Run(context.Background(), execx.Cmd{Name: tool.name, Args: tool.args(in, t.TempDir())})
				if err != nil {
					t.Errorf("%s: %v\n%s", path, err, res.Stderr)
				}
			}
		})
	}
}

// source cuts the assembler text out of a case.
func source(archive string) string {
	_, text, _ := strings.Cut(archive, "-- in.smali --\n")
	text, _, _ = strings.Cut(text, "-- want --")
	return text
}
