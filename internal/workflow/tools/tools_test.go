package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/internal/workflow/copies"
)

// Where a program of apktool's chain is missing, dex takes its place and a line says so; the
// doctor names each program, and the command that wants it.
func TestToolsThatAreMissing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	layout := filepath.Join(dir, "talpa-layout")
	for _, have := range [][]string{nil, {"apktool"}, {"zipalign"}, {"apksigner", "talpa-layout"}} {
		for _, program := range have {
			if err := os.WriteFile(filepath.Join(dir, program), nil, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		found := 0
		for _, c := range Check(layout) {
			if c.OK {
				found++
			}
			if !c.Warn || c.OK == (c.Cure != "") || !strings.Contains(c.Detail, "for ") {
				t.Errorf("%+v", c)
			}
		}
		name, remark := copies.Available("apktool")
		complete := found >= 3 && have != nil && have[0] == "apksigner"
		if (name == "apktool") != complete || (remark == "") != complete {
			t.Errorf("with %d programs: %s, %q", found, name, remark)
		}
	}
	for _, c := range Check(layout) {
		if c.OK == (c.Name == "adb") {
			t.Errorf("%+v", c)
		}
	}
}
