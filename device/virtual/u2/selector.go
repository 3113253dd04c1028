package u2

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const (
	maxLevels  = 20        // selectors in a chain of children and siblings
	maxVisits  = 2_000_000 // views that one search may look at
	maxPattern = 1000      // bytes of a regular expression
)

// query says which views are meant: a chain of levels, the first one searched in
// the whole hierarchy. keep, if set, narrows the last level.
type query struct {
	levels []level
	keep   func(*node) bool
}

// level is one selector of a chain.
type level struct {
	sibling  bool // searched below the parent of what the level before found, not below itself
	tests    []func(*node) bool
	instance int // -1: not said
}

func (l level) matches(n *node) bool {
	if n.parent == nil {
		return false // the display itself
	}
	for _, t := range l.tests {
		if !t(n) {
			return false
		}
	}
	return true
}

// scalar takes a JSON string, number or truth value for any of the three, as
// the server's JSON library does.
type scalar string

func (s *scalar) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err == nil {
		*s = scalar(text)
		return nil
	}
	if len(b) > 0 && (b[0] == '{' || b[0] == '[') {
		return fmt.Errorf("a single value is wanted, not %.20s", b)
	}
	*s = scalar(b)
	return nil
}

func (s scalar) number() (int, error) {
	f, err := strconv.ParseFloat(string(s), 64)
	if err != nil || f != float64(int(f)) {
		return 0, fmt.Errorf("%q is no whole number", string(s))
	}
	return int(f), nil
}

// texts are the criteria on texts and the attribute of each.
var texts = map[string]string{
	"text": "text", "description": "content-desc", "className": "class", "packageName": "package",
	"resourceId": "resource-id",
}

// truths are the criteria that are true or false.
var truths = map[string]string{
	"checkable": "checkable", "checked": "checked", "clickable": "clickable", "longClickable": "long-clickable",
	"scrollable": "scrollable", "enabled": "enabled", "focusable": "focusable", "focused": "focused",
	"selected": "selected",
}

// selector reads a selector object into a query.
func selector(raw json.RawMessage) (query, error) {
	var q query
	err := q.read(raw, false)
	return q, err
}

func (q *query) read(raw json.RawMessage, sibling bool) error {
	if len(q.levels) >= maxLevels {
		return fmt.Errorf("more than %d selectors in each other", maxLevels)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return fmt.Errorf("not a selector: %.80s", raw)
	}
	l := level{sibling: sibling, instance: -1}
	var kinds []string
	var below []json.RawMessage
	for name, value := range fields {
		var err error
		switch name {
		case "mask":
		case "childOrSibling":
			err = json.Unmarshal(value, &kinds)
		case "childOrSiblingSelector":
			err = json.Unmarshal(value, &below)
		default:
			err = l.criterion(name, value)
		}
		if err != nil {
			return fmt.Errorf("selector: %s: %w", name, err)
		}
	}
	if len(kinds) != len(below) {
		return fmt.Errorf("selector: %d children or siblings with %d selectors", len(kinds), len(below))
	}
	q.levels = append(q.levels, l)
	for i, kind := range kinds {
		if err := q.read(below[i], kind == "sibling"); err != nil {
			return err
		}
	}
	return nil
}

// criterion adds one condition.
func (l *level) criterion(name string, raw json.RawMessage) error {
	if string(raw) == "null" {
		return nil
	}
	var value scalar
	if err := json.Unmarshal(raw, &value); err != nil {
		return err
	}
	want := string(value)
	if attr, ok := truths[name]; ok {
		yes, err := strconv.ParseBool(want)
		l.tests = append(l.tests, func(n *node) bool { return n.is(attr) == yes })
		return err
	}
	switch name {
	case "index", "instance":
		n, err := value.number()
		if err != nil {
			return err
		}
		if name == "instance" {
			l.instance = max(n, 0)
		} else {
			l.tests = append(l.tests, func(v *node) bool { return v.index == n })
		}
		return nil
	}
	for base, attr := range texts {
		kind, ok := strings.CutPrefix(name, base)
		if !ok {
			continue
		}
		test, err := textTest(attr, kind, want)
		if err != nil {
			return err
		}
		if test != nil {
			l.tests = append(l.tests, test)
			return nil
		}
	}
	return fmt.Errorf("unknown criterion")
}

// textTest is a condition on an attribute; nil if there is none of that kind.
// Parts of texts are compared without regard to case, as UiSelector does.
func textTest(attr, kind, want string) (func(*node) bool, error) {
	lower := strings.ToLower(want)
	switch kind {
	case "":
		return func(n *node) bool { return n.attrs[attr] == want }, nil
	case "Contains":
		return func(n *node) bool { return strings.Contains(strings.ToLower(n.attrs[attr]), lower) }, nil
	case "StartsWith":
		return func(n *node) bool { return strings.HasPrefix(strings.ToLower(n.attrs[attr]), lower) }, nil
	case "Matches":
		if len(want) > maxPattern {
			return nil, fmt.Errorf("pattern of %d bytes, limit %d", len(want), maxPattern)
		}
		re, err := regexp.Compile("(?s)^(?:" + want + ")$")
		if err != nil {
			return nil, err
		}
		return func(n *node) bool { return re.MatchString(n.attrs[attr]) }, nil
	}
	return nil, nil
}

// find returns the views that a query means, in the order of the hierarchy.
func (q query) find(root *node) []*node {
	s := search{counts: make([]int, len(q.levels)), seen: map[*node]bool{}, keep: q.keep}
	s.descend(q.levels, 0, root)
	if want := q.levels[len(q.levels)-1].instance; want >= 0 {
		if want >= len(s.found) {
			return nil
		}
		return s.found[want : want+1]
	}
	return s.found
}

// search walks a hierarchy for a chain of levels.
type search struct {
	counts []int // of each level, how many views were passed over for its instance
	seen   map[*node]bool
	found  []*node
	keep   func(*node) bool
	visits int
}

// descend looks at a view and what is below it for level at; where a level
// before the last matches, the search goes on for the next one.
func (s *search) descend(levels []level, at int, n *node) {
	if s.visits++; s.visits > maxVisits {
		return
	}
	if l := levels[at]; l.matches(n) {
		switch {
		case at == len(levels)-1:
			if !s.seen[n] && (s.keep == nil || s.keep(n)) {
				s.seen[n] = true
				s.found = append(s.found, n)
			}
		case s.counts[at] < l.instance:
			s.counts[at]++
		default:
			at++
			if levels[at].sibling {
				n = n.parent
			}
		}
	}
	for _, c := range n.children {
		s.descend(levels, at, c)
	}
}
