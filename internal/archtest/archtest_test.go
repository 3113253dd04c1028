// Package archtest keeps the rules of the module that the compiler does not: who
// imports whom, who asks the process, the clock or chance, that no struct holds a
// Context, and how large packages and structs may be. policy.txt states the rules
// and their exceptions, the tests read the source of every package and compare.
package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "talpa"

// policy is the parsed policy.txt.
type policy struct {
	allowed map[string][]string // package -> patterns of this module
	only    map[string][]string // outside package -> its importers
	// clock, context and state are exceptions with their reasons: packages that read the
	// clock of this computer, structs (PACKAGE.TYPE) that hold a Context, and structs of
	// many fields that functions change.
	clock, context, state map[string]string
}

func TestImports(t *testing.T) {
	p := readPolicy(t, "policy.txt")
	for pkg, files := range packages(t, filepath.Join("..", "..")) {
		patterns, known := p.allowed[pkg]
		if !known {
			t.Errorf("package %s: policy.txt does not name it; say there what it may import", pkg)
			continue
		}
		for file, tree := range files {
			for _, spec := range tree.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				checkImport(t, p, pkg, patterns, file, imported)
			}
			if !strings.HasPrefix(pkg, "cmd/") && !strings.HasPrefix(pkg, "scripts/") {
				checkProcess(t, pkg, file, tree)
			}
		}
	}
}

// checkImport reports an import that the policy does not allow.
func checkImport(t *testing.T, p policy, pkg string, patterns []string, file, imported string) {
	t.Helper()
	for outside, importers := range p.only {
		if within(imported, outside) && !slices.Contains(importers, pkg) {
			t.Errorf("%s imports %s; only %s may", file, imported, strings.Join(importers, ", "))
		}
	}
	inside, ours := strings.CutPrefix(imported, module+"/")
	if ours && !slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, inside) }) {
		t.Errorf("%s imports %s; %s may import only: %s", file, imported, pkg, strings.Join(patterns, " "))
	}
}

// checkProcess reports uses of the process's own state, which belong to
// cmd/talpa: arguments, environment, exit.
func checkProcess(t *testing.T, pkg, file string, tree *ast.File) {
	t.Helper()
	support := []string{"internal/corpus", "internal/need", "device/virtual/agenttest"}
	if slices.Contains(support, pkg) || strings.HasPrefix(pkg, "specs/gen") {
		return // test support and generators are commands of their own
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok || x.Name != "os" {
			return true
		}
		switch sel.Sel.Name {
		case "Args", "Exit", "Getenv", "LookupEnv", "Environ", "ExpandEnv":
			t.Errorf("%s uses os.%s; only cmd/talpa may", file, sel.Sel.Name)
		}
		return true
	})
}

// packages returns the non-test files of each package of the module, by path
// relative to its root.
func packages(t *testing.T, root string) map[string]map[string]*ast.File {
	t.Helper()
	found := map[string]map[string]*ast.File{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); base == "testdata" || base == "target" || strings.HasPrefix(base, ".git") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		pkg := path.Dir(rel)
		if found[pkg] == nil {
			found[pkg] = map[string]*ast.File{}
		}
		found[pkg][rel] = tree
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// readPolicy parses the policy file.
func readPolicy(t *testing.T, name string) policy {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p := policy{allowed: map[string][]string{}, only: map[string][]string{}, clock: map[string]string{},
		context: map[string]string{}, state: map[string]string{}}
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		subject, list, ok := strings.Cut(line, ":")
		if !ok {
			t.Fatalf("%s:%d: no colon", name, i+1)
		}
		if outside, ok := strings.CutPrefix(subject, "only "); ok {
			p.only[outside] = strings.Fields(list)
			continue
		}
		if pkg, ok := strings.CutPrefix(subject, "clock "); ok {
			p.clock[pkg] = strings.TrimSpace(list)
			continue
		}
		if name, ok := strings.CutPrefix(subject, "context "); ok {
			p.context[name] = strings.TrimSpace(list)
			continue
		}
		if name, ok := strings.CutPrefix(subject, "state "); ok {
			p.state[name] = strings.TrimSpace(list)
			continue
		}
		p.allowed[subject] = strings.Fields(list)
	}
	return p
}

// matches says whether a pattern of the policy takes in the package.
func matches(pattern, pkg string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return within(pkg, prefix)
	}
	return pkg == pattern
}

// within says whether pkg is dir or below it.
func within(pkg, dir string) bool {
	return pkg == dir || strings.HasPrefix(pkg, dir+"/")
}
