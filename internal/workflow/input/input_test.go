package input_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
	"talpa/internal/workflow/input"
)

// written is an APK with a manifest of package org.x and the code of one class, on disk.
func written(t *testing.T, manifest, smali string) string {
	t.Helper()
	app := apktest.New("org.x")
	app.Manifest(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="org.x" ` + manifest)
	app.DEX(dextest.Bytes(t, smali))
	path := filepath.Join(t.TempDir(), "app.apk")
	if err := os.WriteFile(path, app.Build(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const main = `.class public Lorg/x/Main;
.super Landroid/app/Activity;
.method public onCreate()V
    .registers 2
    .line 5
    const/4 v0, 0
    invoke-virtual {v0}, Ljava/lang/Object;->hashCode()I
    return-void
.end method
`

// TestManifest states what a device is told of an app.
func TestManifest(t *testing.T) {
	t.Parallel()
	m, err := input.Manifest(written(t, `android:versionCode="7" android:versionName="1.2">
<uses-sdk android:minSdkVersion="19" android:targetSdkVersion="28"/>
<uses-permission android:name="android.permission.CAMERA"/>
<permission android:name="org.x.RISKY" android:protectionLevel="0x1" android:permissionGroup="g"/>
<permission android:name="org.x.PLAIN" android:protectionLevel="0x0"/>
<application>
<activity android:name=".Main"><intent-filter><action android:name="android.intent.action.MAIN"/>
<category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity>
<receiver android:name=".R"><intent-filter><action android:name="org.x.GO"/></intent-filter></receiver>
</application></manifest>`, main))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s %s %s %d %d %d %v %v %v %v", m.Package, m.Launcher, m.VersionName, m.VersionCode, m.MinSDK,
		m.TargetSDK, m.Signed, m.Receives, m.Permissions, m.Dangerous)
	want := "org.x org.x/org.x.Main 1.2 7 19 28 false [org.x.GO] [android.permission.CAMERA] map[org.x.RISKY:g]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestManifest_refused: what is no app is refused in Android's words, without the place of the file.
func TestManifest_refused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string]string{"empty": "", "garbage": strings.Repeat("no zip", 50)} {
		path := filepath.Join(dir, name+".apk")
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := input.Manifest(path)
		var refused *device.Refusal
		if !errors.As(err, &refused) || refused.Code != device.RefusedNotAPK || strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := input.Manifest(filepath.Join(dir, "missing.apk")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

// TestWanted states which texts mean a crash of an app, and what is said of others.
func TestWanted(t *testing.T) {
	t.Parallel()
	launcher := `><application><activity android:name=".Main"><intent-filter><action android:name="android.intent.action.MAIN"/>` +
		`<category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity></application></manifest>`
	a, err := input.OpenApp(t.Context(), written(t, launcher, main))
	if err != nil {
		t.Fatal(err)
	}
	if !a.Defines("org.x.Main") || a.Defines("org.x.Gone") || a.Program != nil {
		t.Errorf("the app defines Main: %v, Gone: %v", a.Defines("org.x.Main"), a.Defines("org.x.Gone"))
	}
	crash := "java.lang.NullPointerException: x\n\tat org.x.Main.onCreate(Main.java:5)\n"
	for _, c := range []struct {
		name string
		text input.Text
		want string // part of the error; "" for none
	}{
		{"a crash of it", input.Text{Name: "t", Text: crash}, ""},
		{"no trace", input.Text{Name: "notes.txt", Text: "it crashed"}, "notes.txt: "},
		{"another app's", input.Text{Name: "t", Text: strings.ReplaceAll(crash, "org.x.Main", "com.y.Foo")}, "--mapping"},
		{"a crash that there is not", input.Text{Name: "t", Text: crash, Crash: 2}, "t: "},
		{"a mapping that there is not", input.Text{Name: "t", Text: crash, Mapping: "gone.txt"}, "reading the mapping"},
	} {
		_, err := input.Wanted(c.text, a)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
