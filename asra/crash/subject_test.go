package crash_test

import (
	"fmt"
	"slices"
	"testing"

	"talpa/asra/guide"
)

// TestFind_subjects states what fails where the exception is about no value of the code: the screen,
// a permission, a component, the network, a resource, a file; and what the message names.
func TestFind_subjects(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		head string
		kind guide.CrashKind
		want string // kind, name and class of the subject; the name of the condition
	}{
		"a dialog of a screen that is gone": {
			"android.view.WindowManager$BadTokenException: Unable to add window -- token android.os.BinderProxy@1 is not valid;" +
				" is your activity running?", guide.CrashWindow, "screen||t.Main|"},
		"a permission by its short name": {
			"java.lang.SecurityException: Permission Denial: starting Intent requires android.permission.CAMERA",
			guide.CrashPermission,
			"permission|android.permission.CAMERA||android.permission.CAMERA"},
		"no app for an intent": {
			"android.content.ActivityNotFoundException: No Activity found to handle Intent { act=android.intent.action.VIEW }",
			guide.CrashComponent, "result|android.intent.action.VIEW||android.intent.action.VIEW"},
		"a view of another thread": {
			"android.view.ViewRootImpl$CalledFromWrongThreadException: Only the original thread that created a view hierarchy" +
				" can touch its views.", guide.CrashThread, "screen||t.Main|"},
		"a server without a network": {"java.net.UnknownHostException: no address", guide.CrashNetwork, "server|||"},
		"a resource by its number": {"android.content.res.Resources$NotFoundException: String resource ID #0x5",
			guide.CrashResource, "resource|0x5||0x5"},
		"a file by its path": {"java.io.FileNotFoundException: /sdcard/x.txt: open failed: ENOENT", guide.CrashFile,
			"file|/sdcard/x.txt||/sdcard/x.txt"},
		"too much memory":   {"java.lang.OutOfMemoryError: Failed to allocate", guide.CrashMemory, "|||"},
		"a missing library": {"java.lang.UnsatisfiedLinkError: dlopen failed", guide.CrashLink, "|||"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := find(t, sample{body: "invoke-virtual {p0}, Lt/Main;->finish()V\n", head: c.head})
			is := fmt.Sprintf("%s|%s|%s|%s", got.Subject.Kind, got.Subject.Name, got.Subject.Class, got.Name)
			if got.Kind != c.kind || is != c.want {
				t.Errorf("%s of %s, want %s of %s", got.Kind, is, c.kind, c.want)
			}
			if len(got.Sources) != 0 {
				t.Errorf("a value is followed: %+v", got.Sources)
			}
		})
	}
}

// TestFind_frameworkSources states which results of framework calls are state that somebody sets.
func TestFind_frameworkSources(t *testing.T) {
	t.Parallel()
	result := "    move-result-object v0\n"
	null, number := nullUse("int java.lang.String.length()"), `java.lang.NumberFormatException: For input string: "x"`
	parse := "invoke-static {v0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I\n"
	parsed := []string{"java.lang.Integer.parseInt(Integer.java:608)"}
	for name, c := range map[string]struct {
		sample
		want []string // kind, name and class of the subjects
	}{
		"an extra of the intent that started the activity": {sample{body: `invoke-virtual {p0}, Lt/Main;->getIntent()Landroid/content/Intent;
    move-result-object v1
    const-string v2, "id"
    invoke-virtual {v1, v2}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
` + result + length, head: null}, []string{"extra id t.Main"}},
		"the text of a view": {sample{body: `const/4 v1, 0
    check-cast v1, Landroid/widget/TextView;
    invoke-virtual {v1}, Landroid/widget/TextView;->getText()Ljava/lang/CharSequence;
` + result + `    invoke-interface {v0}, Ljava/lang/CharSequence;->toString()Ljava/lang/String;
` + result + parse, head: number, below: parsed}, []string{"attribute text "}},
		"a part of a text": {sample{body: `iget-object v1, p0, Lt/Main;->text:Ljava/lang/String;
    const/4 v2, 1
    invoke-virtual {v1, v2}, Ljava/lang/String;->substring(I)Ljava/lang/String;
` + result + parse, head: number, below: parsed}, []string{"field text t.Main"}},
		"a column of a row": {sample{body: `const/4 v1, 0
    check-cast v1, Landroid/database/Cursor;
    const-string v2, "title"
    invoke-interface {v1, v2}, Landroid/database/Cursor;->getColumnIndex(Ljava/lang/String;)I
    move-result v2
    invoke-interface {v1, v2}, Landroid/database/Cursor;->getString(I)Ljava/lang/String;
` + result + length, head: null}, []string{"column title ", "constant null "}},
		"an element of an array in a field": {sample{body: `iget-object v1, p0, Lt/Main;->rows:[Ljava/lang/String;
    const/4 v2, 0
    aget-object v0, v1, v2
` + length, head: null, rest: ""}, []string{"field rows t.Main"}},
		"an unknown call": {sample{body: `invoke-static {}, Lother/Lib;->get()Ljava/lang/String;
` + result + length, head: null}, []string{"call Lother/Lib;->get()Ljava/lang/String; "}},
		"the value of a condition, both ways": {sample{body: `if-eqz p1, :else
    iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;
    goto :use
    :else
    const/4 v0, 0
    :use
    ` + length, head: null}, []string{"field text t.Main", "constant null "}},
		"a text that a message quotes is a constant": {sample{body: "const-string v0, \"x\"\n" + parse, head: number,
			below: parsed}, []string{"constant x "}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := find(t, c.sample)
			var sources []string
			for _, s := range got.Sources {
				sources = append(sources, fmt.Sprintf("%s %s %s", s.Subject.Kind, s.Subject.Name, s.Subject.Class))
			}
			if !slices.Equal(sources, c.want) {
				t.Errorf("from %q, want %q", sources, c.want)
			}
		})
	}
}

// TestFind_uses states which instruction is meant, by the kind of failure, and that the object of
// the method itself, a static call and a guard of the framework are told apart.
func TestFind_uses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sample
		use   string
		basis guide.CrashBasis // that the condition has; "" asks for none
		found bool             // one instruction
	}{
		"the receiver is the method's own object": {sample{body: "invoke-virtual {p0}, Lt/Main;->finish()V\n",
			head: "java.lang.NullPointerException"}, "", "", false},
		"a static call has no receiver": {sample{body: "const/4 v0, 0\n    invoke-static {v0}, Lother/Lib;->put(Ljava/lang/Object;)V\n",
			head: "java.lang.NullPointerException"}, "", "", false},
		"a field of null": {sample{body: "const/4 v0, 0\n    check-cast v0, Lother/Box;\n" +
			"    iget-object v1, v0, Lother/Box;->in:Ljava/lang/Object;\n", head: "java.lang.NullPointerException"},
			"other.Box.in", guide.BasisInstruction, true},
		"the length of null": {sample{body: "iget-object v0, p0, Lt/Main;->rows:[Ljava/lang/String;\n    array-length v0, v0\n",
			head: "java.lang.NullPointerException: Attempt to get length of null array"}, "", guide.BasisInstruction, true},
		"a lock of null": {sample{body: "const/4 v0, 0\n    monitor-enter v0\n", head: "java.lang.NullPointerException"},
			"", guide.BasisInstruction, true},
		"a cast to the class that the message names": {sample{body: "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n" +
			"    check-cast v0, Lother/A;\n    check-cast v0, Lother/B;\n",
			head: "java.lang.ClassCastException: java.lang.String cannot be cast to other.B"}, "", guide.BasisInstruction, true},
		"an argument that the framework's method tests": {sample{body: "const/4 v0, 0\n    const/4 v1, 0\n" +
			"    check-cast v1, Landroid/content/Context;\n" +
			"    invoke-static {v1, v0}, Landroid/animation/AnimatorInflater;->loadAnimator(Landroid/content/Context;I)" +
			"Landroid/animation/Animator;\n", head: "java.lang.NullPointerException",
			below: []string{"android.animation.AnimatorInflater.loadAnimator(AnimatorInflater.java:70)"}},
			"android.animation.AnimatorInflater.loadAnimator", guide.BasisMethod, true},
		"a throw of another exception": {sample{body: "new-instance v0, Ljava/lang/Error;\n" +
			"    invoke-direct {v0}, Ljava/lang/Error;-><init>()V\n    throw v0\n", head: "java.lang.IllegalStateException: x"},
			"", "", false},
		"a division of long numbers in place": {sample{body: "const-wide v0, 1\n    const-wide v2, 0\n    div-long/2addr v0, v2\n",
			head: "java.lang.ArithmeticException: divide by zero"}, "", guide.BasisInstruction, true},
		"a division by a literal zero": {sample{body: "const/4 v0, 1\n    rem-int/lit8 v0, v0, 0\n",
			head: "java.lang.ArithmeticException: divide by zero"}, "", guide.BasisInstruction, true},
		"a division by another literal": {sample{body: "const/4 v0, 1\n    div-int/lit8 v0, v0, 2\n",
			head: "java.lang.ArithmeticException: divide by zero"}, "", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := find(t, c.sample)
			if got.Use != c.use || (got.Offset >= 0) != c.found || c.basis != "" && !slices.Contains(got.Basis, c.basis) {
				t.Errorf("use %q, offset %d, basis %v; want %q, %v, %s", got.Use, got.Offset, got.Basis, c.use, c.found, c.basis)
			}
		})
	}
}
