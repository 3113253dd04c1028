// Package variant finds out on which phones a layout lacks a view that it has on others: layouts have variants for a
// phone that is turned, for dark colours and for languages (layout-land, layout-night, layout-de), and authors forget
// a view in one of them. Code that looks for the view finds nothing there.
//
// Variants for larger displays and other levels of Android are left out: nobody changes these while an app runs.
package variant

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/dex/apk"
)

// maxIncludes bounds layouts inside of layouts.
const maxIncludes = 16

// WithoutView are the changes of the device after which a layout that some code names lacks a view, by its resource
// name, and had it before. Whose code is asked of names; each change is listed once, those of the display before
// languages.
func WithoutView(app *appcode.Reader, view string, names func(callgraph.MethodID) bool) []guide.Achiever {
	var all []guide.Achiever
	device := apk.Device()
	f := finder{app, view}
	for i := range app.Layouts {
		id := app.Layouts[i].ID
		if i > 0 && app.Layouts[i-1].ID == id || !slices.ContainsFunc(app.InflatersOf(id), names) || !f.has(id, device, 0) {
			continue
		}
		for _, l := range f.variants(id, 0) {
			for _, c := range changes(l.Config) {
				if !f.has(id, device.In(c.to), 0) && !slices.ContainsFunc(all, c.same) {
					all = append(all, c.Achiever)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b guide.Achiever) int { return len(a.Values) - len(b.Values) })
	return all
}

// Has says whether a layout, by its number, has a view, by its resource name, on the device as it comes.
func Has(app *appcode.Reader, layout uint32, view string) bool {
	return finder{app, view}.has(apk.ID(layout), apk.Device(), 0)
}

// change is what sets a device to one of the qualifiers of a configuration.
type change struct {
	guide.Achiever
	to *apk.Config
}

func (c change) same(a guide.Achiever) bool {
	return a.Change == c.Change && slices.Equal(a.Values, c.Values)
}

// changes are those that set a device to the qualifiers of a configuration, one each.
func changes(c *apk.Config) []change {
	held, lit, set := c.Axes()
	var all []change
	add := func(to *apk.Config, kind guide.Change, values ...string) {
		if !to.IsDefault() {
			all = append(all, change{guide.Achiever{Kind: guide.AchieveDevice, Change: kind, Values: values}, to})
		}
	}
	add(held, guide.ChangeRotate)
	add(lit, guide.ChangeNight)
	add(set, guide.ChangeConfigure, set.Locale())
	return all
}

// finder looks for a view in layouts.
type finder struct {
	app  *appcode.Reader
	view string
}

// has says whether a layout has the view on a device, also by layouts that it includes.
func (f finder) has(id apk.ID, device *apk.Config, depth int) bool {
	chosen := f.app.Resources.Get(id).Select(device)
	found := false
	for _, l := range f.app.LayoutsOf(id) {
		if found || l.Root == nil || chosen == nil || *l.Config != *chosen.Config || depth > maxIncludes {
			continue
		}
		l.Root.Walk(func(v *apk.View) {
			found = found || v.ID.ID != 0 && f.app.Resources.Name(v.ID.ID) == f.view ||
				v.Layout.ID != 0 && f.has(v.Layout.ID, device, depth+1)
		})
	}
	return found
}

// variants are those of a layout and of what it includes.
func (f finder) variants(id apk.ID, depth int) []*apk.Layout {
	all := slices.Clone(f.app.LayoutsOf(id))
	if depth > maxIncludes {
		return all
	}
	for _, l := range f.app.LayoutsOf(id) {
		if l.Root == nil {
			continue
		}
		l.Root.Walk(func(v *apk.View) {
			if v.Layout.ID != 0 {
				all = append(all, f.variants(v.Layout.ID, depth+1)...)
			}
		})
	}
	return all
}
