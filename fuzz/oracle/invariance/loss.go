package invariance

import (
	"fmt"
	"strings"

	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// loss is an effect of the seed that the mutant lacks.
type loss struct {
	thing    thing
	gone     bool // it should have gone away; else it should have appeared
	toggled  bool // it should have appeared in the place of one that is checked otherwise
	dead     bool // it should have opened something, and did nothing
	undone   bool // UNDO right after what was inserted should have left things as they were
	twice    *oracle.Twice
	activity string
	inserted []action
	between  []action // whose effect it is
}

// order is a total order of losses: what should have appeared first, and what has
// words before what has none.
func (l loss) order() string {
	t := l.thing
	return fmt.Sprintf("%t|%t|%s|%s|%s|%t", l.gone, t.words == "", t.words, t.id, t.class, t.checked)
}

// violation says what was lost.
func (l *loss) violation() oracle.Violation {
	rule := "added"
	switch {
	case l.undone:
		rule = "undone"
	case l.dead:
		rule = "dead"
	case l.gone:
		rule = "removed"
	}
	first := l.inserted[0]
	cause := first.event.Describe()
	if n := len(l.inserted) - 1; n > 0 {
		cause = fmt.Sprintf("%s and %d more", cause, n)
	}
	title := fmt.Sprintf("%s does not %s; it does without this before: %s", l.thing, l.verb(), cause)
	if l.undone {
		title = fmt.Sprintf("%s does not %s again by UNDO after: %s", l.thing, l.verb(), first.event.Describe())
	}
	return oracle.Violation{
		Oracle:    Name,
		Signature: fmt.Sprintf("%s|%s|%s", l.activity, rule, nameOf(l.thing.class, l.thing.id, l.thing.words)),
		Title:     title,
		Detail:    l.detail(),
		Twice:     l.twice,
	}
}

// verb is what the thing should have done.
func (l *loss) verb() string {
	switch {
	case l.dead:
		return "open anything"
	case l.toggled && l.thing.checked:
		return "become checked"
	case l.toggled:
		return "become unchecked"
	case l.gone:
		return "go away"
	}
	return "appear"
}

// detail tells people what was compared.
func (l *loss) detail() string {
	var b strings.Builder
	list := func(title string, actions []action) {
		fmt.Fprintf(&b, "%s:\n", title)
		for _, d := range actions {
			fmt.Fprintf(&b, "  %s\n", d.event.Describe())
		}
	}
	if l.undone {
		list(fmt.Sprintf("on %s these were to leave everything as it was, but %s did not %s again",
			l.activity, l.thing, l.verb()), l.inserted)
		return b.String()
	}
	list(fmt.Sprintf("on %s these make %s %s", l.activity, l.thing, l.verb()), l.between)
	list("from cleared data again they do not, since these came before them", l.inserted)
	return b.String()
}

// place is where a page shows what was lost, or, of what it lacks or has too much, what is nearest
// to it: the same kind in the same row, the row, or the kind; empty if there is nothing. right says that
// the page is the seed's.
func (p *page) place(l loss, right bool) ui.Rect {
	want := l.thing
	shows := right != l.gone
	var best ui.Rect
	score := 0
	for i := range p.Widgets {
		k := p.thing(i)
		at := 0
		switch {
		case p.Widgets[i].Bounds.Empty() || l.dead:
		case shows && k == want:
			at = 4
		case shows:
		case k.kind() == want.kind() && (k.words == want.words || want.row != ""):
			at = 3
		case want.row != "" && k.words == want.row && k.row == "":
			at = 2
		case k.kind() == want.kind():
			at = 1
		}
		if at > score {
			best, score = p.Widgets[i].Bounds, at
		}
	}
	return best
}
