package apk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
)

func ref(app *apktest.App, name string) apk.Ref { return apk.Ref{ID: app.ID(name), Name: name} }

func parse(t *testing.T, app *apktest.App) *apk.Archive {
	t.Helper()
	app.Manifest(minimal)
	app.DEX(code)
	a, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.Add("string/go", "Go")
	app.File("menu/bar", `<menu/>`)
	app.File("navigation/nav", `<navigation/>`)
	app.File("layout/main", `<LinearLayout `+androidNS+` `+appNS+` android:tag="layout/main_0">
 <Button android:id="@+id/go" android:text="@string/go" android:onClick="go" android:visibility="2"
   android:enabled="false" android:clickable="true" android:contentDescription="start"/>
 <com.example.Fancy android:id="@android:id/list" app:menu="@menu/bar" android:checked="true"/>
 <view class="com.example.Other"/>
 <EditText android:hint="type" android:inputType="0x00000002" android:tag="@string/go"/>
 <include layout="@layout/part" android:id="@+id/part" android:layout_width="-1"/>
 <ViewStub android:layout="@layout/part" android:inflatedId="@+id/late"/>
 <fragment android:name=".List"/>
 <androidx.fragment.app.FragmentContainerView class="org.Host" app:navGraph="@navigation/nav"/>
 <WebView/><TextureView/>
</LinearLayout>`)
	app.FileFor("layout/main", "land", `<merge><View/></merge>`)
	app.File("layout/part", `<TextView/>`)
	a := parse(t, app)
	layouts, err := a.Layouts()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range layouts {
		names = append(names, l.Name+" "+l.Config.String())
	}
	if diff := cmp.Diff([]string{"layout/main ", "layout/main land", "layout/part "}, names); diff != "" {
		t.Errorf("layouts (-want +got):\n%s", diff)
	}
	want := []apk.View{
		{Class: "android.widget.LinearLayout", Tag: "layout/main_0"},
		{
			Class: "android.widget.Button", ID: ref(app, "id/go"), Text: "Go", OnClick: "go", Visibility: apk.Gone,
			Enabled: apk.No, Clickable: apk.Yes, Desc: "start",
		},
		{
			Class: "com.example.Fancy", ID: apk.Ref{ID: 0x0102000a, Name: "android:id/list"},
			Menu: ref(app, "menu/bar"), Checked: apk.Yes,
		},
		{Class: "com.example.Other"},
		{Class: "android.widget.EditText", Hint: "type", InputType: 2, Tag: "Go"},
		{Kind: apk.KindInclude, Class: "include", Layout: ref(app, "layout/part"), ID: ref(app, "id/part")},
		{
			Kind: apk.KindStub, Class: "android.view.ViewStub", Layout: ref(app, "layout/part"),
			InflatedID: ref(app, "id/late"),
		},
		{Kind: apk.KindFragment, Class: "com.example.List"},
		{Kind: apk.KindFragment, Class: "org.Host", NavGraph: ref(app, "navigation/nav")},
		{Class: "android.webkit.WebView"},
		{Class: "android.view.TextureView"},
	}
	var got []apk.View
	layouts[0].Root.Walk(func(v *apk.View) { got = append(got, *v) })
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(apk.View{}, "Line", "Element", "Children")); diff != "" {
		t.Errorf("views (-want +got):\n%s", diff)
	}
	if !layouts[0].DataBinding || layouts[1].Root.Kind != apk.KindMerge {
		t.Errorf("data binding %v, second root %+v", layouts[0].DataBinding, layouts[1].Root)
	}
}

// A layout that cannot be read does not hide the others.
func TestBrokenLayout(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.File("layout/a", `<View/>`)
	app.File("layout/b", `<View/>`)
	app.Raw("res/layout/a.xml", []byte("<View/>"))
	layouts, err := parse(t, app).Layouts()
	if len(layouts) != 1 || layouts[0].Name != "layout/b" {
		t.Errorf("layouts: %+v", layouts)
	}
	if err == nil || !strings.Contains(err.Error(), "layout/a: res/layout/a.xml: malformed") {
		t.Errorf("error %v", err)
	}
}

func TestMenus(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.File("menu/bar", `<menu `+androidNS+` `+appNS+`>
 <item android:id="@+id/add" android:title="Add" app:showAsAction="0x00000001" android:onClick="add"/>
 <group android:id="@+id/sort" android:checkableBehavior="1" android:visible="false">
  <item android:id="@+id/name" android:title="Name" android:checked="true"/>
 </group>
 <item android:title="More"><menu><item android:title="Less" android:enabled="false"/></menu></item>
 <item app:actionViewClass="com.example.Search" android:showAsAction="2"/>
</menu>`)
	menus, err := parse(t, app).Menus()
	if err != nil || len(menus) != 1 {
		t.Fatalf("%d menus, error %v", len(menus), err)
	}
	want := []apk.MenuItem{
		{ID: ref(app, "id/add"), Title: "Add", ShowAsAction: 1, OnClick: "add"},
		{Group: true, ID: ref(app, "id/sort"), Visible: apk.No, Items: []apk.MenuItem{
			{ID: ref(app, "id/name"), Title: "Name", Checkable: apk.Yes, Checked: apk.Yes},
		}},
		{Title: "More", Items: []apk.MenuItem{{Title: "Less", Enabled: apk.No}}},
		{ActionView: "com.example.Search", ShowAsAction: 2},
	}
	if diff := cmp.Diff(want, menus[0].Items, cmpopts.IgnoreFields(apk.MenuItem{}, "Line")); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	n := 0
	menus[0].Walk(func(*apk.MenuItem) { n++ })
	if n != 6 {
		t.Errorf("Walk finds %d items, want 6", n)
	}
}

// TestPreferences_amongLayouts: a preference screen in the folder of layouts is one, and no layout, with a string
// pool of either encoding; a layout that only speaks of one is none.
func TestPreferences_amongLayouts(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.File("layout/settings", `<PreferenceScreen `+androidNS+`><EditTextPreference android:key="url"/></PreferenceScreen>`)
	app.File("layout/headers", `<preference-headers `+androidNS+`/>`)
	app.File("layout/main", `<LinearLayout `+androidNS+`><TextView android:text="a PreferenceScreen"/></LinearLayout>`)
	archive := parse(t, app)
	screens, err := archive.Preferences()
	if err != nil || len(screens) != 2 || screens[0].Name != "layout/settings" || screens[0].Root.Children[0].Key != "url" ||
		screens[1].Name != "layout/headers" {
		t.Errorf("screens %+v, error %v", screens, err)
	}
	layouts, err := archive.Layouts()
	if err != nil || len(layouts) != 1 || layouts[0].Name != "layout/main" {
		t.Errorf("layouts %+v, error %v", layouts, err)
	}
}

func TestPreferences(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.AddArray("array/names", "Day", "Night")
	app.File("xml/paths", `<paths/>`)
	app.File("xml/settings", `<PreferenceScreen `+androidNS+` `+appNS+`>
 <PreferenceCategory android:title="General">
  <CheckBoxPreference android:key="sync" android:title="Sync" android:defaultValue="true"/>
  <com.example.Seek app:key="size" app:defaultValue="3" android:dependency="sync"/>
 </PreferenceCategory>
 <ListPreference android:key="theme" android:entries="@array/names" android:entryValues="@array/names"/>
 <Preference android:title="About" android:fragment="com.example.About">
  <intent android:action="VIEW" android:data="http://x" android:targetPackage="com.example"
    android:targetClass="com.example.A">
   <extra android:name="k" android:value="v"/>
  </intent>
 </Preference>
</PreferenceScreen>`)
	screens, err := parse(t, app).Preferences()
	if err != nil || len(screens) != 1 {
		t.Fatalf("%d screens, error %v", len(screens), err)
	}
	names := []string{"Day", "Night"}
	want := []apk.Preference{
		{Class: "android.preference.PreferenceScreen"},
		{Class: "android.preference.PreferenceCategory", Title: "General"},
		{
			Class: "android.preference.CheckBoxPreference", Key: "sync", Title: "Sync",
			Default: apk.Value{Type: apk.TypeBool, Data: 0xffffffff},
		},
		{Class: "com.example.Seek", Key: "size", Default: apk.Value{Type: apk.TypeInt, Data: 3}, Dependency: "sync"},
		{Class: "android.preference.ListPreference", Key: "theme", Entries: names, EntryValues: names},
		{
			Class: "android.preference.Preference", Title: "About", Fragment: "com.example.About",
			Intent: &apk.PreferenceIntent{
				Action: "VIEW", Data: "http://x", TargetPackage: "com.example", TargetClass: "com.example.A",
				Extras: map[string]string{"k": "v"},
			},
		},
	}
	var got []apk.Preference
	screens[0].Root.Walk(func(p *apk.Preference) { got = append(got, *p) })
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(apk.Preference{}, "Line", "Element", "Children")); diff != "" {
		t.Errorf("preferences (-want +got):\n%s", diff)
	}
}

func TestNavGraphs(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.File("navigation/nav", `<navigation `+androidNS+` `+appNS+` app:startDestination="@+id/list">
 <fragment android:id="@+id/list" android:name=".List" android:label="List">
  <action android:id="@+id/open" app:destination="@+id/detail" app:popUpTo="@+id/list"/>
  <deepLink app:uri="example.com/list"/>
 </fragment>
 <fragment android:id="@+id/detail" android:name=".Detail">
  <argument android:name="id" app:argType="string" app:nullable="true" android:defaultValue="@null"/>
 </fragment>
 <include app:graph="@navigation/nav"/>
</navigation>`)
	graphs, err := parse(t, app).NavGraphs()
	if err != nil || len(graphs) != 1 {
		t.Fatalf("%d graphs, error %v", len(graphs), err)
	}
	want := []apk.Destination{
		{Kind: "navigation", Start: ref(app, "id/list")},
		{
			Kind: "fragment", ID: ref(app, "id/list"), Class: "com.example.List", Label: "List",
			Actions: []apk.NavAction{{
				ID: ref(app, "id/open"), Destination: ref(app, "id/detail"), PopUpTo: ref(app, "id/list"),
			}},
			DeepLinks: []string{"example.com/list"},
		},
		{
			Kind: "fragment", ID: ref(app, "id/detail"), Class: "com.example.Detail",
			Arguments: []apk.NavArgument{{
				Name: "id", Type: "string", Nullable: true, Default: apk.Value{Type: apk.TypeReference}, HasDefault: true,
			}},
		},
		{Kind: "include", Graph: ref(app, "navigation/nav")},
	}
	var got []apk.Destination
	graphs[0].Root.Walk(func(d *apk.Destination) { got = append(got, *d) })
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(apk.Destination{}, "Line", "Children")); diff != "" {
		t.Errorf("destinations (-want +got):\n%s", diff)
	}
}

// A name that a shrinker blanked is known by its id.
func TestBlankNames(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	data := app.XML(`<Button ` + androidNS + ` android:onClick="go"/>`)
	name := "\x07\x00o\x00n\x00C\x00l\x00i\x00c\x00k\x00" // with its length, in UTF-16
	blank := []byte(strings.Replace(string(data), name, strings.Repeat("\x00", len(name)), 1))
	if string(blank) == string(data) {
		t.Fatal("the name to blank is not there")
	}
	doc, err := apk.ParseXML(blank)
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Root.Attrs[0]; got.Name != "onClick" || got.Value.Str != "go" {
		t.Errorf("attribute %+v", got)
	}
}
