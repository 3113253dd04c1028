package setting

import (
	"testing"

	"talpa/asra/appcode"
	"talpa/cfg/icfg/icfgtest"
)

const storing = icfgtest.Main + `
.method public constant(Landroid/content/SharedPreferences$Editor;)V
    .registers 4
    const-string v0, "level"
    const/4 v1, 7
    invoke-interface {p1, v0, v1}, Landroid/content/SharedPreferences$Editor;->putInt(Ljava/lang/String;I)Landroid/content/SharedPreferences$Editor;
    return-void
.end method
.method public typed(Landroid/content/SharedPreferences$Editor;)V
    .registers 4
    const v0, {id/rate}
    invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    check-cast v0, Landroid/widget/EditText;
    invoke-virtual {v0}, Landroid/widget/EditText;->getText()Landroid/text/Editable;
    move-result-object v0
    invoke-virtual {v0}, Ljava/lang/Object;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I
    move-result v1
    const-string v0, "level"
    invoke-interface {p1, v0, v1}, Landroid/content/SharedPreferences$Editor;->putInt(Ljava/lang/String;I)Landroid/content/SharedPreferences$Editor;
    return-void
.end method
.method public given(Landroid/content/SharedPreferences$Editor;I)V
    .registers 4
    const-string v0, "level"
    invoke-interface {p1, v0, p2}, Landroid/content/SharedPreferences$Editor;->putInt(Ljava/lang/String;I)Landroid/content/SharedPreferences$Editor;
    return-void
.end method
.method public forgets(Landroid/content/SharedPreferences$Editor;)V
    .registers 4
    const-string v0, "level"
    invoke-interface {p1, v0}, Landroid/content/SharedPreferences$Editor;->remove(Ljava/lang/String;)Landroid/content/SharedPreferences$Editor;
    return-void
.end method
.method public another(Landroid/content/SharedPreferences$Editor;)V
    .registers 4
    const-string v0, "size"
    const/4 v1, 7
    invoke-interface {p1, v0, v1}, Landroid/content/SharedPreferences$Editor;->putInt(Ljava/lang/String;I)Landroid/content/SharedPreferences$Editor;
    return-void
.end method
`

// TestStores: what stores a setting, and of what; not what stores another one.
func TestStores(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{
		"app": "activity t.Main", "in.smali": storing,
		"layout/main": `<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android">` +
			`<EditText android:id="@+id/rate"/></LinearLayout>`,
	})
	app := appcode.New(p)
	all := map[string]Store{}
	for _, s := range Stores(app, "level") {
		all[app.Calls.Method(s.Method).Name] = s
	}
	if len(all) != 4 {
		t.Errorf("%d methods store it, want 4: %v", len(all), all)
	}
	if s := all["constant"]; len(s.Values) != 1 || s.Values[0].Int != 7 || s.Field.ID != "" || s.Removes {
		t.Errorf("a constant: %+v", s)
	}
	if s := all["typed"]; len(s.Values) != 0 || s.Field.ID != "id/rate" || s.Box || s.Removes {
		t.Errorf("a text: %+v", s)
	}
	if s := all["given"]; len(s.Values) != 0 || s.Field.ID != "" || s.Removes {
		t.Errorf("what it is given: %+v", s)
	}
	if s := all["forgets"]; !s.Removes {
		t.Errorf("none: %+v", s)
	}
}
