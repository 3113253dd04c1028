package apk

import (
	"errors"
	"fmt"
	"strings"
)

// maxAllElements bounds the elements of all files of one resource type; 64
// bytes of a file count as one more. The largest apps have some 100,000.
const maxAllElements = 1 << 22

// XMLResource is one XML file that the resource table names, in one
// configuration.
type XMLResource struct {
	ID     ID
	Name   string // "layout/main"
	Path   string // entry of the archive
	Config *Config
}

// XMLResources lists the XML files of one resource type ("layout", "menu",
// "xml", "navigation", "drawable") by id, then in the order of the table. It
// goes by the table, so renamed files of shrunken apps are found too.
func (a *Archive) XMLResources(typ string) []XMLResource {
	var list []XMLResource
	for _, r := range a.resources.OfType(typ) {
		for _, v := range r.Values {
			path := v.Value.Str
			if v.Bag == nil && v.Value.Type == TypeString && strings.HasSuffix(path, ".xml") && a.zip.entries[path] != nil {
				list = append(list, XMLResource{r.ID, r.Name(), path, v.Config})
			}
		}
	}
	return list
}

// eachXML decodes the XML files of one type and calls f for each. A file that
// cannot be read does not stop the others; the error joins the failures.
func (a *Archive) eachXML(typ string, f func(XMLResource, *Document)) error {
	return a.decodeXML(a.XMLResources(typ), f)
}

// decodeXML is eachXML for files that were chosen.
func (a *Archive) decodeXML(list []XMLResource, f func(XMLResource, *Document)) error {
	var failed []error
	docs := map[string]*Document{} // several configurations may share a file
	budget := maxAllElements
	for _, x := range list {
		if budget < 0 {
			failed = append(failed, &Error{Entry: x.Path, Reason: ErrTooLarge, Detail: "the files before it use up the budget"})
			break
		}
		doc, ok := docs[x.Path]
		if !ok {
			var err error
			if doc, err = a.XML(x.Path); err != nil {
				failed = append(failed, fmt.Errorf("reading %s: %w", x.Name, err))
			}
			docs[x.Path] = doc
			budget -= int(a.zip.entries[x.Path].UncompressedSize64 / 64)
		}
		if doc != nil {
			budget -= doc.elements
			f(x, doc)
		}
	}
	return errors.Join(failed...)
}

// attrReader reads attributes of elements with references to strings followed.
type attrReader struct{ res *Resources }

func (r attrReader) value(e *Element, id ID, name string) Value {
	v, _ := e.Attr(id, name)
	return v
}

func (r attrReader) text(e *Element, id ID, name string) string {
	return r.res.Text(r.value(e, id, name))
}

// app reads an attribute of the app: namespace as text.
func (r attrReader) app(e *Element, name string) string {
	v, _ := e.AppAttr(name)
	return r.res.Text(v)
}

// ref reads an id and its name.
func (r attrReader) ref(e *Element, id ID, name string) Ref {
	return r.asRef(r.value(e, id, name))
}

func (r attrReader) appRef(e *Element, name string) Ref {
	v, _ := e.AppAttr(name)
	return r.asRef(v)
}

func (r attrReader) asRef(v Value) Ref {
	if v.Type != TypeReference || v.Data == 0 {
		return Ref{}
	}
	return Ref{v.Ref(), r.res.Name(v.Ref())}
}

// tri reads a boolean that may be absent.
func (r attrReader) tri(e *Element, id ID, name string) Tri {
	b, ok := r.res.Resolve(r.value(e, id, name)).Bool()
	switch {
	case !ok:
		return Unset
	case b:
		return Yes
	}
	return No
}

// Ref names another resource.
type Ref struct {
	ID   ID     // 0 for none
	Name string // "id/add", "android:id/list"; "" if the id has no name
}

// Tri is a boolean attribute that may be absent, so that the default of the
// widget's class holds.
type Tri int8

// The values of Tri.
const (
	Unset Tri = 0
	No    Tri = -1
	Yes   Tri = 1
)
