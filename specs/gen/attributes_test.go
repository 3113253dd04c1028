package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/internal/need"
)

func TestWriteAttributes(t *testing.T) {
	t.Parallel()
	many := map[string]uint32{}
	for i := range uint32(40) {
		many["attribute"+string(rune('A'+i%26))+strings.Repeat("x", int(i/26))] = 0x01010200 + i
	}
	for name, test := range map[string]struct {
		constants map[string]uint32
		want      string // the lines after the comments, or the error
		fails     bool
	}{
		"runs":          {map[string]uint32{"icon": 0x01010002, "theme": 0x01010000, "label": 0x01010001, "id": 0x010100d0}, "01010000 theme label icon\n010100d0 id\n", false},
		"no attributes": {nil, "no attributes", true},
		"an id twice":   {map[string]uint32{"a": 1, "b": 1}, "id 00000001 is both", true},
		"long runs":     {many, "01010200 attributeA attributeB", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "names.txt")
			err := writeAttributes(file, "the.jar", test.constants)
			if test.fails {
				if err == nil || !strings.HasPrefix(err.Error(), test.want) {
					t.Errorf("%v, want %s", err, test.want)
				}
				return
			}
			data, readErr := os.ReadFile(file)
			if err != nil || readErr != nil {
				t.Fatal(err, readErr)
			}
			var rows string
			for line := range strings.Lines(string(data)) {
				if len(line) > 121 {
					t.Errorf("%d bytes in a line", len(line))
				}
				if !strings.HasPrefix(line, "#") {
					rows += line
				}
			}
			if !strings.HasPrefix(rows, test.want) {
				t.Errorf("%q, want %q", rows, test.want)
			}
		})
	}
}

// TestAttributesOfFramework: what is checked in is what the framework's jar says. The jar
// that the agent is compiled against is in Maven's folder once the agent was built.
func TestAttributesOfFramework(t *testing.T) {
	t.Parallel()
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip(err)
	}
	const version = "15-robolectric-13954326"
	jar := filepath.Join(home, ".m2", "repository", "org", "robolectric", "android-all", version, "android-all-"+version+".jar")
	if _, err := os.Stat(jar); err != nil {
		need.Missing(t, need.Agent, "make agent fetches the framework")
	}
	file := filepath.Join(t.TempDir(), "names.txt")
	if err := run([]string{jar}, "", file); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", "attributenames.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("specs/attributenames.txt is not what specs/gen writes")
	}
}
