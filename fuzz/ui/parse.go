package ui

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits on a dump. An app decides what its dump holds, so it can be hostile.
const (
	MaxDump  = 32 << 20 // bytes
	MaxNodes = 50_000
	MaxDepth = 1_000
)

// ErrNoHierarchy means that the dump holds no <hierarchy> element, for example
// because uiautomator printed an error in its place.
var ErrNoHierarchy = errors.New("no <hierarchy> in the dump")

// Parse reads what "uiautomator dump" writes; text before <hierarchy> and after
// </hierarchy> is ignored. activity is the component in front ("" if unknown):
// the dump does not name it. Errors give the byte offset.
//
// The scanner accepts the elements and attributes that uiautomator writes, not
// all of XML: a dump comes after every event and encoding/xml is ten times
// slower.
func Parse(dump []byte, activity string) (*Screen, error) {
	if len(dump) > MaxDump {
		return nil, fmt.Errorf("reading dump: %d bytes are more than the limit of %d", len(dump), MaxDump)
	}
	start := bytes.Index(dump, []byte("<hierarchy"))
	if start < 0 {
		return nil, fmt.Errorf("reading dump %.80q: %w", dump, ErrNoHierarchy)
	}
	p := parser{in: dump, pos: start, screen: &Screen{Activity: activity}, names: make(map[string]string, 64)}
	if err := p.run(); err != nil {
		return nil, fmt.Errorf("reading dump at byte %d: %w", p.pos, err)
	}
	p.screen.link()
	return p.screen, nil
}

// parser is the state of one Parse.
type parser struct {
	in     []byte
	pos    int
	screen *Screen
	open   []int             // indices of the open nodes
	names  map[string]string // classes, ids and packages repeat in every node
}

// run reads elements until the hierarchy closes.
func (p *parser) run() error {
	for {
		next := bytes.IndexByte(p.in[p.pos:], '<')
		if next < 0 {
			return errors.New("the dump ends inside <hierarchy>")
		}
		p.pos += next
		rest := p.in[p.pos:]
		switch {
		case hasTag(rest, "<node"):
			if err := p.node(); err != nil {
				return err
			}
		case hasTag(rest, "</node"):
			if len(p.open) == 0 {
				return errors.New("</node> without <node>")
			}
			p.open = p.open[:len(p.open)-1]
			p.pos += len("</node")
		case hasTag(rest, "</hierarchy"):
			if len(p.open) > 0 {
				return errors.New("</hierarchy> inside <node>")
			}
			return nil
		case hasTag(rest, "<hierarchy"):
			p.pos += len("<hierarchy")
			closed, err := p.attributes(func(name, value []byte) {
				if string(name) == "rotation" {
					p.screen.Rotation = int(number(value)) & 3
				}
			})
			if err != nil || closed {
				return err
			}
		case bytes.HasPrefix(rest, []byte("<!--")):
			end := bytes.Index(rest, []byte("-->"))
			if end < 0 {
				return errors.New("comment without end")
			}
			p.pos += end
		default:
			return fmt.Errorf("unexpected %.20q", rest)
		}
	}
}

// node reads one <node> and its attributes.
func (p *parser) node() error {
	if len(p.screen.Widgets) >= MaxNodes {
		return fmt.Errorf("more than %d nodes", MaxNodes)
	}
	if len(p.open) >= MaxDepth {
		return fmt.Errorf("nodes nested deeper than %d", MaxDepth)
	}
	p.pos += len("<node")
	w := Widget{Index: len(p.screen.Widgets), Parent: -1, Depth: len(p.open)}
	if len(p.open) > 0 {
		w.Parent = p.open[len(p.open)-1]
	}
	closed, err := p.attributes(func(name, value []byte) { p.set(&w, name, value) })
	if err != nil {
		return err
	}
	p.screen.Widgets = append(p.screen.Widgets, w)
	if !closed {
		p.open = append(p.open, w.Index)
	}
	return nil
}

// attributes reads up to the end of a tag; closed says that it was "/>".
func (p *parser) attributes(set func(name, value []byte)) (closed bool, err error) {
	for {
		for p.pos < len(p.in) && isSpace(p.in[p.pos]) {
			p.pos++
		}
		rest := p.in[p.pos:]
		switch {
		case len(rest) == 0:
			return false, errors.New("the dump ends inside a tag")
		case rest[0] == '>':
			p.pos++
			return false, nil
		case rest[0] == '/':
			if len(rest) < 2 || rest[1] != '>' {
				return false, errors.New("/ without >")
			}
			p.pos += 2
			return true, nil
		}
		equals := bytes.IndexByte(rest, '=')
		if equals <= 0 || equals+1 >= len(rest) || rest[equals+1] != '"' && rest[equals+1] != '\'' {
			return false, fmt.Errorf("want name=\"value\", have %.20q", rest)
		}
		value := rest[equals+2:]
		end := bytes.IndexByte(value, rest[equals+1])
		if end < 0 {
			return false, fmt.Errorf("attribute %.40q without closing quote", rest[:equals])
		}
		set(rest[:equals], value[:end])
		p.pos += equals + 2 + end + 1
	}
}

// set stores one attribute; unknown ones are ignored, as newer versions add some.
func (p *parser) set(w *Widget, name, value []byte) {
	yes := string(value) == "true"
	switch string(name) {
	case "text":
		w.Text = text(value)
	case "resource-id":
		w.ID = p.name(value)
	case "class":
		w.Class = p.name(value)
	case "package":
		w.Package = p.name(value)
	case "content-desc":
		w.Desc = text(value)
	case "hint":
		w.Hint = text(value)
	case "input-type":
		w.InputType = int(number(value))
	case "checkable":
		w.Checkable = yes
	case "checked":
		w.Checked = yes
	case "clickable":
		w.Clickable = yes
	case "enabled":
		w.Enabled = yes
	case "focusable":
		w.Focusable = yes
	case "focused":
		w.Focused = yes
	case "scrollable":
		w.Scrollable = yes
	case "long-clickable":
		w.LongClickable = yes
	case "password":
		w.Password = yes
	case "selected":
		w.Selected = yes
	case "bounds":
		w.Bounds = bounds(value)
	}
}

// name returns the text of value, sharing memory between equal ones.
func (p *parser) name(value []byte) string {
	if s, ok := p.names[string(value)]; ok {
		return s
	}
	s := text(value)
	p.names[string(value)] = s
	return s
}

// link fills Children and the topmost package once the widgets no longer move.
func (s *Screen) link() {
	counts := make([]int, len(s.Widgets))
	for i := range s.Widgets {
		if parent := s.Widgets[i].Parent; parent >= 0 {
			counts[parent]++
		} else if s.Widgets[i].Package != "" {
			s.Package = s.Widgets[i].Package
		}
	}
	pool := make([]int, 0, len(s.Widgets))
	for i := range s.Widgets {
		if n := counts[i]; n > 0 {
			at := len(pool)
			pool = pool[:at+n]
			s.Widgets[i].Children = pool[at : at : at+n]
		}
	}
	for i := range s.Widgets {
		if parent := s.Widgets[i].Parent; parent >= 0 {
			s.Widgets[parent].Children = append(s.Widgets[parent].Children, i)
		}
	}
}

// hasTag says whether in begins with the tag and not with a longer name.
func hasTag(in []byte, tag string) bool {
	if len(in) < len(tag) || string(in[:len(tag)]) != tag {
		return false
	}
	if len(in) == len(tag) {
		return true
	}
	c := in[len(tag)]
	return isSpace(c) || c == '>' || c == '/'
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// bounds reads "[l,t][r,b]"; anything else is the empty rectangle.
func bounds(value []byte) Rect {
	var v [4]int
	n, digits, negative := 0, false, false
	for i := 0; i <= len(value); i++ {
		if i < len(value) && value[i] >= '0' && value[i] <= '9' {
			if n == 4 || v[n] > 1<<24 {
				return Rect{}
			}
			v[n], digits = v[n]*10+int(value[i]-'0'), true
			continue
		}
		if digits {
			if negative {
				v[n] = -v[n]
			}
			n, digits, negative = n+1, false, false
		}
		if i < len(value) {
			negative = value[i] == '-'
		}
	}
	if n != 4 {
		return Rect{}
	}
	return Rect{v[0], v[1], v[2], v[3]}
}

// number reads a decimal number, 0 if it is none.
func number(value []byte) int64 {
	n, err := strconv.ParseInt(string(value), 10, 32)
	if err != nil {
		return 0
	}
	return n
}

// text decodes an attribute value: entities replaced, invalid UTF-8 cured.
func text(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	if bytes.IndexByte(value, '&') < 0 {
		return strings.ToValidUTF8(string(value), "\uFFFD")
	}
	var b strings.Builder
	for len(value) > 0 {
		amp := bytes.IndexByte(value, '&')
		if amp < 0 {
			amp = len(value)
		}
		b.Write(value[:amp])
		value = value[amp:]
		if len(value) == 0 {
			break
		}
		decoded, n := entity(value)
		b.WriteString(decoded)
		value = value[n:]
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// entity decodes the reference at the start of value and says how long it is;
// what is no reference stands for itself.
func entity(value []byte) (string, int) {
	const longest = 10 // "&#1114111;"
	end := bytes.IndexByte(value[:min(len(value), longest)], ';')
	if end < 2 {
		return "&", 1
	}
	name := string(value[1:end])
	switch name {
	case "lt":
		return "<", end + 1
	case "gt":
		return ">", end + 1
	case "amp":
		return "&", end + 1
	case "quot":
		return "\"", end + 1
	case "apos":
		return "'", end + 1
	}
	if name[0] != '#' || len(name) < 2 {
		return "&", 1
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return "&", 1
	}
	return string(rune(n)), end + 1
}
