package workflow

import (
	"fmt"
	"path/filepath"

	"talpa/device/virtual"
	"talpa/internal/execx"
)

// tools are the programs of others that commands call, each with what wants it and what
// there is without. The embedded device needs none of them.
func tools(m Machine) []struct{ program, wants, without, cure string } {
	return []struct{ program, wants, without, cure string }{
		{"apktool", "talpa prune, --rewriter apktool", "the rewriter dex takes its place", "apt install apktool"},
		{"zipalign", "talpa prune, --rewriter apktool", "the rewriter dex takes its place", "apt install zipalign"},
		{"apksigner", "talpa prune, --rewriter apktool", "the rewriter dex takes its place", "apt install apksigner"},
		{"adb", "repro.sh; phones and emulators (--device)", "the embedded device is talked to without", "apt install adb"},
		{m.Layout, "talpa graph --format svg", "--format dot and json need nothing", "make bin/talpa-layout"},
	}
}

// checkTools says of each program whether it is there, and which command wants it.
func checkTools(m Machine) []virtual.Check {
	var checks []virtual.Check
	for _, tool := range tools(m) {
		check := virtual.Check{Name: filepath.Base(tool.program), Warn: true}
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

// available is the rewriter that was asked for, or dex with a remark where a program of
// the one asked for is not there.
func available(rewriter string) (name, remark string) {
	if rewriter != "apktool" {
		return rewriter, ""
	}
	for _, program := range []string{"apktool", "zipalign", "apksigner"} {
		if _, err := execx.LookPath(program); err != nil {
			return "dex", fmt.Sprintf("%s is not installed: rewritten in place by dex, not rebuilt by apktool "+
				"(talpa device doctor names what is missing)", program)
		}
	}
	return rewriter, ""
}
