package dexpatch

import (
	"fmt"
	"strings"
	"testing"

	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/instrument"
)

// program has methods of every result type, few and many registers, wide
// arguments, tries, switches and line numbers.
const program = `
.class public LMain;
.super Ljava/lang/Object;
.source "Main.java"
.field count:I
.method public constructor <init>()V
    .registers 1
    .line 3
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 2
    .line 10
    invoke-virtual {p1}, Landroid/view/View;->getId()I
    .line 11
    invoke-virtual {p0}, LMain;->onInt()I
    .line 12
    return-void
.end method
.method public onWide(JLjava/lang/String;D)Z
    .registers 6
    .line 20
    invoke-virtual {p0, p1, p2}, LMain;->onLong(J)J
    move-result-wide p1
    const/4 p3, 0x1
    return p3
.end method
.method public onInt()I
    .registers 3
    .line 30
    :start
    iget v0, p0, LMain;->count:I
    const/4 v1, 0x2
    div-int v0, v0, v1
    :end
    .line 31
    packed-switch v0, :table
    :done
    return v0
    :one
    const/4 v0, 0x1
    goto :done
    :failed
    move-exception v1
    const/4 v0, -0x1
    goto :done
    .catch Ljava/lang/ArithmeticException; {:start .. :end} :failed
    nop
    :table
    .packed-switch 0x0
        :one
        :done
    .end packed-switch
.end method
.method public onLong(J)J
    .registers 3
    .line 40
    return-wide p1
.end method
.method public onObject()Ljava/lang/Object;
    .registers 1
    return-object p0
.end method
.method public static onStatic()V
    .registers 0
    return-void
.end method
.method public static onValue()F
    .registers 1
    const/4 v0, 0x0
    return v0
.end method
.method public abstract onNothing()V
.end method
.method public onVariable(I)V
    .registers 2
    .line 45
    nop
    .local p1, "old":I
    .line 46
    invoke-virtual {p0, p1}, LMain;->onVariable(I)V
    .end local p1
    .line 47
    return-void
.end method
.method public log()V
    .registers 2
    .line 50
    const-string v0, "x"
    invoke-static {v0, v0}, Landroid/util/Log;->i(Ljava/lang/String;Ljava/lang/String;)I
    return-void
.end method
`

// actions gives the same action to every method whose name begins with prefix.
func actions(f *dex.File, prefix string, action instrument.Action) map[string]instrument.Action {
	m := map[string]instrument.Action{}
	for _, c := range f.Classes {
		for _, method := range c.Methods {
			if strings.HasPrefix(method.Name, prefix) {
				m[method.String()] = action
			}
		}
	}
	return m
}

// patched applies actions and reads the result back, which must be sound.
func patched(t *testing.T, data []byte, actions map[string]instrument.Action) (*Result, *dex.File) {
	t.Helper()
	r, err := Patch(data, actions, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := dex.Parse(r.Data)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Warnings)+len(f.Faults) > 0 {
		t.Fatalf("the result has faults: %v %v", f.Warnings, f.Faults)
	}
	return r, f
}

// text is the code of a method as text.
func text(m *dex.Method) string {
	c := m.Code()
	if c == nil {
		return "none"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "registers %d, ins %d, outs %d\n", c.Registers, c.Ins, c.Outs)
	for in := range c.Insns() {
		fmt.Fprintf(&b, "%04x: %s", in.Off, c.Format(in))
		if line := c.Line(in.Off); line > 0 {
			fmt.Fprintf(&b, " ; line %d", line)
		}
		b.WriteByte('\n')
	}
	for _, try := range c.Tries() {
		fmt.Fprintf(&b, "try %v\n", try)
	}
	return b.String()
}

func TestReturn(t *testing.T) {
	t.Parallel()
	data := dextest.Bytes(t, program)
	old, err := dex.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	r, f := patched(t, data, actions(old, "on", instrument.Return))
	if len(r.Changed) != 8 || len(r.Silent) != 0 ||
		len(r.Failed) != 1 || !strings.Contains(r.Failed[0].Reason, "abstract") {
		t.Fatalf("changed %v, silent %v, failed %v", r.Changed, r.Silent, r.Failed)
	}
	const call = `
0002: const-string v1, "%s"
0004: invoke-static {v0, v1}, Landroid/util/Log;->i(Ljava/lang/String;Ljava/lang/String;)I`
	for name, want := range map[string]string{
		"onClick":  "0007: return-void",
		"onWide":   "0007: const/4 v0, #0\n0008: return v0",
		"onInt":    "0007: const/4 v0, #0\n0008: return v0",
		"onLong":   "0007: const-wide/16 v0, #0\n0009: return-wide v0",
		"onObject": "0007: const/4 v0, #0\n0008: return-object v0",
		"onStatic": "0007: return-void",
		"onValue":  "0007: const/4 v0, #0\n0008: return v0",
	} {
		got := text(method(t, f, name))
		got = got[strings.Index(got, "\n")+1:]
		var lines []string
		for line := range strings.Lines(got) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " ; line")
			lines = append(lines, line)
		}
		want = `0000: const-string v0, "LMain;"` + fmt.Sprintf(call, name) + "\n" + want
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
	unchanged(t, old, f, r.Changed)
	for name, line := range map[string]int{"onClick": 10, "onVariable": 45} {
		c := method(t, f, name).Code()
		lines, err := c.Lines()
		if locals, err2 := c.Locals(); err != nil || err2 != nil || len(locals) != 0 {
			t.Errorf("%s: variables %v, errors %v, %v", name, locals, err, err2)
		}
		if len(lines) != 1 || lines[0].Line != line {
			t.Errorf("%s: lines %v, want %d alone", name, lines, line)
		}
	}
}

// A logged method is its old self behind a prologue.
func TestLog(t *testing.T) {
	t.Parallel()
	data := dextest.Bytes(t, program)
	old, err := dex.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	r, f := patched(t, data, actions(old, "on", instrument.Log))
	if len(r.Changed) != 8 {
		t.Fatalf("changed %v, failed %v", r.Changed, r.Failed)
	}
	unchanged(t, old, f, r.Changed)
	for name, prologue := range map[string]string{
		"onClick": "move-object/from16 v0, v2\nmove-object/from16 v1, v3\nnop",
		"onWide": "move-object/from16 v0, v2\nmove-wide/from16 v1, v3\n" +
			"move-object/from16 v3, v5\nmove-wide/from16 v4, v6\nnop",
		"onInt":      "nop",
		"onVariable": "move-object/from16 v0, v2\nmove/from16 v1, v3\nnop",
	} {
		before, after := method(t, old, name).Code(), method(t, f, name).Code()
		shift := after.Units - before.Units
		if shift%2 != 0 {
			t.Errorf("%s moves by %d code units: payloads lose their alignment", name, shift)
		}
		var got []string
		for in := range after.Insns() {
			if in.Off >= 7 && in.Off < shift {
				got = append(got, after.Format(in))
			}
		}
		if strings.Join(got, "\n") != prologue {
			t.Errorf("%s moves its arguments by\n%s\nwant\n%s", name, strings.Join(got, "\n"), prologue)
		}
		sameBody(t, name, before, after, shift)
	}
	// The frame has grown: the register of the variable is another one now.
	if locals, err := method(t, f, "onVariable").Code().Locals(); err != nil || len(locals) != 0 {
		t.Errorf("variables of onVariable: %v, %v", locals, err)
	}
}

// sameBody compares all instructions, lines and tries but for their addresses.
func sameBody(t *testing.T, name string, before, after *dex.Code, shift uint32) {
	t.Helper()
	for in := range before.Insns() {
		got := after.At(in.Off + shift)
		want := in
		want.Off += shift
		if in.Op.Branches() || in.Op.Switches() {
			want.Lit += int64(shift)
		}
		if got != want {
			t.Errorf("%s: %s is %s", name, before.Format(in), after.Format(got))
		}
		if before.Line(in.Off) != after.Line(in.Off+shift) {
			t.Errorf("%s: %04x is on line %d, was on %d", name, in.Off, after.Line(in.Off+shift), before.Line(in.Off))
		}
	}
	was, is := before.Tries(), after.Tries()
	if len(was) != len(is) {
		t.Errorf("%s: %d tries, had %d", name, len(is), len(was))
		return
	}
	for i := range was {
		if is[i].Start != was[i].Start+shift || is[i].Handlers[0].Target != was[i].Handlers[0].Target+shift {
			t.Errorf("%s: try %+v, was %+v", name, is[i], was[i])
		}
	}
}

// unchanged compares everything that was not asked to change.
func unchanged(t *testing.T, old, now *dex.File, changed []string) {
	t.Helper()
	skip := map[string]bool{}
	for _, name := range changed {
		skip[name] = true
	}
	if len(old.Classes) != len(now.Classes) || old.NumStrings() != now.NumStrings() {
		t.Fatalf("%d classes, %d strings; had %d, %d", len(now.Classes), now.NumStrings(), len(old.Classes), old.NumStrings())
	}
	for i, c := range old.Classes {
		n := now.Classes[i]
		if c.Descriptor != n.Descriptor || c.Source != n.Source || len(c.Fields) != len(n.Fields) ||
			len(c.Methods) != len(n.Methods) || c.StaticValuesOff != n.StaticValuesOff || c.AnnotationsOff != n.AnnotationsOff {
			t.Errorf("class %s changed", c.Descriptor)
			continue
		}
		for j, f := range c.Fields {
			if f.Ref() != n.Fields[j].Ref() || f.Access != n.Fields[j].Access {
				t.Errorf("field %v changed", f.Ref())
			}
		}
		for j, m := range c.Methods {
			got := n.Methods[j]
			if m.Ref() != got.Ref() || m.Access != got.Access {
				t.Errorf("method %v changed", m)
			}
			if !skip[m.String()] && text(m) != text(got) {
				t.Errorf("%v was\n%s\nis\n%s", m, text(m), text(got))
			}
		}
	}
}

func method(t *testing.T, f *dex.File, name string) *dex.Method {
	t.Helper()
	for _, c := range f.Classes {
		for _, m := range c.Methods {
			if m.Name == name {
				return m
			}
		}
	}
	t.Fatalf("no method %s", name)
	return nil
}

// Without a reference to Log, methods return in silence and logging fails.
func TestWithoutLog(t *testing.T) {
	t.Parallel()
	data := dextest.Bytes(t, `
.class LMain;
.super Ljava/lang/Object;
.method public static onVoid()V
    .registers 0
    invoke-static {}, LMain;->onVoid()V
    return-void
.end method
.method public static onInt()I
    .registers 1
    const/4 v0, 0x5
    return v0
.end method
`)
	f, err := dex.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	r, now := patched(t, data, actions(f, "on", instrument.Return))
	if len(r.Changed) != 2 || len(r.Silent) != 2 {
		t.Errorf("changed %v, silent %v", r.Changed, r.Silent)
	}
	if len(r.Data) != len(data) {
		t.Errorf("%d bytes became %d: shorter code must stay in place", len(data), len(r.Data))
	}
	if got, want := text(method(t, now, "onVoid")), "registers 0, ins 0, outs 0\n0000: return-void\n"; got != want {
		t.Errorf("onVoid is %q, want %q", got, want)
	}
	if got := method(t, now, "onInt").Code(); got.Registers != 1 || got.Units != 2 {
		t.Errorf("onInt is %q", text(method(t, now, "onInt")))
	}
	r, err = Patch(data, actions(f, "on", instrument.Log), nil)
	if err != nil || r.Data != nil || len(r.Failed) != 2 {
		t.Errorf("logging without Log: %+v, %v", r, err)
	}
}

func TestPatchNothing(t *testing.T) {
	t.Parallel()
	data := dextest.Bytes(t, program)
	r, err := Patch(data, map[string]instrument.Action{
		"LOther;->onClick()V": instrument.Return, "LMain;-><init>()V": instrument.Return,
	}, nil)
	if err != nil || r.Data != nil || len(r.Failed) != 1 || !strings.Contains(r.Failed[0].Reason, "initializes") {
		t.Errorf("result %+v, error %v", r, err)
	}
}

func TestPatchRefuses(t *testing.T) {
	t.Parallel()
	container, err := dextest.Container(program)
	if err != nil {
		t.Fatal(err)
	}
	noMap := dextest.Bytes(t, program)
	le.PutUint32(noMap[0x34:], 0)
	for _, c := range []struct {
		name, says string
		data       []byte
	}{
		{"container", "041", container},
		{"no map", "no section map", noMap},
		{"no DEX", "magic", []byte("PK\x03\x04")},
	} {
		_, err := Patch(c.data, map[string]instrument.Action{"LMain;->onClick(Landroid/view/View;)V": instrument.Return}, nil)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one about %q", c.name, err, c.says)
		}
	}
}

// FuzzPatch: what dex.Parse accepts is patched soundly or refused.
func FuzzPatch(f *testing.F) {
	for _, source := range []string{program, ".class LA;\n.method a()V\n.registers 1\nreturn-void\n.end method\n"} {
		data, err := dextest.Assemble(source)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, true)
		f.Add(data, false)
	}
	f.Fuzz(func(t *testing.T, data []byte, logOnly bool) {
		old, err := dex.Parse(data)
		if err != nil {
			return
		}
		action := instrument.Return
		if logOnly {
			action = instrument.Log
		}
		r, err := Patch(data, actions(old, "", action), nil)
		if err != nil || r.Data == nil {
			return
		}
		if len(r.Data) > 4*len(data)+1<<16 {
			t.Fatalf("%d bytes became %d", len(data), len(r.Data))
		}
		now, err := dex.Parse(r.Data)
		if err != nil {
			t.Fatal(err)
		}
		if len(now.Faults) > len(old.Faults) || len(now.Classes) != len(old.Classes) {
			t.Fatalf("faults %v, had %v", now.Faults, old.Faults)
		}
	})
}
