package crash_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/crash"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/asra/trace"
	"talpa/cfg/icfg/icfgtest"
)

// sample is an app of one activity, in which onCreate calls fail on line 7, and the text of
// a crash in it. The registers v0 to v4 are free, p0 is the activity, p1 the Bundle.
type sample struct {
	body string // of fail, whose first line is 10
	rest string // further members of the class, or further classes
	// head is the first line of the trace, below frames over that of fail.
	head  string
	below []string
	line  string // of fail's frame; "" = 10
}

// find makes the app of a sample and looks into its crash.
func find(t *testing.T, s sample) (*guide.CrashCondition, []guide.Doubt) {
	t.Helper()
	code := `.class public Lt/Main;
.super Landroid/app/Activity;
.field text:Ljava/lang/String;
.field rows:[Ljava/lang/String;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 3
    .line 7
    invoke-virtual {p0, p1}, Lt/Main;->fail(Landroid/os/Bundle;)V
    return-void
.end method
.method fail(Landroid/os/Bundle;)V
    .registers 7
    .line 10
` + s.body + `
    .line 20
    return-void
.end method
` + s.rest
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": code})
	line := s.line
	if line == "" {
		line = "10"
	}
	text := s.head + "\n"
	for _, frame := range slices.Concat(s.below, []string{"t.Main.fail(Main.java:" + line + ")",
		"t.Main.onCreate(Main.java:7)",
		"android.app.Activity.performCreate(Activity.java:1)"}) {
		text += "\tat " + frame + "\n"
	}
	traces, err := trace.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	target, err := locate.Resolve(p.Hierarchy.Set(), traces, locate.Options{Package: "t"})
	if err != nil {
		t.Fatal(err)
	}
	app := appcode.New(p)
	stack := reach.NewStack(app, &target)
	found, _ := crash.Find(app, branch.New(app), &stack, &target)
	return found, crash.Doubts(app, &stack, &target)
}

// nullUse is Android's message for a call on null.
func nullUse(method string) string {
	return "java.lang.NullPointerException: Attempt to invoke virtual method '" + method + "' on a null object reference"
}

const length = "invoke-virtual {v0}, Ljava/lang/String;->length()I\n"

// TestFind_kinds states kind, wanted value and use, by exception, message and instruction.
func TestFind_kinds(t *testing.T) {
	t.Parallel()
	number := func(n int64) *int64 { return &n }
	for name, c := range map[string]struct {
		sample
		kind guide.CrashKind
		want guide.Want
		use  string
	}{
		"a call on null": {sample{body: "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n" + length,
			head: nullUse("int java.lang.String.length()")},
			guide.CrashNull, guide.Want{Class: guide.WantNull}, "java.lang.String.length"},
		"an own exception": {sample{body: "new-instance v0, Ljava/lang/IllegalStateException;\n" +
			"invoke-direct {v0}, Ljava/lang/IllegalStateException;-><init>()V\nthrow v0\n",
			head: "java.lang.IllegalStateException: the app's own words"}, guide.CrashOwn, guide.Want{}, ""},
		"a division by zero": {sample{body: "const/4 v0, 1\nconst/4 v1, 0\ndiv-int v0, v0, v1\n",
			head: "java.lang.ArithmeticException: divide by zero"},
			guide.CrashDivision, guide.Want{Class: guide.WantNumber, Min: number(0), Max: number(0)}, ""},
		"a text that is no number": {sample{body: "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n" +
			"invoke-static {v0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I\n",
			head:  `java.lang.NumberFormatException: For input string: "1,5"`,
			below: []string{"java.lang.Integer.parseInt(Integer.java:608)"}},
			guide.CrashNumber, guide.Want{Class: guide.WantText, Text: "1,5"}, "java.lang.Integer.parseInt"},
		"an empty text that is no number": {sample{body: "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n" +
			"invoke-static {v0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I\n",
			head:  `java.lang.NumberFormatException: For input string: ""`,
			below: []string{"java.lang.Integer.parseInt(Integer.java:608)"}},
			guide.CrashNumber, guide.Want{Class: guide.WantEmpty}, "java.lang.Integer.parseInt"},
		"an index in an empty list": {sample{body: "new-instance v0, Ljava/util/ArrayList;\n" +
			"invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V\nconst/4 v1, 0\n" +
			"invoke-virtual {v0, v1}, Ljava/util/ArrayList;->get(I)Ljava/lang/Object;\n",
			head:  "java.lang.IndexOutOfBoundsException: Index: 0, Size: 0",
			below: []string{"java.util.ArrayList.get(ArrayList.java:437)"}},
			guide.CrashIndex, guide.Want{Class: guide.WantEmpty}, "java.util.ArrayList.get"},
		"an index in an array of two": {sample{body: "const/4 v0, 2\nnew-array v1, v0, [I\naget v0, v1, v0\n",
			head: "java.lang.ArrayIndexOutOfBoundsException: length=2; index=2"},
			guide.CrashIndex, guide.Want{Class: guide.WantSize, Min: number(2), Max: number(2)}, ""},
		"an exception that nobody knows": {sample{body: length, head: "t.Strange: words"},
			guide.CrashUnknown, guide.Want{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := find(t, c.sample)
			if got.Kind != c.kind || got.Use != c.use || !sameWant(got.Want, c.want) {
				t.Errorf("%s, use %q, want %+v; expected %s, use %q, want %+v", got.Kind, got.Use, got.Want, c.kind, c.use, c.want)
			}
			if c.kind == guide.CrashUnknown != slices.Contains(got.Unknown, guide.PartKind) {
				t.Errorf("%s: unknown parts %v", got.Kind, got.Unknown)
			}
			if !strings.HasPrefix(got.Where, "Lt/Main;->fail(") {
				t.Errorf("where %q", got.Where)
			}
		})
	}
}

func sameWant(a, b guide.Want) bool {
	same := func(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }
	return a.Class == b.Class && a.Text == b.Text && same(a.Min, b.Min) && same(a.Max, b.Max)
}

// TestFind_sources states where a failing value comes from, the likeliest first.
func TestFind_sources(t *testing.T) {
	t.Parallel()
	null := nullUse("int java.lang.String.length()")
	field := "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n"
	setting := `    const/4 v0, 0
    invoke-virtual {p0, v0}, Lt/Main;->getPreferences(I)Landroid/content/SharedPreferences;
    move-result-object v1
    const-string v2, "name"
    const/4 v3, 0
    invoke-interface {v1, v2, v3}, Landroid/content/SharedPreferences;->getString(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
`
	for name, c := range map[string]struct {
		sample
		want []string // kinds and names of subjects
	}{
		"a field that nobody writes": {sample{body: field + length, head: null}, []string{"field text"}},
		"a field and the null that is written to it": {sample{body: field + length, head: null, rest: `
.method public clear()V
    .registers 2
    const/4 v0, 0
    iput-object v0, p0, Lt/Main;->text:Ljava/lang/String;
    return-void
.end method
`}, []string{"field text", "constant null"}},
		"a field that is written to itself ends": {sample{body: field + "iput-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n" +
			length, head: null}, []string{"field text"}},
		"a preference": {sample{body: setting + length, head: null}, []string{"setting name"}},
		"a preference that a helper reads": {sample{body: `const-string v1, "name"
    invoke-virtual {p0, v1}, Lt/Main;->read(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
` + length, head: null, rest: `
.method read(Ljava/lang/String;)Ljava/lang/String;
    .registers 6
    const/4 v0, 0
    invoke-virtual {p0, v0}, Lt/Main;->getPreferences(I)Landroid/content/SharedPreferences;
    move-result-object v1
    invoke-interface {v1, p1, v0}, Landroid/content/SharedPreferences;->getString(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    return-object v0
.end method
`}, []string{"setting name"}},
		"the saved state, over the frames of the stack": {sample{body: `const-string v1, "x"
    invoke-virtual {p1, v1}, Landroid/os/Bundle;->getString(Ljava/lang/String;)Ljava/lang/String;
`, head: nullUse("java.lang.String android.os.Bundle.getString(java.lang.String)")}, []string{"extra savedInstanceState"}},
		"a method that calls itself ends": {sample{body: `invoke-virtual {p0}, Lt/Main;->again()Ljava/lang/String;
    move-result-object v0
` + length, head: null, rest: `
.method again()Ljava/lang/String;
    .registers 2
    invoke-virtual {p0}, Lt/Main;->again()Ljava/lang/String;
    move-result-object v0
    return-object v0
.end method
`}, nil},
		"a divisor": {sample{body: "const/4 v0, 1\nconst/4 v1, 0\ndiv-int v0, v0, v1\n",
			head: "java.lang.ArithmeticException: divide by zero"}, []string{"constant 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := find(t, c.sample)
			var sources []string
			for _, s := range got.Sources {
				sources = append(sources, string(s.Subject.Kind)+" "+s.Subject.Name)
			}
			if !slices.Equal(sources, c.want) {
				t.Errorf("from %q, want %q", sources, c.want)
			}
			if len(c.want) == 0 != slices.Contains(got.Unknown, guide.PartSource) {
				t.Errorf("unknown parts %v", got.Unknown)
			}
			if len(got.Sources) > 0 && got.Subject != got.Sources[0].Subject {
				t.Errorf("subject %s, of the first source %s", got.Subject, got.Sources[0].Subject)
			}
		})
	}
}

// TestFind_instruction: a message that names a member leaves its uses, a line those on it; of
// several that are left none is the one.
func TestFind_instruction(t *testing.T) {
	t.Parallel()
	two := "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n" +
		"invoke-virtual {v0}, Ljava/lang/String;->trim()Ljava/lang/String;\n.line 11\n" + length
	for name, c := range map[string]struct {
		sample
		known bool
	}{
		"named by the message":   {sample{body: two, head: nullUse("int java.lang.String.length()"), line: "11"}, true},
		"alone on its line":      {sample{body: two, head: "java.lang.NullPointerException", line: "11"}, true},
		"one of two on one line": {sample{body: length + length, head: "java.lang.NullPointerException"}, false},
		"none on the line":       {sample{body: two, head: "java.lang.NullPointerException", line: "20"}, false},
	} {
		got, _ := find(t, c.sample)
		if (got.Offset >= 0) != c.known || slices.Contains(got.Unknown, guide.PartInstruction) == c.known ||
			slices.Contains(got.Basis, guide.BasisInstruction) != c.known {
			t.Errorf("%s: offset %d, basis %v, unknown %v", name, got.Offset, got.Basis, got.Unknown)
		}
	}
}

// TestDoubts states what speaks against the trace being of this build.
func TestDoubts(t *testing.T) {
	t.Parallel()
	field := "iget-object v0, p0, Lt/Main;->text:Ljava/lang/String;\n"
	null := nullUse("int java.lang.String.length()")
	for name, c := range map[string]struct {
		sample
		want []guide.DoubtKind
	}{
		"none":         {sample{body: field + length, head: null}, nil},
		"no use of it": {sample{body: field, head: null}, []guide.DoubtKind{guide.DoubtNoUse}},
		"tested just before": {sample{body: field + "if-eqz v0, :end\n" + length + ":end\n", head: null},
			[]guide.DoubtKind{guide.DoubtGuarded}},
		"read again after the test": {sample{body: field + "if-eqz v0, :end\n" + field + length + ":end\n", head: null}, nil},
		"tested on one of two paths": {sample{body: field + "if-eqz p1, :use\nif-eqz v0, :end\n:use\n" + length + ":end\n",
			head: null}, nil},
		"made in the method": {sample{body: "const-string v0, \"x\"\n" + length, head: null},
			[]guide.DoubtKind{guide.DoubtGuarded}},
		"no such inner method": {sample{body: length, head: null, below: []string{"t.Main.gone(Main.java:3)"}},
			[]guide.DoubtKind{guide.DoubtNoMethod}},
		"no such inner method, made by a compiler": {sample{body: length, head: null,
			below: []string{"t.Main.lambda$gone$0(Main.java:3)"}}, nil},
		"no such inner method, of a library": {sample{body: length, head: null,
			below: []string{"androidx.fragment.app.Fragment.gone(Fragment.java:3)"}}, []guide.DoubtKind{guide.DoubtNoCall}},
		"no call of the frame below": {sample{body: length, head: null, below: []string{"t.Main.gone(Main.java:3)"}, rest: `
.method gone()V
    .registers 2
    .line 3
    const/4 v0, 0
    invoke-virtual {v0}, Ljava/lang/String;->length()I
    return-void
.end method
`}, []guide.DoubtKind{guide.DoubtNoCall}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, doubts := find(t, c.sample)
			var got []guide.DoubtKind
			for _, d := range doubts {
				got = append(got, d.Kind)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("doubts %v, want %v", doubts, c.want)
			}
		})
	}
}
