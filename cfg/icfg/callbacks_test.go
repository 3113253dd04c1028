package icfg_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/cfg/icfg/icfgtest"
)

// TestCallbacks_roles states which methods the framework or a library calls, and as what.
func TestCallbacks_roles(t *testing.T) {
	t.Parallel()
	lib := ".class public abstract Lorg/lib/Watcher;\n.super Ljava/lang/Object;\n" +
		".method public abstract onSomethingDone()V\n.end method\n.method public abstract help()V\n.end method\n" +
		shrunk("org/lib/b", "a(Landroid/view/MenuItem;)Z", "b(Landroid/content/DialogInterface;)V", "c()V", "d()Z", "filter(Landroid/view/MenuItem;)V")
	for _, c := range []struct {
		name, super, iface, method string
		role                       string // "" for no callback
		base                       string
	}{
		{"life cycle of an activity", activity, "", "onPause()V", "lifecycle", activity},
		{"life cycle of a service", "Landroid/app/Service;", "", "onDestroy()V", "lifecycle", "Landroid/app/Service;"},
		{"receiver", "Landroid/content/BroadcastReceiver;", "", "onReceive(Landroid/content/Context;Landroid/content/Intent;)V",
			"system", "Landroid/content/BroadcastReceiver;"},
		{"click listener", object, "Landroid/view/View$OnClickListener;", "onClick(Landroid/view/View;)V",
			"click", "Landroid/view/View$OnClickListener;"},
		{"long click listener", object, "Landroid/view/View$OnLongClickListener;", "onLongClick(Landroid/view/View;)Z",
			"longclick", "Landroid/view/View$OnLongClickListener;"},
		{"item listener", object, "Landroid/widget/AdapterView$OnItemClickListener;",
			"onItemClick(Landroid/widget/AdapterView;Landroid/view/View;IJ)V", "item", "Landroid/widget/AdapterView$OnItemClickListener;"},
		{"text watcher", object, "Landroid/text/TextWatcher;", "afterTextChanged(Landroid/text/Editable;)V", "text", "Landroid/text/TextWatcher;"},
		{"check listener", object, "Landroid/widget/CompoundButton$OnCheckedChangeListener;",
			"onCheckedChanged(Landroid/widget/CompoundButton;Z)V", "check", "Landroid/widget/CompoundButton$OnCheckedChangeListener;"},
		{"dialog listener", object, "Landroid/content/DialogInterface$OnClickListener;",
			"onClick(Landroid/content/DialogInterface;I)V", "dialog", "Landroid/content/DialogInterface$OnClickListener;"},
		{"options menu", activity, "", "onOptionsItemSelected(Landroid/view/MenuItem;)Z", "menu", activity},
		{"answer", activity, "", "onActivityResult(IILandroid/content/Intent;)V", "result", activity},
		{"adapter", "Landroid/widget/BaseAdapter;", "", "getCount()I", "adapter", "Landroid/widget/Adapter;"},
		{"task", "Landroid/os/AsyncTask;", "", "onPostExecute(Ljava/lang/Object;)V", "async", "Landroid/os/AsyncTask;"},
		{"handler", "Landroid/os/Handler;", "", "handleMessage(Landroid/os/Message;)V", "async", "Landroid/os/Handler;"},
		{"runnable", object, "Ljava/lang/Runnable;", "run()V", "async", "Ljava/lang/Runnable;"},
		{"drawing", "Landroid/view/View;", "", "onDraw(Landroid/graphics/Canvas;)V", "draw", "Landroid/view/View;"},
		{"listener of a library, by its name", "Lorg/lib/Watcher;", "", "onSomethingDone()V", "other", "Lorg/lib/Watcher;"},
		{"helper of a library: on no list, and not called on...", "Lorg/lib/Watcher;", "", "help()V", "", ""},
		{"menu item, to a listener with a shrinker's names", object, "Lorg/lib/b;", "a(Landroid/view/MenuItem;)Z", "menu", "Lorg/lib/b;"},
		{"dialog, to a listener with a shrinker's names", object, "Lorg/lib/b;", "b(Landroid/content/DialogInterface;)V", "dialog", "Lorg/lib/b;"},
		{"no answer, of a listener with a shrinker's names", object, "Lorg/lib/b;", "c()V", "other", "Lorg/lib/b;"},
		{"answer, of a listener with a shrinker's names", object, "Lorg/lib/b;", "d()Z", "", ""},
		{"name that no shrinker gives", object, "Lorg/lib/b;", "filter(Landroid/view/MenuItem;)V", "", ""},
		{"toString is no event", object, "", "toString()Ljava/lang/String;", "", ""},
		{"method of the app's own", activity, "", "onlyMine()V", "", ""},
		{"overload that the framework does not have", activity, "", "onPause(I)V", "", ""},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			var interfaces []string
			if c.iface != "" {
				interfaces = []string{c.iface}
			}
			p := icfgtest.Build(t, map[string]string{
				"app":      "activity t.Main\n",
				"in.smali": lib + icfgtest.Class("Main", activity, nil) + icfgtest.Class("Own", c.super, interfaces, icfgtest.Method(c.method)),
			})
			name, _, _ := strings.Cut(c.method, "(")
			role, base := "", ""
			if cb := p.CallbackOf(icfgtest.MethodOf(t, p, "Own."+name)); cb != nil {
				role, base = cb.Role, cb.Base
			}
			if role != c.role || base != c.base {
				t.Errorf("role %q by %q, want %q by %q", role, base, c.role, c.base)
			}
		})
	}
}

// shrunk is an interface of a library, with its methods.
func shrunk(name string, methods ...string) string {
	text := ".class public interface abstract L" + name + ";\n.super Ljava/lang/Object;\n"
	for _, m := range methods {
		text += ".method public abstract " + m + "\n.end method\n"
	}
	return text
}

// TestMains_order states in which order the dummy main of an activity has its callbacks.
func TestMains_order(t *testing.T) {
	t.Parallel()
	var members []string
	for _, m := range []string{
		"onDestroy()V", "onStop()V", "onRestart()V", "onPause()V", "onResume()V", "onStart()V", "onCreate(Landroid/os/Bundle;)V",
		"onOptionsItemSelected(Landroid/view/MenuItem;)Z", "helper()V",
	} {
		members = append(members, icfgtest.Method(m))
	}
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": icfgtest.Class("Main", activity, nil, members...)})
	main := p.Components[0].Main
	var got []string
	for _, m := range main.Enter {
		got = append(got, "enter "+p.Calls.Method(m).Name)
	}
	for _, m := range main.Loop {
		got = append(got, "loop "+p.Calls.Method(m).Name)
	}
	for _, m := range main.Leave {
		got = append(got, "leave "+p.Calls.Method(m).Name)
	}
	for _, m := range main.Again {
		got = append(got, "again "+p.Calls.Method(m).Name)
	}
	for _, m := range main.End {
		got = append(got, "end "+p.Calls.Method(m).Name)
	}
	want := []string{
		"enter onCreate", "enter onStart", "enter onResume", "loop onOptionsItemSelected", "leave onPause", "leave onStop",
		"again onRestart", "again onStart", "again onResume", "end onDestroy",
	}
	if !slices.Equal(got, want) {
		t.Errorf("main is\n%q, want\n%q", got, want)
	}
}
