package specs

import (
	"cmp"
	_ "embed" // the data file
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// throwsText is sorted; a line is "Ltype;->name(params)result", then for each guard
// the parameter, the test and the Java name of the exception: " 0:null:java.lang.X".
//
//go:embed throws.txt
var throwsText string

// Throw is one guard of a method of the framework: it throws the exception if the
// parameter passes the test.
type Throw struct {
	Param     int // counted from 0 without the receiver
	Test      ThrowTest
	Exception string // Java name
}

// ThrowTest is a test of a parameter.
type ThrowTest string

// The tests.
const (
	ThrowsNull     ThrowTest = "null"
	ThrowsEmpty    ThrowTest = "empty"    // an array without elements
	ThrowsZero     ThrowTest = "zero"     // zero, or false
	ThrowsNegative ThrowTest = "negative" // below zero, or not above it
	ThrowsLow      ThrowTest = "low"      // below something else
	ThrowsHigh     ThrowTest = "high"     // above something else
)

// CompareThrows is the order of the guards of a method.
func CompareThrows(a, b Throw) int {
	return cmp.Or(cmp.Compare(a.Param, b.Param), cmp.Compare(a.Test, b.Test), cmp.Compare(a.Exception, b.Exception))
}

// String is the form of throws.txt.
func (t Throw) String() string { return fmt.Sprintf("%d:%s:%s", t.Param, t.Test, t.Exception) }

// Throws are the guards of a method of the framework, by its DEX name; none if nothing is
// known. They are generated from class files (see specs/gen) and name what a method tests
// before anything else that branches: what it throws later is not in them.
func Throws(method string) []Throw {
	// The lines are found in place: few crashes ask, and they ask for one method.
	at := sort.Search(len(throwsText), func(i int) bool { return lineAt(i) >= method+" " })
	line := lineAt(at)
	rest, ok := strings.CutPrefix(line, method+" ")
	if !ok {
		return nil
	}
	var all []Throw
	for _, field := range strings.Fields(rest) {
		parts := strings.SplitN(field, ":", 3)
		param, err := strconv.Atoi(parts[0])
		if err != nil || len(parts) != 3 {
			continue // cannot be: tested
		}
		all = append(all, Throw{Param: param, Test: ThrowTest(parts[1]), Exception: parts[2]})
	}
	return all
}

// lineAt is the first line that begins at or after a position; one behind all others if
// there is none.
func lineAt(i int) string {
	if i > 0 {
		next := strings.IndexByte(throwsText[i-1:], '\n')
		if next < 0 {
			return "\xff"
		}
		i += next
	}
	line, _, _ := strings.Cut(throwsText[i:], "\n")
	if line == "" {
		return "\xff"
	}
	return line
}
