package apk

import "strings"

// Layout is one layout file in one configuration.
type Layout struct {
	XMLResource
	// DataBinding says that the data binding compiler made the layout; its
	// binding expressions are in generated code, not here.
	DataBinding bool
	Root        *View
}

// ViewKind tells the elements of a layout apart.
type ViewKind uint8

// The kinds of elements.
const (
	KindView     ViewKind = iota
	KindInclude           // <include>: Layout is put in its place
	KindMerge             // <merge>: its children belong to the parent
	KindFragment          // <fragment>, FragmentContainerView with a class: Class is the fragment's
	KindStub              // <ViewStub>: Layout is inflated on demand
)

// Visibility is the initial visibility of a view.
type Visibility uint8

// The values of android:visibility.
const (
	Visible   Visibility = 0
	Invisible Visibility = 1
	Gone      Visibility = 2
)

// View is one element of a layout.
type View struct {
	Kind ViewKind
	// Class is the Java name of the view class, or of the fragment.
	Class string
	ID    Ref
	// Layout is what an <include> or <ViewStub> brings.
	Layout Ref
	// InflatedID is the id that a ViewStub's layout gets.
	InflatedID Ref
	// Menu and NavGraph are app:menu and app:navGraph.
	Menu, NavGraph Ref
	// OnClick is the method of the activity that android:onClick names.
	OnClick string
	// Tag is android:tag as text.
	Tag string

	Visibility                                          Visibility
	Enabled, Clickable, LongClickable, Checked, Focused Tri // Focused is android:focusable

	Text, Hint, Desc string // on the default Device
	InputType        uint32 // android:inputType, 0 if absent
	Line             int
	// Element has all other attributes.
	Element  *Element
	Children []*View
}

// Walk calls f for v and everything below it, parents first.
func (v *View) Walk(f func(*View)) {
	f(v)
	for _, c := range v.Children {
		c.Walk(f)
	}
}

// Layouts decodes all layouts, but for preference screens among them. Those that cannot be read are left out; the
// error names them and does not spoil the others.
func (a *Archive) Layouts() ([]Layout, error) {
	var list []Layout
	r := layoutReader{attrReader{a.resources}, a.manifest.Package}
	err := a.eachXML("layout", func(x XMLResource, doc *Document) {
		if ofPreferences(doc.Root) {
			return // see Preferences
		}
		root := r.view(doc.Root)
		bound := strings.HasPrefix(root.Tag, "layout/") && strings.HasSuffix(root.Tag, "_0")
		list = append(list, Layout{x, bound, root})
	})
	return list, err
}

type layoutReader struct {
	attrReader
	pkg string
}

func (r layoutReader) view(e *Element) *View {
	v := &View{
		Class:         r.class(e),
		ID:            r.ref(e, attrID, "id"),
		Menu:          r.appRef(e, "menu"),
		NavGraph:      r.appRef(e, "navGraph"),
		OnClick:       r.text(e, attrOnClick, "onClick"),
		Tag:           r.text(e, attrTag, "tag"),
		Enabled:       r.tri(e, attrEnabled, "enabled"),
		Clickable:     r.tri(e, attrClickable, "clickable"),
		LongClickable: r.tri(e, attrLongClickable, "longClickable"),
		Checked:       r.tri(e, attrChecked, "checked"),
		Focused:       r.tri(e, attrFocusable, "focusable"),
		Text:          r.text(e, attrText, "text"),
		Hint:          r.text(e, attrHint, "hint"),
		Desc:          r.text(e, attrContentDescription, "contentDescription"),
		Line:          e.Line,
		Element:       e,
	}
	if n, ok := r.res.Resolve(r.value(e, attrVisibility, "visibility")).Int(); ok && n >= 0 && n <= 2 {
		v.Visibility = Visibility(n)
	}
	if n, ok := r.res.Resolve(r.value(e, attrInputType, "inputType")).Int(); ok {
		v.InputType = uint32(n)
	}
	if v.Hint == "" {
		v.Hint = r.app(e, "hint")
	}
	r.kind(e, v)
	for _, c := range e.Children {
		v.Children = append(v.Children, r.view(c))
	}
	return v
}

// kind sets what only some elements have.
func (r layoutReader) kind(e *Element, v *View) {
	switch {
	case e.Name == "include":
		v.Kind = KindInclude
		v.Layout = r.ref(e, 0, "layout")
	case e.Name == "merge":
		v.Kind = KindMerge
	case e.Name == "ViewStub" || e.Name == "android.view.ViewStub":
		v.Kind = KindStub
		v.Layout = r.ref(e, attrLayout, "layout")
		v.InflatedID = r.ref(e, attrInflatedID, "inflatedId")
	case e.Name == "fragment" || strings.HasSuffix(e.Name, ".FragmentContainerView"):
		class := r.text(e, attrName, "name")
		if class == "" {
			class = r.text(e, 0, "class")
		}
		if class != "" {
			v.Kind, v.Class = KindFragment, FullClassName(r.pkg, class)
		}
	}
}

// class is the Java class that LayoutInflater makes of an element.
func (r layoutReader) class(e *Element) string {
	name := e.Name
	if name == "view" {
		name = r.text(e, 0, "class")
	}
	if strings.Contains(name, ".") {
		return name
	}
	switch name {
	case "View", "ViewStub", "SurfaceView", "TextureView":
		return "android.view." + name
	case "WebView":
		return "android.webkit." + name
	case "include", "merge", "fragment", "requestFocus", "tag", "blink", "":
		return name
	}
	return "android.widget." + name
}
