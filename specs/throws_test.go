package specs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestThrows(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{
		"Ljava/util/Objects;->requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;": "[0:null:java.lang.NullPointerException]",
		"Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I":                        "[0:null:java.lang.NumberFormatException]",
		"Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;":             "[0:null:java.lang.NullPointerException]",
		"Landroid/view/ViewGroup;->addView(Landroid/view/View;)V":                   "[0:null:java.lang.IllegalArgumentException]",
		"Ljava/lang/Integer;->parseInt(":                                            "[]",
		"":                                                                          "[]",
		"Lzz/Z;->z()V":                                                              "[]",
	} {
		if got := fmt.Sprint(Throws(method)); got != want {
			t.Errorf("%s: %s, want %s", method, got, want)
		}
	}
}

var parameterType = regexp.MustCompile(`\[*(?:L[^;]+;|[A-Z])`)

// TestThrowTable states that the lines are in the order that the look-up needs, that each is found
// and read whole, and that it is of a method with a parameter that the test can be of.
func TestThrowTable(t *testing.T) {
	t.Parallel()
	lines := strings.Split(strings.TrimSuffix(throwsText, "\n"), "\n")
	if !slices.IsSorted(lines) || len(lines) < 10_000 {
		t.Fatalf("%d lines, sorted: %v", len(lines), slices.IsSorted(lines))
	}
	tests := []ThrowTest{ThrowsNull, ThrowsEmpty, ThrowsZero, ThrowsNegative, ThrowsLow, ThrowsHigh}
	for _, line := range lines {
		method, rest, _ := strings.Cut(line, " ")
		all := Throws(method)
		if len(all) != len(strings.Fields(rest)) {
			t.Fatalf("%s: %v", line, all)
		}
		_, desc, _ := strings.Cut(method, "(")
		desc, _, _ = strings.Cut(desc, ")")
		params := parameterType.FindAllString(desc, -1)
		for _, throw := range all {
			if !slices.Contains(tests, throw.Test) || throw.Param >= len(params) || throw.Exception == "" {
				t.Errorf("%s: %s", method, throw)
				continue
			}
			typ := params[throw.Param]
			switch array, object := typ[0] == '[', typ[0] == 'L'; {
			case throw.Test == ThrowsNull && !array && !object, throw.Test == ThrowsEmpty && !array,
				throw.Test != ThrowsNull && object:
				t.Errorf("%s: %s of a %s", method, throw, typ)
			}
		}
	}
}
