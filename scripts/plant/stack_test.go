package main

import (
	"slices"
	"testing"

	"talpa/dex"
)

// TestFramework: a life-cycle callback is wrapped by the framework, other callbacks are called by the main loop, and a
// name alone does not tell a click on a view from one on a dialog.
func TestFramework(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]struct{ first, wrapped string }{
		"onClick(Landroid/view/View;)V": {"android.view.View.performClick", ""},
		"onClick(Landroid/content/DialogInterface;I)V": {
			"com.android.internal.app.AlertController$ButtonHandler.handleMessage", ""},
		"run()V":                         {"android.os.Handler.handleCallback", ""},
		"runs()V":                        {"", ""},
		"onCreate(Landroid/os/Bundle;)V": {"android.app.Activity.performCreate", "Unable to start activity"},
		"onPause()V":                     {"android.app.Activity.performPause", "Unable to pause activity"},
		"onActivityResult(IILandroid/content/Intent;)V": {
			"android.app.Activity.dispatchActivityResult", "Failure delivering result to activity"},
		"onOptionsItemSelected(Landroid/view/MenuItem;)Z": {"android.app.Activity.onMenuItemSelected", ""},
		"onSharedPreferenceChanged(Landroid/content/X;LY;)": {
			"android.app.SharedPreferencesImpl$EditorImpl.notifyListeners", ""},
	} {
		i := slices.Index([]byte(method), '(')
		got := framework(&dex.Method{Name: method[:i], Desc: method[i:]})
		first := ""
		if len(got.below) > 0 {
			first = got.below[0]
		}
		if first != want.first || got.wrapped != want.wrapped || !slices.Contains(got.above, "android.os.Looper.loop") {
			t.Errorf("%s: %+v, want %+v", method, got, want)
		}
	}
}

// TestCatchesClass: a handler gets what it names and what is below that, and a checked exception only by its own class
// or Exception.
func TestCatchesClass(t *testing.T) {
	t.Parallel()
	const number, json = numberFormat, "Lorg/json/JSONException;"
	for pair, want := range map[[2]string]bool{
		{number, number}: true, {"Ljava/lang/IllegalArgumentException;", number}: true,
		{"Ljava/lang/RuntimeException;", number}: true, {"Ljava/lang/Exception;", number}: true,
		{"Ljava/lang/IllegalStateException;", number}: false, {"Ljava/io/IOException;", json}: false,
		{"Ljava/lang/RuntimeException;", json}: false, {"Ljava/lang/Exception;", json}: true, {json, json}: true,
		{"Ljava/lang/IndexOutOfBoundsException;", "Landroid/database/CursorIndexOutOfBoundsException;"}: true,
	} {
		if got := catchesClass(pair[0], pair[1]); got != want {
			t.Errorf("%s catches %s: %v", pair[0], pair[1], got)
		}
	}
}

// TestSignature: a method as the message of a null pointer names it.
func TestSignature(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ref  dex.MethodRef
		want string
	}{
		{dex.MethodRef{Class: "La/B;", Name: "m", Desc: "()V"}, "void a.B.m()"},
		{dex.MethodRef{Class: "Ljava/lang/String;", Name: "split", Desc: "(Ljava/lang/String;I)[Ljava/lang/String;"},
			"java.lang.String[] java.lang.String.split(java.lang.String, int)"},
	} {
		if got := signature(c.ref); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
