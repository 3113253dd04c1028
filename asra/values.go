package asra

import (
	"cmp"
	"slices"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
)

// Bounds of the search for what the crash reads.
const (
	maxValues       = 60
	maxChoices      = 40
	maxOpeners      = 12
	maxValueSteps   = 7    // calls and fields from the crash point to who names a setting
	maxValueReach   = 3000 // methods looked at
	maxValueFan     = 12   // targets of a call, writers of a field, callers of a method
	maxSettingSteps = 3    // of a setting that makes its screens relevant
	wayValueSteps   = 3    // what a method on the way counts that is not on the stack
)

// values lists the settings that the screens of the app show, by how near to the crash
// code is that names their keys (R19). How the value gets from there to the crash is not
// followed, so that a setting counts which is read by a helper, kept in a field and
// handed on as an object.
func (a *analysis) values() {
	if len(a.p.Preferences()) == 0 {
		return
	}
	nearest, openers := a.readers(a.valueReach()), map[apk.ID][]guide.Widget{}
	var all []guide.Setting
	for _, pref := range a.p.Preferences() {
		old := func(v guide.Setting) bool { return v.Key == pref.Key && v.Title == pref.Widget.Text }
		if pref.Widget.Text == "" || slices.ContainsFunc(all, old) {
			continue
		}
		v := guide.Setting{Key: pref.Key, Title: pref.Widget.Text, Screen: pref.Name, Distance: -1}
		v.Choices = slices.Clone(pref.Choices[:min(len(pref.Choices), maxChoices)])
		if r, known := nearest[pref.Key]; known {
			v.Reader, v.Distance = a.p.Calls.Method(r.in).String(), r.steps
			if r.steps <= maxSettingSteps {
				a.setting(r.in, pref.Key)
			}
			if _, known := openers[pref.Screen]; !known {
				openers[pref.Screen] = a.screenOpeners(a.p.PreferenceScreen(pref))
			}
			v.Openers = openers[pref.Screen]
		}
		all = append(all, v)
	}
	slices.SortStableFunc(all, func(x, y guide.Setting) int {
		return cmp.Or(cmp.Compare(uint(x.Distance), uint(y.Distance)), cmp.Compare(len(y.Choices), len(x.Choices)))
	})
	a.g.Settings = all[:min(len(all), maxValues)]
}

// screenOpeners are the widgets whose handlers name the resource of a screen; where other
// code does, such as that which makes a component's screen, those whose handlers start the
// component.
func (a *analysis) screenOpeners(screen icfg.Node) []guide.Widget {
	var all []guide.Widget
	add := func(m callgraph.MethodID, on *icfg.Edge) {
		cb := a.p.CallbackOf(m)
		if cb == nil || !isEvent(cb.Role) {
			return
		}
		for _, w := range a.triggers(cb, on) {
			if (w.ID != "" || w.Text != "") && len(all) < maxOpeners && !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	for e := range a.p.Preds(screen) {
		setter := a.callee(e.From)
		if setter == callgraph.NoMethod {
			continue
		}
		direct, before := false, len(all)
		runners := a.runners(setter)
		for _, m := range runners {
			if m == setter {
				add(m, &e)
				direct = true
			} else if call := a.callTo(m, setter); call != nil {
				add(m, call)
				direct = true
			}
		}
		if !direct {
			for _, m := range runners {
				add(m, nil)
			}
		}
		if len(all) == before {
			for _, m := range a.openings(setter) {
				add(m, nil)
			}
		}
	}
	return all
}

// callTo is a call of one method by another; nil if there is none.
func (a *analysis) callTo(from, to callgraph.MethodID) *icfg.Edge {
	for e := range a.p.Succs(a.p.Method(from)) {
		if a.callee(e.To) == to {
			return &e
		}
	}
	return nil
}

// reader is a method that names a key, and its distance to the crash point.
type reader struct {
	in    callgraph.MethodID
	steps int
}

// readers are the nearest of the methods reached that name the keys of shown
// preferences, themselves or as a string resource.
func (a *analysis) readers(steps map[callgraph.MethodID]int) map[string]reader {
	wanted := map[string]bool{}
	for _, pref := range a.p.Preferences() {
		wanted[pref.Key] = true
	}
	resources := map[uint32]string{}
	for _, r := range a.p.Resources.OfType("string") {
		v := apk.Value{Type: apk.TypeReference, Data: uint32(r.ID)}
		if key := a.p.Resources.Text(v); wanted[key] {
			resources[v.Data] = key
		}
	}
	nearest := map[string]reader{}
	for m, n := range steps {
		code := a.p.Calls.Method(m).Code()
		if code == nil {
			continue
		}
		for in := range code.Insns() {
			key := ""
			switch in.Op {
			case dex.OpConstString, dex.OpConstStringJumbo:
				key = code.File.StringAt(in.Index)
			case dex.OpConst:
				key = resources[uint32(in.Lit)]
			}
			if old, known := nearest[key]; wanted[key] && (!known || n < old.steps || n == old.steps && m < old.in) {
				nearest[key] = reader{m, n}
			}
		}
	}
	return nearest
}

// valueReach are the methods that the crash can depend on, with their distance: those
// that the stack and the way call, those that write the fields which these read, and
// the callers of writers, since they choose what is written.
func (a *analysis) valueReach() map[callgraph.MethodID]int {
	steps, levels := map[callgraph.MethodID]int{}, [maxValueSteps + 1][]callgraph.MethodID{}
	writes := map[callgraph.MethodID]bool{}
	reach := func(m callgraph.MethodID, n int) {
		if old, known := steps[m]; n <= maxValueSteps && (!known || n < old) && len(steps) < maxValueReach &&
			a.ownCode(a.p.Calls.Method(m)) {
			steps[m] = n
			levels[n] = append(levels[n], m)
		}
	}
	for i, m := range a.chain[:min(a.anchor+1, len(a.chain))] {
		reach(m, i)
	}
	for _, m := range a.near() {
		reach(m, wayValueSteps)
	}
	for n := range levels {
		for i := 0; i < len(levels[n]); i++ { // grows meanwhile
			m := levels[n][i]
			if steps[m] < n {
				continue
			}
			for _, to := range a.asked(m) {
				reach(to, n+1)
			}
			for _, writer := range a.writersFor(m) {
				reach(writer, n+1)
				writes[writer] = true
			}
			if writes[m] {
				for _, caller := range a.callersOf(m) {
					reach(caller, n+1)
				}
			}
		}
	}
	return steps
}

// asked are the methods that a method calls, but for calls with many targets.
func (a *analysis) asked(m callgraph.MethodID) []callgraph.MethodID {
	var all []callgraph.MethodID
	fan := map[uint32]int{}
	for _, e := range a.p.Calls.Out(m) {
		if e.Kind == callgraph.Call {
			fan[e.PC]++
		}
	}
	for _, e := range a.p.Calls.Out(m) {
		if e.Kind == callgraph.Call && fan[e.PC] <= maxValueFan {
			all = append(all, e.To)
		}
	}
	return all
}

// writersFor are the methods that write fields which a method reads.
func (a *analysis) writersFor(m callgraph.MethodID) []callgraph.MethodID {
	code := a.p.Calls.Method(m).Code()
	if code == nil {
		return nil
	}
	var all []callgraph.MethodID
	seen := map[dex.FieldRef]bool{}
	for in := range code.Insns() {
		if !in.Op.ReadsField() {
			continue
		}
		f := code.File.FieldAt(in.Index)
		if seen[f] {
			continue
		}
		seen[f] = true
		if uses := a.p.Calls.Index.Writes(f); len(uses) <= maxValueFan {
			for _, u := range uses {
				all = append(all, u.Method)
			}
		}
	}
	return all
}

// callersOf are the methods that call a method, none if they are many.
func (a *analysis) callersOf(m callgraph.MethodID) []callgraph.MethodID {
	var all []callgraph.MethodID
	for e := range a.p.Calls.In(m) {
		if e.Kind == callgraph.Call && !slices.Contains(all, e.From) {
			all = append(all, e.From)
		}
		if len(all) > maxValueFan {
			return nil
		}
	}
	return all
}
