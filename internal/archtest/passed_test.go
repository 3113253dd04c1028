package archtest

import (
	"go/ast"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// readsClock are the functions of package time that ask the clock of this computer,
// or wait by it.
var readsClock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"}

// makesSource are the functions of math/rand that draw nothing from the source that
// the whole process shares.
var makesSource = []string{"New", "NewSource", "NewZipf", "NewPCG", "NewChaCha8"}

// TestClockAndChancePassedIn: only the command line reads the clock and nobody draws
// from the shared source of random numbers, so that a run can be repeated and tested.
func TestClockAndChancePassedIn(t *testing.T) {
	p := readPolicy(t, "policy.txt")
	used := map[string]bool{}
	for pkg, files := range packages(t, filepath.Join("..", "..")) {
		for file, tree := range files {
			for _, use := range globalUses(tree) {
				if strings.HasPrefix(pkg, "cmd/") && strings.HasPrefix(use, "time.") {
					continue
				}
				if used[pkg] = true; p.clock[pkg] == "" {
					t.Errorf("%s uses %s: it is passed in, or policy.txt says why not (clock %s: reason)", file, use, pkg)
				}
			}
		}
	}
	for pkg := range p.clock {
		if !used[pkg] {
			t.Errorf("policy.txt: clock %s: the package does not need the exception", pkg)
		}
	}
}

// globalUses are the uses of the clock and of the shared source of random numbers
// in a file, as "package.Function".
func globalUses(tree *ast.File) []string {
	clock, chance := importName(tree, "time"), importName(tree, "math/rand")
	if chance == "" {
		chance = importName(tree, "math/rand/v2")
	}
	var uses []string
	ast.Inspect(tree, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		name := sel.Sel.Name
		switch {
		case x.Name == clock && slices.Contains(readsClock, name):
			uses = append(uses, "time."+name)
		case x.Name == chance && !slices.Contains(makesSource, name) && !isType(name):
			uses = append(uses, "rand."+name)
		}
		return true
	})
	return uses
}

// isType says whether a name of math/rand is a type.
func isType(name string) bool {
	return slices.Contains([]string{"Rand", "Source", "Source64", "Zipf", "PCG", "ChaCha8"}, name)
}

// importName is the name by which a file knows an imported package, "" if it does not.
func importName(tree *ast.File, imported string) string {
	for _, spec := range tree.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != imported {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		if base := path.Base(imported); base != "v2" {
			return base
		}
		return path.Base(path.Dir(imported))
	}
	return ""
}

// TestNoContextInStructs: a Context is of a call and is passed on with it. A thing that
// lives longer than a call has a context of its own life; policy.txt lists those.
func TestNoContextInStructs(t *testing.T) {
	p := readPolicy(t, "policy.txt")
	used := map[string]bool{}
	for pkg, files := range packages(t, filepath.Join("..", "..")) {
		for file, tree := range files {
			for _, name := range contextHolders(tree) {
				if used[pkg+"."+name] = true; p.context[pkg+"."+name] == "" {
					t.Errorf("%s: struct %s holds a context.Context: pass it, or say why in policy.txt (context %s.%s: reason)",
						file, name, pkg, name)
				}
			}
		}
	}
	for name := range p.context {
		if !used[name] {
			t.Errorf("policy.txt: context %s: the struct does not need the exception", name)
		}
	}
}

// contextHolders are the structs of a file with a field of type context.Context, by
// the name of the declaration that they are in.
func contextHolders(tree *ast.File) []string {
	pkg := importName(tree, "context")
	if pkg == "" {
		return nil
	}
	var holders []string
	for _, decl := range tree.Decls {
		name := declared(decl)
		ast.Inspect(decl, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				name = spec.Name.Name
			}
			s, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range s.Fields.List {
				sel, ok := field.Type.(*ast.SelectorExpr)
				if !ok || sel.Sel.Name != "Context" {
					continue
				}
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == pkg {
					holders = append(holders, name)
				}
			}
			return true
		})
	}
	return holders
}

// declared is the name of a function; other declarations get theirs from what they
// hold.
func declared(decl ast.Decl) string {
	if f, ok := decl.(*ast.FuncDecl); ok {
		return f.Name.Name
	}
	return "(unnamed)"
}
