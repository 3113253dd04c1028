package apk

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// AndroidNS is the namespace of the framework's attributes.
const AndroidNS = "http://schemas.android.com/apk/res/android"

// Budgets of one XML document.
const (
	maxElements = 1 << 20
	maxDepth    = 512 // consumers walk the tree by recursion
)

// Document is a decoded binary XML file.
type Document struct {
	Root *Element

	elements int // of the whole tree
}

// Element is one XML element.
type Element struct {
	Namespace string
	Name      string
	Line      int // in the source of the app, 0 if unknown
	Attrs     []Attr
	Children  []*Element
	Text      string // character data, concatenated
}

// Attr is one attribute of an Element.
type Attr struct {
	Namespace string
	Name      string // without prefix; by ID where a shrinker blanked the name
	// ID is the resource id of the attribute, 0 for attributes that have none
	// (package, layout, class, style). Android goes by it, not by Name.
	ID    ID
	Value Value
	Raw   string // as written in the source, where the compiler kept it
}

// Attr finds an attribute by its resource id, or, where the document gives no
// ids, by name. name alone (id 0) finds attributes without a namespace.
func (e *Element) Attr(id ID, name string) (Value, bool) {
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if id != 0 && a.ID == id || a.ID == 0 && a.Name == name && (id != 0 || a.Namespace == "") {
			return a.Value, true
		}
	}
	return Value{}, false
}

// AppAttr finds an attribute that a library or the app declares (app:menu) by name.
func (e *Element) AppAttr(name string) (Value, bool) {
	for i := range e.Attrs {
		if a := &e.Attrs[i]; a.Name == name && a.ID.Package() != 1 && a.Namespace != "" && a.Namespace != AndroidNS {
			return a.Value, true
		}
	}
	return Value{}, false
}

// ParseXML decodes binary XML.
func ParseXML(data []byte) (*Document, error) {
	if text := bytes.TrimLeft(data[:min(len(data), 64)], "\xef\xbb\xbf \t\r\n"); bytes.HasPrefix(text, []byte("<")) {
		return nil, bad(ErrMalformed, "this is XML as text; an APK holds binary XML")
	}
	root, err := chunkAt(data, 0, 0)
	if err != nil {
		return nil, err
	}
	d := xmlDecoder{text: 4*len(data) + 1<<16}
	if err := root.chunks(d.chunk); err != nil {
		return nil, err
	}
	if d.root == nil {
		return nil, bad(ErrMalformed, "XML without an element")
	}
	for len(d.open) > 0 {
		d.close()
	}
	return &Document{Root: d.root, elements: d.count}, nil
}

// xmlDecoder builds the tree.
type xmlDecoder struct {
	pool  stringPool
	ids   []ID // resource ids of the first strings of the pool
	root  *Element
	open  []openElement
	count int // elements so far
	text  int // bytes of character data that may still come
}

// openElement is an element whose end has not come yet.
type openElement struct {
	*Element
	text []string
}

// close ends the innermost element.
func (d *xmlDecoder) close() {
	last := d.open[len(d.open)-1]
	last.Text = strings.Join(last.text, "")
	d.open = d.open[:len(d.open)-1]
}

func (d *xmlDecoder) chunk(c chunk) (err error) {
	switch c.kind {
	case chunkStringPool:
		if d.pool == nil {
			d.pool, err = readStringPool(c)
		}
	case chunkResourceMap:
		body := c.body()
		d.ids = make([]ID, len(body)/4)
		for i := range d.ids {
			d.ids[i] = ID(binary.LittleEndian.Uint32(body[4*i:]))
		}
	case chunkStartTag:
		err = d.startTag(c)
	case chunkEndTag:
		if len(d.open) > 0 {
			d.close()
		}
	case chunkCDATA:
		if body := c.body(); len(body) >= 4 && len(d.open) > 0 {
			text := d.pool.get(binary.LittleEndian.Uint32(body))
			// Many chunks may name one long string.
			if d.text -= len(text) + 1; d.text < 0 {
				return bad(ErrTooLarge, "the character data at offset %#x and before", c.offset)
			}
			e := &d.open[len(d.open)-1]
			e.text = append(e.text, text)
		}
	}
	return err
}

func (d *xmlDecoder) startTag(c chunk) error {
	const extension, attribute = 20, 20
	body := c.body()
	if c.header < 16 || len(body) < extension {
		return bad(ErrTruncated, "element at offset %#x", c.offset)
	}
	if d.count >= maxElements || len(d.open) >= maxDepth {
		return bad(ErrTooLarge, "element at offset %#x: more than %d elements or %d levels",
			c.offset, maxElements, maxDepth)
	}
	e := &Element{
		Line:      int(int32(binary.LittleEndian.Uint32(c.data[8:]))),
		Namespace: d.pool.get(binary.LittleEndian.Uint32(body)),
		Name:      d.pool.get(binary.LittleEndian.Uint32(body[4:])),
	}
	if e.Line < 0 {
		e.Line = 0
	}
	if e.Name == "" {
		return bad(ErrMalformed, "element at offset %#x has no name", c.offset)
	}
	start := int(binary.LittleEndian.Uint16(body[8:]))
	size := int(binary.LittleEndian.Uint16(body[10:]))
	count := int(binary.LittleEndian.Uint16(body[12:]))
	if count > 0 && (size < attribute || start+count*size > len(body)) {
		return bad(ErrTruncated, "element <%s> at offset %#x: %d attributes of %d bytes", e.Name, c.offset, count, size)
	}
	e.Attrs = make([]Attr, count)
	for i := range e.Attrs {
		e.Attrs[i] = d.attr(body[start+i*size:])
	}
	d.count++
	if n := len(d.open); n > 0 {
		d.open[n-1].Children = append(d.open[n-1].Children, e)
	} else if d.root == nil {
		d.root = e
	}
	d.open = append(d.open, openElement{Element: e})
	return nil
}

func (d *xmlDecoder) attr(b []byte) Attr {
	name := binary.LittleEndian.Uint32(b[4:])
	a := Attr{
		Namespace: d.pool.get(binary.LittleEndian.Uint32(b)),
		Name:      d.pool.get(name),
		Raw:       d.pool.get(binary.LittleEndian.Uint32(b[8:])),
		Value:     readValue(b[12:], d.pool),
	}
	if uint64(name) < uint64(len(d.ids)) {
		a.ID = d.ids[name]
	}
	if a.Name == "" {
		a.Name = strings.TrimPrefix(frameworkName(a.ID), "attr/")
	}
	return a
}
