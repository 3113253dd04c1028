package cfg

import (
	"fmt"
	"slices"
	"strings"

	"talpa/internal/diagram"
)

// Draw is the graph as a picture, a node for each block. Source lines stand
// before the first instruction that they belong to. Blocks with code at one of
// the offsets (code units) are marked as target.
func (g *Graph) Draw(target []uint32) *diagram.Diagram {
	d := diagram.New("cfg", g.Method.String())
	d.TopDown = true
	lines := map[uint32]int{}
	entries, _ := g.Code.Lines() // what precedes a breakage is shown
	for _, l := range entries {
		lines[l.Off] = l.Line
	}
	for i := range g.Blocks {
		block := &g.Blocks[i]
		d.Node(diagram.Node{
			ID: fmt.Sprintf("b%d", i), Kind: "block", Label: g.text(block, lines), Entry: i == 0,
			Target: slices.ContainsFunc(target, func(pc uint32) bool { return g.BlockAt(pc) == block }),
		})
	}
	for _, e := range g.succs {
		d.Edge(fmt.Sprintf("b%d", e.From), fmt.Sprintf("b%d", e.To), e.Kind.String(), g.label(e))
	}
	return d
}

// text is a block's instructions, a line each.
func (g *Graph) text(block *Block, lines map[uint32]int) string {
	var all []string
	for in := range g.Insns(block.ID) {
		if line := lines[in.Off]; line > 0 {
			all = append(all, fmt.Sprintf("line %d", line))
		}
		all = append(all, fmt.Sprintf("%04x: %s", in.Off, g.Code.Format(in)))
	}
	if len(all) == 0 {
		return "exit"
	}
	return strings.Join(all, "\n")
}
