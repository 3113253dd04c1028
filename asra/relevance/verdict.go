package relevance

import (
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// verdict is what is decided about a callback as things stand. Where a source names it, and
// the rule is that by which it is kept anyway, the reason says more that is there already.
// It may be asked at any time; what it says of a callback only goes from irrelevant to necessary.
func (f *fixpoint) verdict(cb *icfg.Callback) Verdict {
	v := f.judge(cb)
	p, named := f.promoted[cb.Method]
	switch {
	case !named || v.Verdict == guide.Necessary:
	case v.Rule == p.rule:
		v.Verdict = guide.Necessary
	default:
		v = Verdict{guide.Necessary, p.rule, p.reason}
	}
	return v
}

// judge is verdict without the sources. The order of the cases is that of what is surest:
// what ran is necessary whatever the XML says, what cannot run is irrelevant even where a path
// leads through it, and no rule clears what the roles of R18 keep.
func (f *fixpoint) judge(cb *icfg.Callback) Verdict {
	because := func(v guide.Verdict, rule string, kind guide.ReasonKind) Verdict {
		return Verdict{v, rule, guide.Reason{Kind: kind}}
	}
	m := f.App.Calls.Method(cb.Method)
	switch {
	case !f.Reach.Known():
		return because(guide.Unknown, "R20", guide.ReasonNoTarget)
	case f.Reach.OnStack(cb.Method):
		return because(guide.Necessary, "R13", guide.ReasonOnStack)
	case f.cannotRun(cb.Method):
		return Verdict{guide.Irrelevant, "R22", f.CannotRun[cb.Method]}
	case f.Reach.Has(f.App.Method(cb.Method)):
		return because(guide.Necessary, "R8", guide.ReasonLeads)
	case !guide.Role(cb.Role).Prunable():
		return because(guide.Unknown, "R18", guide.ReasonRole)
	case !handlesEvent(m):
		return because(guide.Unknown, "R18", guide.ReasonMakes)
	case f.published != nil && f.published.holds(cb.Method):
		return because(guide.Necessary, "R7", guide.ReasonSetsTested)
	case f.published != nil:
		return because(guide.Irrelevant, "R8", guide.ReasonUnset)
	case f.opts.Level == guide.LevelReach:
		return because(guide.Irrelevant, "R8", guide.ReasonUnreached)
	case f.clearing && f.cleared[cb.Method] && empty(m):
		return because(guide.Unknown, "R17", guide.ReasonEmpty)
	case f.clearing && f.cleared[cb.Method]:
		return because(guide.Irrelevant, "R17", guide.ReasonNoEffect)
	case f.clearing && f.kept[cb.Method].rule != "":
		return Verdict{guide.Unknown, f.kept[cb.Method].rule, f.kept[cb.Method].reason}
	}
	return because(guide.Unknown, "R20", guide.ReasonUnexamined)
}

// empty says that a method does nothing but return: the other half of a listener of
// which code wants one method. That it ran may be counted.
func empty(m *dex.Method) bool {
	code := m.Code()
	if code == nil {
		return false
	}
	for in := range code.Insns() {
		constant := in.Op >= dex.OpConst4 && in.Op <= dex.OpConstHigh16
		if !in.Op.Returns() && in.Op != dex.OpNop && !constant && !counts(code.File, &in) {
			return false
		}
	}
	return true
}

// counts says that an instruction is one of those by which a coverage tool counts.
func counts(f *dex.File, in *dex.Insn) bool {
	switch in.Op {
	case dex.OpInvokeStatic, dex.OpInvokeStaticRange:
		return appcode.OfCoverage(f.MethodAt(in.Index).Name)
	}
	return in.Op == dex.OpMoveResultObject || in.Op == dex.OpAputBoolean
}

// handlesEvent says that a method is told of an event and nothing more (R18): it
// makes nothing for its caller, and the caller needs no answer. A false answer
// says that the event was not handled.
func handlesEvent(m *dex.Method) bool {
	switch m.Name {
	case "onLongClick", "onItemLongClick", "onOptionsItemSelected", "onContextItemSelected", "onMenuItemClick",
		"onNavigationItemSelected", "onActionItemClicked", "onPreferenceClick", "onEditorAction", "onChildClick":
		return true
	}
	if !strings.HasSuffix(m.Desc, ")V") {
		return false
	}
	if strings.HasPrefix(m.Desc, "(Landroid/view/View;)") {
		return true // of clicks, or named in a layout
	}
	for _, prefix := range []string{"onCreate", "onPrepare", "onBind", "onBuild", "onApply"} {
		if strings.HasPrefix(m.Name, prefix) {
			return false // it makes something in what it is given
		}
	}
	return strings.HasPrefix(m.Name, "on") || strings.HasSuffix(m.Name, "TextChanged")
}
