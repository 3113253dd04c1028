package input

import (
	"os"
	"path/filepath"
	"testing"

	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
)

// TestMissingClass demands that an app is told of whose first classes are elsewhere.
func TestMissingClass(t *testing.T) {
	t.Parallel()
	code := dextest.Bytes(t, ".class public Lorg/x/Main;\n.super Landroid/app/Activity;\n"+
		".class public Lorg/x/App;\n.super Landroid/app/Application;\n")
	for _, c := range []struct{ application, activity, alias, want string }{
		{"org.x.App", ".Main", "", ""},
		{"org.x.App", ".Main", ".Other", ""},
		{"org.x.Elsewhere", ".Main", "", "org.x.Elsewhere"},
		{"android.app.Application", ".Main", "", ""},
		{"org.x.App", ".Gone", "", "org.x.Gone"},
		{"org.x.App", ".Gone", ".Main", "org.x.Gone"},
	} {
		app := apktest.New("org.x")
		filter := `<intent-filter><action android:name="android.intent.action.MAIN"/>` +
			`<category android:name="android.intent.category.LAUNCHER"/></intent-filter>`
		screens := `<activity android:name="` + c.activity + `">` + filter + `</activity>`
		if c.alias != "" {
			screens = `<activity android:name="` + c.activity + `"/>` + `<activity-alias android:name="` + c.alias +
				`" android:targetActivity="` + c.activity + `">` + filter + `</activity-alias>`
		}
		app.Manifest(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="org.x">` +
			`<application android:name="` + c.application + `">` + screens + `</application></manifest>`)
		app.DEX(code)
		path := filepath.Join(t.TempDir(), "app.apk")
		if err := os.WriteFile(path, app.Build(), 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := OpenApp(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if got := missingClass(a); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
		if (len(Remarks(a)) > 0) != (c.want != "") {
			t.Errorf("%+v: %v", c, Remarks(a))
		}
	}
}
