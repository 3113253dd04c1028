package archtest

import (
	"encoding/xml"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"talpa/internal/need"
)

const (
	dependencies = "../../docs/dependencies.md"
	notice       = "../../NOTICE"
	agentSources = "../../device/agent"
	agentJars    = "../../lib/agent"
)

// row is "| name | licence | used for |" of docs/dependencies.md.
var row = regexp.MustCompile(`(?m)^\| ([^| ]+[./:][^| ]+) \| ([^|]+) \| ([^|]+) \|$`)

// rowsOf are the licences of all modules and artifacts that the page has a row for.
func rowsOf(t *testing.T, text string) map[string]string {
	t.Helper()
	rows := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		if rows[m[1]] != "" {
			t.Errorf("two rows for %s", m[1])
		}
		rows[m[1]] = m[2]
	}
	return rows
}

func readText(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// modules are those of go.mod.
func modules(text string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`(?m)^(?:require )?\s*(\S+\.\S+) v\S+`).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// artifacts are "group:artifact" of the dependencies in a pom, without our own modules.
func artifacts(t *testing.T, file string) []string {
	t.Helper()
	type dependency struct {
		Group    string `xml:"groupId"`
		Artifact string `xml:"artifactId"`
	}
	var pom struct {
		Direct  []dependency `xml:"dependencies>dependency"`
		Managed []dependency `xml:"dependencyManagement>dependencies>dependency"`
	}
	if err := xml.Unmarshal([]byte(readText(t, file)), &pom); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var all []string
	for _, d := range append(pom.Direct, pom.Managed...) {
		if d.Group != module {
			all = append(all, d.Group+":"+d.Artifact)
		}
	}
	return all
}

// TestDependencies: docs/dependencies.md has a row, with a licence, for every module of go.mod and
// every artifact of the agent's poms, and none for what is gone.
func TestDependencies(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, readText(t, dependencies))
	wanted := modules(readText(t, "../../go.mod"))
	if len(wanted) < 30 {
		t.Fatalf("%d modules in go.mod", len(wanted))
	}
	for name := range rows {
		if !strings.Contains(name, ":") && !slices.Contains(wanted, name) {
			t.Errorf("docs/dependencies.md has a row for %s, which go.mod does not name", name)
		}
	}
	err := filepath.WalkDir(agentSources, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "target" {
			return filepath.SkipDir // a build may be under way
		}
		if err == nil && d.Name() == "pom.xml" {
			wanted = append(wanted, artifacts(t, path)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range wanted {
		if rows[name] == "" {
			t.Errorf("docs/dependencies.md has no row for %s", name)
		}
	}
}

// artifactsOf are the rows of a jar: the longest one that its name begins with, or those of
// several groups that have the same.
func artifactsOf(rows map[string]string, jar string) []string {
	var found []string
	length := 0
	for name := range rows {
		_, artifact, ok := strings.Cut(name, ":")
		rest, begins := strings.CutPrefix(jar, artifact+"-")
		if ok && begins && rest != "" && rest[0] >= '0' && rest[0] <= '9' && len(artifact) >= length {
			if len(artifact) > length {
				found, length = nil, len(artifact)
			}
			found = append(found, name)
		}
	}
	return found
}

// TestJars: every jar that the agent's build put into its folder has a row and a line of
// NOTICE, and every artifact that NOTICE names is there.
func TestJars(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, readText(t, dependencies))
	shipped := readText(t, notice)
	jars, err := filepath.Glob(filepath.Join(agentJars, "*.jar"))
	if err != nil {
		t.Fatal(err)
	}
	sdk, err := filepath.Glob(filepath.Join(agentJars, "sdk", "*.jar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(jars) == 0 {
		need.Missing(t, need.Agent, "make agent")
	}
	carried := map[string]bool{}
	for _, jar := range append(jars, sdk...) {
		base := filepath.Base(jar)
		if strings.HasPrefix(base, "talpa-agent") {
			continue
		}
		names := artifactsOf(rows, base)
		if len(names) == 0 {
			t.Errorf("docs/dependencies.md has no row for lib/agent's %s", base)
		}
		for _, name := range names {
			carried[name] = true
			if !strings.Contains(shipped, "\n  "+name+": "+rows[name]+". Copyright ") {
				t.Errorf("NOTICE does not name %s with its licence %s", name, rows[name])
			}
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^  ([^: ]+:[^: ]+): `).FindAllStringSubmatch(shipped, -1) {
		if !carried[m[1]] {
			t.Errorf("NOTICE names %s, which lib/agent does not carry", m[1])
		}
	}
}

// section is the text of a page below a heading.
func section(page, heading string) string {
	_, rest, _ := strings.Cut(page, "\n## "+heading+"\n")
	text, _, _ := strings.Cut(rest, "\n## ")
	return text
}

// TestNotice: NOTICE names what the two programs carry, with the licences of docs/dependencies.md.
func TestNotice(t *testing.T) {
	t.Parallel()
	page, shipped := readText(t, dependencies), readText(t, notice)
	for _, heading := range []string{"In the program", "In talpa-layout"} {
		rows := rowsOf(t, section(page, heading))
		if len(rows) < 5 {
			t.Errorf("%d rows under %s", len(rows), heading)
		}
		for name, licence := range rows {
			if !strings.Contains(shipped, "\n  "+name+": "+licence) {
				t.Errorf("NOTICE does not name %s with its licence %s", name, licence)
			}
		}
	}
	tests := rowsOf(t, section(page, "In tests and builds only"))
	for name := range tests {
		if strings.Contains(shipped, "\n  "+name+": ") {
			t.Errorf("NOTICE names %s, which is in tests only", name)
		}
	}
}

// TestCarried: NOTICE names all modules that a program holds, and docs/dependencies.md none that it does
// not hold on any system that its libraries know.
func TestCarried(t *testing.T) {
	t.Parallel()
	page, shipped := readText(t, dependencies), readText(t, notice)
	rest, layout, _ := strings.Cut(shipped, "\nIn bin/talpa-layout:\n")
	_, own, _ := strings.Cut(rest, "\nIn bin/talpa:\n")
	layout, _, _ = strings.Cut(layout, "\nIn lib/agent")
	listed := map[string]string{"talpa/cmd/talpa": own, "talpa/cmd/talpa-layout": layout}
	for program, heading := range map[string]string{
		"talpa/cmd/talpa": "In the program", "talpa/cmd/talpa-layout": "In talpa-layout",
	} {
		rows := rowsOf(t, section(page, heading))
		carried := map[string]bool{}
		for _, system := range []string{"linux", "windows"} {
			for _, name := range modulesOf(t, program, system) {
				carried[name] = true
				if system == "linux" && !strings.Contains(listed[program], "\n  "+name+": ") {
					t.Errorf("%s carries %s, which NOTICE does not name for it", program, name)
				}
			}
		}
		for name := range rows {
			if !carried[name] && !strings.Contains(name, " ") && !strings.Contains(name, ":") {
				t.Errorf("%s does not carry %s, which has a row under %q", program, name, heading)
			}
		}
	}
}

// modulesOf are the modules of others that are linked into a program.
func modulesOf(t *testing.T, program, system string) []string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", program)
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH=amd64", "GOOS="+system)
	list.Stderr = t.Output()
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list -deps %s: %v", program, err)
	}
	names := slices.Compact(slices.Sorted(strings.FieldsSeq(string(out))))
	return slices.DeleteFunc(names, func(name string) bool { return name == module })
}
