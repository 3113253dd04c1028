package report

import (
	"fmt"

	"talpa/asra/trace"
)

// cell is one line of a trace on the page.
type cell struct {
	Text string
	Head bool   // the name of an exception
	Mark string // "same", "near", "off" for app frames; "" for others
	Note string // what the mark means
}

// row is two lines that stand for each other; either may be nil.
type row struct{ Want, Got *cell }

// block is rows that are shown, or folded away because no app frame is in them.
type block struct {
	Rows   []row
	Folded string // "12 frames of the framework", "" if shown
}

// foldFrom is the least number of rows that is folded away.
const foldFrom = 4

// lineID is a line of a trace: a throwable's heading (frame -1) or a frame.
type lineID struct{ throwable, frame int }

// sideBySide lays two traces beside each other. got may be nil.
func sideBySide(want, got *trace.Trace, m *trace.Match, inApp func(string) bool) []block {
	l := layout{inApp: inApp, partner: map[lineID]lineID{}, pairs: map[lineID]trace.Pair{}}
	if l.inApp == nil {
		l.inApp = func(class string) bool { return !trace.IsFramework(class) }
	}
	if m != nil {
		for _, p := range m.Pairs {
			w, g := lineID{p.WantThrowable, p.WantFrame}, lineID{p.GotThrowable, p.GotFrame}
			l.partner[w], l.pairs[w] = g, p
			head := lineID{p.WantThrowable, -1}
			if _, ok := l.partner[head]; !ok {
				l.partner[head] = lineID{p.GotThrowable, -1}
			}
		}
	}
	return fold(l.merge(lines(want), lines(got), want, got))
}

// lines lists the lines of a trace in order.
func lines(t *trace.Trace) []lineID {
	if t == nil {
		return nil
	}
	var ids []lineID
	for i, th := range t.Chain {
		ids = append(ids, lineID{i, -1})
		for j := range th.Frames {
			ids = append(ids, lineID{i, j})
		}
		if th.Omitted > 0 {
			ids = append(ids, lineID{i, len(th.Frames)})
		}
	}
	return ids
}

// layout knows which lines stand for each other.
type layout struct {
	inApp   func(string) bool
	partner map[lineID]lineID // wanted to got
	pairs   map[lineID]trace.Pair
}

// merge makes rows: partners share one as long as their order is the same in
// both traces; lines without a partner stand between those.
func (l layout) merge(want, got []lineID, wt, gt *trace.Trace) []row {
	at := map[lineID]int{}
	for i, id := range got {
		at[id] = i
	}
	var rows []row
	wantFrom, gotFrom := 0, 0
	for i, id := range want {
		p, paired := l.partner[id]
		pos, known := at[p]
		if !paired || !known || pos < gotFrom {
			continue
		}
		rows = append(rows, l.between(want[wantFrom:i], got[gotFrom:pos], wt, gt)...)
		w, g := l.cell(wt, id, true, l.pair(id)), l.cell(gt, got[pos], true, l.pair(id))
		rows = append(rows, row{&w, &g})
		wantFrom, gotFrom = i+1, pos+1
	}
	return append(rows, l.between(want[wantFrom:], got[gotFrom:], wt, gt)...)
}

// between makes rows of lines without partners. Frames that differ stand
// beside each other, a heading stands alone.
func (l layout) between(want, got []lineID, wt, gt *trace.Trace) []row {
	var rows []row
	for len(want) > 0 || len(got) > 0 {
		var r row
		takeWant := len(want) > 0
		takeGot := len(got) > 0
		if takeWant && takeGot && (want[0].frame < 0 || got[0].frame < 0) {
			takeGot = want[0].frame >= 0 // the heading first, frames of the other side wait
			takeWant = !takeGot
		}
		if takeWant {
			c := l.cell(wt, want[0], gt != nil, nil)
			r.Want, want = &c, want[1:]
		}
		if takeGot {
			c := l.cell(gt, got[0], true, nil)
			r.Got, got = &c, got[1:]
		}
		rows = append(rows, r)
	}
	return rows
}

func (l layout) pair(id lineID) *trace.Pair {
	if p, ok := l.pairs[id]; ok {
		return &p
	}
	return nil
}

// cell writes one line. compared says that there is another trace at all.
func (l layout) cell(t *trace.Trace, id lineID, compared bool, p *trace.Pair) cell {
	th := t.Chain[id.throwable]
	switch {
	case id.frame < 0:
		text := th.Class
		if th.Message != "" {
			text += ": " + th.Message
		}
		if id.throwable > 0 {
			text = "Caused by: " + text
		}
		return cell{Text: clean(text, maxText), Head: true}
	case id.frame >= len(th.Frames):
		return cell{Text: fmt.Sprintf("... %d more", th.Omitted)}
	}
	f := th.Frames[id.frame]
	c := cell{Text: "at\u00a0" + clean(f.String(), maxTitle)} // unbreakable
	switch {
	case !l.inApp(f.Class):
	case p != nil && p.Line:
		c.Mark, c.Note = "same", "the same method and line"
	case p != nil:
		c.Mark, c.Note = "near", "the same method, another line"
	case compared:
		c.Mark, c.Note = "off", "only in this trace"
	default:
		c.Mark, c.Note = "app", "code of the app"
	}
	return c
}

// fold hides runs of rows without app frames and headings.
func fold(rows []row) []block {
	var blocks []block
	for start := 0; start < len(rows); {
		end := start
		for end < len(rows) && rows[end].skippable() == rows[start].skippable() {
			end++
		}
		b := block{Rows: rows[start:end]}
		if rows[start].skippable() && end-start >= foldFrom {
			b.Folded = fmt.Sprintf("%d lines of the framework", end-start)
		}
		blocks = append(blocks, b)
		start = end
	}
	return blocks
}

// skippable says that neither side is a heading or a frame of the app.
func (r row) skippable() bool {
	plain := func(c *cell) bool { return c == nil || !c.Head && c.Mark == "" }
	return plain(r.Want) && plain(r.Got)
}
