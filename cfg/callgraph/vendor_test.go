package callgraph_test

import (
	"testing"

	"talpa/cfg/callgraph"
)

func TestVendor(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Lcom/foo/bar/A;":                "com/foo/",
		"Lcom/google/samples/apps/x/A;":  "com/google/samples/",
		"Landroidx/fragment/app/F;":      "androidx/",
		"Landroid/support/v4/app/F;":     "android/",
		"LA;":                            "",
		"Lorg/apache/commons/io/IOUtils": "org/apache/commons/",
	} {
		if got := callgraph.Vendor(in); got != want {
			t.Errorf("Vendor(%s) = %q, want %q", in, got, want)
		}
	}
}
