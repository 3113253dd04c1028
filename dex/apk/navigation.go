package apk

// NavGraph is one navigation file (androidx.navigation) in one configuration.
type NavGraph struct {
	XMLResource
	Root *Destination
}

// Destination is a destination of a navigation graph, or a graph in it.
type Destination struct {
	// Kind is the element: "navigation", "fragment", "dialog", "activity",
	// "include", or the name of a navigator of the app.
	Kind  string
	ID    Ref
	Class string // Java name of the fragment or activity, "" for graphs
	Label string
	// Start is the start destination of a graph.
	Start Ref
	// Graph is the graph that an <include> brings.
	Graph     Ref
	Arguments []NavArgument
	Actions   []NavAction
	DeepLinks []string // URIs
	Line      int
	Children  []*Destination
}

// NavAction is an edge of the graph.
type NavAction struct {
	ID          Ref
	Destination Ref
	PopUpTo     Ref
}

// NavArgument is an argument that a destination takes.
type NavArgument struct {
	Name     string
	Type     string // as written: "string", "integer", a class; "" if it is inferred
	Nullable bool
	// Default is the value taken if none is given; HasDefault tells a default
	// of null from none.
	Default    Value
	HasDefault bool
}

// Walk calls f for d and everything below it, parents first.
func (d *Destination) Walk(f func(*Destination)) {
	f(d)
	for _, c := range d.Children {
		c.Walk(f)
	}
}

// NavGraphs decodes all navigation graphs; see Layouts for the error.
func (a *Archive) NavGraphs() ([]NavGraph, error) {
	var list []NavGraph
	r := layoutReader{attrReader{a.resources}, a.manifest.Package}
	err := a.eachXML("navigation", func(x XMLResource, doc *Document) {
		list = append(list, NavGraph{x, r.destination(doc.Root)})
	})
	return list, err
}

func (r layoutReader) destination(e *Element) *Destination {
	d := &Destination{
		Kind:  e.Name,
		ID:    r.ref(e, attrID, "id"),
		Class: FullClassName(r.pkg, r.text(e, attrName, "name")),
		Label: r.text(e, attrLabel, "label"),
		Start: r.appRef(e, "startDestination"),
		Graph: r.appRef(e, "graph"),
		Line:  e.Line,
	}
	for _, c := range e.Children {
		switch c.Name {
		case "action":
			d.Actions = append(d.Actions, NavAction{
				ID:          r.ref(c, attrID, "id"),
				Destination: r.appRef(c, "destination"),
				PopUpTo:     r.appRef(c, "popUpTo"),
			})
		case "argument":
			d.Arguments = append(d.Arguments, r.navArgument(c))
		case "deepLink", "deeplink":
			if uri := r.app(c, "uri"); uri != "" {
				d.DeepLinks = append(d.DeepLinks, uri)
			}
		default:
			d.Children = append(d.Children, r.destination(c))
		}
	}
	return d
}

func (r layoutReader) navArgument(e *Element) NavArgument {
	a := NavArgument{Name: r.text(e, attrName, "name"), Type: r.app(e, "argType")}
	if a.Type == "" {
		a.Type = r.app(e, "type") // graphs made before navigation 1.0
	}
	if v, ok := e.AppAttr("nullable"); ok {
		a.Nullable, _ = r.res.Resolve(v).Bool()
	}
	v, ok := e.Attr(attrDefaultValue, "defaultValue")
	a.Default, a.HasDefault = r.res.Resolve(v), ok
	return a
}
