package specs

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the data files
	"fmt"
	"io"
	"strings"
	"sync"
)

//go:embed framework.txt.gz
var frameworkData []byte

// Hierarchy is the class hierarchy of the framework. It is immutable.
type Hierarchy struct {
	classes map[string]*frameworkClass
}

// frameworkClass is one class of the framework; methods are parsed on demand.
type frameworkClass struct {
	kind       byte
	super      string // "" for java.lang.Object
	interfaces []string
	text       []byte // the method lines
	once       sync.Once
	methods    map[string]bool // name plus descriptor; true if it can be overridden
}

// Framework returns the framework's hierarchy. The first call takes some tens
// of milliseconds.
func Framework() *Hierarchy { return framework() }

var framework = sync.OnceValue(func() *Hierarchy {
	h, err := parseFramework(frameworkData)
	if err != nil {
		panic("specs: embedded framework data: " + err.Error()) // cannot happen: tested
	}
	return h
})

func parseFramework(packed []byte) (*Hierarchy, error) {
	zr, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		return nil, err
	}
	h := &Hierarchy{classes: make(map[string]*frameworkClass, 16<<10)}
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		text = rest
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		fields := strings.Fields(string(line))
		if len(fields) < 3 || len(fields[0]) != 1 {
			return nil, fmt.Errorf("line %q is not a class", line)
		}
		c := &frameworkClass{kind: line[0]}
		if fields[2] != "-" {
			c.super = descriptor(fields[2])
		}
		for _, name := range fields[3:] {
			c.interfaces = append(c.interfaces, descriptor(name))
		}
		c.text, text = methodLines(text)
		h.classes[descriptor(fields[1])] = c
	}
	return h, nil
}

// methodLines splits off the indented lines at the start of text.
func methodLines(text []byte) (methods, rest []byte) {
	end := 0
	for end < len(text) && text[end] == '\t' {
		next := bytes.IndexByte(text[end:], '\n')
		if next < 0 {
			return text, nil
		}
		end += next + 1
	}
	return text[:end], text[end:]
}

func descriptor(internal string) string { return "L" + internal + ";" }

// Has says whether the framework defines the type.
func (h *Hierarchy) Has(typ string) bool { return h.classes[typ] != nil }

// Interface says whether the framework defines the type as an interface.
func (h *Hierarchy) Interface(typ string) bool {
	c := h.classes[typ]
	return c != nil && c.kind == 'I'
}

// Super returns the superclass of a framework type, "" if there is none.
func (h *Hierarchy) Super(typ string) string {
	if c := h.classes[typ]; c != nil {
		return c.super
	}
	return ""
}

// Interfaces returns the interfaces that a framework type names itself. The
// caller must not change the slice.
func (h *Hierarchy) Interfaces(typ string) []string {
	if c := h.classes[typ]; c != nil {
		return c.interfaces
	}
	return nil
}

// Subtype says whether the framework type sub is super or below it.
func (h *Hierarchy) Subtype(sub, super string) bool {
	if sub == super {
		return true
	}
	c := h.classes[sub]
	if c == nil {
		return false
	}
	if c.super != "" && h.Subtype(c.super, super) {
		return true
	}
	for _, i := range c.interfaces {
		if h.Subtype(i, super) {
			return true
		}
	}
	return false
}

// Walk calls visit for typ and all its framework supertypes, each once,
// subclasses before superclasses, until visit returns false.
func (h *Hierarchy) Walk(typ string, visit func(typ string) bool) {
	seen := map[string]bool{}
	var walk func(typ string) bool
	walk = func(typ string) bool {
		c := h.classes[typ]
		if c == nil || seen[typ] {
			return true
		}
		seen[typ] = true
		if !visit(typ) {
			return false
		}
		for _, i := range c.interfaces {
			if !walk(i) {
				return false
			}
		}
		return c.super == "" || walk(c.super)
	}
	walk(typ)
}

// Declares says whether the framework type itself declares the method (name
// plus descriptor), and whether a subclass can override it. Non-overridable
// methods are known for the android packages only.
func (h *Hierarchy) Declares(typ, method string) (overridable, ok bool) {
	c := h.classes[typ]
	if c == nil {
		return false, false
	}
	overridable, ok = c.table()[method]
	return overridable, ok
}

// Overridden returns the highest framework supertype of typ that declares the
// method (name plus descriptor) as overridable: the one that introduced it.
// typ itself counts. It returns "" if there is none.
func (h *Hierarchy) Overridden(typ, method string) string {
	found := ""
	h.Walk(typ, func(t string) bool {
		if overridable, ok := h.Declares(t, method); ok && overridable && (found == "" || h.Subtype(found, t)) {
			found = t
		}
		return true
	})
	return found
}

// HasNamed says whether typ or a supertype has a method of the bare name.
func (h *Hierarchy) HasNamed(typ, name string) bool { return h.HasPrefixed(typ, name+"(") }

// HasPrefixed says whether typ or a supertype has a method whose name plus
// descriptor begins with prefix.
func (h *Hierarchy) HasPrefixed(typ, prefix string) bool {
	found := false
	h.Walk(typ, func(t string) bool {
		for method := range h.classes[t].table() {
			if strings.HasPrefix(method, prefix) {
				found = true
			}
		}
		return !found
	})
	return found
}

// Types returns the number of types known.
func (h *Hierarchy) Types() int { return len(h.classes) }

func (c *frameworkClass) table() map[string]bool {
	c.once.Do(func() {
		c.methods = map[string]bool{}
		for line := range bytes.Lines(c.text) {
			line = bytes.TrimSpace(line)
			name, final := bytes.CutPrefix(line, []byte{'-'})
			if len(name) > 0 {
				c.methods[string(name)] = !final
			}
		}
		c.text = nil
	})
	return c.methods
}
