package appcode_test

import (
	"testing"

	"talpa/asra/appcode"
)

// TestOuterClass: nested and anonymous classes are in the class before the first "$".
func TestOuterClass(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]string{
		"La/Main;": "La/Main", "La/Main$1;": "La/Main", "La/Main$Row$2;": "La/Main", "": "",
	} {
		if got := appcode.OuterClass(class); got != want {
			t.Errorf("%q is in %q, want %q", class, got, want)
		}
	}
}
