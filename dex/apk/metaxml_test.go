package apk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
)

func TestMetaXML(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.File("xml/named", `<shortcuts `+androidNS+`><shortcut android:enabled="true"/></shortcuts>`)
	app.File("xml/other", `<other/>`)
	app.Manifest(`<manifest ` + androidNS + ` package="com.example"><application>
  <receiver android:name=".Widget"><meta-data android:name="android.appwidget.provider" android:resource="@xml/named"/></receiver>
</application></manifest>`)
	app.DEX(code)
	archive, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	list, err := archive.MetaXML()
	if err != nil || len(list) != 1 {
		t.Fatalf("%d files, error %v", len(list), err)
	}
	if x := list[0]; x.Name != "xml/named" || x.Root.Name != "shortcuts" || len(x.Root.Children) != 1 {
		t.Errorf("%s with root %s", x.Name, x.Root.Name)
	}
}

func TestServiceFiles(t *testing.T) {
	t.Parallel()
	app := apktest.New("com.example")
	app.Raw("META-INF/services/com.example.Plug", []byte("# a remark\n\ncom.example.One # the first\r\n  com.example.Two"))
	app.Raw("META-INF/services/", nil)
	app.Raw("META-INF/services/deeper/com.example.No", []byte("com.example.One"))
	app.Raw("META-INF/services/com.example.Large", []byte(strings.Repeat("com.example.One\n", 1<<16)))
	want := []apk.ServiceFile{{Interface: "com.example.Plug", Classes: []string{"com.example.One", "com.example.Two"}}}
	if diff := cmp.Diff(want, parse(t, app).ServiceFiles()); diff != "" {
		t.Errorf("services (-want +got):\n%s", diff)
	}
}
