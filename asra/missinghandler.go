package asra

import (
	"cmp"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
)

// withoutHandler are the widgets whose click crashes since nobody has the method that their layout names: the message
// is all that tells of them, as no frame of the app is on the stack. The target is then a method that brings their
// layout up, which every path to them passes. None, and the target as it is, for other crashes.
func withoutHandler(p *icfg.Program, target *locate.Target) []guide.Widget {
	missing, ok := target.MissingHandler()
	if !ok {
		return nil
	}
	var all []guide.Widget
	moved := *target
	for i := range p.Layouts {
		layout := &p.Layouts[i]
		if layout.Root == nil {
			continue
		}
		layout.Root.Walk(func(v *apk.View) {
			if v.OnClick != missing.Method || missing.ID != "" && v.ID.Name != "id/"+missing.ID {
				return
			}
			named := guide.Widget{ID: v.ID.Name, Class: v.Class, Text: cmp.Or(v.Text, v.Desc)}
			if slices.Contains(all, named) {
				return
			}
			// The first layout that a screen shows is where the target moves to; others add their widgets.
			if len(all) == 0 && !inflatedAt(p, &moved, layout.ID, missing) {
				return
			}
			all = append(all, named)
		})
	}
	*target = moved
	return all
}

// inflatedAt moves the target to the first method that brings a layout up in an activity; false if none is known.
// Only code of the app itself counts: what a library inflates by a number that it is given may be any layout.
func inflatedAt(p *icfg.Program, target *locate.Target, layout apk.ID, missing locate.MissingHandler) bool {
	for _, m := range p.InflatersOf(layout) {
		for c := range p.Components {
			if p.Components[c].Kind == icfg.Activity && p.Runs(c, m) && appcode.Own(p.Calls.Method(m)) {
				*target = *target.At(p.Calls.Method(m), "the click method "+missing.Method)
				return true
			}
		}
	}
	return false
}
