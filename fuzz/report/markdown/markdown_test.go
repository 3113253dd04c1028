package markdown

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
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
		"other-build": {"## talpa reproduce: not reproduced\n", "another build? `the app has no org.mole.Hill.gone"},
		"no-verdict":  {"## talpa reproduce: no verdict\n", "| what failed | `no Java` |"},
		"interrupted": {"## talpa fuzz: interrupted\n", "| why | `somebody stopped the run before anything was found` |"},
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

// hostile are texts of an app that would be something else in Markdown.
var hostile = []string{
	"`", "``", "```\n# h", "a|b", "|---|", "\n\n# heading", "\r\n\r\n---\r\n", "<script>x</script>", "]]>", "--> <b>",
	"[a](javascript:x)", "![a](https://example.org/a.png)", "@everyone", "\x00\x07\x1b[31m\x7f\u0085", "\u202etxt.exe",
	"\xff\xfe", "\u2028# h", "\v\f# h", "\\", "\\`", "    # h", "\t# h", "", " ", "$(rm -rf x)",
	strings.Repeat("é", 4000),
}

// outside are the parts of a page that a reader of Markdown does not take for code: of each line,
// what is between spans of code. Each span is on one line and begins and ends with one backtick.
func outside(t *testing.T, page string) string {
	t.Helper()
	span := regexp.MustCompile("`[^`]+`")
	var b strings.Builder
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		left := span.ReplaceAllString(line, "CODE")
		if strings.Contains(left, "`") {
			t.Errorf("a span of code is open: %q", line)
		}
		b.WriteString(left)
	}
	return b.String()
}

// TestEncode_hostile: whatever an app says, the page outside its quotes is the page of an app that
// says nothing remarkable, and what is quoted has no characters without a shape.
func TestEncode_hostile(t *testing.T) {
	t.Parallel()
	page := func(text string) string {
		c := crash.Crash{Kind: crash.Java, Trace: trace.Trace{Chain: []trace.Throwable{{Class: text, Message: text,
			Frames: []trace.Frame{{Class: text, Method: text, File: text, Line: 1}}}}}}
		script := &event.Script{Package: "p", Events: []event.Event{{Kind: event.Text, Arg: text}, {Kind: event.Back}}}
		return string(Encode(&report.Run{
			Job: "fuzz", State: report.Done, Command: "talpa " + text, Fidelity: []string{text}, Notes: []string{text, text},
			App:      report.App{Package: text, VersionName: text, File: text + ".apk"},
			Findings: []report.Finding{{Title: text, Crash: &c, Script: script}, {Title: text}},
		}, "run"))
	}
	want := outside(t, page("plain"))
	for _, text := range hostile {
		got := page(text)
		if left := outside(t, got); left != want && strings.TrimSpace(text) != "" {
			t.Errorf("%.40q gives\n%s\nwant\n%s", text, left, want)
		}
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\x00\x07\x1b\x7f\u0085\u202e\r\v\f") {
			t.Errorf("%.40q stays as it is", text)
		}
	}
}

// TestEncode_lines: the text of a finding is a block of its own, indented and after a line that is
// no item of the list of steps, with or without a folder.
func TestEncode_lines(t *testing.T) {
	t.Parallel()
	for dir, before := range map[string]string{"": "<!-- the steps end here -->",
		"run": "Again: `talpa replay run app.apk`"} {
		r := reporttest.Runs()["reproduced"]
		r.Found.Detail = "# one\r\n\r\n- two\rthree"
		want := before + "\n\n    # one\n    \n    - two\uFFFDthree\n\n    java.lang.RuntimeException: wrapped\n"
		if got := string(Encode(r, dir)); !strings.Contains(got, want) {
			t.Errorf("%q: no\n%s\nin\n%s", dir, want, got)
		}
	}
}

// TestEncode_command: the command that replays a script can be pasted into a shell.
func TestEncode_command(t *testing.T) {
	t.Parallel()
	r := reporttest.Runs()["findings"]
	r.App.File = "my app.apk"
	got := string(Encode(r, "it's $HOME/"))
	want := `talpa replay 'it'\''s $HOME/findings/1.talpa' 'my app.apk'`
	if !strings.Contains(got, "Again: `"+want+"`\n") {
		t.Errorf("no %s in\n%s", want, got)
	}
	if r.App.File = ""; strings.Contains(string(Encode(r, "run")), "Again:") {
		t.Error("a command without an app")
	}
}

// TestEncode_reason: a run without a verdict says why, and a failure is not told twice.
func TestEncode_reason(t *testing.T) {
	t.Parallel()
	for want, edit := range map[string]func(*report.Run){
		"| why | `only 3 events were tried in ": func(r *report.Run) { r.Search.Events = 3 },
		"| why | `the crash happened; the time was up before fresh processes confirmed it: unconfirmed.talpa` |": func(
			r *report.Run) {
			r.Unconfirmed = "unconfirmed.talpa"
		},
		"| what failed | `no ¦ Java` |": func(r *report.Run) { r.State, r.Fault = report.Failed, "no | Java" },
	} {
		r := reporttest.Runs()["not-reproduced"]
		edit(r)
		got := string(Encode(r, ""))
		if !strings.Contains(got, want) || strings.Count(got, "| why |")+strings.Count(got, "| what failed |") != 1 {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// TestEncode_large: a page stays below what hosts take, whatever the app says.
func TestEncode_large(t *testing.T) {
	t.Parallel()
	r := reporttest.Runs()["findings"]
	long := strings.Repeat("\x00\n", 1<<20)
	script := &event.Script{}
	for range maxSteps + 1 {
		script.Events = append(script.Events, event.Event{Kind: event.Kind(long)})
	}
	r.Findings = nil
	for range maxFindings + 1 {
		r.Findings = append(r.Findings, report.Finding{Title: long, Detail: long, Script: script})
	}
	for range 1000 {
		r.Notes = append(r.Notes, long)
	}
	got := string(Encode(r, "run"))
	if len(got) > 1<<20 {
		t.Errorf("%d bytes", len(got))
	}
	if !strings.Contains(got, "- and 971 more") || !regexp.MustCompile(`\nAnd \d+ more\.\n`).MatchString(got) {
		t.Error("what was left off is not told")
	}
}

// TestCut: text is cut between characters.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc..."}, {"aéé", 2, "a..."}, {"aéé", 3, "aé..."}, {"\x80\x80", 3,
			"\uFFFD"},
		{"é", 1, "..."}, {"a\xff", 4, "a\uFFFD"},
	} {
		if got := cut(c.text, c.most); got != c.want {
			t.Errorf("%q to %d bytes is %q, want %q", c.text, c.most, got, c.want)
		}
	}
}
