package export_test

import (
	"os"
	"path/filepath"
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
		"org/unseen/regression/CrashTest", "org/named/regression/CrashEspressoTest"} {
		if _, err := os.Stat(filepath.Join(dir, "out", class+".class")); err != nil {
			t.Error(err)
		}
	}
}
