package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/cfg/icfg"
)

// uncovering makes goals, and gives their numbers, for what keeps a person from a text field: the XML hides or disables
// it, or what it is in, and a handler shows or enables it (R22). Where nobody is known to do that it is no goal.
func uncovering(p *planner, w guide.Widget, screen string) []int {
	elements := p.App.HiddenOrDisabled(w.ID)
	if w.ID == "" || len(elements) == 0 || slices.ContainsFunc(elements, func(by []icfg.InitialState) bool {
		return len(by) == 0 // one of that name can be used
	}) {
		return nil
	}
	var needs []int
	for _, by := range elements[0] {
		wanted := int64(0) // View.VISIBLE
		if by.Attribute == "enabled" {
			wanted = 1
		}
		all := uncoverers(p, by, wanted)
		if len(all) == 0 {
			continue
		}
		s := guide.Subject{
			Kind: guide.SubjectAttribute, Name: by.Attribute, Widget: guide.Widget{ID: by.Name, Class: by.Class},
		}
		id := p.hold(s, guide.Want{Class: guide.WantNumber, Min: &wanted, Max: &wanted}, screen, all)
		if id != 0 && !slices.Contains(needs, id) {
			needs = append(needs, id)
		}
	}
	return needs
}

// uncoverers are the handlers that set an attribute of a widget to what is wanted, or to what is not known.
func uncoverers(p *planner, by icfg.InitialState, wanted int64) []guide.Achiever {
	var all []guide.Achiever
	for _, u := range p.App.AttributeUses(func(attribute string) bool { return attribute == by.Attribute }, appcode.Own) {
		if !u.Set || u.Widget.Name != by.Name {
			continue
		}
		in := p.App.Calls.Method(u.In).Code().At(u.PC)
		if !appcode.Constants(p.App.OriginsOf(u.In).Args(&in, 1)).Has(wanted) {
			continue
		}
		for _, runner := range p.App.Runners(u.In) {
			if cb := p.App.CallbackOf(runner); cb != nil && appcode.IsEvent(cb.Role) {
				all = achieve.AddNew(all, p.Callback(cb, nil)...)
			}
		}
	}
	return all
}
