package dmf

import (
	"slices"

	"talpa/fuzz/ui"
)

// maxInitial is how many objects of a type are read that are there from the start.
const maxInitial = 200

// rows says where a screen lists the objects of a type: the widgets that a function takes them from which
// removes or renames the first, or the third, of a list.
type rows struct {
	kind   string
	widget Widget // Nth is the first row that any function takes: those before it are headers
	// fns are the functions that may begin there.
	fns []*Function
}

// listings are the rows that a specification's functions begin at. A row is told by its resource name: by
// its class or path alone headers and buttons would be objects, too.
func (s *Spec) listings() []rows {
	var all []rows
	for i := range s.Functions {
		fn := &s.Functions[i]
		for _, im := range fn.Impacts {
			w := fn.Widgets[im.Object]
			if im.Operator != Remove || w.Layout != 0 || w.ID == "" || w.Text != "" || w.XPath != "" {
				continue
			}
			at := slices.IndexFunc(all, func(r rows) bool {
				return r.kind == fn.Type && r.widget.ID == w.ID && r.widget.Class == w.Class && r.widget.Desc == w.Desc
			})
			if at < 0 {
				all = append(all, rows{kind: fn.Type, widget: w})
				at = len(all) - 1
			}
			all[at].widget.Nth = min(all[at].widget.Nth, w.Nth)
			all[at].fns = append(all[at].fns, fn)
		}
	}
	return all
}

// readInitial takes into the model the objects that a screen lists before anything changed the app's data.
func (o *Oracle) readInitial(s *ui.Screen) {
	if o.touched || o.lost || o.keyed() {
		return
	}
	for i := range o.listings {
		r := &o.listings[i]
		if !slices.ContainsFunc(r.fns, func(fn *Function) bool { return o.homes.has(o, fn, s) && o.listed(fn, s) }) {
			continue
		}
		shown := map[string]int{}
		all := r.widget.findAll(s, o.pkg, func(text string) bool { return text != "" })
		for _, at := range all[min(r.widget.Nth, len(all)):] {
			text := s.Widgets[at].Text
			if shown[text]++; shown[text] > o.model.count(r.kind, text) && len(o.model[r.kind]) < maxInitial {
				o.model[r.kind] = append(o.model[r.kind], text)
				o.initial[r.kind]++
			}
		}
	}
}
