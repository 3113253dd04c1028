package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTroubleshooting: each message that docs/troubleshooting.md explains is still in the code.
func TestTroubleshooting(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "troubleshooting.md"))
	if err != nil {
		t.Fatal(err)
	}
	messages := regexp.MustCompile("(?m)^### `(.+)`$").FindAllStringSubmatch(string(text), -1)
	if len(messages) < 10 {
		t.Fatalf("%d messages", len(messages))
	}
	var literals []string
	passed := []string{"testdata", "out", "target"} // a build may be under way in the last
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (slices.Contains(passed, e.Name()) || strings.HasPrefix(e.Name(), ".git")):
			return filepath.SkipDir
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if x, ok := n.(ast.Expr); ok {
				if s, ok := constant(x); ok {
					literals = append(literals, s)
					return false
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		if !anyHas(literals, strings.Split(m[1], "...")) {
			t.Errorf("no code says %q any more", m[1])
		}
	}
}

// anyHas says whether one of the texts has all parts, in their order.
func anyHas(texts, parts []string) bool {
	for _, s := range texts {
		ok := true
		for _, part := range parts {
			_, s, ok = strings.Cut(s, strings.TrimSpace(part))
			if !ok {
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

// constant is the text of a literal, or of several that are added.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		left, ok := constant(e.X)
		right, rightOK := constant(e.Y)
		return left + right, ok && rightOK && e.Op == token.ADD
	}
	return "", false
}
