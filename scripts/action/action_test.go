// Package action tests action.yml, the GitHub action at the root: its steps are run in a clean folder,
// as a runner does, with the talpa that make has built.
package action

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

type action struct {
	Inputs map[string]struct {
		Default  string
		Required bool
	}
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, Uses, Run, Shell, If string
	Env                      map[string]string
}

// expression is what a runner replaces before it runs a step.
var expression = regexp.MustCompile(`\$\{\{ *([a-z._-]+) *\}\}`)

// runner runs the steps of an action that are commands.
type runner struct {
	dir    string            // clean, where they run
	known  map[string]string // values of expressions
	failed int               // exit code of the step that failed, 0 if none did
}

func (r *runner) expand(t *testing.T, text string) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(m string) string {
		name := expression.FindStringSubmatch(m)[1]
		value, ok := r.known[name]
		if !ok {
			t.Errorf("nothing is known of %s", name)
		}
		return value
	})
}

func (r *runner) run(t *testing.T, s step) {
	t.Helper()
	output := filepath.Join(r.dir, "output-"+s.ID)
	cmd := exec.CommandContext(t.Context(), s.Shell, "-e", "-c", r.expand(t, s.Run))
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+output, "RUNNER_TEMP="+r.dir,
		"GITHUB_STEP_SUMMARY="+filepath.Join(r.dir, "summary.md"))
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+r.expand(t, value))
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Logf("step %s: %v\n%s", s.ID, err, out)
		r.failed = cmd.ProcessState.ExitCode()
	}
	data, _ := os.ReadFile(output) // a step may have none
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		r.known["steps."+s.ID+".outputs."+name] = value
	}
}

// TestAction: the job ends with talpa's exit code, and has verdict, page, JUnit, SARIF and summary,
// also where talpa itself fails.
func TestAction(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	if a.Runs.Using != "composite" {
		t.Errorf("using %q", a.Runs.Using)
	}
	program := filepath.Join(t.TempDir(), "talpa")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program,
		"talpa/cmd/talpa").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, c := range map[string]struct {
		inputs        map[string]string
		code          int
		verdict, file string
	}{
		"reproduce without Java": {map[string]string{"app": root + "/testdata/apps/burrow.apk",
			"trace": root + "/testdata/traces/burrow-form.txt", "args": "--java-home /nope"}, 3, "no-verdict", "report.html"},
		"fuzz without Java": {map[string]string{"command": "fuzz", "app": root + "/testdata/apps/burrow.apk",
			"args": "--java-home /nope"}, 3, "no-verdict", "report.html"},
		"replay without Java": {map[string]string{"command": "replay", "app": root + "/testdata/apps/burrow.apk",
			"script": root + "/testdata/scripts/burrow-form.talpa", "args": "--java-home /nope"}, 3, "no-verdict", "junit.xml"},
		"not failing": {map[string]string{"command": "fuzz", "app": root + "/testdata/apps/burrow.apk", "fail": "false",
			"args": "--java-home /nope"}, 0, "no-verdict", "talpa.sarif"},
	} {
		r := runner{dir: t.TempDir(), known: map[string]string{"github.action_path": root,
			"steps.install.outputs.talpa": program}}
		for input, of := range a.Inputs {
			r.known["inputs."+input] = of.Default
		}
		maps.Copy(r.known, func() map[string]string {
			all := map[string]string{}
			for input, value := range c.inputs {
				all["inputs."+input] = value
			}
			return all
		}())
		for _, s := range a.Runs.Steps {
			last := strings.HasPrefix(s.If, "inputs.fail")
			if s.Run == "" || s.ID == "install" || last && r.known["inputs.fail"] != "true" {
				continue
			}
			r.run(t, s)
		}
		if r.failed != c.code {
			t.Errorf("%s: exit code %d, want %d", name, r.failed, c.code)
		}
		if got := r.expand(t, a.Outputs["verdict"].Value); got != c.verdict {
			t.Errorf("%s: verdict %q, want %q", name, got, c.verdict)
		}
		out := filepath.Join(r.dir, r.expand(t, a.Outputs["out"].Value))
		for _, file := range []string{filepath.Join(out, c.file), filepath.Join(out, "junit.xml"), filepath.Join(r.dir,
			"summary.md")} {
			if info, err := os.Stat(file); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestAction_expressions: no text of a user's stands in a command, where a shell would run it.
func TestAction_expressions(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	for _, s := range a.Runs.Steps {
		if expression.MatchString(s.Run) {
			t.Errorf("step %s: %s", s.ID, s.Run)
		}
		if (s.Run == "") == (s.Uses == "") || s.Run != "" && s.Shell == "" {
			t.Errorf("step %+v", s)
		}
	}
}
