package relevance_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/relevance"
	"talpa/cfg/icfg/icfgtest"
)

// withLayout is an app whose activity listens to the buttons a, b and c of its layout itself;
// fail() crashes at line 5. What a test runs in onClick finds the id in v0 and those of a, b
// and c in v1, v2 and v3. The screen t.Options shows the settings, if there are any.
func withLayout(t *testing.T, settings, members string, click ...string) relevance.Input {
	t.Helper()
	create := []string{"const v0, {layout/main}", "invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V"}
	for _, id := range []string{"a", "b", "c"} {
		create = append(create, "const v0, {id/"+id+"}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v1",
			"invoke-virtual {v1, p0}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V")
	}
	files := map[string]string{
		"app": "activity t.Main\nactivity t.Options",
		"layout/main": "<LinearLayout " + icfgtest.NS + `><Button android:id="@+id/a"/><Button android:id="@+id/b"/>` +
			`<Button android:id="@+id/c"/><TextView android:id="@+id/d"/></LinearLayout>`,
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", []string{"Landroid/view/View$OnClickListener;"},
			".field n:I\n.field spare:I\n.field settings:Landroid/content/SharedPreferences;\n",
			icfgtest.Method("onCreate(Landroid/os/Bundle;)V", create...),
			icfgtest.Method("onClick(Landroid/view/View;)V", append([]string{"invoke-virtual {p1}, Landroid/view/View;->getId()I", "move-result v0",
				"const v1, {id/a}", "const v2, {id/b}", "const v3, {id/c}"}, click...)...),
			icfgtest.Method("fail()V", ".line 5", "const/4 v0, 0", "throw v0"), members) +
			icfgtest.Class("Options", "Landroid/preference/PreferenceActivity;", nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V",
				"const v0, {xml/settings}", "invoke-virtual {p0, v0}, Lt/Options;->addPreferencesFromResource(I)V")),
	}
	files["xml/settings"] = "<PreferenceScreen " + icfgtest.NS + ">" + settings + "</PreferenceScreen>"
	return stages(t, icfgtest.Build(t, files), "t.Main", "fail")
}

// TestFind_rejected: which of the widgets of a handler that reaches the crash are told to be
// left alone: those whose ids do not get there (R16), if what is done for them is cleared (R17).
func TestFind_rejected(t *testing.T) {
	t.Parallel()
	arm := func(lines ...string) []string {
		return slices.Concat([]string{"if-ne v0, v1, :other", "iget v4, p0, Lt/Main;->n:I", "if-eqz v4, :end", "invoke-virtual {p0}, Lt/Main;->fail()V", "goto :end", ":other"}, lines, []string{":end"})
	}
	for name, c := range map[string]struct {
		click []string
		want  []string
	}{
		"the_others_do_nothing":              {arm("nop"), []string{"id/b", "id/c"}},
		"no_test_of_the_id":                  {[]string{"invoke-virtual {p0}, Lt/Main;->fail()V"}, nil},
		"one_of_the_others_sets_the_field":   {arm("if-ne v0, v2, :end", "iput v0, p0, Lt/Main;->n:I"), []string{"id/c"}},
		"the_others_set_what_nobody_reads":   {arm("iput v0, p0, Lt/Main;->spare:I"), []string{"id/b", "id/c"}},
		"one_of_the_others_ends_the_process": {arm("if-ne v0, v3, :end", "invoke-static {v0}, Ljava/lang/System;->exit(I)V"), []string{"id/b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := withLayout(t, "", "", c.click...)
			m := icfgtest.MethodOf(t, in.App.Program, "Main.onClick")
			r := find(t, in, asra)
			var got []string
			for _, w := range r.Rejected(m) {
				got = append(got, w.Name)
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("rejected %q, want %q", got, c.want)
			}
			rule := "R8"
			if len(c.want) > 0 {
				rule = "R16"
			}
			if v := r.Of(m); v.Verdict != guide.Necessary || v.Rule != rule {
				t.Errorf("the handler is %s, want necessary by %s", said(v), rule)
			}
		})
	}
}

// TestFind_attribute_setters: who sets an attribute that the path tests to a value that it
// wants is necessary, and so is the handler that runs it (R7).
func TestFind_attribute_setters(t *testing.T) {
	t.Parallel()
	onD := "const v0, {id/d}\ninvoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object v4\n"
	for name, c := range map[string]struct{ element, set, want string }{
		"set_to_the_wanted_value":                     {"d", "1", "necessary R7 changes"},
		"set_to_another":                              {"d", "0", "irrelevant R17 no-effect"},
		"set_on_another_widget_that_runs_the_handler": {"b", "1", "unknown R7 changes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := icfgtest.Method("onLongClick(Landroid/view/View;)Z", strings.Replace(onD, "id/d", "id/"+c.element, 1), "const/4 v1, "+c.set,
				"invoke-virtual {v4, v1}, Landroid/view/View;->setEnabled(Z)V")
			in := withLayout(t, "", icfgtest.Method("onStart()V",
				"const v0, {id/c}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v1",
				icfgtest.New("v2", "Set"),
				"invoke-virtual {v1, v2}, Landroid/view/View;->setOnLongClickListener(Landroid/view/View$OnLongClickListener;)V")+
				icfgtest.Class("Set", "Landroid/app/Activity;", []string{"Landroid/view/View$OnLongClickListener;"}, strings.ReplaceAll(set, "Lt/Main;", "Lt/Set;")),
				onD+"invoke-virtual {v4}, Landroid/view/View;->isEnabled()Z\nmove-result v4\nif-eqz v4, :end\ninvoke-virtual {p0}, Lt/Main;->fail()V\n:end")
			if got := said(find(t, in, asra).Of(icfgtest.MethodOf(t, in.App.Program, "Set.onLongClick"))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestFind_settings: a setting that is shown to users and read near the crash has a reader, and
// how far off it is; others have none.
func TestFind_settings(t *testing.T) {
	t.Parallel()
	read := func(key string) string {
		return icfgtest.Method("read()V", "iget-object v0, p0, Lt/Main;->settings:Landroid/content/SharedPreferences;", `const-string v1, "`+key+`"`,
			"const/4 v2, 0", "invoke-interface {v0, v1, v2}, Landroid/content/SharedPreferences;->getBoolean(Ljava/lang/String;Z)Z")
	}
	const shown = `<CheckBoxPreference android:key="sound" android:title="Sound"/>`
	near := []string{"invoke-virtual {p0}, Lt/Main;->read()V", "invoke-virtual {p0}, Lt/Main;->fail()V"}
	for name, c := range map[string]struct {
		settings, key string
		click         []string
		want          bool
	}{
		"shown_and_read_near_the_crash": {shown, "sound", near, true},
		"shown_and_another_one_read":    {shown, "light", near, false},
		"read_and_not_shown":            {"", "sound", near, false},
		"shown_and_read_by_nobody":      {shown, "sound", near[1:], false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := withLayout(t, c.settings, read(c.key), c.click...)
			r := find(t, in, asra)
			reader, ok := r.Reader("sound")
			if ok != c.want {
				t.Fatalf("read near the crash: %v, want %v", ok, c.want)
			}
			if ok && (reader.In != icfgtest.MethodOf(t, in.App.Program, "Main.read") || reader.Steps < 1) {
				t.Errorf("read in %s, %d steps off", in.App.Calls.Method(reader.In), reader.Steps)
			}
		})
	}
}
