package callgraph_test

import (
	"slices"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/dex/dextest"
	"talpa/specs"
)

func family(t *testing.T) *callgraph.Hierarchy {
	t.Helper()
	set := dextest.Set(t, ".class public Lt/Base;\n.super Landroid/app/Activity;\n"+
		".class public Lt/Mid;\n.super Lt/Base;\n.class public Lt/Leaf;\n.super Lt/Mid;\n.class public Lt/Other;\n.super Lt/Base;\n"+
		".class public Lt/Mid$1;\n.super Ljava/lang/Object;\n.class public Lt/Mid$1$a;\n.super Ljava/lang/Object;\n"+
		".class public Lt/Gone$1;\n.super Ljava/lang/Object;\n")
	g, err := callgraph.New(t.Context(), set, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g.Hierarchy
}

// TestFamily lists the classes of the app above and below one, in the order of their
// numbers; those beside it, and those of the framework, are left out.
func TestFamily(t *testing.T) {
	t.Parallel()
	h := family(t)
	for of, want := range map[string][]string{
		"Lt/Mid;":  {"Lt/Base;", "Lt/Leaf;", "Lt/Mid;"},
		"Lt/Leaf;": {"Lt/Base;", "Lt/Leaf;", "Lt/Mid;"},
		"Lt/Base;": {"Lt/Base;", "Lt/Leaf;", "Lt/Mid;", "Lt/Other;"},
	} {
		all := h.Family(h.ID(of))
		if !slices.IsSorted(all) {
			t.Errorf("family of %s is not in order: %v", of, all)
		}
		var got []string
		for _, id := range all {
			got = append(got, h.Name(id))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("family of %s is %q, want %q", of, got, want)
		}
	}
}

// TestEnclosing finds the outermost class, if the app defines it.
func TestEnclosing(t *testing.T) {
	t.Parallel()
	h := family(t)
	for in, want := range map[string]string{
		"Lt/Mid$1;": "Lt/Mid;", "Lt/Mid$1$a;": "Lt/Mid;", "Lt/Mid;": "Lt/Mid;", "Lt/Gone$1;": "Lt/Gone$1;",
	} {
		if got := h.Name(h.Enclosing(h.ID(in))); got != want {
			t.Errorf("%s is nested in %s, want %s", in, got, want)
		}
	}
}

// TestAppClass finds classes of the app by their Java name, and no others.
func TestAppClass(t *testing.T) {
	t.Parallel()
	h := family(t)
	for name, want := range map[string]bool{"t.Mid": true, "t.Mid$1": true, "android.app.Activity": false, "t.None": false, "": false} {
		if _, got := h.AppClass(name); got != want {
			t.Errorf("%q is a class of the app: %v, want %v", name, got, want)
		}
	}
}

// TestPlatform tells the platform's libraries from the code of others.
func TestPlatform(t *testing.T) {
	t.Parallel()
	for desc, want := range map[string]bool{
		"Landroidx/fragment/app/F;": true, "Lkotlin/Unit;": true, "Lokhttp3/Call;": true, "Lcom/google/android/material/M;": false,
		"Lcom/foo/bar/A;": false, "LA;": false,
	} {
		if got := callgraph.Platform(callgraph.Vendor(desc)); got != want {
			t.Errorf("%s is of the platform: %v, want %v", desc, got, want)
		}
	}
}
