package values_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/cfg/values"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
	"talpa/specs"
)

// program is code in which one call of Lt/Sink;->take has the argument that is asked for.
type program struct {
	calls     *callgraph.Graph
	resources *apk.Resources
	in        callgraph.MethodID
	call      dex.Insn
	reg       uint16
}

// build assembles code; {id/go} stands for the number of a resource, and string/hello has
// a text in two languages.
func build(t testing.TB, smali string) *program {
	t.Helper()
	app := apktest.New("t")
	app.Manifest(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="t"/>`)
	app.Add("string/hello", "Hello")
	app.AddFor("string/hello", "de", "Hallo")
	for _, name := range []string{"id/go", "id/stop", "string/hello"} {
		smali = strings.ReplaceAll(smali, "{"+name+"}", fmt.Sprintf("%#x", uint32(app.ID(name))))
	}
	app.File("layout/main", `<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"><View android:id="@+id/go"/><View android:id="@+id/stop"/></LinearLayout>`)
	code, err := dextest.Assemble(smali)
	if err != nil {
		t.Fatal(err)
	}
	app.DEX(code)
	archive, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := archive.Code(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := &program{resources: archive.Resources()}
	if p.calls, err = callgraph.New(context.Background(), set, specs.Framework(), callgraph.Options{}); err != nil {
		t.Fatal(err)
	}
	uses := p.calls.Index.CallsTo(func(ref dex.MethodRef) bool { return ref.Class == "Lt/Sink;" && ref.Name == "take" })
	if len(uses) != 1 {
		t.Fatalf("%d calls of take", len(uses))
	}
	p.in = uses[0].Method
	m := p.calls.Method(p.in)
	p.call = m.Code().At(uses[0].PC)
	reg, ok := origin.ArgRegister(m.Class.File, &p.call, 0)
	if !ok {
		t.Fatal("no argument")
	}
	p.reg = reg
	return p
}

func (p *program) tracer(steps int) *values.Tracer { return values.New(p.calls, p.resources, steps) }

func describe(all []values.Site) []string {
	var out []string
	for _, s := range all {
		switch s.Kind {
		case origin.String:
			out = append(out, s.Text)
		case origin.Int:
			out = append(out, fmt.Sprint(s.Int))
		case origin.New, origin.Class:
			out = append(out, s.Text)
		case origin.Param:
			out = append(out, fmt.Sprint("parameter ", s.Int))
		case origin.Result, origin.Field, origin.Static:
			out = append(out, s.Name)
		default:
			out = append(out, "other")
		}
	}
	slices.Sort(out)
	return out
}

// method is a static method with six registers of its own.
func method(signature string, params int, lines ...string) string {
	end := "return-void"
	if !strings.HasSuffix(signature, "V") {
		end = ""
	}
	return fmt.Sprintf(".method public static %s\n.registers %d\n%s\n%s\n.end method\n", signature, 6+params, strings.Join(lines, "\n"), end)
}

const (
	sinkOf = "invoke-static {v0}, Lt/Sink;->take(%s)V"
	text   = "Ljava/lang/String;"
	header = ".class public Lt/A;\n.super Ljava/lang/Object;\n.field public static f:Ljava/lang/String;\n.field public g:Ljava/lang/String;\n"
)

var take = fmt.Sprintf(sinkOf, text)

// TestValuesAt states how far a value is followed.
func TestValuesAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		smali string
		want  []string
	}{
		"constant of the method": {method("m()V", 0, `const-string v0, "a"`, take), []string{"a"}},
		"field to all its writers": {
			method("w1()V", 0, `const-string v0, "a"`, "sput-object v0, Lt/A;->f:"+text) +
				method("w2()V", 0, `const-string v0, "b"`, "sput-object v0, Lt/A;->f:"+text) +
				method("m()V", 0, "sget-object v0, Lt/A;->f:"+text, take), []string{"a", "b"},
		},
		"instance field, of any instance": {
			method("w(Lt/A;)V", 1, `const-string v0, "a"`, "iput-object v0, p0, Lt/A;->g:"+text) +
				method("m(Lt/A;)V", 1, "iget-object v0, p0, Lt/A;->g:"+text, take), []string{"a"},
		},
		"field that nothing writes stays": {method("m()V", 0, "sget-object v0, Lt/A;->f:"+text, take), []string{"f"}},
		"field with more writers than the fan stays": {
			manyWriters(values.MaxFan+1) + method("m()V", 0, "sget-object v0, Lt/A;->f:"+text, take), []string{"f"},
		},
		"parameter to the arguments of the callers": {
			method("c1()V", 0, `const-string v0, "a"`, "invoke-static {v0}, Lt/A;->m("+text+")V") +
				method("c2()V", 0, `const-string v0, "b"`, "invoke-static {v0}, Lt/A;->m("+text+")V") +
				method("m("+text+")V", 1, "move-object v0, p0", take), []string{"a", "b"},
		},
		"second parameter after a wide one": {
			method("c()V", 0, "const-wide/16 v0, 1", `const-string v2, "a"`, "invoke-static {v0, v1, v2}, Lt/A;->m(J"+text+")V") +
				method("m(J"+text+")V", 3, "move-object v0, p2", take), []string{"a"},
		},
		"parameter of a method that nobody calls stays": {method("m("+text+")V", 1, "move-object v0, p0", take), []string{"parameter 0"}},
		"result to what the callee returns": {
			method("r()"+text, 0, `const-string v0, "a"`, "return-object v0") +
				method("m()V", 0, "invoke-static {}, Lt/A;->r()"+text, "move-result-object v0", take), []string{"a"},
		},
		"parameter that the callee gives back is the argument of this call only": {
			method("id("+text+")"+text, 1, "return-object p0") +
				method("other()V", 0, `const-string v0, "b"`, "invoke-static {v0}, Lt/A;->id("+text+")"+text) +
				method("m()V", 0, `const-string v0, "a"`, "invoke-static {v0}, Lt/A;->id("+text+")"+text, "move-result-object v0", take),
			[]string{"a"},
		},
		"methods that return each other's values end, one call standing as it is": {
			method("r()"+text, 0, "invoke-static {}, Lt/A;->s()"+text, "move-result-object v0", "return-object v0") +
				method("s()"+text, 0, "if-eqz v1, :other", "invoke-static {}, Lt/A;->r()"+text, "move-result-object v0", "return-object v0",
					":other", `const-string v0, "a"`, "return-object v0") +
				method("m()V", 0, "const/4 v1, 0x0", "invoke-static {}, Lt/A;->r()"+text, "move-result-object v0", take), []string{"a", "r"},
		},
		"extra to the call that puts one of the key": {
			method("p(Landroid/content/Intent;)V", 1, `const-string v0, "key"`, `const-string v1, "a"`,
				"invoke-virtual {p0, v0, v1}, Landroid/content/Intent;->putExtra("+text+text+")Landroid/content/Intent;") +
				method("q(Landroid/content/Intent;)V", 1, `const-string v0, "other"`, `const-string v1, "b"`,
					"invoke-virtual {p0, v0, v1}, Landroid/content/Intent;->putExtra("+text+text+")Landroid/content/Intent;") +
				method("m(Landroid/content/Intent;)V", 1, `const-string v0, "key"`,
					"invoke-virtual {p0, v0}, Landroid/content/Intent;->getStringExtra("+text+")"+text, "move-result-object v0", take),
			[]string{"a"},
		},
		"result of the framework stays": {
			method("m(Landroid/widget/TextView;)V", 1, "invoke-virtual {p0}, Landroid/widget/TextView;->getText()Ljava/lang/CharSequence;",
				"move-result-object v0", take), []string{"getText"},
		},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := build(t, header+c.smali)
			if got := describe(p.tracer(values.MaxSteps).ValuesAt(p.in, p.call.Off, p.reg)); !slices.Equal(got, c.want) {
				t.Errorf("values %q, want %q", got, c.want)
			}
		})
	}
}

// A field that a base class's constructor writes has what the constructors of the class that the code names hand over,
// as the field itemView of RecyclerView.ViewHolder has.
func TestValuesAt_constructors(t *testing.T) {
	t.Parallel()
	constructor := func(class, super string) string {
		return fmt.Sprintf(".class public Lt/%s;\n.super %s\n.method public constructor <init>("+text+")V\n.registers 2\n"+
			"invoke-direct {p0, p1}, %s-><init>("+text+")V\nreturn-void\n.end method\n", class, super, super)
	}
	makes := func(class, value string) string {
		return method("make"+class+"()V", 0, "new-instance v0, Lt/"+class+";", fmt.Sprintf("const-string v1, %q", value),
			"invoke-direct {v0, v1}, Lt/"+class+";-><init>("+text+")V")
	}
	base := ".class public Lt/Base;\n.super Ljava/lang/Object;\n.field public item:" + text + "\n" +
		".method public constructor <init>(" + text + ")V\n.registers 2\ninvoke-direct {p0}, Ljava/lang/Object;-><init>()V\n" +
		"iput-object p1, p0, Lt/Base;->item:" + text + "\nreturn-void\n.end method\n"
	for class, want := range map[string][]string{
		"Row": {"row", "special"}, "Special": {"special"}, "Header": {"header"}, "Base": {"base", "header", "row", "special"},
	} {
		t.Run(class, func(t *testing.T) {
			t.Parallel()
			p := build(t, header+makes("Row", "row")+makes("Special", "special")+makes("Header", "header")+makes("Base", "base")+
				method("m(Lt/"+class+";)V", 1, "iget-object v0, p0, Lt/"+class+";->item:"+text, take)+
				base+constructor("Row", "Lt/Base;")+constructor("Special", "Lt/Row;")+constructor("Header", "Lt/Base;"))
			if got := describe(p.tracer(values.MaxSteps).ValuesAt(p.in, p.call.Off, p.reg)); !slices.Equal(got, want) {
				t.Errorf("values %q, want %q", got, want)
			}
			if _, all := p.tracer(values.MaxSteps).Texts(p.in, &p.call, 0); all != (class == "Base") {
				t.Errorf("said to be all: %v", all)
			}
		})
	}
}

func manyWriters(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(method(fmt.Sprintf("w%d()V", i), 0, fmt.Sprintf(`const-string v0, "%d"`, i), "sput-object v0, Lt/A;->f:"+text))
	}
	return b.String()
}

// TestTexts_definite states when all texts are known, and that nothing is told otherwise.
func TestTexts_definite(t *testing.T) {
	t.Parallel()
	resource := []string{
		"const v1, {string/hello}", "invoke-virtual {p0, v1}, Landroid/content/Context;->getString(I)" + text, "move-result-object v0", take,
	}
	for name, c := range map[string]struct {
		smali string
		want  []string
	}{
		"constant": {method("m()V", 0, `const-string v0, "a"`, take), []string{"a"}},
		"two constants": {method("m(I)V", 1, `const-string v0, "a"`, "if-eqz p0, :on", `const-string v0, "b"`, ":on", take),
			[]string{"a", "b"}},
		"null is no text":                         {method("m(I)V", 1, `const-string v0, "a"`, "if-eqz p0, :on", "const/4 v0, 0x0", ":on", take), []string{"a"}},
		"string resource, in every configuration": {method("m(Landroid/content/Context;)V", 1, resource...), []string{"Hallo", "Hello"}},
		"one value that is not known spoils all": {
			method("m(ILandroid/widget/TextView;)V", 2, `const-string v0, "a"`, "if-eqz p0, :on",
				"invoke-virtual {p1}, Landroid/widget/TextView;->toString()"+text, "move-result-object v0", ":on", take), nil},
		"an extra that the app puts, as others may": {
			method("p(Landroid/content/Intent;)V", 1, `const-string v1, "key"`, `const-string v2, "a"`,
				"invoke-virtual {p0, v1, v2}, Landroid/content/Intent;->putExtra("+text+text+")Landroid/content/Intent;") +
				method("m(Landroid/content/Intent;)V", 1, `const-string v1, "key"`,
					"invoke-virtual {p0, v1}, Landroid/content/Intent;->getStringExtra("+text+")"+text, "move-result-object v0", take),
			nil},
		"more callers than the fan": {
			manyCallers(values.MaxFan+1) + method("n("+text+")V", 1, "move-object v0, p0", take), nil},
		"as many callers as the fan": {
			manyCallers(2) + method("n("+text+")V", 1, "move-object v0, p0", take), []string{"0", "1"}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := build(t, header+c.smali)
			got, all := p.tracer(values.MaxSteps).Texts(p.in, &p.call, 0)
			if !slices.Equal(got, c.want) || all != (len(c.want) > 0) {
				t.Errorf("texts %q (all: %v), want %q", got, all, c.want)
			}
		})
	}
}

func manyCallers(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(method(fmt.Sprintf("c%d()V", i), 0, fmt.Sprintf(`const-string v0, "%d"`, i), "invoke-static {v0}, Lt/A;->n("+text+")V"))
	}
	return b.String()
}

// TestWidgetIDs_definite states when all widgets that a register can hold have names.
func TestWidgetIDs_definite(t *testing.T) {
	t.Parallel()
	find := func(id string) string {
		return "const v1, " + id + "\ninvoke-virtual {p0, v1}, Landroid/app/Activity;->findViewById(I)Landroid/view/View;\nmove-result-object v0"
	}
	sink := fmt.Sprintf(sinkOf, "Landroid/view/View;")
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"found by its id":     {[]string{find("{id/go}"), sink}, []string{"id/go"}},
		"one of two":          {[]string{find("{id/go}"), "if-eqz p1, :on", find("{id/stop}"), ":on", sink}, []string{"id/go", "id/stop"}},
		"or null":             {[]string{find("{id/go}"), "if-eqz p1, :on", "const/4 v0, 0x0", ":on", sink}, []string{"id/go"}},
		"an id of no widget":  {[]string{find("{string/hello}"), sink}, nil},
		"an id not known":     {[]string{"invoke-virtual {p0, p1}, Landroid/app/Activity;->findViewById(I)Landroid/view/View;", "move-result-object v0", sink}, nil},
		"a view of elsewhere": {[]string{find("{id/go}"), "if-eqz p1, :on", "move-object v0, p2", ":on", sink}, nil},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := build(t, header+method("m(Landroid/app/Activity;ILandroid/view/View;)V", 3, c.lines...))
			got, all := p.tracer(values.MaxSteps).WidgetIDs(p.in, p.call.Off, p.reg)
			slices.Sort(got)
			if !slices.Equal(got, c.want) || all != (len(c.want) > 0) {
				t.Errorf("widgets %q (all: %v), want %q", got, all, c.want)
			}
		})
	}
}

// TestClasses_definite states when all classes of a class object are known.
func TestClasses_definite(t *testing.T) {
	t.Parallel()
	sink := fmt.Sprintf(sinkOf, "Ljava/lang/Class;")
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"constant":       {[]string{"const-class v0, Lt/A;", sink}, []string{"Lt/A;"}},
		"one of two":     {[]string{"const-class v0, Lt/A;", "if-eqz p0, :on", "const-class v0, Lt/B;", ":on", sink}, []string{"Lt/A;", "Lt/B;"}},
		"of a parameter": {[]string{"move-object v0, p1", sink}, nil},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := build(t, header+method("m(ILjava/lang/Class;)V", 2, c.lines...))
			got, all := p.tracer(values.MaxSteps).Classes(p.in, &p.call, 0)
			slices.Sort(got)
			if !slices.Equal(got, c.want) || all != (len(c.want) > 0) {
				t.Errorf("classes %q (all: %v), want %q", got, all, c.want)
			}
		})
	}
}

// TestArgumentText states what text a call shows, for people.
func TestArgumentText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		sink  string
		want  string
	}{
		"constant":          {[]string{`const-string v0, "a"`}, text, "a"},
		"resource":          {[]string{"const v0, {string/hello}"}, "I", "Hello"},
		"id of no string":   {[]string{"const v0, {id/go}"}, "I", ""},
		"two texts":         {[]string{`const-string v0, "a"`, "if-eqz p0, :on", `const-string v0, "b"`, ":on"}, text, ""},
		"the same text":     {[]string{`const-string v0, "a"`, "if-eqz p0, :on", `const-string v0, "a"`, ":on"}, text, "a"},
		"a number, no text": {[]string{"const/4 v0, 0x3"}, "I", ""},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := build(t, header+method("m(I)V", 1, append(c.lines, fmt.Sprintf(sinkOf, c.sink))...))
			if got := p.tracer(values.MaxSteps).ArgumentText(p.in, &p.call, 0); got != c.want {
				t.Errorf("text %q, want %q", got, c.want)
			}
		})
	}
}

// TestPatterns states what is known of texts that are put together.
func TestPatterns(t *testing.T) {
	t.Parallel()
	const builder, appendText = "Ljava/lang/StringBuilder;", "->append(" + text + ")Ljava/lang/StringBuilder;"
	built := []string{
		"new-instance v1, " + builder, "invoke-direct {v1}, " + builder + "-><init>()V",
		`const-string v2, "a."`, "invoke-virtual {v1, v2}, " + builder + appendText,
		"invoke-virtual {v1, p1}, " + builder + appendText,
		`const-string v2, "z"`, "invoke-virtual {v1, v2}, " + builder + appendText,
		"invoke-virtual {v1}, " + builder + "->toString()" + text, "move-result-object v0",
	}
	for name, c := range map[string]struct {
		lines      []string
		yes, no    []string
		isConstant bool
	}{
		"constant":                              {[]string{`const-string v0, "a.B"`}, []string{"a.B"}, []string{"a.C", "a.BB"}, true},
		"builder with a part that is not known": {built, []string{"a.z", "a.xyz"}, []string{"a.", "b.z", "a.zy"}, false},
		"format": {[]string{
			`const-string v0, "row_%02d_x"`, "const/4 v1, 0x0",
			"invoke-static {v0, v1}, Ljava/lang/String;->format(" + text + "[Ljava/lang/Object;)" + text, "move-result-object v0",
		}, []string{"row_07_x", "row__x"}, []string{"row_07", "col_07_x"}, false},
		"format of a date": {[]string{
			`const-string v0, "%tY-%1$tm"`, "const/4 v1, 0x0",
			"invoke-static {v0, v1}, Ljava/lang/String;->format(" + text + "[Ljava/lang/Object;)" + text, "move-result-object v0",
		}, []string{"2026-11", "-"}, []string{"2026"}, false},
		"concatenation with the package": {[]string{
			"invoke-virtual {p0}, Landroid/content/Context;->getPackageName()" + text, "move-result-object v0", `const-string v1, ".B"`,
			"invoke-virtual {v0, v1}, " + text + "->concat(" + text + ")" + text, "move-result-object v0",
		}, []string{"t.B"}, []string{"u.B"}, true},
		"name of a class": {[]string{
			"const-class v0, Lt/A;", "invoke-virtual {v0}, Ljava/lang/Class;->getName()" + text, "move-result-object v0",
		}, []string{"t.A"}, []string{"t.B"}, true},
		"nothing known": {[]string{"move-object v0, p1"}, []string{"", "anything"}, nil, false},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := build(t, header+method("m(Landroid/content/Context;"+text+")V", 2, append(c.lines, take)...))
			all := p.tracer(30).Patterns("t", p.in, p.call.Off, p.reg)
			if len(all) != 1 || all[0].Constant() != c.isConstant {
				t.Fatalf("patterns %q, want one, constant: %v", all, c.isConstant)
			}
			for _, s := range c.yes {
				if !all[0].Matches(s) {
					t.Errorf("%q does not match %q", all[0], s)
				}
			}
			for _, s := range c.no {
				if all[0].Matches(s) {
					t.Errorf("%q matches %q", all[0], s)
				}
			}
		})
	}
}

// TestFreeze states that tracers made of the same facts give, at once, the answers of the
// one that found the facts out.
func TestFreeze(t *testing.T) {
	t.Parallel()
	p := build(t, header+
		method("w()V", 0, `const-string v0, "a"`, "sput-object v0, Lt/A;->f:"+text)+
		method("m()V", 0, "sget-object v0, Lt/A;->f:"+text, take))
	first := p.tracer(values.MaxSteps)
	want := describe(first.ValuesAt(p.in, p.call.Off, p.reg))
	facts := first.Freeze()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			own := facts.Tracer(values.MaxSteps)
			if got := describe(own.ValuesAt(p.in, p.call.Off, p.reg)); !slices.Equal(got, want) {
				t.Errorf("values %q, want %q", got, want)
			}
		})
	}
	all.Wait()
	if none := facts.Tracer(0).ValuesAt(p.in, p.call.Off, p.reg); len(none) != 1 || none[0].Kind != origin.Static {
		t.Errorf("without steps the field is followed: %q", describe(none))
	}
}
