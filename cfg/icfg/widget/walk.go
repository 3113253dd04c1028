package widget

import "talpa/dex/apk"

// Bounds of a walk: layouts inside of layouts, and views in all.
const (
	maxLayoutDepth = 32
	maxLayoutViews = 100_000
)

// WalkLayout visits the views of a layout in all its configurations, with the
// views around each, nearest first: what a screen that inflates it can show.
// Layouts that it includes, and those of stubs, stand below the element that
// brings them; <include> and <merge> elements are passed to visit like views.
// Initial values of attributes are those of the elements. The slice is good
// during the call only.
func (x *Index) WalkLayout(id apk.ID, visit func(v *apk.View, around []*apk.View)) {
	w := &layoutWalk{x: x, visit: visit, left: maxLayoutViews}
	w.layout(id, nil)
}

type layoutWalk struct {
	x     *Index
	visit func(v *apk.View, around []*apk.View)
	path  []apk.ID // layouts that the walk is in: a layout may include itself
	left  int
}

func (w *layoutWalk) layout(id apk.ID, around []*apk.View) {
	if len(w.path) >= maxLayoutDepth {
		return
	}
	for _, on := range w.path {
		if on == id {
			return
		}
	}
	w.path = append(w.path, id)
	for _, l := range w.x.layouts[id] {
		if l.Root != nil {
			w.view(l.Root, around)
		}
	}
	w.path = w.path[:len(w.path)-1]
}

func (w *layoutWalk) view(v *apk.View, around []*apk.View) {
	if w.left--; w.left < 0 {
		return
	}
	w.visit(v, around)
	inside := append([]*apk.View{v}, around...)
	for _, c := range v.Children {
		w.view(c, inside)
	}
	if v.Layout.ID != 0 {
		w.layout(v.Layout.ID, inside)
	}
}

// ViewsOf are the elements of layouts that have a class of the app, by its Java name, each once.
func (x *Index) ViewsOf(class string) []Widget { return x.byClass[class] }

// LayoutsOf are those of a resource, one for each configuration.
func (x *Index) LayoutsOf(id apk.ID) []*apk.Layout { return x.layouts[id] }
