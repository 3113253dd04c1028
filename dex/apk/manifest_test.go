package apk_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
)

const fullManifest = `<manifest ` + androidNS + ` package="com.example" android:versionCode="42"
   android:versionName="@string/version">
 <uses-sdk android:minSdkVersion="16" android:targetSdkVersion="28"/>
 <uses-permission android:name="android.permission.CAMERA"/>
 <uses-permission android:name="android.permission.READ_EXTERNAL_STORAGE" android:maxSdkVersion="22"/>
 <uses-feature android:name="android.hardware.camera" android:required="false"/>
 <uses-feature android:glEsVersion="0x00020000"/>
 <permission android:name="com.example.PRIVATE"/>
 <permission android:name="com.example.ASKED" android:protectionLevel="0x11"
   android:permissionGroup="android.permission-group.CAMERA"/>
 <instrumentation android:name=".Runner"/>
 <application android:name=".App" android:label="@string/app" android:theme="@style/Theme" android:debuggable="true"
   android:permission="com.example.ALL">
  <meta-data android:name="key" android:value="7"/>
  <meta-data android:name="file" android:resource="@xml/file"/>
  <activity android:name=".Main" android:launchMode="1" android:configChanges="0x000004a0"
    android:theme="@android:style/Theme.Dialog" android:taskAffinity="other">
   <intent-filter>
    <action android:name="android.intent.action.MAIN"/>
    <category android:name="android.intent.category.LAUNCHER"/>
   </intent-filter>
  </activity>
  <activity android:name="Detail" android:parentActivityName=".Main" android:enabled="false"
    android:permission="com.example.ONE"/>
  <activity-alias android:name=".Alias" android:targetActivity=".Main" android:exported="false">
   <intent-filter android:priority="5">
    <action android:name="android.intent.action.VIEW"/>
    <data android:scheme="http" android:host="example.com" android:pathPrefix="/a"/>
    <data android:mimeType="text/plain"/>
   </intent-filter>
  </activity-alias>
  <service android:name="org.other.Service" android:process=":remote"/>
  <receiver android:name=".Receiver"><intent-filter><action android:name="a.b.C"/></intent-filter></receiver>
  <provider android:name=".Provider" android:authorities="com.example.a;com.example.b" android:readPermission="r"
    android:grantUriPermissions="true"/>
 </application>
</manifest>`

func TestManifest(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.Add("string/version", "1.2")
	app.Add("string/app", "Example")
	app.Manifest(fullManifest)
	app.DEX(code)
	a, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	theme := app.ID("style/Theme")
	want := &apk.Manifest{
		Package: "com.example", VersionCode: 42, VersionName: "1.2", MinSDK: 16, TargetSDK: 28,
		Permissions: []apk.Permission{
			{Name: "android.permission.CAMERA"}, {Name: "android.permission.READ_EXTERNAL_STORAGE", MaxSDK: 22},
		},
		Defined: []apk.Definition{
			{Name: "com.example.PRIVATE"},
			{Name: "com.example.ASKED", Group: "android.permission-group.CAMERA", Dangerous: true},
		},
		Features:         []apk.Feature{{Name: "android.hardware.camera"}, {Required: true, GLES: 0x20000}},
		Instrumentations: []string{"com.example.Runner"},
		Application: apk.Application{
			Class: "com.example.App", Label: "Example", Theme: theme, Debuggable: true, HasCode: true,
			MetaData: []apk.MetaData{
				{Name: "key", Value: apk.Value{Type: apk.TypeInt, Data: 7}},
				{Name: "file", Resource: app.ID("xml/file")},
			},
		},
		Activities: []apk.Activity{
			{
				Component: apk.Component{
					Name: "com.example.Main", Enabled: true, Exported: true, Permission: "com.example.ALL",
					Filters: []apk.IntentFilter{{
						Actions:    []string{"android.intent.action.MAIN"},
						Categories: []string{"android.intent.category.LAUNCHER"},
					}},
				},
				LaunchMode: "singleTop", Theme: 0x0103000b, TaskAffinity: "other", Orientation: -1,
				ConfigChanges: apk.ChangeOrientation | apk.ChangeScreenSize | 1<<5,
			},
			{
				Component:  apk.Component{Name: "com.example.Detail", Permission: "com.example.ONE"},
				LaunchMode: "standard", Parent: "com.example.Main", Orientation: -1,
			},
			{
				Component: apk.Component{
					Name: "com.example.Alias", Enabled: true, Permission: "com.example.ALL",
					Filters: []apk.IntentFilter{{
						Actions: []string{"android.intent.action.VIEW"}, Priority: 5,
						Data: []apk.DataSpec{
							{Scheme: "http", Host: "example.com", PathPrefix: "/a"}, {MIMEType: "text/plain"},
						},
					}},
				},
				Target: "com.example.Main", LaunchMode: "standard", Orientation: -1,
			},
		},
		Services: []apk.Component{{
			Name: "org.other.Service", Enabled: true, Permission: "com.example.ALL", Process: ":remote",
		}},
		Receivers: []apk.Component{{
			Name: "com.example.Receiver", Enabled: true, Exported: true, Permission: "com.example.ALL",
			Filters: []apk.IntentFilter{{Actions: []string{"a.b.C"}}},
		}},
		Providers: []apk.Provider{{
			Component:   apk.Component{Name: "com.example.Provider", Enabled: true, Permission: "com.example.ALL"},
			Authorities: []string{"com.example.a", "com.example.b"}, ReadPermission: "r", GrantURIPermissions: true,
		}},
	}
	ignore := cmp.Options{
		cmpopts.IgnoreFields(apk.Manifest{}, "Document"), cmpopts.IgnoreFields(apk.Component{}, "Line"),
	}
	m := a.Manifest()
	if diff := cmp.Diff(want, m, ignore); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
	if l := m.Launcher(); l == nil || l.Name != "com.example.Main" || l.Line != 16 {
		t.Errorf("launcher %+v", l)
	}
	if alias := m.Activity("com.example.Alias"); alias == nil || alias.Class() != "com.example.Main" {
		t.Errorf("alias %+v", alias)
	}
	if got, want := m.Activities[0].ConfigChanges.String(), "keyboardHidden|orientation|screenSize"; got != want {
		t.Errorf("configChanges %s, want %s", got, want)
	}
}

// TestLauncher_of_a_home_screen: a launcher that no other launcher lists is started as the home
// screen that it is; one that is listed by the activity that is.
func TestLauncher_of_a_home_screen(t *testing.T) {
	t.Parallel()
	activity := func(name, category string) string {
		return `<activity android:name="` + name + `"><intent-filter><action android:name="android.intent.action.MAIN"/>` +
			`<category android:name="android.intent.category.` + category + `"/></intent-filter></activity>`
	}
	for want, activities := range map[string]string{
		"p.Home": activity(".Other", "DEFAULT") + activity(".Home", "HOME"),
		"p.Main": activity(".Home", "HOME") + activity(".Main", "LAUNCHER"),
		"":       activity(".Other", "DEFAULT"),
	} {
		app := apktest.New("p")
		app.Manifest(`<manifest ` + androidNS + ` package="p"><application>` + activities + `</application></manifest>`)
		app.DEX(code)
		a, err := app.Parse()
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if l := a.Manifest().Launcher(); l != nil {
			got = l.Name
		}
		if got != want {
			t.Errorf("%s: launcher %q, want %q", activities, got, want)
		}
	}
}

func TestFullClassName(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"com.a", ".B", "com.a.B"}, {"com.a", "B", "com.a.B"}, {"com.a", "org.B", "org.B"},
		{"com.a", "", ""}, {"", ".B", ".B"}, {"com.a", ".b.C$D", "com.a.b.C$D"},
	} {
		if got := apk.FullClassName(c[0], c[1]); got != c[2] {
			t.Errorf("%s in %s is %s, want %s", c[1], c[0], got, c[2])
		}
	}
}
