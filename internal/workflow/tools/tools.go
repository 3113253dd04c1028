// Package tools says which programs of others commands call, and whether they are there.
package tools

import (
	"path/filepath"

	"talpa/device/virtual/doctor"
	"talpa/internal/execx"
)

// programs are those of others that commands call, each with what wants it and what
// there is without. The embedded device needs none of them.
func programs(layout string) []struct{ program, wants, without, cure string } {
	return []struct{ program, wants, without, cure string }{
		{"apktool", "talpa prune, --rewriter apktool", "the rewriter dex takes its place", "apt install apktool"},
		{"zipalign", "talpa prune, --rewriter apktool", "the rewriter dex takes its place", "apt install zipalign"},
		{"apksigner", "talpa prune, --rewriter apktool", "the rewriter dex takes its place", "apt install apksigner"},
		{"adb", "repro.sh; phones and emulators (--device)", "the embedded device is talked to without", "apt install adb"},
		{layout, "talpa graph --format svg", "--format dot and json need nothing", "make bin/talpa-layout"},
	}
}

// Check says of each program whether it is there, and which command wants it; layout is the path of the
// one that lays out graphs.
func Check(layout string) []doctor.Check {
	var checks []doctor.Check
	for _, tool := range programs(layout) {
		check := doctor.Check{Name: filepath.Base(tool.program), Warn: true}
		if path, err := execx.LookPath(tool.program); err == nil {
			check.OK, check.Detail = true, path+" (for "+tool.wants+")"
		} else {
			check.Detail = "not found; for " + tool.wants + ": " + tool.without
			check.Cure = tool.cure
		}
		checks = append(checks, check)
	}
	return checks
}
