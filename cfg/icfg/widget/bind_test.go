package widget_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/icfg/icfgtest"
)

// TestBind states to which widgets a registration binds a callback.
func TestBind(t *testing.T) {
	t.Parallel()
	const find = "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object v0"
	const listen = "invoke-virtual {v0, v1}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V"
	const builder = "new-instance v0, Landroid/app/AlertDialog$Builder;\ninvoke-direct {v0, p0}, Landroid/app/AlertDialog$Builder;-><init>(Landroid/content/Context;)V"
	const dialog = "Landroid/content/DialogInterface$OnClickListener;"
	const onClick, onDialog = "onClick(Landroid/view/View;)V", "onClick(Landroid/content/DialogInterface;I)V"
	layout := map[string]string{"layout/main": `<LinearLayout ` + icfgtest.NS + `><Button android:id="@+id/go" android:text="Go"/>` +
		`<Button android:id="@+id/stop"/></LinearLayout>`}
	made := icfgtest.New("v1", "Own")
	for _, c := range []struct {
		name   string
		iface  string // of t.Own; "" where the callback is Main's
		super  string // of t.Main, "" for an activity
		method string
		xml    map[string]string
		body   []string // of Main.onCreate
		code   []string // of the callback
		main   []string // other members of Main
		want   []string
	}{
		{name: "listener set on what findViewById finds", iface: "Landroid/view/View$OnClickListener;", method: onClick, xml: layout,
			body: []string{"const v0, {id/go}", find, made, listen}, want: []string{"id/go"}},
		{name: "one listener for two widgets", iface: "Landroid/view/View$OnClickListener;", method: onClick, xml: layout,
			body: []string{"const v0, {id/go}", find, made, listen, "const v0, {id/stop}", find, listen}, want: []string{"id/go", "id/stop"}},
		{name: "switch of an item of a drawer's menu, given to a helper", iface: "Landroid/widget/CompoundButton$OnCheckedChangeListener;",
			method: "onCheckedChanged(Landroid/widget/CompoundButton;Z)V",
			xml:    map[string]string{"menu/drawer": `<menu ` + icfgtest.NS + `><item android:id="@+id/night" android:title="Night"/></menu>`},
			body: []string{"const/4 v0, 0x0", "const v2, {id/night}", "invoke-interface {v0, v2}, Landroid/view/Menu;->findItem(I)Landroid/view/MenuItem;",
				"move-result-object v0", "invoke-static {v0}, Lt/Compat;->a(Landroid/view/MenuItem;)Landroid/view/View;", "move-result-object v0",
				"check-cast v0, Landroid/widget/Switch;", "invoke-direct {p0, v0}, Lt/Main;->listen(Landroid/widget/Switch;)V"},
			main: []string{icfgtest.Method("listen(Landroid/widget/Switch;)V", made,
				"invoke-virtual {p1, v1}, Landroid/widget/Switch;->setOnCheckedChangeListener(Landroid/widget/CompoundButton$OnCheckedChangeListener;)V")},
			want: []string{`id/night "Night"`}},
		{name: "view that code makes is known by its text", iface: "Landroid/view/View$OnClickListener;", method: onClick,
			body: []string{
				"new-instance v0, Landroid/widget/Button;", "invoke-direct {v0, p0}, Landroid/widget/Button;-><init>(Landroid/content/Context;)V",
				`const-string v2, "Made"`, "invoke-virtual {v0, v2}, Landroid/widget/Button;->setText(Ljava/lang/CharSequence;)V", made, listen,
			}, want: []string{`"Made"`}},
		{name: "view through a field of the class", iface: "Landroid/view/View$OnClickListener;", method: onClick, xml: layout,
			main: []string{".field kept:Landroid/view/View;\n"},
			body: []string{"const v0, {id/stop}", find, "iput-object v0, p0, Lt/Main;->kept:Landroid/view/View;",
				"iget-object v0, p0, Lt/Main;->kept:Landroid/view/View;", made, listen}, want: []string{"id/stop"}},
		{name: "field of a view binding, by its name", iface: "Landroid/view/View$OnClickListener;", method: onClick,
			xml:  map[string]string{"layout/main": `<Button ` + icfgtest.NS + ` android:id="@+id/big_go"/>`},
			main: []string{".field bigGo:Landroid/view/View;\n"},
			body: []string{"iget-object v0, p0, Lt/Main;->bigGo:Landroid/view/View;", made, listen}, want: []string{"id/big_go"}},
		{name: "positive button of a dialog, by text and number", iface: dialog, method: onDialog, body: []string{
			builder, `const-string v2, "Yes"`, made,
			"invoke-virtual {v0, v2, v1}, Landroid/app/AlertDialog$Builder;->setPositiveButton(Ljava/lang/CharSequence;" + dialog + ")Landroid/app/AlertDialog$Builder;",
		}, want: []string{`android:id/button1 "Yes" -1`}},
		{name: "neutral button of a dialog", iface: dialog, method: onDialog, body: []string{
			builder, `const-string v2, "Later"`, made,
			"invoke-virtual {v0, v2, v1}, Landroid/app/AlertDialog$Builder;->setNeutralButton(Ljava/lang/CharSequence;" + dialog + ")Landroid/app/AlertDialog$Builder;",
		}, want: []string{`android:id/button3 "Later" -3`}},
		{name: "neutral button of a dialog, by its older name", iface: dialog, method: onDialog, body: []string{
			builder, `const-string v2, "Later"`, made,
			"invoke-virtual {v0, v2, v1}, Landroid/app/AlertDialog;->setButton3(Ljava/lang/CharSequence;" + dialog + ")V",
		}, want: []string{`android:id/button3 "Later" -3`}},
		{name: "view registered for a context menu", method: "onCreateContextMenu(Landroid/view/ContextMenu;Landroid/view/View;Landroid/view/ContextMenu$ContextMenuInfo;)V",
			xml:  layout,
			body: []string{"const v0, {id/go}", find, "invoke-virtual {p0, v0}, Lt/Main;->registerForContextMenu(Landroid/view/View;)V"},
			want: []string{"id/go"}},
		{name: "items of a menu that code adds", method: "onOptionsItemSelected(Landroid/view/MenuItem;)Z",
			main: []string{icfgtest.Method("onCreateOptionsMenu(Landroid/view/Menu;)Z", "const/4 v0, 0x0", "const/4 v1, 0x7", `const-string v2, "Export"`,
				"invoke-interface {p1, v0, v1, v0, v2}, Landroid/view/Menu;->add(IIILjava/lang/CharSequence;)Landroid/view/MenuItem;")},
			want: []string{`"Export" 7`}},
		{name: "items of a menu resource that the class inflates", method: "onOptionsItemSelected(Landroid/view/MenuItem;)Z",
			xml:  map[string]string{"menu/top": `<menu ` + icfgtest.NS + `><item android:id="@+id/undo" android:title="Undo"/></menu>`},
			main: []string{icfgtest.Method("onCreateOptionsMenu(Landroid/view/Menu;)Z", "const v0, {menu/top}")},
			want: []string{`id/undo "Undo"`}},
		{name: "items of another class's menu that the handler names", method: "onOptionsItemSelected(Landroid/view/MenuItem;)Z",
			xml:  map[string]string{"menu/top": `<menu ` + icfgtest.NS + `><item android:id="@+id/undo" android:title="Undo"/><item android:id="@+id/redo"/></menu>`},
			code: []string{"invoke-interface {p1}, Landroid/view/MenuItem;->getItemId()I", "move-result v0", "const v1, {id/undo}", "if-ne v0, v1, :other", ":other"},
			want: []string{`id/undo "Undo"`}},
		{name: "android:onClick in a layout that the class inflates", method: "save(Landroid/view/View;)V",
			xml:  map[string]string{"layout/main": `<Button ` + icfgtest.NS + ` android:id="@+id/save" android:onClick="save"/>`},
			body: []string{"const v0, {layout/main}", "invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V"}, want: []string{"id/save"}},
		{name: "listener on a preference that is found by its key", iface: "Landroid/preference/Preference$OnPreferenceClickListener;",
			method: "onPreferenceClick(Landroid/preference/Preference;)Z",
			xml:    map[string]string{"xml/settings": `<PreferenceScreen ` + icfgtest.NS + `><Preference android:key="wipe" android:title="Wipe all"/></PreferenceScreen>`},
			body: []string{
				`const-string v0, "wipe"`, "invoke-virtual {p0, v0}, Lt/Main;->findPreference(Ljava/lang/CharSequence;)Landroid/preference/Preference;",
				"move-result-object v0", made,
				"invoke-virtual {v0, v1}, Landroid/preference/Preference;->setOnPreferenceClickListener(Landroid/preference/Preference$OnPreferenceClickListener;)V",
			}, want: []string{`"Wipe all"`}},
		{name: "listener on the rows of a list", iface: "Landroid/widget/AdapterView$OnItemClickListener;",
			method: "onItemClick(Landroid/widget/AdapterView;Landroid/view/View;IJ)V",
			xml:    map[string]string{"layout/main": `<ListView ` + icfgtest.NS + ` android:id="@+id/list"/>`},
			body: []string{
				"const v0, {id/list}", find, made,
				"invoke-virtual {v0, v1}, Landroid/widget/ListView;->setOnItemClickListener(Landroid/widget/AdapterView$OnItemClickListener;)V",
			}, want: []string{"id/list"}},
		{name: "rows of the list of a list activity", method: "onListItemClick(Landroid/widget/ListView;Landroid/view/View;IJ)V",
			super: "Landroid/app/ListActivity;", want: []string{"android:id/list"}},
		{name: "text watcher on a field", iface: "Landroid/text/TextWatcher;", method: "afterTextChanged(Landroid/text/Editable;)V",
			xml: map[string]string{"layout/main": `<EditText ` + icfgtest.NS + ` android:id="@+id/name"/>`},
			body: []string{
				"const v0, {id/name}", find, made,
				"invoke-virtual {v0, v1}, Landroid/widget/EditText;->addTextChangedListener(Landroid/text/TextWatcher;)V",
			}, want: []string{"id/name"}},
		{name: "listener handed to a method that hands it on", iface: "Landroid/view/View$OnClickListener;", method: onClick, xml: layout,
			main: []string{icfgtest.Method("wire(Landroid/view/View$OnClickListener;)V", "const v0, {id/stop}", find,
				"invoke-virtual {v0, p1}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V")},
			body: []string{made, "invoke-virtual {p0, v1}, Lt/Main;->wire(Landroid/view/View$OnClickListener;)V"}, want: []string{"id/stop"}},
		{name: "task handed to an executor has no widget, whatever the receiver is", iface: "Ljava/lang/Runnable;", method: "run()V", xml: layout,
			body: []string{"const v0, {id/go}", find, made, "invoke-virtual {v0, v1}, Landroid/view/View;->post(Ljava/lang/Runnable;)Z"}},
		{name: "listener that nobody registers has no widget", iface: "Landroid/view/View$OnClickListener;", method: onClick, xml: layout,
			body: []string{"const v0, {id/go}", find, made}},
		{name: "listener on a view of which nothing is known", iface: "Landroid/view/View$OnClickListener;", method: onClick, xml: layout,
			body: []string{"const/4 v0, 0x0", made, listen}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			members := append(c.main, icfgtest.Method("onCreate(Landroid/os/Bundle;)V", c.body...))
			name, _, _ := strings.Cut(c.method, "(")
			smali, on := "", "Main."+name
			if c.iface == "" {
				members = append(members, icfgtest.Method(c.method, c.code...))
			} else {
				smali, on = icfgtest.Class("Own", "Ljava/lang/Object;", []string{c.iface}, icfgtest.Method(c.method, c.code...)), "Own."+name
			}
			files := map[string]string{"app": "activity t.Main\n", "in.smali": icfgtest.Class("Main", cmp.Or(c.super, "Landroid/app/Activity;"), nil, members...) + smali}
			for file, text := range c.xml {
				files[file] = text
			}
			p := icfgtest.Build(t, files)
			cb := p.CallbackOf(icfgtest.MethodOf(t, p, on))
			if cb == nil {
				t.Fatal("no callback")
			}
			var got []string
			for _, w := range cb.Widgets {
				text := w.Name
				if w.Text != "" && w.Name != "id/go" {
					text += fmt.Sprintf(" %q", w.Text)
				}
				if w.HasNumber && w.Number < 1<<40 { // that of an entry of preferences is its place only
					text += fmt.Sprint(" ", w.Number)
				}
				got = append(got, strings.TrimSpace(text))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("bound to %q, want %q", got, c.want)
			}
		})
	}
}

// TestBind_shrunkMenu has a library with a shrinker's names hand its menu to a class of the app: what is
// given the menu makes the items of what is given an item.
func TestBind_shrunkMenu(t *testing.T) {
	t.Parallel()
	lib := ".class public interface abstract Lorg/lib/b;\n.super Ljava/lang/Object;\n" +
		".method public abstract a(Landroid/view/Menu;)Z\n.end method\n.method public abstract b(Landroid/view/MenuItem;)Z\n.end method\n"
	p := icfgtest.Build(t, map[string]string{
		"app":      "activity t.Main\n",
		"menu/row": `<menu ` + icfgtest.NS + `><item android:id="@+id/pay" android:title="Pay"/></menu>`,
		"menu/top": `<menu ` + icfgtest.NS + `><item android:id="@+id/undo" android:title="Undo"/></menu>`,
		"in.smali": lib + icfgtest.Class("Main", "Landroid/app/Activity;", nil,
			icfgtest.Method("onCreateOptionsMenu(Landroid/view/Menu;)Z", "const v0, {menu/top}")) +
			icfgtest.Class("Own", "Ljava/lang/Object;", []string{"Lorg/lib/b;"},
				icfgtest.Method("a(Landroid/view/Menu;)Z", "const v0, {menu/row}"), icfgtest.Method("b(Landroid/view/MenuItem;)Z")),
	})
	cb := p.CallbackOf(icfgtest.MethodOf(t, p, "Own.b"))
	if cb == nil {
		t.Fatal("no callback")
	}
	if len(cb.Widgets) != 1 || cb.Widgets[0].Name != "id/pay" {
		t.Errorf("bound to %+v, want id/pay", cb.Widgets)
	}
}
