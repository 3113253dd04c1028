package xpath

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/ui"
)

// dump is a list of two rows below a title, and a dialog of its own; each widget is named by its text.
const dump = `<hierarchy rotation="0">
<node enabled="true" class="android.widget.FrameLayout" text="root" bounds="[0,0][400,800]">
 <node enabled="true" class="android.widget.TextView" text="title" resource-id="a:id/title" bounds="[0,0][400,50]"/>
 <node enabled="true" class="android.widget.ListView" text="list" scrollable="true" bounds="[0,50][400,800]">
  <node enabled="true" class="android.widget.LinearLayout" text="row 1" clickable="true" bounds="[0,50][400,100]">
   <node enabled="true" class="android.widget.TextView" text="eggs" resource-id="a:id/name" bounds="[0,50][300,100]"/>
   <node enabled="true" class="android.widget.CheckBox" text="box 1" checked="true" bounds="[300,50][400,100]"/>
  </node>
  <node enabled="true" class="android.widget.LinearLayout" text="row 2" clickable="true" bounds="[0,100][400,150]">
   <node enabled="true" class="android.widget.TextView" text="milk" resource-id="a:id/name" bounds="[0,100][300,150]"/>
   <node enabled="true" class="android.widget.CheckBox" text="box 2" checkable="true" bounds="[300,100][400,150]"/>
  </node>
 </node>
 <node enabled="true" class="a.Bar$Tab" text="tab" content-desc="Done" bounds="[0,750][400,800]"/>
</node>
<node enabled="true" class="android.widget.FrameLayout" text="dialog" bounds="[50,50][300,300]">
 <node enabled="false" class="android.widget.Button" text="OK" bounds="[50,250][300,300]"/>
</node></hierarchy>`

func screen(t *testing.T) *ui.Screen {
	t.Helper()
	s, err := ui.Parse([]byte(dump), "a/a.Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSelect: paths as uiautomator2 takes them, by the widgets that they lead to.
func TestSelect(t *testing.T) {
	t.Parallel()
	s := screen(t)
	for path, want := range map[string]string{
		`//android.widget.ListView`:                                              "list",
		`/hierarchy`:                                                             "",
		`/android.widget.FrameLayout`:                                            "root, dialog",
		`/android.widget.FrameLayout[2]/*`:                                       "OK",
		`//*[@resource-id="a:id/name"]`:                                          "eggs, milk",
		`//android.widget.CheckBox[2]`:                                           "",
		`(//*[@resource-id="a:id/name"])[2]`:                                     "milk",
		`//android.widget.ListView/*[2]/android.widget.TextView`:                 "milk",
		`//*[@text="milk"]/..`:                                                   "row 2",
		`//*[@text="milk"]/following-sibling::*`:                                 "box 2",
		`//*[@text="box 2"]/preceding-sibling::android.widget.TextView`:          "milk",
		`//*[@text="milk"]/ancestor::*`:                                          "root, list, row 2",
		`//*[@text="row 2"]/preceding::android.widget.TextView`:                  "title, eggs",
		`//*[@text="row 1"]/following::android.widget.CheckBox`:                  "box 2",
		`//*[@text="OK"] | //*[@text="title"] | //*[@text="OK"]`:                 "title, OK",
		`//*[@checked="true"]`:                                                   "box 1",
		`//*[@enabled="false"]`:                                                  "OK",
		`//*[@bounds="[300,100][400,150]"]`:                                      "box 2",
		`//*[contains(@text, "il")]`:                                             "milk",
		`//*[starts-with(@class, "android.widget.List")]`:                        "list",
		`//android.widget.LinearLayout[android.widget.CheckBox/@checked="true"]`: "row 1",
		`//*[@content-desc="Done"]`:                                              "tab",
		`//*[.="eggs"]`:                                                          "eggs",
		`//a.Bar-Tab`:                                                            "tab",
		`//android.widget.EditText`:                                              "",
		`//*/@text`:                                                              "",
		`//*[last()]/android.widget.CheckBox`:                                    "box 2",
		`//*[count(*) = 2 and @clickable = "true"]`:                              "row 1, row 2",
		`//*[not(@clickable="true") and @scrollable="false" and count(*)>0]`:     "root, dialog",
	} {
		p, err := Compile(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var found []string
		for _, i := range p.Select(s) {
			found = append(found, s.Widgets[i].Text)
		}
		if got := strings.Join(found, ", "); got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
		if empty := p.Select(&ui.Screen{}); len(empty) != 0 {
			t.Errorf("%s leads to %v where there is nothing", path, empty)
		}
	}
}

// TestCompileErrors: what is no path to widgets is refused when it is read, not while an app is searched.
func TestCompileErrors(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		``:                            "",
		`//*[`:                        "",
		`1 + 1`:                       "selects no nodes",
		`count(//*)`:                  "selects no nodes",
		`//*[starts-with(@class, 1)]`: "cannot be followed",
		`//*[nosuch(@class)]`:         "",
	} {
		if p, err := Compile(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: path %v, error %v; want one that says %q", path, p != nil, err, want)
		}
	}
}

// TestEachAttribute asks for every attribute by its name, on the widget that has another value for it
// than all others.
func TestEachAttribute(t *testing.T) {
	t.Parallel()
	plain := `enabled="true" text="" resource-id="" class="v.V" package="" content-desc="" bounds="[0,0][9,9]"`
	for name := range Attributes {
		value := "true"
		switch name {
		case "enabled":
			value = "false"
		case "bounds":
			value = "[1,2][3,4]"
		case "text", "resource-id", "class", "package", "content-desc":
			value = "x.Y"
		}
		odd := fmt.Sprintf(`%s="%s"`, name, value)
		more := strings.ReplaceAll(plain, name+`="`, `was-`+name+`="`)
		s, err := ui.Parse([]byte(`<hierarchy rotation="0"><node `+plain+`/><node `+more+" "+odd+`/></hierarchy>`), "a/b")
		if err != nil {
			t.Fatal(err)
		}
		p, err := Compile("//*[@" + odd + "]")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Select(s); !slices.Equal(got, []int{1}) {
			t.Errorf("%s: widgets %v", odd, got)
		}
	}
}
