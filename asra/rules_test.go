package asra_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	ruleNumber = regexp.MustCompile(`\bR[0-9]+\b`)
	ruleEntry  = regexp.MustCompile(`(?m)^\t(R[0-9]+) `)
)

// TestRulesCited states that the rules of the package comment and the code agree:
// each rule is quoted by the comment of a declaration that implements it, and no
// comment and no verdict quotes a rule that is not listed.
func TestRulesCited(t *testing.T) {
	t.Parallel()
	names := sources(t, ".", "locate", "appcode", "branch", "condition", "effect", "hidden", "reach", "relevance")
	listed, declared, quoted := map[string]bool{}, map[string]bool{}, map[string]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if name == "doc.go" { // the one of package asra
			for _, m := range ruleEntry.FindAllStringSubmatch(file.Doc.Text(), -1) {
				listed[m[1]] = true
			}
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				note(declared, f.Doc.Text())
			} else if g, ok := d.(*ast.GenDecl); ok {
				note(declared, g.Doc.Text())
			}
		}
		for _, c := range file.Comments {
			for _, rule := range ruleNumber.FindAllString(c.Text(), -1) {
				quoted[rule] = name
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				for _, rule := range ruleNumber.FindAllString(lit.Value, -1) {
					quoted[rule] = name
				}
			}
			return true
		})
	}
	if len(listed) < 12 {
		t.Fatalf("the package comment lists %d rules", len(listed))
	}
	for rule := range listed {
		if !declared[rule] {
			t.Errorf("no declaration quotes %s", rule)
		}
	}
	for rule, file := range quoted {
		if !listed[rule] {
			t.Errorf("%s quotes %s, which the package comment does not list", file, rule)
		}
	}
}

// sources are the files of packages, tests excluded.
func sources(t *testing.T, dirs ...string) []string {
	t.Helper()
	var all []string
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal("no sources in", dir, err)
		}
		all = append(all, names...)
	}
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

func note(rules map[string]bool, text string) {
	for _, rule := range ruleNumber.FindAllString(text, -1) {
		rules[rule] = true
	}
}
