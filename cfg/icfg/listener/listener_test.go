package listener_test

import (
	"context"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/listener"
	"talpa/dex/dextest"
	"talpa/specs"
)

func types(t *testing.T) *listener.Types {
	t.Helper()
	set := dextest.Set(t, ".class public Lt/Tap;\n.super Ljava/lang/Object;\n.implements Landroid/view/View$OnClickListener;\n"+
		".class public Lt/Both;\n.super Landroid/app/Activity;\n.implements Landroid/view/View$OnClickListener;\n"+
		".class public Lt/Plain;\n.super Ljava/lang/Object;\n")
	g, err := callgraph.New(context.Background(), set, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return listener.Of(g.Hierarchy)
}

// TestHanded states whose callbacks run only once an instance is handed over.
func TestHanded(t *testing.T) {
	t.Parallel()
	l := types(t)
	for typ, want := range map[string]bool{
		"Landroid/view/View$OnClickListener;": true, "Lt/Tap;": true, "Landroid/os/Handler;": true, "Ljava/lang/Runnable;": true,
		"Landroid/content/BroadcastReceiver;": true, "Landroid/content/ServiceConnection;": true,
		"Lt/Plain;": false, "Lt/Both;": false, "Landroid/app/Activity;": false, "Landroid/view/View;": false,
		"Ljava/lang/Object;": false, "I": false, "[Lt/Tap;": false, "": false,
	} {
		for range 2 { // what it remembers is what it said
			if got := l.Handed(typ); got != want {
				t.Errorf("%q is handed over: %v, want %v", typ, got, want)
			}
		}
	}
}

// TestTaken states which methods take such an instance.
func TestTaken(t *testing.T) {
	t.Parallel()
	l := types(t)
	for desc, want := range map[string]bool{
		"(Landroid/view/View$OnClickListener;)V": true, "(ILt/Tap;)Z": true, "()Lt/Tap;": false, "(Landroid/view/View;)V": false, "(IJ)V": false,
	} {
		if got := l.Taken(desc); got != want {
			t.Errorf("%s takes a listener: %v, want %v", desc, got, want)
		}
	}
}

// TestRoles states what the user does to call a listener, and which roles belong to one
// widget each.
func TestRoles(t *testing.T) {
	t.Parallel()
	for typ, want := range map[string]string{
		"Landroid/view/View$OnClickListener;": "click", "Landroid/view/View$OnLongClickListener;": "longclick",
		"Ljava/lang/Runnable;": "", "Landroid/app/Activity;": "",
	} {
		if got := listener.Roles()[typ]; got != want {
			t.Errorf("role of %s is %q, want %q", typ, got, want)
		}
	}
	for role, want := range map[string]bool{"click": true, "menu": true, "dialog": true, "lifecycle": false, "async": false, "adapter": false} {
		if got := listener.Bindable(role); got != want {
			t.Errorf("%s belongs to a widget: %v, want %v", role, got, want)
		}
	}
}
