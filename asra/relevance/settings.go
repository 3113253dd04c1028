package relevance

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
)

// Bounds of the search for settings that the crash reads.
const (
	maxReadSteps   = 7    // calls and fields from the crash point to who names a setting
	maxReadMethods = 3000 // looked at
	maxReadFan     = 12   // targets of a call, writers of a field, callers of a method
	pathReadSteps  = 3    // what a method on the path counts that is not on the stack
)

// settings finds which settings that the screens of the app show are read near the crash,
// and applies R19 to the nearest. How the value gets from there to the crash is not
// followed, so that a setting counts which is read by a helper, kept in a field and handed
// on as an object.
func (s *sources) settings(near []callgraph.MethodID) {
	shown := s.App.Preferences()
	if len(shown) == 0 {
		return
	}
	s.readers = s.readersOf(s.settingReach(near))
	for _, pref := range shown {
		if r, known := s.readers[pref.Key]; known && r.Steps <= maxSettingSteps && pref.Widget.Text != "" {
			s.setting(r.In, pref.Key)
		}
	}
}

// setting applies R19 to a preference that code near the path names: the screens that
// show it are relevant, and so are the callbacks that open the components which do.
func (s *sources) setting(tester callgraph.MethodID, key string) {
	for _, pref := range s.App.PreferencesOf(key) {
		for e := range s.App.Preds(s.App.PreferenceScreen(pref)) {
			setter := s.App.MethodAt(e.From)
			if setter == callgraph.NoMethod {
				continue
			}
			s.depend(opensSetting, guide.Dependency{
				Kind: guide.ShowsSetting, Setter: s.name(setter), Tester: s.name(tester),
				Subject: guide.Subject{Kind: guide.SubjectSetting, Name: key, Widget: s.App.GuideWidget(pref.Widget)},
			})
			for _, o := range s.App.OpenersOf(setter) {
				s.promote(o, opensSetting, "R19", guide.Reason{Kind: guide.ReasonOpens})
			}
		}
	}
}

// readersOf are the nearest of the methods reached that name the keys of shown
// preferences, themselves or as a string resource.
func (s *sources) readersOf(steps map[callgraph.MethodID]int) map[string]SettingReader {
	wanted := map[string]bool{}
	for _, pref := range s.App.Preferences() {
		wanted[pref.Key] = true
	}
	resources := map[uint32]string{}
	for _, r := range s.App.Resources.OfType("string") {
		v := apk.Value{Type: apk.TypeReference, Data: uint32(r.ID)}
		if key := s.App.Resources.Text(v); wanted[key] {
			resources[v.Data] = key
		}
	}
	nearest := map[string]SettingReader{}
	for m, n := range steps {
		code := s.App.Calls.Method(m).Code()
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
			if old, known := nearest[key]; wanted[key] && (!known || n < old.Steps || n == old.Steps && m < old.In) {
				nearest[key] = SettingReader{m, n}
			}
		}
	}
	return nearest
}

// settingReach are the methods that the crash can depend on, with their distance: those
// that the stack and the path call, those that write the fields which these read, and
// the callers of writers, since they choose what is written. It is a search by levels, so
// that the first distance of a method is its least.
func (s *sources) settingReach(near []callgraph.MethodID) map[callgraph.MethodID]int {
	steps, levels := map[callgraph.MethodID]int{}, [maxReadSteps + 1][]callgraph.MethodID{}
	writes := map[callgraph.MethodID]bool{}
	reach := func(m callgraph.MethodID, n int) {
		if old, known := steps[m]; n <= maxReadSteps && (!known || n < old) && len(steps) < maxReadMethods &&
			appcode.Own(s.App.Calls.Method(m)) {
			steps[m] = n
			levels[n] = append(levels[n], m)
		}
	}
	for i, m := range s.Reach.Inner() {
		reach(m, i)
	}
	for _, m := range near {
		reach(m, pathReadSteps)
	}
	for n := range levels {
		for i := 0; i < len(levels[n]); i++ { // grows meanwhile
			m := levels[n][i]
			if steps[m] < n {
				continue
			}
			for _, to := range s.asked(m) {
				reach(to, n+1)
			}
			for _, writer := range s.writersFor(m) {
				reach(writer, n+1)
				writes[writer] = true
			}
			if writes[m] {
				for _, caller := range s.callersOf(m) {
					reach(caller, n+1)
				}
			}
		}
	}
	return steps
}

// asked are the methods that a method calls, but for calls with many targets.
func (s *sources) asked(m callgraph.MethodID) []callgraph.MethodID {
	var all []callgraph.MethodID
	fan := map[uint32]int{}
	for _, e := range s.App.Calls.Out(m) {
		if e.Kind == callgraph.Call {
			fan[e.PC]++
		}
	}
	for _, e := range s.App.Calls.Out(m) {
		if e.Kind == callgraph.Call && fan[e.PC] <= maxReadFan {
			all = append(all, e.To)
		}
	}
	return all
}

// writersFor are the methods that write fields which a method reads, whatever the object: a
// setting kept in a field of one object is as near as the field. Fields with many writers
// are counters and caches, and are left out.
func (s *sources) writersFor(m callgraph.MethodID) []callgraph.MethodID {
	code := s.App.Calls.Method(m).Code()
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
		if uses := s.App.Calls.Index.Writes(f); len(uses) <= maxReadFan {
			for _, u := range uses {
				all = append(all, u.Method)
			}
		}
	}
	return all
}

// callersOf are the methods that call a method, none if they are many: what everybody calls
// says nothing of who asks.
func (s *sources) callersOf(m callgraph.MethodID) []callgraph.MethodID {
	var all []callgraph.MethodID
	for e := range s.App.Calls.In(m) {
		if e.Kind == callgraph.Call && !slices.Contains(all, e.From) {
			all = append(all, e.From)
		}
		if len(all) > maxReadFan {
			return nil
		}
	}
	return all
}
