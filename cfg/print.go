package cfg

import (
	"fmt"
	"io"
	"strings"

	"talpa/dex"
)

// label says why control takes the edge: "case 3", "catch Ljava/io/IOException;".
func (g *Graph) label(e Edge) string {
	switch {
	case e.Kind == Case:
		return fmt.Sprintf("case %d", e.Key)
	case e.Kind == Catch && g.Caught(e) == "":
		return "catch all"
	case e.Kind == Catch:
		return "catch " + dex.JavaName(g.Caught(e))
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
		fmt.Fprintf(&b, " idom %d ipdom %d\n", g.Idom(block.ID), g.Ipdom(block.ID))
		for in := range g.Insns(block.ID) {
			fmt.Fprintf(&b, "  %04x: %s\n", in.Off, g.Code.Format(in))
		}
		for _, e := range g.Succs(block.ID) {
			fmt.Fprintf(&b, "  -> %d %s\n", e.To, strings.TrimSpace(e.Kind.String()+g.detail(e)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (g *Graph) detail(e Edge) string {
	switch e.Kind {
	case Case:
		return fmt.Sprintf(" %d", e.Key)
	case Catch:
		if typ := g.Caught(e); typ != "" {
			return " " + typ
		}
		return " all"
	}
	return ""
}
