package markdown

import (
	"strings"
	"testing"

	"talpa/fuzz/report"
	"talpa/fuzz/report/reporttest"
)

// TestEncode: each page begins with the verdict; what was met has its steps and the command that
// runs them again; nothing of the app's text is taken for Markdown.
func TestEncode(t *testing.T) {
	t.Parallel()
	for name, wants := range map[string][]string{
		"reproduced": {"## talpa reproduce: reproduced\n", "5 of 5 runs", "1. `Start the app",
			"Again: `talpa replay run app.apk`", "    java.lang.RuntimeException: wrapped\n"},
		"not-reproduced": {"## talpa reproduce: not reproduced\n",
			"| wanted | `java.lang.IllegalStateException at org.mole.Hill$1.onClick(Hill.kt:40)` |"},
		"no-verdict":  {"## talpa reproduce: no verdict\n", "| what failed | `no Java` |"},
		"interrupted": {"## talpa fuzz: interrupted\n"},
		"findings": {"## talpa fuzz: findings\n", "### Finding 2\n",
			"Again: `talpa replay run/findings/2.talpa app.apk`", "    line 2\n"},
		"no-findings": {"## talpa fuzz: no findings\n", "`100 events, 12 s in all`"},
		"replay":      {"## talpa replay: reproduced\n"},
	} {
		got := string(Encode(reporttest.Runs()[name], "run"))
		for _, want := range wants {
			if !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
				t.Errorf("%s: no %q in\n%s", name, want, got)
			}
		}
		for line := range strings.Lines(got) {
			line = strings.TrimRight(line, "\n")
			if strings.HasPrefix(line, "    ") {
				continue
			}
			if strings.Count(line, "`")%2 != 0 || strings.ContainsAny(line, "\x00\x1b") ||
				strings.Contains(line, "<b>") && !strings.Contains(line, "`") {
				t.Errorf("%s: %q", name, line)
			}
		}
	}
}

// TestEncode_bounds: what is long is cut, and says so.
func TestEncode_bounds(t *testing.T) {
	t.Parallel()
	r := reporttest.Runs()["findings"]
	one := r.Findings[0]
	for range 100 {
		one.Script.Events = append(one.Script.Events, one.Script.Events[1])
		r.Findings = append(r.Findings, report.Finding{Title: "more", Detail: strings.Repeat("x", 2*maxText)})
	}
	got := string(Encode(r, ""))
	if !strings.Contains(got, "and 42 more\n") || !strings.Contains(got, "And 73 more.") || len(got) > 300_000 {
		t.Errorf("%d bytes", len(got))
	}
	if strings.Contains(got, "Again:") {
		t.Error("names a script of a run without a folder")
	}
}
