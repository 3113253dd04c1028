package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Limits of what one reader can hold in mind. The Java side has a test of its own.
const (
	maxLines   = 3500 // of a package, tests and generated files left out
	maxMethods = 40   // of a receiver
)

// generated is the line by which Go's tools know a file that nobody edits.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// TestSizes: no package and no receiver is larger than the limits.
func TestSizes(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	for pkg, files := range packages(t, root) {
		lines, methods := 0, map[string]int{}
		for file, tree := range files {
			data, err := os.ReadFile(filepath.Join(root, file))
			if err != nil {
				t.Fatal(err)
			}
			if generated.Match(data) {
				continue
			}
			lines += bytes.Count(data, []byte("\n"))
			countMethods(tree, methods)
		}
		if lines > maxLines && !strings.HasPrefix(pkg, "device/agent") {
			t.Errorf("package %s has %d lines, more than %d: which noun in it can be a package of its own?", pkg, lines, maxLines)
		}
		for receiver, n := range methods {
			if n > maxMethods {
				t.Errorf("%s.%s has %d methods, more than %d", pkg, receiver, n, maxMethods)
			}
		}
	}
}

// countMethods adds the methods of a file by the names of their receivers.
func countMethods(tree *ast.File, methods map[string]int) {
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil {
			continue
		}
		methods[receiver(f.Recv.List[0].Type)]++
	}
}

// receiver is the name of a receiver's type, without pointer and type parameters.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// TestCountMethods: pointers and type parameters do not hide a receiver.
func TestCountMethods(t *testing.T) {
	t.Parallel()
	tree, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
func (a A) one() {}
func (a *A) two() {}
func (A) three() {}
func (b *B[K]) one() {}
func (b B[K]) two() {}
func (c C[K, V]) one() {}
func four() {}
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]int{}
	countMethods(tree, methods)
	if len(methods) != 3 || methods["A"] != 3 || methods["B"] != 2 || methods["C"] != 1 {
		t.Errorf("methods %v", methods)
	}
}
