package diagram

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/emicklei/dot"
)

// Bounds of labels: what is longer is cut, so that one text cannot push
// everything else off the page. JSON has all of it.
const (
	maxLabelLine = 48
	maxLabels    = 4
)

// WriteDOT writes the picture in Graphviz's language, with a legend of the kinds
// that occur in it.
func (d *Diagram) WriteDOT(w io.Writer) error {
	g := d.canvas()
	boxes := map[string]*dot.Graph{}
	for _, group := range d.groups {
		box := g.Subgraph(group.ID, dot.ClusterOption{})
		box.Attrs("label", clean(group.Label), "labeljust", "l", "fontname", font, "fontsize", "13",
			"style", "rounded,filled", "color", "#c9d1d9", "fillcolor", "#f6f8fa")
		boxes[group.ID] = box
	}
	nodes := map[string]dot.Node{}
	for i := range d.nodes {
		n := &d.nodes[i]
		into := g
		if box, ok := boxes[n.Group]; ok {
			into = box
		}
		nodes[n.ID] = drawNode(into, n)
	}
	for i := range d.edges {
		e := &d.edges[i]
		drawEdge(g.Edge(nodes[e.From], nodes[e.To]), e)
	}
	d.legend(g)
	_, err := io.WriteString(w, g.String())
	return err
}

// canvas is an empty graph with what all nodes and edges share.
func (d *Diagram) canvas() *dot.Graph {
	g := dot.NewGraph(dot.Directed)
	rank := "LR"
	if d.TopDown {
		rank = "TB"
	}
	g.Attrs("rankdir", rank, "label", leftAligned(d.Title), "labelloc", "t", "labeljust", "l", "fontname", font,
		"fontsize", "16", "nodesep", "0.18", "ranksep", "0.7", "pad", "0.3")
	g.NodeInitializer(func(n dot.Node) {
		n.Attr("fontname", font).Attr("fontsize", "11").Attr("margin", "0.15,0.05").Attr("height", "0.25").Attr("color", dark)
	})
	g.EdgeInitializer(func(e dot.Edge) {
		e.Attr("fontname", font).Attr("fontsize", "9").Attr("arrowsize", "0.6").Attr("color", dark)
	})
	return g
}

func drawNode(into *dot.Graph, n *Node) dot.Node {
	look := lookOf(n.Kind)
	style, fill := "filled", look.fill
	if look.rounded {
		style += ",rounded"
	}
	out := into.Node(n.ID).Attr("shape", look.shape)
	switch {
	case n.Target:
		fill = targetFill
		out.Attr("color", targetLine).Attr("penwidth", "2.5")
	case n.OnPath:
		out.Attr("color", pathLine).Attr("penwidth", "2.2")
	case n.Entry:
		out.Attr("penwidth", "2.2")
	}
	out.Attr("style", style).Attr("fillcolor", fill)
	if look.code {
		return out.Attr("label", leftAligned(n.Label)).Attr("fontname", "monospace").Attr("fontsize", "9")
	}
	return out.Attr("label", shorten(n.Label))
}

func drawEdge(out dot.Edge, e *Edge) {
	line := lineOf(e.Kind)
	out.Attr("color", line.colour)
	if line.style != "" {
		out.Attr("style", line.style)
	}
	if line.loose {
		out.Attr("constraint", "false")
	}
	labels := e.Labels
	if len(labels) > maxLabels {
		labels = append(labels[:maxLabels-1:maxLabels-1], fmt.Sprintf("and %d more", len(labels)-maxLabels+1))
	}
	if len(labels) > 0 {
		out.Attr("label", shorten(strings.Join(labels, "\n"))).Attr("fontcolor", line.colour)
	}
}

// legend is a node with a table: a row for each kind that occurs.
func (d *Diagram) legend(g *dot.Graph) {
	var rows strings.Builder
	seen := map[string]bool{}
	row := func(key, fill, colour, text string) {
		if text != "" && !seen[key] {
			seen[key] = true
			fmt.Fprintf(&rows, `<tr><td border="1" color=%q bgcolor=%q width="14"> </td>`+
				`<td align="left"><font color=%q>%s</font></td></tr>`, colour, fill, colour, text)
		}
	}
	for i := range d.nodes {
		n := &d.nodes[i]
		row("n"+n.Kind, lookOf(n.Kind).fill, dark, lookOf(n.Kind).means)
	}
	for i := range d.nodes {
		switch n := &d.nodes[i]; {
		case n.Target:
			row("target", targetFill, targetLine, "target of the trace")
		case n.OnPath:
			row("path", "#ffffff", pathLine, "frame: on the path to the target")
		}
	}
	for i := range d.edges {
		line := lineOf(d.edges[i].Kind)
		row("e"+d.edges[i].Kind, line.colour, line.colour, line.means)
	}
	if rows.Len() == 0 {
		return
	}
	g.Node("legend").Attr("shape", "plaintext").Attr("margin", "0").
		Attr("label", dot.HTML(`<table border="0" cellborder="0" cellspacing="3">`+rows.String()+"</table>"))
}

// shorten cuts the lines of a label to size.
func shorten(label string) string {
	lines := strings.Split(label, "\n")
	for i, line := range lines {
		if runes := []rune(line); len(runes) > maxLabelLine {
			lines[i] = string(runes[:maxLabelLine-1]) + "…"
		}
	}
	return clean(strings.Join(lines, "\n"))
}

// clean takes out of a label what Graphviz would give up on.
func clean(label string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(label, "?"))
}

// leftAligned is a quoted label whose lines are aligned on the left.
func leftAligned(label string) dot.Literal {
	lines := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\l`)
	return dot.Literal(`"` + lines.Replace(clean(label)) + `\l"`)
}
