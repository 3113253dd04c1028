package plan

import (
	"talpa/asra/guide"
	"talpa/asra/plan/typed"
)

// pieces is a text for a field whose text is split where the crash is that it has too few pieces: the size that the
// message tells is theirs, and not the length of the text. "" for other crashes.
func pieces(p *planner) string {
	c := p.Crash
	if c.Kind != guide.CrashIndex || c.Size == nil || c.Offset < 0 || !p.Stack.Known() ||
		p.Method(c.Where) != p.Stack.Chain[0] {
		return ""
	}
	text, _ := typed.Pieces(typed.SplitBy(p.App, p.Stack.Chain[0], uint32(c.Offset)), int(*c.Size))
	return text
}
