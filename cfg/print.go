package cfg

import (
	"fmt"
	"io"
	"strings"

	"github.com/emicklei/dot"

	"talpa/dex"
)

// label says why control takes the edge: "case 3", "catch Ljava/io/IOException;".
func (e Edge) label() string {
	switch {
	case e.Kind == Case:
		return fmt.Sprintf("case %d", e.Key)
	case e.Kind == Catch && e.Type == "":
		return "catch all"
	case e.Kind == Catch:
		return "catch " + dex.JavaName(e.Type)
	case e.Kind == Next:
		return ""
	}
	return e.Kind.String()
}

// WriteText writes the graph for people: each block with its instructions,
// its edges and its immediate dominator and post-dominator.
func (g *Graph) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", g.Method)
	for i := range g.Blocks {
		block := &g.Blocks[i]
		fmt.Fprintf(&b, "block %d", block.ID)
		if block.ID == g.Exit().ID {
			b.WriteString(" (exit)")
		}
		fmt.Fprintf(&b, " idom %d ipdom %d\n", g.dom.Idom[i], g.pdom.Idom[i])
		for _, in := range block.Insns {
			fmt.Fprintf(&b, "  %04x: %s\n", in.Off, g.Code.Format(in))
		}
		for _, e := range block.Succs {
			fmt.Fprintf(&b, "  -> %d %s\n", e.To, strings.TrimSpace(e.Kind.String()+detail(e)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func detail(e Edge) string {
	switch e.Kind {
	case Case:
		return fmt.Sprintf(" %d", e.Key)
	case Catch:
		if e.Type == "" {
			return " all"
		}
		return " " + e.Type
	}
	return ""
}

// WriteDOT writes the graph in Graphviz's language. Source lines stand before
// the first instruction that they belong to.
func (g *Graph) WriteDOT(w io.Writer) error {
	d := dot.NewGraph(dot.Directed)
	d.Attr("label", g.Method.Ref().JavaMethod())
	d.NodeInitializer(func(n dot.Node) { n.Attr("shape", "box").Attr("fontname", "monospace") })
	lines := map[uint32]int{}
	entries, _ := g.Code.Lines() // what precedes a breakage is shown
	for _, l := range entries {
		lines[l.Off] = l.Line
	}
	nodes := make([]dot.Node, len(g.Blocks))
	for i := range g.Blocks {
		nodes[i] = d.Node(fmt.Sprintf("b%d", i)).Attr("label", dot.Literal(g.text(&g.Blocks[i], lines)))
	}
	for i := range g.Blocks {
		for _, e := range g.Blocks[i].Succs {
			edge := d.Edge(nodes[e.From], nodes[e.To])
			if label := e.label(); label != "" {
				edge.Attr("label", label)
			}
			if e.Kind == Catch || e.Kind == Throw {
				edge.Attr("style", "dashed")
			}
		}
	}
	_, err := io.WriteString(w, d.String())
	return err
}

// text is a block's label as a quoted string whose lines are left-aligned.
func (g *Graph) text(block *Block, lines map[uint32]int) string {
	var b strings.Builder
	b.WriteByte('"')
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, in := range block.Insns {
		if line := lines[in.Off]; line > 0 {
			fmt.Fprintf(&b, `line %d\l`, line)
		}
		b.WriteString(quote.Replace(fmt.Sprintf("%04x: %s", in.Off, g.Code.Format(in))))
		b.WriteString(`\l`)
	}
	if len(block.Insns) == 0 {
		b.WriteString("exit")
	}
	b.WriteByte('"')
	return b.String()
}
