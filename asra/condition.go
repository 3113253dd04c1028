package asra

import (
	"math"
	"slices"
	"strconv"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/specs"
)

// Bounds of what the guide lists.
const (
	maxConditions = 16
	maxSubjects   = 64 // tested values of one method
	maxHoles      = 32 // excluded values of one condition
)

// condition writes a set of values as a condition; ok is false if it says
// nothing.
func condition(of guide.Subject, v attr.Values) (guide.Condition, bool) {
	c := guide.Condition{Subject: of}
	parts := v.Intervals()
	if v.IsAll() || len(parts) == 0 {
		return c, false
	}
	if lo := parts[0].Min; lo != math.MinInt64 {
		c.Min = &lo
	}
	if hi := parts[len(parts)-1].Max; hi != math.MaxInt64 {
		c.Max = &hi
	}
	for i := 1; i < len(parts); i++ {
		from, to := parts[i-1].Max+1, parts[i].Min-1
		if uint64(to-from) >= uint64(maxHoles-len(c.Not)) {
			return c, c.Min != nil || c.Max != nil // too many holes to list
		}
		for n := from; n <= to; n++ {
			c.Not = append(c.Not, n)
		}
	}
	return c, true
}

// conditionsAt are the conditions under which control gets to pc in a method:
// one for each tested value.
func (a *analysis) conditionsAt(m callgraph.MethodID, pc uint32, skip string) []guide.Condition {
	g := a.gatesOf(m)
	if g == nil {
		return nil
	}
	var all []guide.Condition
	for _, key := range sortedKeys(g.keys) {
		s := g.keys[key]
		if key != skip {
			all = append(all, a.testConditions(m, m, s, g.at(key, pc))...)
		}
	}
	return all
}

// testConditions are what a test in a method demands of a subject that is read in the
// same method, or in a helper that it asks.
func (a *analysis) testConditions(m, reads callgraph.MethodID, s subject, v attr.Values) []guide.Condition {
	if h := s.helper; h != nil && !v.IsAll() {
		var all []guide.Condition
		for i := range h.tells {
			all = append(all, a.testConditions(m, h.in, h.tells[i].s, h.tells[i].wanted(v))...)
		}
		return all
	}
	if s.helper != nil || a.opts.Sensitivity == SensitivityAttr && s.call == nil && s.says != idSubject {
		return nil
	}
	c, ok := a.subjectCondition(reads, s, v)
	if !ok {
		return nil
	}
	c.Where = a.p.Calls.Method(m).String()
	a.noteTest(m, s, v)
	return []guide.Condition{c}
}

func sortedKeys(m map[string]subject) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys[:min(len(keys), maxSubjects)]
}

// subjectCondition writes what a subject has to be.
func (a *analysis) subjectCondition(m callgraph.MethodID, s subject, v attr.Values) (guide.Condition, bool) {
	if s.kind == specs.KindBool {
		if v = v.Intersect(attr.Only(0, 1)); v.Equal(attr.Only(0, 1)) {
			return guide.Condition{}, false
		}
	}
	c, ok := condition(s.says, v)
	if !ok {
		return c, false
	}
	switch {
	case s.text != "":
		if !v.Equal(attr.Only(1)) && v.Has(0) {
			return c, false // it differs from a constant: no help
		}
		c = guide.Condition{Subject: attribute("text"), Text: s.text}
	case s.says.Name == "empty" && s.says.Kind == guide.SubjectAttribute:
		one, zero := int64(1), int64(0)
		c = guide.Condition{Subject: attribute("length"), Min: &one}
		if !v.Has(0) {
			c = guide.Condition{Subject: attribute("length"), Max: &zero}
		}
	}
	if s.call != nil {
		if w := a.subjectWidget(m, s); w != nil {
			c.Subject.Widget = *w
		}
	}
	return c, true
}

// subjectWidget is the widget whose attribute or text a subject is; nil if it is
// not known.
func (a *analysis) subjectWidget(m callgraph.MethodID, s subject) *guide.Widget {
	for i := range int(s.call.N) {
		reg := s.call.Regs[0] + uint16(i)
		if !s.call.IsRange() {
			reg = s.call.Reg(i)
		}
		if w := a.textWidget(m, s.call.Off, reg, 0); w != nil {
			return w
		}
	}
	return nil
}

// textWidget is the widget in a register, or the one whose text is in it: it
// looks through getText, toString, trim and their like.
func (a *analysis) textWidget(m callgraph.MethodID, pc uint32, reg uint16, depth int) *guide.Widget {
	if widgets := a.q.WidgetsAt(m, pc, reg); len(widgets) == 1 {
		w := a.widget(widgets[0])
		return &w
	}
	an := a.originsOf(m)
	if an == nil || depth > 4 {
		return nil
	}
	for _, o := range an.At(pc, reg) {
		if o.Kind != origin.Result || !passesText(o.Name) {
			continue
		}
		call := an.Graph.Code.At(o.PC)
		if from, ok := origin.ArgRegister(an.Graph.Code.File, &call, 0); ok {
			if w := a.textWidget(m, o.PC, from, depth+1); w != nil {
				return w
			}
		}
	}
	return nil
}

func passesText(name string) bool {
	switch name {
	case "getText", "toString", "trim", "toLowerCase", "toUpperCase", "valueOf", "replace", "replaceAll", "substring",
		"getEditableText", "getQuery", "getEditText":
		return true
	}
	return false
}

// gate writes into a callback what has to hold for it to lead on: the ids that
// it accepts (R16), and the conditions on its cheapest way.
func (a *analysis) gate(cb *icfg.Callback, out *guide.Callback) {
	m := a.p.Calls.Method(cb.Method)
	key, ok := primary(m)
	if ok {
		v := a.accepted(cb.Method, key, 0)
		of := idSubject
		if key[0] == 'p' {
			register, _ := strconv.Atoi(key[1:])
			of = guide.Subject{Kind: guide.SubjectArgument, Register: register}
		}
		if c, says := condition(of, v); says {
			c.Where = m.String()
			out.Conditions = append(out.Conditions, c)
			for _, w := range cb.Widgets {
				if n, known := number(w); known && v.Has(n) && w.Name != "" && !slices.Contains(out.Accepts, w.Name) {
					out.Accepts = append(out.Accepts, w.Name)
				}
			}
		}
	}
	for _, s := range a.bestSteps(cb.Method) {
		for _, c := range a.conditionsAt(s.in, s.pc, key) {
			if len(out.Conditions) < maxConditions {
				out.Conditions = append(out.Conditions, c)
			}
		}
	}
}

// number is what a callback's test compares for a widget.
func number(w icfg.Widget) (int64, bool) {
	if w.HasNumber {
		return w.Number, true
	}
	return int64(int32(uint32(w.ID))), w.ID != 0
}

// site is a position in a method.
type site struct {
	in callgraph.MethodID
	pc uint32
}

// bestSteps are the positions that control passes on the cheapest way from a
// callback to the next event, or to the target: in the callback itself and in
// what it calls.
func (a *analysis) bestSteps(m callgraph.MethodID) []site {
	var all []site
	if i := slices.Index(a.chain[:min(a.anchor+1, len(a.chain))], m); i >= 0 {
		for ; i >= 0; i-- {
			for _, s := range a.frameSteps(i) {
				all = append(all, site{a.chain[i], s.pc})
				break
			}
		}
		return all
	}
	for _, e := range a.way.path(a.p.Method(m)) {
		kind, n := a.p.Kind(e.From)
		if kind != icfg.MethodNode {
			break
		}
		all = append(all, site{callgraph.MethodID(n), e.PC})
		if e.Kind != icfg.Call {
			break
		}
	}
	return all
}
