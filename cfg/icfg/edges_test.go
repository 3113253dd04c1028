package icfg_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
)

const (
	activity = "Landroid/app/Activity;"
	object   = "Ljava/lang/Object;"
)

// edgeCase is a small app, and the edges that leave one node of it.
type edgeCase struct {
	name  string
	app   string // besides the launcher t.Main
	xml   map[string]string
	body  []string // of Main.onCreate
	smali string   // of other classes
	from  string   // a method, "type X", "component X" or "resource X"; "" means Main.onCreate
	kind  icfg.EdgeKind
	want  []string
}

func (c *edgeCase) run(t *testing.T) {
	t.Helper()
	files := map[string]string{
		"app": "activity t.Main\n" + c.app,
		"in.smali": icfgtest.Class("Main", activity, nil, ".field held:Lt/Held;\n",
			icfgtest.Method("onCreate(Landroid/os/Bundle;)V", c.body...)) + c.smali,
	}
	for name, text := range c.xml {
		files[name] = strings.Replace(text, ">", " "+icfgtest.NS+">", 1)
		if head, _, _ := strings.Cut(text, ">"); strings.HasSuffix(head, "/") {
			files[name] = strings.Replace(text, "/>", " "+icfgtest.NS+"/>", 1)
		}
	}
	p := icfgtest.Build(t, files)
	var got []string
	for e := range p.Succs(node(t, p, c.from)) {
		if to := p.String(e.To); e.Kind == c.kind && !slices.Contains(got, to) {
			got = append(got, to)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, c.want) {
		t.Errorf("%s edges to %q, want %q", c.kind, got, c.want)
	}
}

func node(t *testing.T, p *icfg.Program, name string) icfg.Node {
	t.Helper()
	if name == "" {
		name = "Main.onCreate"
	}
	what, rest, named := strings.Cut(name, " ")
	if !named {
		return p.Method(icfgtest.MethodOf(t, p, name))
	}
	for n := range icfg.Node(p.Len()) {
		kind, _ := p.Kind(n)
		switch s := p.String(n); {
		case what == "type" && kind == icfg.TypeNode && s == "Lt/"+rest+";",
			what == "component" && kind == icfg.ComponentNode && strings.HasSuffix(s, " t."+rest),
			what == "resource" && kind == icfg.ResourceNode && s == rest:
			return n
		}
	}
	t.Fatalf("no node %s", name)
	return 0
}

// TestEdges_intents states what starts a component.
func TestEdges_intents(t *testing.T) {
	t.Parallel()
	second := icfgtest.Class("Second", activity, nil)
	service := icfgtest.Class("Work", "Landroid/app/Service;", nil)
	receiver := icfgtest.Class("Ear", "Landroid/content/BroadcastReceiver;", nil)
	named := []string{"new-instance v0, Landroid/content/Intent;", "const-class v1, Lt/Second;", "invoke-direct {v0, p0, v1}, Landroid/content/Intent;-><init>(Landroid/content/Context;Ljava/lang/Class;)V"}
	action := func(a string) []string {
		return []string{
			`const-string v1, "` + a + `"`, "new-instance v0, Landroid/content/Intent;",
			"invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V",
		}
	}
	for _, c := range []edgeCase{
		{name: "explicit intent opens the activity that its class constant names", app: "activity t.Second", smali: second,
			body: named, kind: icfg.Open, want: []string{"activity t.Second"}},
		{name: "class constant of a class that the manifest does not name makes an instance, and opens nothing", smali: second,
			body: named, kind: icfg.Open},
		{name: "class constant for a log tag opens nothing", app: "activity t.Second", smali: second, body: []string{
			"const-class v1, Lt/Second;", "invoke-virtual {v1}, Ljava/lang/Class;->getSimpleName()Ljava/lang/String;",
		}, kind: icfg.Open},
		{name: "class by its name in a string opens the activity", app: "activity t.Second", smali: second,
			body: []string{`const-string v1, "t.Second"`}, kind: icfg.Open, want: []string{"activity t.Second"}},
		{name: "implicit intent opens what has a filter for its action", app: "activity t.Second t.SHOW\nservice t.Work t.RUN",
			smali: second + service, body: action("t.SHOW"), kind: icfg.Open, want: []string{"activity t.Second"}},
		{name: "action of a service opens the service", app: "activity t.Second t.SHOW\nservice t.Work t.RUN",
			smali: second + service, body: action("t.RUN"), kind: icfg.Open, want: []string{"service t.Work"}},
		{name: "broadcast action opens the receiver", app: "receiver t.Ear t.PING", smali: receiver,
			body: action("t.PING"), kind: icfg.Open, want: []string{"receiver t.Ear"}},
		{name: "action of the platform opens no activity of the app: others may take it", app: "activity t.Second android.intent.action.VIEW",
			smali: second, body: action("android.intent.action.VIEW"), kind: icfg.Open},
		{name: "action of the platform opens a receiver of the app", app: "receiver t.Ear android.intent.action.BOOT_COMPLETED",
			smali: receiver, body: action("android.intent.action.BOOT_COMPLETED"), kind: icfg.Open, want: []string{"receiver t.Ear"}},
		{name: "action put together at run time opens what it can mean", app: "activity t.Second t.SHOW_ALL\nservice t.Work t.RUN",
			smali: second + service, body: []string{
				`const-string v0, "t.SHOW_"`, "invoke-virtual {p0}, Lt/Main;->toString()Ljava/lang/String;", "move-result-object v1",
				"invoke-virtual {v0, v1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;", "move-result-object v1",
				"new-instance v0, Landroid/content/Intent;",
				"invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V",
			}, kind: icfg.Open, want: []string{"activity t.Second"}},
		{name: "search opens the activity that takes what was searched for", app: "activity t.Second android.intent.action.SEARCH", smali: second,
			body: []string{"invoke-virtual {p0}, Lt/Main;->onSearchRequested()Z"}, kind: icfg.Open, want: []string{"activity t.Second"}},
		{name: "started component runs its class", app: "activity t.Second", smali: second, from: "component Second",
			kind: icfg.Run, want: []string{"Lt/Second;"}},
		{name: "intent of a preference opens the activity of its class", app: "activity t.Second", smali: second,
			xml: map[string]string{"xml/settings": `<PreferenceScreen><Preference android:key="k"><intent android:targetPackage="t" ` +
				`android:targetClass="t.Second"/></Preference></PreferenceScreen>`},
			from: "resource xml/settings", kind: icfg.Open, want: []string{"activity t.Second"}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

// TestEdges_results states what asks, and what takes the answer.
func TestEdges_results(t *testing.T) {
	t.Parallel()
	asks := func(call string) string {
		return icfgtest.Class("Asker", activity, nil,
			icfgtest.Method("ask()V", "const/4 v0, 0x0", "const/4 v1, 0x1", call),
			icfgtest.Method("onActivityResult(IILandroid/content/Intent;)V"),
			icfgtest.Method("onRequestPermissionsResult(I[Ljava/lang/String;[I)V"),
			icfgtest.Method("onCreateDialog(I)Landroid/app/Dialog;"))
	}
	for _, c := range []edgeCase{
		{name: "startActivityForResult is answered by onActivityResult of the class", kind: icfg.Answer,
			smali: asks("invoke-virtual {p0, v0, v1}, Lt/Asker;->startActivityForResult(Landroid/content/Intent;I)V"),
			want:  []string{"Lt/Asker;->onActivityResult(IILandroid/content/Intent;)V"}},
		{name: "requestPermissions is answered by onRequestPermissionsResult", kind: icfg.Answer,
			smali: asks("invoke-virtual {p0, v0, v1}, Lt/Asker;->requestPermissions([Ljava/lang/String;I)V"),
			want:  []string{"Lt/Asker;->onRequestPermissionsResult(I[Ljava/lang/String;[I)V"}},
		{name: "a class without callbacks asks through the activity that it was given", kind: icfg.Answer,
			smali: strings.Replace(asks("return-void"), "->ask()V", "->other()V", 1) + icfgtest.Class("Helper", object, nil,
				icfgtest.Method("ask(Lt/Asker;)V", "const/4 v0, 0x0", "const/4 v1, 0x1",
					"invoke-virtual {p1, v0, v1}, Lt/Asker;->startActivityForResult(Landroid/content/Intent;I)V")),
			from: "Helper.ask", want: []string{"Lt/Asker;->onActivityResult(IILandroid/content/Intent;)V"}},
		{name: "startActivity has no answer", kind: icfg.Answer,
			smali: asks("invoke-virtual {p0, v0}, Lt/Asker;->startActivity(Landroid/content/Intent;)V")},
		{name: "showDialog is answered by onCreateDialog", kind: icfg.Show,
			smali: asks("invoke-virtual {p0, v1}, Lt/Asker;->showDialog(I)V"),
			want:  []string{"Lt/Asker;->onCreateDialog(I)Landroid/app/Dialog;"}},
	} {
		c.from, c.app = cmp.Or(c.from, "Asker.ask"), "activity t.Asker"
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) { t.Parallel(); c.run(t) })
	}
}

// TestEdges_instances states what makes an instance, so that its callbacks can run.
func TestEdges_instances(t *testing.T) {
	t.Parallel()
	click := icfgtest.Class("Held", object, []string{"Landroid/view/View$OnClickListener;"},
		icfgtest.Method("onClick(Landroid/view/View;)V"))
	for _, c := range []edgeCase{
		{name: "new-instance creates", smali: click, body: []string{icfgtest.New("v0", "Held")}, kind: icfg.Create, want: []string{"Lt/Held;"}},
		{name: "class constant creates by reflection", smali: click, body: []string{"const-class v0, Lt/Held;"},
			kind: icfg.Create, want: []string{"Lt/Held;"}},
		{name: "class named by Class.forName with a prefix of the package creates", smali: click, body: []string{
			"invoke-virtual {p0}, Lt/Main;->getPackageName()Ljava/lang/String;", "move-result-object v0",
			`const-string v1, ".Held"`,
			"invoke-virtual {v0, v1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;", "move-result-object v0",
			"invoke-static {v0}, Ljava/lang/Class;->forName(Ljava/lang/String;)Ljava/lang/Class;",
		}, kind: icfg.Create, want: []string{"Lt/Held;"}},
		{name: "read of a field of a listener's type uses what it holds", smali: click,
			body: []string{"iget-object v0, p0, Lt/Main;->held:Lt/Held;"}, kind: icfg.Use, want: []string{"Lt/Held;"}},
		{name: "instance has its callbacks", smali: click, from: "type Held", kind: icfg.CallbackEdge,
			want: []string{"Lt/Held;->onClick(Landroid/view/View;)V"}},
		{name: "handing over the receiver uses the callback by the parameter's type",
			smali: icfgtest.Class("Self", activity, []string{"Landroid/view/View$OnClickListener;", "Landroid/view/View$OnLongClickListener;"},
				icfgtest.Method("wire(Landroid/view/View;)V",
					"invoke-virtual {p1, p0}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V"),
				icfgtest.Method("onClick(Landroid/view/View;)V"), icfgtest.Method("onLongClick(Landroid/view/View;)Z")),
			from: "Self.wire", kind: icfg.Use, want: []string{"Lt/Self;->onClick(Landroid/view/View;)V"}},
		{name: "subclass is one of its superclass", smali: icfgtest.Class("Base", object, nil) + icfgtest.Class("Sub", "Lt/Base;", nil),
			from: "type Sub", kind: icfg.Inherit, want: []string{"Lt/Base;"}},
		{name: "method called by its name through reflection is called", smali: icfgtest.Class("Held", object, nil, icfgtest.Method("secret()V")),
			body: []string{
				"const-class v0, Lt/Held;", `const-string v1, "secret"`, "const/4 v2, 0x0",
				"invoke-virtual {v0, v1, v2}, Ljava/lang/Class;->getMethod(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
			}, kind: icfg.Call, want: []string{"Lt/Held;->secret()V"}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) { t.Parallel(); c.run(t) })
	}
}

// TestEdges_xml states what resources bring in.
func TestEdges_xml(t *testing.T) {
	t.Parallel()
	view := icfgtest.Class("Own", "Landroid/view/View;", nil)
	for _, c := range []edgeCase{
		{name: "constant of a layout inflates it", xml: map[string]string{"layout/main": `<View/>`},
			body: []string{"const v0, {layout/main}"}, kind: icfg.Inflate, want: []string{"layout/main"}},
		{name: "layout declares the class of an element", smali: view, xml: map[string]string{"layout/main": `<t.Own/>`},
			from: "resource layout/main", kind: icfg.Declare, want: []string{"Lt/Own;"}},
		{name: "include declares the other layout", xml: map[string]string{
			"layout/main": `<LinearLayout><include layout="@layout/part"/></LinearLayout>`, "layout/part": `<merge><View/></merge>`,
		}, from: "resource layout/main", kind: icfg.Declare, want: []string{"layout/part"}},
		{name: "view stub declares its layout", xml: map[string]string{
			"layout/main": `<LinearLayout><ViewStub android:layout="@layout/part"/></LinearLayout>`, "layout/part": `<View/>`,
		}, from: "resource layout/main", kind: icfg.Declare, want: []string{"layout/part"}},
		{name: "fragment element declares the fragment's class", smali: icfgtest.Class("Part", "Landroid/app/Fragment;", nil),
			xml:  map[string]string{"layout/main": `<LinearLayout><fragment android:name="t.Part"/></LinearLayout>`},
			from: "resource layout/main", kind: icfg.Declare, want: []string{"Lt/Part;"}},
		{name: "onClick of a layout is handled by the method of that name in an activity",
			smali: icfgtest.Class("Second", activity, nil, icfgtest.Method("save(Landroid/view/View;)V"), icfgtest.Method("other(Landroid/view/View;)V")),
			xml:   map[string]string{"layout/main": `<Button android:onClick="save"/>`},
			from:  "resource layout/main", kind: icfg.Handle, want: []string{"Lt/Second;->save(Landroid/view/View;)V"}},
		{name: "onClick names no method with another parameter, and none of a class that is no context",
			smali: icfgtest.Class("Second", activity, nil, icfgtest.Method("save(I)V")) +
				icfgtest.Class("Plain", object, nil, icfgtest.Method("save(Landroid/view/View;)V")),
			xml:  map[string]string{"layout/main": `<Button android:onClick="save"/>`},
			from: "resource layout/main", kind: icfg.Handle},
		{name: "menu declares the action view's class", smali: view,
			xml:  map[string]string{"menu/top": `<menu><item android:actionViewClass="t.Own"/></menu>`},
			from: "resource menu/top", kind: icfg.Declare, want: []string{"Lt/Own;"}},
		{name: "preference screen declares a fragment", smali: icfgtest.Class("Part", "Landroid/app/Fragment;", nil),
			xml:  map[string]string{"xml/settings": `<PreferenceScreen><Preference android:fragment="t.Part"/></PreferenceScreen>`},
			from: "resource xml/settings", kind: icfg.Declare, want: []string{"Lt/Part;"}},
		{name: "navigation graph declares its start only", smali: icfgtest.Class("Part", "Landroid/app/Fragment;", nil) +
			icfgtest.Class("Next", "Landroid/app/Fragment;", nil),
			xml: map[string]string{"navigation/nav": `<navigation xmlns:app="http://schemas.android.com/apk/res-auto" app:startDestination="@+id/part">` +
				`<fragment android:id="@+id/part" android:name="t.Part"/><fragment android:id="@+id/next" android:name="t.Next"/></navigation>`},
			from: "resource navigation/nav", kind: icfg.Declare, want: []string{"Lt/Part;"}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) { t.Parallel(); c.run(t) })
	}
}
