package instrument_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/dex"
	"talpa/dex/apk"
	"talpa/instrument"
	"talpa/instrument/apktool"
	"talpa/instrument/dexpatch"
	"talpa/instrument/seal"
	"talpa/internal/corpus"
	"talpa/internal/execx"
	"talpa/internal/need"
)

// The two rewriters, which share no code but the plan, make the same app: every
// changed method runs the same instructions, every other one is as before, with
// the same line numbers.
func TestRewritersAreEqual(t *testing.T) {
	t.Parallel()
	t.Run("sample", func(t *testing.T) { testEqual(t, writeApp(t)) })
	for _, c := range corpus.Cases(t) {
		if c.Name == "ventriloid-1" {
			t.Run(c.Name, func(t *testing.T) { testEqual(t, c.APK) })
		}
	}
}

// eventPlan changes all methods that are named like events, in turn by the
// actions; those without an argument that can be guarded are logged instead.
func eventPlan(set *dex.Set, actions ...instrument.Action) *instrument.Plan {
	p := &instrument.Plan{Mode: instrument.ModeReach}
	for _, c := range set.Classes() {
		for _, m := range c.Methods {
			if strings.HasPrefix(m.Name, "on") && m.Code() != nil {
				action := actions[len(p.Methods)%len(actions)]
				change := instrument.Method{Name: m.String(), Action: action}
				if action == instrument.Guarded {
					if change.Guard = anyGuard(m); change.Guard == nil {
						change.Action = instrument.Log
					}
				}
				p.Methods = append(p.Methods, change)
			}
		}
	}
	return p
}

// anyGuard is a guard that fits the method, nil if there is none.
func anyGuard(m *dex.Method) *instrument.Guard {
	getters := map[string]string{
		"Landroid/view/MenuItem;": "Landroid/view/MenuItem;->getItemId()I",
		"Landroid/view/View;":     "Landroid/view/View;->getId()I", "I": "",
	}
	for i, p := range dex.Params(m.Desc) {
		if getter, ok := getters[p]; ok {
			return &instrument.Guard{Argument: i, Getter: getter, Values: []int32{0x7f080001, -2, 0},
				Probe: m.CodeOff%8 == 0}
		}
	}
	return nil
}

func testEqual(t *testing.T, in string) {
	t.Helper()
	a, err := apk.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.SeededKey("test")
	if err != nil {
		t.Fatal(err)
	}
	original := openSet(t, a)
	plan := eventPlan(original, instrument.Return, instrument.Guarded, instrument.Log)
	dir := t.TempDir()
	apply := func(name string, rw instrument.Rewriter, sealer instrument.Sealer) rewritten {
		out := filepath.Join(dir, name)
		r, err := instrument.Apply(context.Background(), instrument.Options{
			APK: in, Out: out, Plan: plan, Rewriter: rw, Sealer: sealer,
		})
		if errors.Is(err, execx.ErrNotFound) {
			need.Missing(t, "apktool", fmt.Sprintf("%s (%v)", need.Tools, err))
		}
		if err != nil {
			t.Fatal(err)
		}
		a, err := apk.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		return rewritten{openSet(t, a), names(r.Changed), names(r.Silent)}
	}
	slow := apply("apktool.apk", apktool.Rewriter{}, seal.Tools{Key: key})
	fast := apply("dex.apk", dexpatch.Rewriter{}, seal.Native{Key: key})

	actions := map[string]instrument.Action{}
	for _, m := range plan.Methods {
		actions[m.Name] = m.Action
	}
	count := map[instrument.Action]int{}
	for _, c := range original.Classes() {
		for _, m := range c.Methods {
			if m.Code() == nil {
				continue
			}
			action := actions[m.String()]
			slow.check(t, "apktool", m, action)
			fast.check(t, "dex", m, action)
			count[action]++
		}
	}
	t.Logf("%d return, %d log, %d as before", count[instrument.Return], count[instrument.Log], count[""])
}

// rewritten is the result of one rewriter.
type rewritten struct {
	set             *dex.Set
	changed, silent map[string]bool
}

// check compares a method of the original app with its new form.
func (r rewritten) check(t *testing.T, name string, old *dex.Method, action instrument.Action) {
	t.Helper()
	now := r.set.Method(old.Ref())
	if now == nil || now.Code() == nil {
		t.Errorf("%s: %v is gone", name, old)
		return
	}
	thisReg := old.Code().ThisReg()
	want := body(old, 0, thisReg)
	if !r.changed[old.String()] {
		if action == instrument.Return {
			t.Errorf("%s: %v was not changed", name, old)
		}
		compareCode(t, name, old, want, body(now, 0, now.Code().ThisReg()))
		return
	}
	if action == instrument.Guarded {
		r.checkGuard(t, name, old, now, want)
		return
	}
	if !r.silent[old.String()] {
		log := prologue(now)
		compareCode(t, name, old, []string{
			fmt.Sprintf("const-string v0, %q", old.Class.Descriptor), fmt.Sprintf("const-string v1, %q", old.Name), "log",
		}, log)
	}
	if action == instrument.Log {
		// Behind the prologue is the old method. apktool renumbers the frame;
		// dexpatch moves the arguments to where they were, and pads.
		from := now.Code().Units - old.Code().Units
		if name == "apktool" {
			from, thisReg = prologueUnits(now), now.Code().ThisReg()
		}
		compareCode(t, name, old, want, body(now, from, thisReg))
		return
	}
	lines := strings.Split(first(now), "\n")
	if !r.silent[old.String()] {
		lines = lines[3:]
	}
	compareCode(t, name, old, []string{neutral(old)}, []string{strings.Join(lines, " ")})
}

// neutral is the code that returns nothing from a method.
func neutral(m *dex.Method) string {
	code := map[byte]string{
		'V': "return-void", 'J': "const-wide/16 v0, #0 return-wide v0", 'D': "const-wide/16 v0, #0 return-wide v0",
		'L': "const/4 v0, #0 return-object v0", '[': "const/4 v0, #0 return-object v0",
	}[m.Ref().Return()[0]]
	if code == "" {
		code = "const/4 v0, #0 return v0"
	}
	return code
}

// checkGuard states what a guarded method runs: it asks for the number, compares it
// with each rejected one, and prunes or goes on with the old method.
func (r rewritten) checkGuard(t *testing.T, name string, old, now *dex.Method, body0 []string) {
	t.Helper()
	guard := anyGuard(old)
	thisReg := now.Code().ThisReg()
	arg := int(thisReg)
	for i, p := range dex.Params(old.Desc) {
		if i == 0 && !old.IsStatic() {
			arg++
		}
		if i == guard.Argument {
			break
		}
		arg++
		if dex.IsWide(p) {
			arg++
		}
	}
	var want []string
	if guard.Getter == "" {
		want = append(want, fmt.Sprintf("move/from16 v0, v%d", arg))
	} else {
		call := "invoke-virtual/range"
		if strings.Contains(guard.Getter, "MenuItem") {
			call = "invoke-interface/range"
		}
		want = append(want, fmt.Sprintf("if-eqz v%d, body", arg),
			fmt.Sprintf("%s {v%d}, %s", call, arg, guard.Getter), "move-result v0")
	}
	for _, n := range guard.Values {
		want = append(want, fmt.Sprintf("const v1, #%d", n), "if-eq v0, v1, pruned")
	}
	want = append(want, "goto/16 body")
	prune := strings.Split(strings.Replace(neutral(old), " return", "\nreturn", 1), "\n")
	var line, probe []string
	if !r.silent[old.String()] {
		line = []string{fmt.Sprintf("const-string v0, %q", old.Class.Descriptor),
			fmt.Sprintf("const-string v1, %q", old.Name), "log"}
	}
	if guard.Probe {
		line, probe = nil, line
	}
	want = slices.Concat(want, line, prune, probe)
	got, units := guardCode(now, len(want), len(probe))
	compareCode(t, name, old, want, got)
	from := now.Code().Units - old.Code().Units
	oldThis := old.Code().ThisReg()
	if name == "apktool" {
		from, oldThis = units, thisReg
	}
	compareCode(t, name, old, body0, body(now, from, oldThis))
}

// guardCode is the first n instructions of a method with the targets of branches
// by name, and where they end. The last of them, the probe, are run on the way to
// the old method.
func guardCode(m *dex.Method, n, probe int) (list []string, units uint32) {
	c := m.Code()
	insns := slices.Collect(c.Insns())
	units = insns[n].Off
	bodyAt := insns[n-probe].Off
	pruned := uint32(0)
	for i := range insns[:n] {
		if insns[i].Op == dex.OpGoto16 {
			pruned = insns[i+1].Off
		}
	}
	for i := range insns[:n] {
		in := insns[i]
		text := plain(c.Format(in))
		if in.Op.Branches() {
			target := map[uint32]string{bodyAt: "body", pruned: "pruned"}[uint32(in.Lit)]
			text = text[:strings.LastIndexByte(text, ' ')+1] + target
		}
		list = append(list, logMethod.ReplaceAllString(text, "log"))
	}
	return list, units
}

var logMethod = regexp.MustCompile(
	`^invoke-static \{v0, v1\}, Landroid/util/Log;->[a-z]\(Ljava/lang/String;Ljava/lang/String;\)I$`)

// prologue is the first three instructions: the call of any Log method is "log".
func prologue(m *dex.Method) []string {
	var list []string
	c := m.Code()
	for in := range c.Insns() {
		list = append(list, logMethod.ReplaceAllString(plain(c.Format(in)), "log"))
		if len(list) == 3 {
			break
		}
	}
	return list
}

// prologueUnits is the length of the log call.
func prologueUnits(m *dex.Method) uint32 {
	insns := slices.Collect(m.Code().Insns())
	return insns[3].Off
}

// plain hides how wide an index is, which the assembler chooses.
func plain(insn string) string { return strings.Replace(insn, "/jumbo", "", 1) }

// body is the code of a method from a position on, with its lines. Addresses
// count from that position; registers from thisReg on are written as
// parameters.
func body(m *dex.Method, from uint32, thisReg uint16) []string {
	const parameter = 10000
	c := m.Code()
	var list []string
	for in := range c.Insns() {
		if in.Off < from || in.Op == dex.OpNop {
			continue // the padding before payloads depends on where they lie
		}
		line := c.Line(in.Off)
		extra := ""
		switch {
		case in.Op == dex.OpFillArrayData:
			extra = fmt.Sprint(c.ArrayData(in))
			in.Lit = 0
		case in.Op.Switches():
			for arm := range c.Cases(in) {
				extra += fmt.Sprintf("%d to %04x ", arm.Key, arm.Target-from)
			}
			in.Lit = 0
		case in.Op.Branches():
			in.Lit -= int64(from)
		}
		for i := range in.Regs {
			if i < int(in.N) && (!in.IsRange() || i == 0) && in.Regs[i] >= thisReg {
				in.Regs[i] += parameter - thisReg
			}
		}
		in.Off -= from
		list = append(list, fmt.Sprintf("%04x: %s %s; line %d", in.Off, plain(c.Format(in)), extra, line))
	}
	for _, try := range c.Tries() {
		if try.Start >= from {
			for _, h := range try.Handlers {
				list = append(list, fmt.Sprintf("try %x-%x %s %x", try.Start-from, try.End-from, h.Type, h.Target-from))
			}
		}
	}
	return list
}

func compareCode(t *testing.T, rewriter string, m *dex.Method, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" && !t.Failed() {
		t.Errorf("%s: %v (-want +got):\n%s", rewriter, m, diff)
	}
}

func names(list []string) map[string]bool {
	m := map[string]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}
