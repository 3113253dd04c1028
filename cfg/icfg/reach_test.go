package icfg_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
	"talpa/specs"
)

// TestReach states what can run under a component without another one being started: rapid
// type analysis over the virtual calls.
func TestReach(t *testing.T) {
	t.Parallel()
	const call = "const/4 v0, 0x0\ninvoke-virtual {v0}, Lt/Base;->work()V"
	classes := icfgtest.Class("Base", object, nil, icfgtest.Method("work()V")) +
		icfgtest.Class("Sub", "Lt/Base;", nil, icfgtest.Method("work()V")) +
		icfgtest.Class("Maker", object, nil, icfgtest.Method("never()V", icfgtest.New("v0", "Sub")))
	for _, c := range []struct {
		name  string
		app   string
		body  []string // of Main.onCreate
		other string   // classes
		main  []string // members of Main
		under string   // component
		run   string   // a method
		want  bool
	}{
		{name: "override runs where the component makes its class", body: []string{icfgtest.New("v1", "Sub"), call}, run: "Sub.work", want: true},
		{name: "override of a class that only dead code makes does not run", body: []string{call}, run: "Sub.work"},
		{name: "method of a class that nothing makes is taken to run",
			other: icfgtest.Class("Injected", object, nil, icfgtest.Method("work()V")),
			body:  []string{"const/4 v0, 0x0", "invoke-virtual {v0}, Lt/Injected;->work()V"}, run: "Injected.work", want: true},
		{name: "what the other activity makes does not run here", app: "activity t.Second",
			other: icfgtest.Class("Second", activity, nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V", icfgtest.New("v0", "Sub"))),
			body:  []string{call}, run: "Sub.work"},
		{name: "what the application makes runs under every component", app: "application t.App",
			other: icfgtest.Class("App", "Landroid/app/Application;", nil, icfgtest.Method("onCreate()V", icfgtest.New("v0", "Sub"))),
			body:  []string{call}, run: "Sub.work", want: true},
		{name: "what a provider makes runs under every component", app: "provider t.Data",
			other: icfgtest.Class("Data", "Landroid/content/ContentProvider;", nil, icfgtest.Method("onCreate()Z", icfgtest.New("v0", "Sub"))),
			body:  []string{call}, run: "Sub.work", want: true},
		{name: "what a service makes runs where it can be started", app: "service t.Work",
			other: icfgtest.Class("Work", "Landroid/app/Service;", nil, icfgtest.Method("onCreate()V", icfgtest.New("v0", "Sub"))),
			body:  []string{"const-class v1, Lt/Work;", call}, run: "Sub.work", want: true},
		{name: "what a service makes does not run where nothing starts it", app: "service t.Work",
			other: icfgtest.Class("Work", "Landroid/app/Service;", nil, icfgtest.Method("onCreate()V", icfgtest.New("v0", "Sub"))),
			body:  []string{call}, run: "Sub.work"},
		{name: "what a static field holds runs where it is read", app: "activity t.Second",
			main: []string{".field public static kept:Lt/Base;\n"},
			other: icfgtest.Class("Second", activity, nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V",
				icfgtest.New("v0", "Sub"), "sput-object v0, Lt/Main;->kept:Lt/Base;")),
			body: []string{"sget-object v0, Lt/Main;->kept:Lt/Base;", "invoke-virtual {v0}, Lt/Base;->work()V"}, run: "Sub.work", want: true},
		{name: "life cycle of another activity does not run here, though it is opened", app: "activity t.Second",
			other: icfgtest.Class("Second", activity, nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V")),
			body:  []string{"const-class v1, Lt/Second;"}, run: "Second.onCreate"},
		{name: "life cycle of another activity runs under that", app: "activity t.Second", under: "t.Second",
			other: icfgtest.Class("Second", activity, nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V")),
			body:  []string{"const-class v1, Lt/Second;"}, run: "Second.onCreate", want: true},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Build(t, map[string]string{
				"app": "activity t.Main\n" + c.app,
				"in.smali": classes + c.other +
					icfgtest.Class("Main", activity, nil, append(c.main, icfgtest.Method("onCreate(Landroid/os/Bundle;)V", c.body...))...),
			})
			under := c.under
			if under == "" {
				under = "t.Main"
			}
			at := slices.IndexFunc(p.Components, func(x icfg.Component) bool { return x.Name == under })
			m := icfgtest.MethodOf(t, p, c.run)
			if got := p.Runs(at, m); got != c.want {
				t.Errorf("%s runs under %s: %v, want %v", c.run, under, got, c.want)
			}
			if got := p.Under(at, p.Method(m)); got != c.want {
				t.Errorf("the node of %s is possible under %s: %v, want %v", c.run, under, got, c.want)
			}
		})
	}
}

// TestOpenings lists the callbacks from which a component can be started: the nearest ones
// before the start, not those before them.
func TestOpenings(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\nactivity t.Second\nactivity t.Third",
		"in.smali": icfgtest.Class("Main", activity, nil,
			icfgtest.Method("onCreate(Landroid/os/Bundle;)V", icfgtest.New("v0", "Click"),
				"invoke-virtual {v1, v0}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V"),
			icfgtest.Method("onResume()V", "const-class v0, Lt/Third;")) +
			icfgtest.Class("Click", object, []string{"Landroid/view/View$OnClickListener;"},
				icfgtest.Method("onClick(Landroid/view/View;)V", "invoke-virtual {p0}, Lt/Click;->go()V"),
				icfgtest.Method("go()V", "const-class v0, Lt/Second;")) +
			icfgtest.Class("Second", activity, nil) + icfgtest.Class("Third", activity, nil),
	})
	var got []string
	for _, o := range p.Openings(0) {
		got = append(got, p.Calls.Method(o.Callback).Name+" "+p.Components[o.To].Name)
	}
	slices.Sort(got)
	if want := []string{"onClick t.Second", "onResume t.Third"}; !slices.Equal(got, want) {
		t.Errorf("openings %q, want %q", got, want)
	}
}

// TestComponents_of_the_manifest states which components a program has, and what is said of
// them.
func TestComponents_of_the_manifest(t *testing.T) {
	t.Parallel()
	app := apktest.New("t")
	app.Manifest(`<manifest ` + icfgtest.NS + ` package="t"><application android:name=".App">
		<provider android:name=".Data" android:authorities="t"/>
		<receiver android:name=".Ear" android:exported="true"/>
		<service android:name=".Work"/>
		<activity android:name=".Main"><intent-filter><action android:name="t.SHOW"/></intent-filter></activity>
		<activity-alias android:name=".Alias" android:targetActivity=".Main"><intent-filter>
			<action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity-alias>
		<activity android:name=".Gone"/></application></manifest>`)
	app.DEX(dextest.Bytes(t, icfgtest.Class("Main", activity, nil)+icfgtest.Class("App", "Landroid/app/Application;", nil)+
		icfgtest.Class("Work", "Landroid/app/Service;", nil)+icfgtest.Class("Ear", "Landroid/content/BroadcastReceiver;", nil)+
		icfgtest.Class("Data", "Landroid/content/ContentProvider;", nil)))
	p := load(t, app)
	var got []string
	for i := range p.Components {
		c := &p.Components[i]
		line := string(c.Kind) + " " + c.Name + " " + strings.Join(c.Actions, ",")
		if c.Exported {
			line += " exported"
		}
		if c.Launcher {
			line += " launcher"
		}
		got = append(got, line)
	}
	want := []string{
		"activity t.Main t.SHOW,android.intent.action.MAIN exported launcher", "service t.Work ", "receiver t.Ear  exported",
		"provider t.Data  exported", "application t.App ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("components\n%q, want\n%q", got, want)
	}
	if len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "t.Gone") {
		t.Errorf("notes %q, want one on t.Gone", p.Notes)
	}
}

func load(t *testing.T, app *apktest.App) *icfg.Program {
	t.Helper()
	in := input(t, app)
	p, err := icfg.Build(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func input(t *testing.T, app *apktest.App) icfg.Input {
	t.Helper()
	archive, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	return icfg.Input{Manifest: archive.Manifest(), Resources: archive.Resources(), Calls: calls(t, archive)}
}

func calls(t *testing.T, archive *apk.Archive) *callgraph.Graph {
	t.Helper()
	set, _, err := icfg.Code(context.Background(), archive)
	if err != nil {
		t.Fatal(err)
	}
	g, err := callgraph.New(context.Background(), set, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestBuild_cancelled gives the error of the context.
func TestBuild_cancelled(t *testing.T) {
	t.Parallel()
	app := apktest.New("t")
	app.Manifest(`<manifest ` + icfgtest.NS + ` package="t"><application/></manifest>`)
	app.DEX(dextest.Bytes(t, icfgtest.Class("Main", activity, nil)))
	in := input(t, app)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if p, err := icfg.Build(ctx, in); !errors.Is(err, context.Canceled) || p != nil {
		t.Errorf("program %v, error %v", p, err)
	}
}

// TestBuild_without_resources makes a program of code alone.
func TestBuild_without_resources(t *testing.T) {
	t.Parallel()
	app := apktest.New("t")
	app.Manifest(`<manifest ` + icfgtest.NS + ` package="t"><application><activity android:name=".Main"/></application></manifest>`)
	app.DEX(dextest.Bytes(t, icfgtest.Class("Main", activity, nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V"))))
	in := input(t, app)
	in.Resources = nil
	p, err := icfg.Build(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Runs(0, icfgtest.MethodOf(t, p, "Main.onCreate")) {
		t.Error("onCreate does not run")
	}
	p.WalkLayout(apk.ID(1), func(*apk.View, []*apk.View) { t.Error("a view is walked") })
}
