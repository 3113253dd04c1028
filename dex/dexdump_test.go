package dex_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"talpa/dex"
	"talpa/internal/corpus"
	"talpa/internal/execx"
	"talpa/internal/need"
)

// figures are what our reader and dexdump must agree on.
type figures struct {
	classes, methods, fields int
	insns                    map[string]int // by mnemonic
	positions                int            // line entries
	lines, pcs, insnPCs      int64          // sums: of lines, of their positions, of the positions of instructions
}

// TestAgainstDexdump compares counts with the platform's own tool.
func TestAgainstDexdump(t *testing.T) {
	t.Parallel()
	need.Program(t, "dexdump", need.Tools)
	corpus.EachAPK(t, 5, againstDexdump)
}

func againstDexdump(t *testing.T, apks []string) {
	total := 0
	for i, path := range apks {
		if testing.Short() && i%10 != 0 {
			continue
		}
		ours := &figures{insns: map[string]int{}}
		for _, data := range dexFiles(t, path) {
			ours.read(t, path, data)
		}
		theirs := &figures{insns: map[string]int{}}
		dump := execx.Cmd{Name: "dexdump", Args: []string{"-d", path}, Stdout: &lineWriter{line: theirs.line}}
		_, err := execx.Run(context.Background(), dump)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if diff := ours.diff(theirs); diff != "" {
			t.Errorf("%s: %s", filepath.Base(path), diff)
		}
		for _, n := range ours.insns {
			total += n
		}
	}
	t.Logf("%d apps, %d instructions", len(apks), total)
}

// dexFiles are the DEX files of an app in class path order.
func dexFiles(t testing.TB, path string) [][]byte {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	byName := map[string][]byte{}
	for _, e := range z.File {
		if ok, _ := filepath.Match("classes*.dex", e.Name); !ok {
			continue
		}
		r, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		byName[e.Name] = data
	}
	var files [][]byte
	for _, name := range slices.SortedFunc(maps.Keys(byName), func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	}) {
		files = append(files, byName[name])
	}
	return files
}

func (g *figures) read(t *testing.T, path string, data []byte) {
	t.Helper()
	f, err := dex.Parse(data)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for _, fault := range f.Faults {
		t.Errorf("%s: %s: %v", path, fault.Method, fault.Err)
	}
	g.classes += len(f.Classes)
	for _, c := range f.Classes {
		g.fields += len(c.Fields)
		g.methods += len(c.Methods)
		if _, err := c.Annotations(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if _, err := c.StaticValues(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for _, m := range c.Methods {
			if code := m.Code(); code != nil {
				g.code(t, m, code)
			}
		}
	}
}

func (g *figures) code(t *testing.T, m *dex.Method, code *dex.Code) {
	t.Helper()
	for in := range code.Insns() {
		g.insns[in.Op.String()]++
		g.insnPCs += int64(in.Off)
	}
	lines, err := code.Lines()
	if err != nil {
		t.Errorf("%s: %v", m, err)
	}
	for _, l := range lines {
		g.positions++
		g.lines += int64(l.Line)
		g.pcs += int64(l.Off)
	}
	if _, err := code.Locals(); err != nil {
		t.Errorf("%s: %v", m, err)
	}
}

// dumped cuts "000e87a6: 4d01 0002   |0037: aput-object v1" into position and mnemonic.
func dumped(line string) (pc int64, op string, ok bool) {
	bar := strings.IndexByte(line, '|')
	if bar < 8 || bar > 64 || line[0] == ' ' {
		return 0, "", false
	}
	pos, rest, found := strings.Cut(line[bar+1:], ": ")
	pc, err := strconv.ParseInt(pos, 16, 64)
	op, _, _ = strings.Cut(rest, " ")
	return pc, op, found && err == nil
}

// line counts one line of dexdump's output. Strings of the app stand behind the
// mnemonic of an instruction, on one line, and so cannot be mistaken.
func (g *figures) line(line string) {
	switch {
	case strings.HasPrefix(line, "  Class descriptor  : '"):
		g.classes++
	case strings.HasPrefix(line, "      type          : '("):
		g.methods++
	case strings.HasPrefix(line, "      type          : '"):
		g.fields++
	}
	if pc, op, ok := dumped(line); ok && op != "packed-switch-data" && op != "sparse-switch-data" && op != "array-data" {
		g.insns[op]++
		g.insnPCs += pc
	}
	const indent = "        0x"
	if pos, n, ok := strings.Cut(strings.TrimPrefix(line, indent), " line="); ok && strings.HasPrefix(line, indent) {
		pc, _ := strconv.ParseInt(pos, 16, 64)
		n, _ := strconv.ParseInt(n, 10, 64)
		g.positions++
		g.lines += n
		g.pcs += pc
	}
}

func (g *figures) diff(o *figures) string {
	var b strings.Builder
	for _, x := range []struct {
		name         string
		ours, theirs int64
	}{
		{"classes", int64(g.classes), int64(o.classes)}, {"methods", int64(g.methods), int64(o.methods)},
		{"fields", int64(g.fields), int64(o.fields)}, {"line entries", int64(g.positions), int64(o.positions)},
		{"sum of lines", g.lines, o.lines}, {"sum of line positions", g.pcs, o.pcs},
		{"sum of instruction positions", g.insnPCs, o.insnPCs},
	} {
		if x.ours != x.theirs {
			fmt.Fprintf(&b, "%s: %d, dexdump has %d; ", x.name, x.ours, x.theirs)
		}
	}
	for op := range g.insns {
		if g.insns[op] != o.insns[op] {
			fmt.Fprintf(&b, "%s: %d, dexdump has %d; ", op, g.insns[op], o.insns[op])
		}
	}
	for op := range o.insns {
		if g.insns[op] == 0 {
			fmt.Fprintf(&b, "%s: dexdump has %d; ", op, o.insns[op])
		}
	}
	return b.String()
}

// lineWriter hands over complete lines.
type lineWriter struct {
	line func(string)
	rest []byte
}

func (w *lineWriter) Write(p []byte) (int, error) {
	n := len(p)
	for {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			w.rest = append(w.rest, p...)
			return n, nil
		}
		w.line(string(append(w.rest, p[:end]...)))
		w.rest, p = w.rest[:0], p[end+1:]
	}
}
