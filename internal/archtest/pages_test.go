package archtest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// quoted are the names in backquotes.
var quoted = regexp.MustCompile("`([a-z0-9/-]+)`")

// TestArchitecture: the table of docs/architecture.md has a row for each package of the module, and no row for one
// that there is not. A name in the first column is a path, or a name beside the path before it; one in the second is a
// name below the row's package.
func TestArchitecture(t *testing.T) {
	t.Parallel()
	found := packages(t, filepath.Join("..", ".."))
	named := map[string]bool{}
	_, table, _ := strings.Cut(readText(t, "../../docs/architecture.md"), "\n## Packages\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		first := ""
		for _, name := range quoted.FindAllStringSubmatch(cells[1], -1) {
			dir := name[1]
			if first != "" && !strings.Contains(dir, "/") {
				dir = path.Join(path.Dir(first), dir)
			}
			if first == "" {
				first = dir
			}
			named[dir] = true
			if info, err := os.Stat(filepath.Join("..", "..", dir)); err != nil || !info.IsDir() {
				t.Errorf("docs/architecture.md has a row for %s, which is no folder", dir)
			}
		}
		for _, name := range quoted.FindAllStringSubmatch(cells[2], -1) {
			named[name[1]], named[path.Join(first, name[1])] = true, true
		}
	}
	if len(named) < 100 {
		t.Fatalf("only %d packages are named", len(named))
	}
	for pkg := range found {
		if !named[pkg] && !strings.HasPrefix(pkg, "scripts") {
			t.Errorf("docs/architecture.md has no row for package %s", pkg)
		}
	}
}
