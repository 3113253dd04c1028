package property

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"talpa/fuzz/ui"
)

// hint names the widget on a screen that is most like what was looked for, "" if none is.
func (sel *selector) hint(s *ui.Screen) string {
	if s == nil {
		return ""
	}
	best, words := 0.5, ""
	for _, name := range slices.Sorted(maps.Keys(sel.wanted)) {
		if name != "text" && name != "description" && name != "resourceId" {
			continue
		}
		for i := range s.Widgets {
			got := texts[name].read(&s.Widgets[i])
			want := sel.wanted[name]
			if name == "resourceId" {
				got, want = got[strings.LastIndexByte(got, '/')+1:], want[strings.LastIndexByte(want, '/')+1:]
			}
			if like := likeness(want, got); like > best && got != want {
				best, words = like, fmt.Sprintf("; the screen has %s=%q", name, got)
			}
		}
	}
	return words
}

// likeness is how alike two texts are, from 0 to 1: what of the longer one stays where the fewest letters
// are put in, taken out or changed (Levenshtein).
func likeness(a, b string) float64 {
	const most = 60 // letters that are compared
	p, q := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	p, q = p[:min(len(p), most)], q[:min(len(q), most)]
	if len(p) == 0 || len(q) == 0 {
		return 0
	}
	row := make([]int, len(q)+1)
	for j := range row {
		row[j] = j
	}
	for i := range p {
		left := row[0]
		row[0] = i + 1
		for j := range q {
			cost := left
			if p[i] != q[j] {
				cost++
			}
			left = row[j+1]
			row[j+1] = min(cost, row[j]+1, left+1)
		}
	}
	return 1 - float64(row[len(q)])/float64(max(len(p), len(q)))
}
