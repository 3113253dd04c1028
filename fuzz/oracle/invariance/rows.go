package invariance

import "strings"

// rows are what a page shows of the rows of its lists and grids.
type rows struct {
	// title is of each widget the one that names the row that it lies in; -1: in no row, or in
	// one without words.
	title  []int
	titles []string       // what names them, in their order
	height []int          // of each, as far as it is seen
	at     map[string]int // the place of each in it; -1 of two that are named alike
}

// rowsOf finds the rows of a page. A row is named by its first words, those of a box to tick only if it has
// no others.
func rowsOf(p *page) rows {
	r := rows{title: make([]int, len(p.Widgets)), at: map[string]int{}}
	for i := range p.Widgets {
		r.title[i] = -1
		up := p.Widgets[i].Parent
		switch {
		case up < 0 || !p.Listed(i):
		case p.Listed(up):
			r.title[i] = r.title[up]
		default:
			if r.title[i] = p.name(i); r.title[i] >= 0 {
				r.add(says(&p.Widgets[r.title[i]]), p.Widgets[i].Bounds.Height())
			}
		}
	}
	return r
}

func (r *rows) add(words string, height int) {
	n := len(r.titles)
	if _, again := r.at[words]; again {
		n = -1
	}
	r.at[words] = n
	r.titles = append(r.titles, words)
	r.height = append(r.height, height)
}

// whole says whether there is one row of this name, and the edge of a list that has more than it shows does
// not cut it off: it is not the last one, nor a first one that is lower than the next.
func (r *rows) whole(words string) bool {
	at, ok := r.at[words]
	return ok && at >= 0 && at+1 < len(r.titles) && (at > 0 || r.height[0] >= r.height[1])
}

// shows says whether there is one row of this name.
func (r *rows) shows(words string) bool {
	at, ok := r.at[words]
	return ok && at >= 0
}

// between says whether two rows are next to each other.
func (r *rows) between(above, below string) bool {
	return r.shows(above) && r.shows(below) && r.at[below] == r.at[above]+1
}

// name returns the widget that names a row, -1 if none has words.
func (p *page) name(row int) int {
	box := -1
	for i := row; i < len(p.Widgets) && (i == row || p.Within(i, row)); i++ {
		switch w := &p.Widgets[i]; {
		case w.Editable() || says(w) == "":
		case !w.Checkable:
			return i
		case box < 0:
			box = i
		}
	}
	return box
}

// scrolled are the kinds of what lies, on any of the pages, in something that has more than it shows. Pagers
// show a page as a whole.
func scrolled(pages ...*page) map[thing]bool {
	kinds := map[thing]bool{}
	for _, p := range pages {
		inside := make([]bool, len(p.Widgets))
		for i := range p.Widgets {
			up := p.Widgets[i].Parent
			if up < 0 {
				continue
			}
			w := &p.Widgets[up]
			inside[i] = inside[up] || w.Scrollable && !strings.Contains(w.Class, "Pager")
			if inside[i] {
				kinds[thing{class: p.Widgets[i].Class, id: p.Widgets[i].ID}] = true
			}
		}
	}
	return kinds
}

// sure says whether a row of a list that has more than it shows is missing on a page, and not only out of
// sight: those around it, on a page that shows it, are next to each other, or it is there in another state.
func sure(name string, with, without *page) bool {
	if without.rows.shows(name) {
		return true
	}
	at, ok := with.rows.at[name]
	return ok && at > 0 && at+1 < len(with.rows.titles) &&
		without.rows.between(with.rows.titles[at-1], with.rows.titles[at+1])
}
