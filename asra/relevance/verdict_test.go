package relevance_test

import (
	"strings"
	"testing"

	"talpa/asra/relevance"
)

// verdictApp crashes in Main.fail, which Bad.onClick calls. Tap is the handler
// that a test is about; it may use the button of Bad, Main.bad, and Main.label.
const verdictApp = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field static ready:I
.field static spare:I
.field static bad:Landroid/widget/Button;
.field static label:Landroid/widget/TextView;
.field static settings:Landroid/content/SharedPreferences;
.field static editor:Landroid/content/SharedPreferences$Editor;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    BUTTON(Bad)
    sput-object v0, Lt/Main;->bad:Landroid/widget/Button;
    BUTTON(Tap)
    new-instance v0, Landroid/widget/TextView;
    invoke-direct {v0, p0}, Landroid/widget/TextView;-><init>(Landroid/content/Context;)V
    sput-object v0, Lt/Main;->label:Landroid/widget/TextView;
    return-void
.end method
.method public static set(I)V
    .registers 1
    sput p0, Lt/Main;->ready:I
    return-void
.end method
.method public static fail()V
    .registers 1
    .line 5
    const v0, 0
    throw v0
.end method
MEMBERS
LISTENER(Bad)
    BAD
    invoke-static {}, Lt/Main;->fail()V
    :end
END
LISTENER(Tap)
    TAP
END
`

// ifReady is a test of Bad.onClick: Main.ready has to be 3.
const ifReady = "sget v0, Lt/Main;->ready:I\nconst v1, 3\nif-ne v0, v1, :end"

// verdictInput is the app with bodies of Bad and Tap, and members of the activity.
func verdictInput(t *testing.T, bad, tap, members string) relevance.Input {
	t.Helper()
	return input(t, strings.NewReplacer("BAD", bad, "TAP", tap, "MEMBERS", members).Replace(verdictApp), "t.Main", "fail")
}

// said writes a verdict: what, by which rule, for which reason.
func said(v relevance.Verdict) string {
	return string(v.Verdict) + " " + v.Rule + " " + string(v.Reason.Kind)
}

// TestFind_verdict: what a handler does, and what is decided about it.
func TestFind_verdict(t *testing.T) {
	t.Parallel()
	const label = "sget-object v0, Lt/Main;->label:Landroid/widget/TextView;\n"
	const bad = "sget-object v0, Lt/Main;->bad:Landroid/widget/Button;\n"
	for name, c := range map[string]struct {
		tap, members string
		want         string // verdict, rule, reason
	}{
		"does_nothing":                       {"nop", "", "unknown R17 empty"},
		"logs":                               {"const-string v0, \"t\"\ninvoke-static {v0, v0}, Landroid/util/Log;->d(Ljava/lang/String;Ljava/lang/String;)I", "", "irrelevant R17 no-effect"},
		"sets_what_nobody_reads":             {"const v0, 3\nsput v0, Lt/Main;->spare:I", "", "irrelevant R17 no-effect"},
		"sets_what_the_crash_tests":          {"const v0, 3\nsput v0, Lt/Main;->ready:I", "", "necessary R19 changes"},
		"sets_another_value":                 {"const v0, 4\nsput v0, Lt/Main;->ready:I", "", "irrelevant R17 no-effect"},
		"sets_an_unknown_value":              {"invoke-static {}, Ljava/lang/System;->nanoTime()J\nmove-result-wide v0\nlong-to-int v0, v0\nsput v0, Lt/Main;->ready:I", "", "unknown R19 changes"},
		"sets_it_in_a_callee":                {"const v0, 3\ninvoke-static {v0}, Lt/Main;->set(I)V", "", "unknown R19 changes"},
		"reads_what_the_crash_tests":         {"sget v0, Lt/Main;->ready:I", "", "irrelevant R17 no-effect"},
		"calls_an_unknown_method":            {"const v0, 0\ninvoke-virtual {v0, v0, v0}, Ljava/lang/reflect/Method;->invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", "", "unknown R20 calls-unknown"},
		"calls_native_code":                  {"invoke-static {}, Lt/Main;->machine()V", ".method public static native machine()V\n.end method\n", "unknown R20 native"},
		"ends_the_process":                   {"const v0, 0\ninvoke-static {v0}, Ljava/lang/System;->exit(I)V", "", "unknown R20 calls-unknown"},
		"sets_the_text_of_a_label":           {label + "const-string v1, \"x\"\ninvoke-virtual {v0, v1}, Landroid/widget/TextView;->setText(Ljava/lang/CharSequence;)V", "", "irrelevant R17 no-effect"},
		"hides_a_view_without_a_name":        {label + "const v1, 8\ninvoke-virtual {v0, v1}, Landroid/widget/TextView;->setVisibility(I)V", "", "unknown R19 changes"},
		"enables_the_button_of_the_crash":    {bad + "const v1, 1\ninvoke-virtual {v0, v1}, Landroid/widget/Button;->setEnabled(Z)V", "", "unknown R7 changes"},
		"disables_the_button_of_the_crash":   {bad + "const v1, 0\ninvoke-virtual {v0, v1}, Landroid/widget/Button;->setEnabled(Z)V", "", "irrelevant R17 no-effect"},
		"clicks_the_button_of_the_crash":     {bad + "invoke-virtual {v0}, Landroid/widget/Button;->performClick()Z", "", "unknown R19 changes"},
		"gives_it_another_listener":          {bad + "invoke-virtual {v0, p0}, Landroid/widget/Button;->setOnClickListener(Landroid/view/View$OnClickListener;)V", "", "unknown R7 changes"},
		"runs_what_crashes":                  {"new-instance v0, Lt/Bad;\ninvoke-direct {v0}, Lt/Bad;-><init>()V\ninvoke-virtual {v0, p1}, Lt/Bad;->onClick(Landroid/view/View;)V", "", "necessary R8 leads-to-target"},
		"leaves_as_Back_does":                {"invoke-virtual {p1}, Landroid/view/View;->getContext()Landroid/content/Context;\nmove-result-object v0\ncheck-cast v0, Lt/Main;\ninvoke-virtual {v0}, Lt/Main;->finish()V", "", "irrelevant R17 no-effect"},
		"leaves_where_Back_does_not":         {"invoke-virtual {p1}, Landroid/view/View;->getContext()Landroid/content/Context;\nmove-result-object v0\ncheck-cast v0, Lt/Main;\ninvoke-virtual {v0}, Lt/Main;->finish()V", ".method public onBackPressed()V\n.registers 1\nreturn-void\n.end method\n", "unknown R20 leaves-screen"},
		"leaves_where_Back_leaves_by_itself": {"invoke-virtual {p1}, Landroid/view/View;->getContext()Landroid/content/Context;\nmove-result-object v0\ncheck-cast v0, Lt/Main;\ninvoke-virtual {v0}, Lt/Main;->finish()V", ".method public onBackPressed()V\n.registers 1\ninvoke-virtual {p0}, Lt/Main;->finish()V\nreturn-void\n.end method\n", "irrelevant R17 no-effect"},
		"starts_a_thread_that_sets_it":       {"new-instance v0, Ljava/lang/Thread;\nnew-instance v1, Lt/Work;\ninvoke-direct {v1}, Lt/Work;-><init>()V\ninvoke-direct {v0, v1}, Ljava/lang/Thread;-><init>(Ljava/lang/Runnable;)V\ninvoke-virtual {v0}, Ljava/lang/Thread;->start()V", work, "unknown R19 changes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := verdictInput(t, ifReady, c.tap, c.members)
			if got := said(find(t, in, asra).Of(handler(t, in, "Tap"))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestFind_closes: who closes what the crash uses can matter, who closes something else cannot.
func TestFind_closes(t *testing.T) {
	t.Parallel()
	const field = ".field static log:Ljava/io/BufferedWriter;\n.field static other:Ljava/io/BufferedWriter;\n"
	const made = `
.method static open(Ljava/io/Writer;)V
    .registers 3
    new-instance v0, Ljava/io/BufferedWriter;
    invoke-direct {v0, p0}, Ljava/io/BufferedWriter;-><init>(Ljava/io/Writer;)V
    sput-object v0, Lt/Main;->log:Ljava/io/BufferedWriter;
    new-instance v0, Ljava/io/BufferedWriter;
    invoke-direct {v0, p0}, Ljava/io/BufferedWriter;-><init>(Ljava/io/Writer;)V
    sput-object v0, Lt/Main;->other:Ljava/io/BufferedWriter;
    return-void
.end method
`
	const uses = "sget-object v0, Lt/Main;->log:Ljava/io/BufferedWriter;\n" +
		"const v1, 1\ninvoke-virtual {v0, v1}, Ljava/io/BufferedWriter;->write(I)V"
	for name, c := range map[string]struct{ tap, want string }{
		"what_the_crash_uses": {
			"sget-object v0, Lt/Main;->log:Ljava/io/BufferedWriter;\n" +
				"invoke-interface {v0}, Ljava/io/Closeable;->close()V", "unknown R19 changes",
		},
		"another_object": {
			"sget-object v0, Lt/Main;->other:Ljava/io/BufferedWriter;\n" +
				"invoke-virtual {v0}, Ljava/io/BufferedWriter;->close()V", "irrelevant R17 no-effect",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := verdictInput(t, uses, c.tap, field+made)
			if got := said(find(t, in, asra).Of(handler(t, in, "Tap"))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// work is a Runnable that sets what the crash tests to the value wanted.
const work = `
.class public Lt/Work;
.super Ljava/lang/Object;
.implements Ljava/lang/Runnable;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public run()V
    .registers 2
    const v0, 3
    sput v0, Lt/Main;->ready:I
    return-void
.end method
`

// TestFind_sources: handlers that are necessary beside the facts, and the dependency that the
// guide tells of each.
func TestFind_sources(t *testing.T) {
	t.Parallel()
	const (
		ifSound = "sget-object v0, Lt/Main;->settings:Landroid/content/SharedPreferences;\nconst-string v1, \"sound\"\nconst v2, 0\n" +
			"invoke-interface {v0, v1, v2}, Landroid/content/SharedPreferences;->getBoolean(Ljava/lang/String;Z)Z\nmove-result v0\nif-eqz v0, :end"
		put = "sget-object v0, Lt/Main;->editor:Landroid/content/SharedPreferences$Editor;\nconst-string v1, \"KEY\"\nconst v2, VALUE\n" +
			"invoke-interface {v0, v1, v2}, Landroid/content/SharedPreferences$Editor;->putBoolean(Ljava/lang/String;Z)Landroid/content/SharedPreferences$Editor;"
	)
	stores := func(key, value string) string { return strings.NewReplacer("KEY", key, "VALUE", value).Replace(put) }
	for name, c := range map[string]struct {
		bad, tap string
		want     string
		depends  string // kind and subject of the dependency on Tap; "" for none
	}{
		"field_set_to_the_wanted_value": {ifReady, "const v0, 3\nsput v0, Lt/Main;->ready:I", "necessary R19 changes", "sets ready"},
		"field_set_to_another":          {ifReady, "const v0, 2\nsput v0, Lt/Main;->ready:I", "irrelevant R17 no-effect", ""},
		"setting_stored_as_wanted":      {ifSound, stores("sound", "1"), "necessary R19 changes", "sets sound"},
		"setting_stored_otherwise":      {ifSound, stores("sound", "0"), "unknown R19 changes", ""},
		"another_setting_stored":        {ifSound, stores("light", "1"), "irrelevant R17 no-effect", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := verdictInput(t, c.bad, c.tap, "")
			r, tap := find(t, in, asra), handler(t, in, "Tap")
			if got := said(r.Of(tap)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			depends := ""
			for _, d := range r.Dependencies() {
				if d.Setter == in.App.Calls.Method(tap).String() {
					depends += string(d.Kind) + " " + d.Subject.Name
				}
			}
			if depends != c.depends {
				t.Errorf("dependency %q, want %q", depends, c.depends)
			}
		})
	}
}

// TestFind_null: handlers that lead to a null which can get to the crash are necessary (R21).
func TestFind_null(t *testing.T) {
	t.Parallel()
	const use = ".method public static use()V\n.registers 2\nsget-object v0, Lt/Main;->label:Landroid/widget/TextView;\n.line 5\n" +
		"invoke-virtual {v0}, Landroid/widget/TextView;->getId()I\nreturn-void\n.end method\n"
	for name, c := range map[string]struct{ tap, want string }{
		"sets_the_field_to_null":      {"const v0, 0\nsput-object v0, Lt/Main;->label:Landroid/widget/TextView;", "necessary R21 leads-to-null"},
		"sets_the_field_to_an_object": {"sget-object v0, Lt/Main;->bad:Landroid/widget/Button;\nsput-object v0, Lt/Main;->label:Landroid/widget/TextView;", "unknown R19 changes"},
		"sets_another_field_to_null":  {"const v0, 0\nsput v0, Lt/Main;->spare:I", "irrelevant R17 no-effect"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code := strings.NewReplacer("BAD", "invoke-static {}, Lt/Main;->use()V", "TAP", c.tap, "MEMBERS", use).Replace(verdictApp)
			in := input(t, code, "t.Main", "use")
			if got := said(find(t, in, asra).Of(handler(t, in, "Tap"))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestFind_roles: what is no handler of an event, or gives its caller something, is kept
// whatever it does (R18).
func TestFind_roles(t *testing.T) {
	t.Parallel()
	for signature, want := range map[string]string{
		"onResume()V": "unknown R18 role-kept",
		"onActivityResult(IILandroid/content/Intent;)V":   "unknown R18 role-kept",
		"onCreateOptionsMenu(Landroid/view/Menu;)Z":       "unknown R18 makes",
		"onPrepareOptionsMenu(Landroid/view/Menu;)Z":      "unknown R18 makes",
		"onOptionsItemSelected(Landroid/view/MenuItem;)Z": "irrelevant R17 no-effect",
		"onKeyDown(ILandroid/view/KeyEvent;)Z":            "unknown R18 makes",
		"onTouchEvent(Landroid/view/MotionEvent;)Z":       "unknown R18 makes",
	} {
		end := "const v0, 0\nreturn v0"
		if strings.HasSuffix(signature, "V") {
			end = "return-void"
		}
		in := verdictInput(t, ifReady, "nop", ".method public "+signature+"\n.registers 6\nconst v0, 1\nsput v0, Lt/Main;->spare:I\n"+end+"\n.end method\n")
		name, _, _ := strings.Cut(signature, "(")
		got := ""
		r := find(t, in, asra)
		for _, cb := range in.Callbacks {
			if in.App.Calls.Method(cb.Method).Name == name {
				got = said(r.Of(cb.Method))
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
