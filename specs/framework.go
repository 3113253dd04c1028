package specs

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the data files
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:embed framework.txt.gz
var frameworkData []byte

// Hierarchy is the class hierarchy of the framework, of several API levels at
// once (see specs/gen). It is immutable.
type Hierarchy struct {
	classes map[string]*frameworkClass
}

// frameworkClass is one class of the framework; methods are parsed on demand.
type frameworkClass struct {
	kind       byte
	super      string // "" for java.lang.Object
	interfaces []string
	block      *methodBlock
	index      int // among the classes of the block
	once       sync.Once
	methods    map[string]bool // name plus descriptor; true if it can be overridden
}

// methodBlock holds the methods of some classes, unpacked on demand.
type methodBlock struct {
	packed []byte
	once   sync.Once
	texts  []string // the methods of each class, a line each
}

// Framework returns the framework's hierarchy. The first call takes some
// milliseconds, the first question about the methods of a class less than one.
func Framework() *Hierarchy { return framework() }

var framework = sync.OnceValue(func() *Hierarchy {
	h, err := parseFramework(frameworkData)
	if err != nil {
		panic("specs: embedded framework data: " + err.Error()) // cannot happen: tested
	}
	return h
})

func parseFramework(packed []byte) (*Hierarchy, error) {
	rest := bytes.NewReader(packed)
	text, err := unpack(rest)
	if err != nil {
		return nil, err
	}
	packed = packed[len(packed)-rest.Len():]
	h := &Hierarchy{classes: make(map[string]*frameworkClass, strings.Count(text, "\n"))}
	var block *methodBlock
	index := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '@':
			size, err := strconv.Atoi(line[1:])
			if err != nil || size < 0 || size > len(packed) {
				return nil, fmt.Errorf("line %q is not the size of a block", line)
			}
			block, packed = &methodBlock{packed: packed[:size]}, packed[size:]
			index = 0
		default:
			if err := h.class(line, block, index); err != nil {
				return nil, err
			}
			index++
		}
	}
	return h, nil
}

// class adds the class of a line "C Lname; Lsuper; Linterface; ...".
func (h *Hierarchy) class(line string, block *methodBlock, index int) error {
	kind, rest, _ := strings.Cut(line, " ")
	name, rest, _ := strings.Cut(rest, " ")
	super, rest, more := strings.Cut(rest, " ")
	if len(kind) != 1 || super == "" || block == nil {
		return fmt.Errorf("line %q is not a class", line)
	}
	c := &frameworkClass{kind: kind[0], block: block, index: index}
	if super != "-" {
		c.super = super
	}
	if more {
		c.interfaces = strings.Split(rest, " ")
	}
	h.classes[name] = c
	return nil
}

// unpack reads one gzip member.
func unpack(in *bytes.Reader) (string, error) {
	zr, err := gzip.NewReader(in)
	if err != nil {
		return "", err
	}
	zr.Multistream(false)
	var text strings.Builder
	_, err = io.Copy(&text, zr)
	return text.String(), err
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
		text := c.block.text(c.index)
		c.methods = make(map[string]bool, strings.Count(text, "\n")+1)
		for line := range strings.Lines(text) {
			if name, final := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "-"); name != "" {
				c.methods[name] = !final
			}
		}
	})
	return c.methods
}

// text is the methods of class i of the block; "" if the block is broken, which
// the embedded one is not.
func (b *methodBlock) text(i int) string {
	b.once.Do(func() {
		if text, err := unpack(bytes.NewReader(b.packed)); err == nil {
			// An empty line ends each class; one without methods is only that.
			start := 0
			for at := 0; at < len(text); at++ {
				if text[at] == '\n' && (at == start || text[at-1] == '\n') {
					b.texts = append(b.texts, text[start:at])
					start = at + 1
				}
			}
		}
	})
	if i >= len(b.texts) {
		return ""
	}
	return b.texts[i]
}
