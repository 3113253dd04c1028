package export_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/export"
	"talpa/internal/execx"
	"talpa/internal/need"
)

// TestKotlinCompiles compiles both Kotlin tests with the Kotlin compiler, on Android's own
// classes, JUnit and Hamcrest. AndroidX is what testdata/androidx declares of it.
func TestKotlinCompiles(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	jars, err := filepath.Glob(filepath.Join(root, "out", "kotlinc", "*.jar"))
	if err != nil || len(jars) == 0 {
		need.Missing(t, "kotlinc", "scripts/kotlinc.sh")
	}
	android, err := filepath.Glob(filepath.Join(root, "lib", "agent", "sdk", "android-all-*.jar"))
	if err != nil || len(android) == 0 {
		need.Missing(t, need.Agent, "make agent")
	}
	// The framework is the embedded device's, whose classes have supertypes of its sandbox.
	sandbox, err := filepath.Glob(filepath.Join(root, "lib", "agent", "*.jar"))
	if err != nil {
		t.Fatal(err)
	}
	java := need.Program(t, "java", "a JDK")
	dir := t.TempDir()
	add := func(name, text string) {
		if text == "" {
			t.Fatalf("%s is not written", name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	script := everything()
	add("A.kt", file(t, script, wanted, export.NameKotlin))
	script.Package = "org.in.fun" // keywords
	add("B.kt", file(t, script, export.Wanted{Kind: "anr"}, export.NameKotlin))
	script.Package = "org.unseen"
	add("C.kt", file(t, script, export.Wanted{Title: "*/ $x"}, export.NameKotlin))
	named := &event.Script{Package: "org.named"}
	for _, e := range everything().Events {
		e.Target = event.Selector{ID: "android:id/button1", Text: `OK "$x"`, Desc: "d", Nth: 2}
		switch e.Kind {
		case event.Launch, event.Tap, event.DoubleTap, event.LongTap, event.Text, event.Clear, event.Rotate, event.Wait:
			named.Events = append(named.Events, e)
		}
	}
	add("D.kt", file(t, named, wanted, export.NameEspresso))
	short := single()
	add("E.kt", file(t, short, wanted, export.NameKotlin))
	add("F.kt", file(t, short, wanted, export.NameEspresso))
	res, err := execx.Run(t.Context(), execx.Cmd{Name: java, Args: []string{
		"-XX:TieredStopAtLevel=1", "-cp", strings.Join(jars, ":"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
		"-no-stdlib", "-no-reflect", "-Werror", "-cp", strings.Join(slices.Concat(jars, android, sandbox), ":"), "-d", filepath.Join(dir,
			"out"),
		filepath.Join("testdata", "androidx"), dir,
	}})
	if err != nil {
		t.Fatalf("%v\n%s%s", err, res.Stdout, res.Stderr)
	}
	for _, class := range []string{"org/example/regression/CrashTest", "org/in/fun/regression/CrashTest",
		"org/unseen/regression/CrashTest", "org/named/regression/CrashEspressoTest",
		"org/single/regression/CrashTest", "org/single/regression/CrashEspressoTest"} {
		if _, err := os.Stat(filepath.Join(dir, "out", class+".class")); err != nil {
			t.Error(err)
		}
	}
}

// single is a script of two events.
func single() *event.Script {
	return &event.Script{Package: "org.single", Events: []event.Event{{Kind: event.Launch},
		{Kind: event.Tap, Target: event.Selector{ID: "org.single:id/save"}, X: 10, Y: 20}}}
}

// TestKotlinLean: a test holds the functions, constants and imports that its script has a use for, and no
// others.
func TestKotlinLean(t *testing.T) {
	t.Parallel()
	declared := regexp.MustCompile(`(?m)^ {4}private fun (\w+)|^ {8}const val (\w+)|^import [\w.]+\.(\w+)$`)
	for _, test := range []struct {
		name        string
		has, hasNot []string
	}{
		{export.NameKotlin, []string{"tap(10, 20,", "fun place", "fun scaled", "fun shell", "import androidx.test.uiautomator.By\n"},
			[]string{"pinch", "fun drag", "fun type", "fun keep", "kept", "@After", "UiObject2"}},
		{export.NameEspresso, []string{"fun launch", "fun id(", "click()"},
			[]string{"fun nth", "fun says", "fun shell", "kept", "@Before", "swipeUp", "TypeSafeMatcher"}},
	} {
		text := file(t, single(), wanted, test.name)
		for _, m := range declared.FindAllStringSubmatch(text, -1) {
			name := m[1] + m[2] + m[3]
			if n := len(regexp.MustCompile(`\b`+name+`\b`).FindAllString(text, -1)); n < 2 {
				t.Errorf("%s declares %s, and never names it again", test.name, name)
			}
		}
		for _, word := range test.has {
			if !strings.Contains(text, word) {
				t.Errorf("%s lacks %q:\n%s", test.name, word, text)
			}
		}
		for _, word := range test.hasNot {
			if strings.Contains(text, word) {
				t.Errorf("%s has %q:\n%s", test.name, word, text)
			}
		}
		if strings.Contains(text, "\n\n\n") || strings.Contains(text, "{\n\n") || strings.Contains(text, "\n\n}") {
			t.Errorf("%s has gaps:\n%s", test.name, text)
		}
	}
}
