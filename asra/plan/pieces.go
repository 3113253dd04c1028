package plan

import (
	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/typed"
	"talpa/cfg/origin"
	"talpa/dex"
)

// pieces is a text for a field whose text is split where the crash is that it has too few pieces: the size that the
// message tells is theirs, and not the length of the text. "" for other crashes.
func pieces(p *planner) string {
	c := p.Crash
	if c.Kind != guide.CrashIndex || c.Size == nil || c.Offset < 0 || !p.Stack.Known() ||
		p.Method(c.Where) != p.Stack.Chain[0] {
		return ""
	}
	an := p.App.OriginsOf(p.Stack.Chain[0])
	if an == nil || an.Graph.BlockAt(uint32(c.Offset)) == nil {
		return ""
	}
	in := an.Graph.Code.At(uint32(c.Offset))
	if in.Op < dex.OpAget || in.Op >= dex.OpAput {
		return ""
	}
	from := an.At(in.Off, in.B())
	if len(from) != 1 || from[0].Kind != origin.Result || from[0].Owner+from[0].Name != "Ljava/lang/String;split" {
		return ""
	}
	split := an.Graph.Code.At(from[0].PC)
	text, _ := typed.Pieces(appcode.ConstantText(an, &split, 1), int(*c.Size))
	return text
}
