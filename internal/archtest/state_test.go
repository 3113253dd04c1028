package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxState bounds the fields of a struct that functions change: what one has to know of the
// past to read a method of it. Fields that are set where the struct is made and read from then
// on (options, results, documents) are none of it, and what a field's own methods change is the
// state of that field's type.
const maxState = 15

// TestState: no struct has more state than the limit.
func TestState(t *testing.T) {
	t.Parallel()
	excepted := readPolicy(t, "policy.txt").state
	for pkg, files := range packages(t, filepath.Join("..", "..")) {
		for name, fields := range state(files) {
			if excepted[pkg+"."+name] != "" {
				if len(fields) <= maxState {
					t.Errorf("policy.txt: %s.%s has %d fields that functions change, and needs no exception", pkg, name, len(fields))
				}
				delete(excepted, pkg+"."+name)
				continue
			}
			if len(fields) > maxState {
				t.Errorf("%s.%s has %d fields that functions change, more than %d; which of them are one noun? %s",
					pkg, name, len(fields), maxState, strings.Join(slices.Sorted(maps.Keys(fields)), " "))
			}
		}
	}
	for name := range excepted {
		t.Errorf("policy.txt: there is no struct %s with state", name)
	}
}

// state is, of each struct of a package, the fields that a function with the struct as its
// receiver or argument assigns, counts up, deletes from or clears.
func state(files map[string]*ast.File) map[string]map[string]bool {
	fields := map[string]map[string]bool{} // all of each struct
	changed := map[string]map[string]bool{}
	for _, tree := range files {
		for _, d := range tree.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					addFields(s, fields)
				}
			}
		}
	}
	for _, tree := range files {
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				addChanges(f, fields, changed)
			}
		}
	}
	return changed
}

// addFields adds the names of a struct's own fields.
func addFields(s *ast.TypeSpec, fields map[string]map[string]bool) {
	structure, ok := s.Type.(*ast.StructType)
	if !ok {
		return
	}
	own := map[string]bool{}
	for _, f := range structure.Fields.List {
		for _, name := range f.Names {
			own[name.Name] = true
		}
	}
	fields[s.Name.Name] = own
}

// addChanges adds what one function changes of its receiver and arguments.
func addChanges(f *ast.FuncDecl, fields, changed map[string]map[string]bool) {
	structs := map[string]string{} // by the variable that holds one
	lists := []*ast.FieldList{f.Recv, f.Type.Params}
	for _, list := range lists {
		if list == nil {
			continue
		}
		for _, p := range list.List {
			name := receiver(p.Type)
			for _, variable := range p.Names {
				if fields[name] != nil {
					structs[variable.Name] = name
				}
			}
		}
	}
	change := func(e ast.Expr) {
		variable, field := root(e)
		name := structs[variable]
		if !fields[name][field] {
			return
		}
		if changed[name] == nil {
			changed[name] = map[string]bool{}
		}
		changed[name][field] = true
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				change(e)
			}
		case *ast.IncDecStmt:
			change(n.X)
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.Ident); ok && (called.Name == "delete" || called.Name == "clear") {
				change(n.Args[0])
			}
		}
		return true
	})
}

// root is the variable and the first field of what is assigned: a and b of a.b.c[d].
func root(e ast.Expr) (variable, field string) {
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			if v, ok := x.X.(*ast.Ident); ok {
				return v.Name, x.Sel.Name
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return "", ""
		}
	}
}

// TestStateOf: what counts as state, and what does not.
func TestStateOf(t *testing.T) {
	t.Parallel()
	tree, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
type A struct { set, read, counted, kept int; m, gone map[int]int; deep struct{ x int }; p *int }
func new() *A { return &A{read: 1} }
func (a *A) method() { a.set = a.read; a.counted++; a.m[1] = 2; delete(a.gone, 1); a.deep.x = 1; *a.p = 2 }
func (a *A) local() { kept := a.kept; kept++; b := B{}; b.set = 1 }
type B struct { set, other int }
func change(b *B, other A) { b.other += 1; go func() { other.kept, _ = 1, 2 }() }
type C[K any] struct { k K }
func (c *C[K]) put(k K) { c.k = k }
type D struct { d int }
func (D) method() { d := 1; d++ }
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := state(map[string]*ast.File{"x.go": tree})
	for name, want := range map[string]string{
		"A": "counted deep gone kept m p set", "B": "other", "C": "k", "D": "",
	} {
		if fields := strings.Join(slices.Sorted(maps.Keys(got[name])), " "); fields != want {
			t.Errorf("%s changes %q, want %q", name, fields, want)
		}
	}
}
