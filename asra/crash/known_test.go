package crash_test

import (
	"fmt"
	"slices"
	"testing"

	"talpa/asra/guide"
)

// TestFind_knownCalls states what a result of the framework stands for where its calls name nothing else,
// and that what another activity answered is told from what this one was started with.
func TestFind_knownCalls(t *testing.T) {
	t.Parallel()
	null := nullUse("int java.lang.String.length()")
	result := "    move-result-object v0\n"
	extra := `const-string v2, "id"
    invoke-virtual {p1, v2}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
` + result
	field := "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n"
	write := func(n int) (all string) {
		for i := range n {
			all += fmt.Sprintf(`
.method public write%d(Ljava/lang/String;)V
    .registers 3
    iput-object p1, p0, Lt/Main;->text:Ljava/lang/String;
    return-void
.end method
`, i)
		}
		return all
	}
	for name, c := range map[string]struct {
		sample
		want []string // kind and name of the subjects
	}{
		"what lies on the clipboard": {sample{body: `const/4 v1, 0
    check-cast v1, Landroid/content/ClipboardManager;
    invoke-virtual {v1}, Landroid/content/ClipboardManager;->getText()Ljava/lang/CharSequence;
` + result + length, head: null}, []string{"clipboard "}},
		"a property by its name": {sample{body: `iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;
    if-nez v0, :set
    const-string v0, "text"
    invoke-static {v0}, Lkotlin/jvm/internal/Intrinsics;->throwUninitializedPropertyAccessException(Ljava/lang/String;)V
    :set
`, head: "kotlin.UninitializedPropertyAccessException: lateinit property text has not been initialized"},
			[]string{"field text"}},
		"a property whose name a shrinker changed, and that of the exception": {sample{
			body: `iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;
    if-nez v0, :set
    const-string v0, "settings"
    invoke-static {v0}, La/b;->c(Ljava/lang/String;)V
    :set
`, head: "a.g: lateinit property settings has not been initialized"}, []string{"field text"}},
		"the text of an object, which is never null": {sample{body: `const/4 v1, 0
    check-cast v1, Landroid/content/ClipboardManager;
    invoke-virtual {v1}, Landroid/content/ClipboardManager;->getText()Ljava/lang/CharSequence;
` + result + `    invoke-interface {v0}, Ljava/lang/CharSequence;->toString()Ljava/lang/String;
` + result + length, head: null}, nil},
		"an element of the values that a statement is given": {sample{body: `const/4 v0, 1
    new-array v0, v0, [Ljava/lang/String;
    const/4 v1, 0
    iget-object v2, p0, Lt/Main;->text:Ljava/lang/String;
    aput-object v2, v0, v1
    check-cast v1, Landroid/database/sqlite/SQLiteDatabase;
    const-string v2, "select"
    invoke-virtual {v1, v2, v0}, Landroid/database/sqlite/SQLiteDatabase;->rawQuery(Ljava/lang/String;[Ljava/lang/String;)Landroid/database/Cursor;
`, head: "java.lang.IllegalArgumentException: the bind value at index 1 is null",
			below: []string{"android.database.sqlite.SQLiteDatabase.rawQuery(SQLiteDatabase.java:1)"}},
			[]string{"field text"}},
		"the path of data that another app handed over": {sample{body: `invoke-virtual {p0}, Lt/Main;->getIntent()Landroid/content/Intent;
    move-result-object v1
    invoke-virtual {v1}, Landroid/content/Intent;->getDataString()Ljava/lang/String;
` + result + length, head: null}, []string{"extra data"}},
		"an extra of an answer": {sample{body: "const/4 v0, 0\n    invoke-virtual {p0, v0, v0, v0}, " +
			"Lt/Main;->onActivityResult(IILandroid/content/Intent;)V\n", head: null,
			below: []string{"t.Main.onActivityResult(Main.java:30)"}, rest: `
.method protected onActivityResult(IILandroid/content/Intent;)V
    .registers 8
    .line 30
    move-object p1, p3
` + extra + length + `    return-void
.end method
`}, []string{"result "}},
		"an argument over the stack, not of other callers": {sample{body: `const-string v1, "given"
    invoke-virtual {p0, v1}, Lt/Main;->parse(Ljava/lang/String;)V
`, head: `java.lang.NumberFormatException: For input string: "x"`,
			below: []string{"java.lang.Integer.parseInt(Integer.java:608)", "t.Main.parse(Main.java:30)"}, rest: `
.method parse(Ljava/lang/String;)V
    .registers 3
    .line 30
    invoke-static {p1}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I
    return-void
.end method
.method public elsewhere()V
    .registers 3
    const-string v1, "not this one"
    invoke-virtual {p0, v1}, Lt/Main;->parse(Ljava/lang/String;)V
    return-void
.end method
`}, []string{"constant given"}},
		"a number that is never null": {sample{body: "const/4 v0, 7\n" + length, head: null}, nil},
		"a field of as many writers as are followed": {sample{body: field + length, head: null, rest: write(8)},
			[]string{"field text", "argument ", "argument ", "argument ", "argument ", "argument ", "argument ", "argument ",
				"argument "}},
		"a field of one writer more": {sample{body: field + length, head: null, rest: write(9)}, []string{"field text"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := find(t, c.sample)
			var sources []string
			for _, s := range got.Sources {
				sources = append(sources, fmt.Sprintf("%s %s", s.Subject.Kind, s.Subject.Name))
				if len(s.Writers) > 6 {
					t.Errorf("%d writers are named", len(s.Writers))
				}
			}
			if !slices.Equal(sources, c.want) {
				t.Errorf("from %q, want %q", sources, c.want)
			}
		})
	}
}

// TestDoubts_hiddenCalls: frames that no instruction names by their name are no doubt, and neither is
// a use that Kotlin's message names.
func TestDoubts_hiddenCalls(t *testing.T) {
	t.Parallel()
	for below, want := range map[string]int{
		"t.Main$inner.<init>(Main.java:3)":              0,
		"t.Main.access$000(Main.java:3)":                0,
		"t.Main$$Lambda$1.run(Unknown Source)":          0,
		"t.-$$Lambda$Main$abc.onClick(lambda)":          0,
		"java.util.Objects.requireNonNull(Objects:203)": 0,
		"java.lang.reflect.Method.invoke(Native)":       0,
		"java.lang.Integer.parseInt(Integer.java:608)":  1,
		"java.util.ArrayList.get(ArrayList.java:437)":   1,
	} {
		_, doubts := find(t, sample{body: "const/4 v0, 0\n    " + length, head: "java.lang.RuntimeException: x",
			below: []string{below}})
		n := 0
		for _, d := range doubts {
			if d.Kind == guide.DoubtNoCall {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: doubts %v, want %d of calls", below, doubts, want)
		}
	}
}
