package cfg

import (
	"fmt"
	"io"
	"strings"

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
