package static

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/internal/diagram"
	"talpa/internal/files"
	"talpa/internal/layout"
	"talpa/internal/workflow/fault"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/picture"
)

// GraphOptions say what to draw.
type GraphOptions struct {
	APK     string
	Of      string // widgets, screens, layouts, callgraph, icfg, cfg
	Format  string // dot, svg, json
	Package string // only classes whose Java name starts so
	Method  string // the method to draw, or to draw around
	Depth   int    // edges around Method, or around the target
	Trace   input.Text
	Out     string // file, "" = the writer
}

// Graph draws a graph of an app.
func Graph(ctx context.Context, m fleet.Machine, o GraphOptions, w io.Writer) error {
	if !slices.Contains(picture.Kinds(), o.Of) {
		return fmt.Errorf("no graph of %q: %s", o.Of, strings.Join(picture.Kinds(), ", "))
	}
	if o.Format != "dot" && o.Format != "svg" && o.Format != "json" {
		return fmt.Errorf("no format %q: dot, svg, json", o.Format)
	}
	if o.Depth < 0 {
		return errors.New("--depth cannot be negative")
	}
	a, err := input.OpenProgram(ctx, o.APK, m.Log)
	if err != nil {
		return err
	}
	options := picture.Options{Of: o.Of, Package: o.Package, Method: o.Method, Depth: o.Depth, Bounded: o.Format == "svg"}
	if o.Trace.Text != "" {
		found, err := input.Wanted(o.Trace, a)
		if err != nil {
			return err
		}
		options.Target = &found
		options.Guide = func(ctx context.Context) (*guide.Guide, error) {
			return Guide(ctx, m, a, found, guide.LevelASRA)
		}
	}
	drawn, err := picture.Draw(ctx, a, options)
	if err != nil {
		return err
	}
	if len(drawn.Nodes()) == 0 {
		return fmt.Errorf("%s: nothing to draw; --package and --depth may leave nothing", o.APK)
	}
	if o.Format == "svg" && options.Whole() {
		drawn = layout.Readable(drawn)
	}
	var out bytes.Buffer
	if err := writePicture(ctx, m, drawn, o.Format, &out); err != nil {
		return err
	}
	if o.Out != "" {
		return files.WriteOutput(o.Out, out.Bytes())
	}
	if _, err := w.Write(out.Bytes()); err != nil && !errors.Is(err, os.ErrClosed) {
		return fault.Infra(fmt.Errorf("writing the graph: %w", err))
	}
	return nil
}

// writePicture writes a picture as dot, svg or json.
func writePicture(ctx context.Context, m fleet.Machine, d *diagram.Diagram, format string, w io.Writer) error {
	switch format {
	case "json":
		return d.WriteJSON(w)
	case "dot":
		return d.WriteDOT(w)
	}
	svg, err := layout.Program{Path: m.Layout, Cache: m.CacheDir}.SVG(ctx, d)
	if errors.Is(err, layout.ErrTooLarge) {
		return err
	}
	if err != nil {
		return fault.Infra(err)
	}
	_, err = w.Write(svg)
	return err
}
