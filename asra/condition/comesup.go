package condition

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/hidden"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// comingUp are the life-cycle callbacks in which screens make their views ready.
var comingUp = []string{
	"onCreate", "onCreateView", "onViewCreated", "onActivityCreated", "onStart", "onResume",
}

// hiddenByCode are the states that keep users from the widgets of a name when their screen has come up, as its own code
// says: a life-cycle callback hides or disables the widget whatever it tests, and none does the opposite. Views that
// the same callbacks may be given to by helpers are not looked at: that the widget has to be shown holds in any case.
func (f *finder) hiddenByCode(name string) []icfg.InitialState {
	if f.comesUp == nil {
		f.comesUp = f.statesByCode()
	}
	return f.comesUp[name]
}

func (f *finder) statesByCode() map[string][]icfg.InitialState {
	kept, opposite := map[string][]icfg.InitialState{}, map[icfg.InitialState]bool{}
	for _, u := range f.app.AttributeUses(func(attribute string) bool {
		return attribute == "visibility" || attribute == "enabled"
	}, appcode.Own) {
		method := f.app.Calls.Method(u.In)
		if !u.Set || u.Widget.Name == "" || !slices.Contains(comingUp, method.Name) || f.app.CallbackOf(u.In) == nil {
			continue
		}
		state := icfg.InitialState{Attribute: u.Attribute, Name: u.Widget.Name, Class: u.Widget.Class}
		wanted := attr.Only(hidden.Visible)
		if u.Attribute == "enabled" {
			wanted = wanted.Complement()
		}
		in := method.Code().At(u.PC)
		switch values := appcode.Constants(f.app.OriginsOf(u.In).Args(&in, 1)); {
		case !values.Intersect(wanted).IsEmpty():
			opposite[icfg.InitialState{Attribute: u.Attribute, Name: u.Widget.Name}] = true
		case always(method.Code(), u.PC) && !slices.Contains(kept[state.Name], state):
			kept[state.Name] = append(kept[state.Name], state)
		}
	}
	for name, states := range kept {
		kept[name] = slices.DeleteFunc(states, func(s icfg.InitialState) bool {
			return opposite[icfg.InitialState{Attribute: s.Attribute, Name: s.Name}]
		})
	}
	return kept
}

// always says that no branch before an instruction leads past it, and no switch stands before it. Code that leaves
// earlier by a return or an exception is not looked at.
func always(code *dex.Code, pc uint32) bool {
	for in := range code.InsnsIn(0, pc) {
		if in.Op.Switches() || in.Op.Branches() && in.Target() > pc {
			return false
		}
	}
	return true
}
