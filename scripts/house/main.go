// Command house prints what the packages of this module, and those of the agent in Java, have of
// lines: code, comment lines to lines of code, and lines of tests to lines of code, without and with
// the txtar cases of testdata.
//
//	house [-all] [DIR]
//
// A line of code has a token on it; a comment line has nothing but a comment; of tests every line
// that is not empty counts. Generated files are left out. Without -all only packages are printed
// whose tests, txtar counted, have less than half the lines of their code, and those of asra and cfg
// with less than one comment line to five lines of code.
package main

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	all := flag.Bool("all", false, "print every package")
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	rows, err := measure(os.DirFS(root))
	if err == nil {
		err = write(os.Stdout, rows, *all)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "house: %v\n", err)
		os.Exit(1)
	}
}

// Limits that a package falls short of.
const (
	leastTests    = 0.5
	leastComments = 0.2
	// leastCode is the number of lines of code from which on a package is looked at.
	leastCode = 40
)

// row is what one package has.
type row struct {
	pkg                   string
	code, comments, tests int // lines
	cases                 int // lines of txtar files in testdata
}

// ratio is lines to lines of code; 0 where there is no code.
func (r row) ratio(lines int) float64 {
	if r.code == 0 {
		return 0
	}
	return float64(lines) / float64(r.code)
}

// untested says that the tests of a package have less than half the lines of its code. What only
// helps tests is tested by them.
func (r row) untested() bool {
	helper := strings.HasSuffix(path.Base(r.pkg), "test") || r.pkg == "internal/corpus"
	return !helper && r.code >= leastCode && r.ratio(r.tests+r.cases) < leastTests
}

// uncommented says that a package of the analysis has too few comment lines.
func (r row) uncommented() bool {
	half, _, _ := strings.Cut(r.pkg, "/")
	return (half == "asra" || half == "cfg") && r.code >= leastCode && r.ratio(r.comments) < leastComments
}

// measure counts the lines of all packages below the root of a module, by name.
func measure(root fs.FS) ([]row, error) {
	found := map[string]*row{}
	inside := map[string]int{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && (d.Name() == "target" || strings.HasPrefix(d.Name(), ".") && name != ".") {
				return fs.SkipDir
			}
			return err
		}
		if java := javaFile.FindStringSubmatch(name); java != nil {
			return countJava(root, name, java, found, inside)
		}
		return count(root, name, found)
	})
	if err != nil {
		return nil, fmt.Errorf("counting lines: %w", err)
	}
	shareJava(inside, found)
	var rows []row
	for _, r := range found {
		if r.code > 0 {
			rows = append(rows, *r)
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.pkg, b.pkg) })
	return rows, nil
}

// of is the row of a package.
func of(pkg string, found map[string]*row) *row {
	r := found[pkg]
	if r == nil {
		r = &row{pkg: pkg}
		found[pkg] = r
	}
	return r
}

// countJava adds the lines of a Java file, as javaFile matched it, to its package, and those of tests
// inside an app to the names of these.
func countJava(root fs.FS, name string, java []string, found map[string]*row, inside map[string]int) error {
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return err
	}
	pkg := strings.ReplaceAll(java[2], "/", ".")
	switch {
	case java[1] == "main":
		r := of(pkg, found)
		code, comments := javaLines(data)
		r.code, r.comments = r.code+code, r.comments+comments
	case pkg == inApp:
		inside[java[3]] = full(data)
	default:
		of(pkg, found).tests += full(data)
	}
	return nil
}

// count adds the lines of one file to its package.
func count(root fs.FS, name string, found map[string]*row) error {
	pkg, inTestdata, _ := strings.Cut(name, "/testdata/")
	txtar := inTestdata != "" && strings.HasSuffix(name, ".txtar")
	if !txtar {
		if inTestdata != "" || filepath.Ext(name) != ".go" || strings.HasPrefix(name, "testdata/") {
			return nil
		}
		pkg = path.Dir(name)
	}
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return err
	}
	r := of(pkg, found)
	switch {
	case txtar:
		r.cases += full(data)
	case strings.HasSuffix(name, "_test.go"):
		r.tests += full(data)
	default:
		code, comments := lines(data)
		r.code, r.comments = r.code+code, r.comments+comments
	}
	return nil
}

// write prints rows as a table of Markdown.
func write(w io.Writer, rows []row, all bool) error {
	var b strings.Builder
	b.WriteString("| package | code | comments | tests | with txtar |\n|---|---|---|---|---|\n")
	for _, r := range rows {
		if all || r.untested() || r.uncommented() {
			fmt.Fprintf(&b, "| `%s` | %d | %.2f | %.2f | %.2f |\n",
				r.pkg, r.code, r.ratio(r.comments), r.ratio(r.tests), r.ratio(r.tests+r.cases))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}
