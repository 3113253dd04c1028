package workflow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/draw"
	"talpa/cfg/icfg/screen"
	"talpa/dex"
	"talpa/internal/diagram"
	"talpa/internal/layout"
)

// GraphOptions say what to draw.
type GraphOptions struct {
	APK     string
	Of      string // widgets, screens, layouts, callgraph, icfg, cfg
	Format  string // dot, svg, json
	Package string // only classes whose Java name starts so
	Method  string // the method to draw, or to draw around
	Depth   int    // edges around Method, or around the target
	Trace   TraceInput
	Out     string // file, "" = the writer
}

// drawing makes one kind of graph.
type drawing func(ctx context.Context, m Machine, a *app, o GraphOptions, t *locate.Target) (*diagram.Diagram, error)

// drawings are the graphs that can be drawn, by name.
var drawings = map[string]drawing{
	"cfg":       drawCFG,
	"callgraph": drawCalls,
	"icfg":      drawICFG,
	"widgets":   drawWidgets,
	"screens":   drawScreens,
	"layouts":   drawLayouts,
}

// Graph draws a graph of an app.
func Graph(ctx context.Context, m Machine, o GraphOptions, w io.Writer) error {
	draw := drawings[o.Of]
	if draw == nil {
		return fmt.Errorf("no graph of %q: widgets, screens, layouts, callgraph, icfg, cfg", o.Of)
	}
	if o.Format != "dot" && o.Format != "svg" && o.Format != "json" {
		return fmt.Errorf("no format %q: dot, svg, json", o.Format)
	}
	if o.Depth < 0 {
		return errors.New("--depth cannot be negative")
	}
	a, err := openProgram(ctx, m, o.APK)
	if err != nil {
		return err
	}
	var target *locate.Target
	if o.Trace.Text != "" {
		found, err := wanted(o.Trace, a)
		if err != nil {
			return err
		}
		target = &found
	}
	picture, err := draw(ctx, m, a, o, target)
	if err != nil {
		return err
	}
	if len(picture.Nodes()) == 0 {
		return fmt.Errorf("%s: nothing to draw; --package and --depth may leave nothing", o.APK)
	}
	if o.Format == "svg" && o.Package == "" && o.Depth == 0 && o.Method == "" && o.Of != "cfg" {
		picture = layout.Readable(picture)
	}
	var out bytes.Buffer
	if err := writePicture(ctx, m, picture, o.Format, &out); err != nil {
		return err
	}
	if o.Out != "" {
		return writeFile(o.Out, out.Bytes())
	}
	if _, err := w.Write(out.Bytes()); err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("writing the graph: %w", err)
	}
	return nil
}

// writePicture writes a picture as dot, svg or json.
func writePicture(ctx context.Context, m Machine, d *diagram.Diagram, format string, w io.Writer) error {
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
		return infra(err)
	}
	_, err = w.Write(svg)
	return err
}

// centre is the method that a graph of methods is drawn around: the one that is
// named, or, if a depth is given, the target's.
func (o GraphOptions) centre(a *app, t *locate.Target) (*dex.Method, error) {
	if o.Method == "" && o.Depth > 0 && t != nil {
		return t.Method(), nil
	}
	if o.Method == "" {
		return nil, nil
	}
	return findMethod(a, o.Method)
}

// point is the method at the crash; nil without a trace, or without the method.
func point(t *locate.Target) *dex.Method {
	if t == nil {
		return nil
	}
	return t.Method()
}

// drawICFG draws the dummy mains: what Android calls, and when.
func drawICFG(_ context.Context, _ Machine, a *app, o GraphOptions, t *locate.Target) (*diagram.Diagram, error) {
	around, err := o.centre(a, t)
	if err != nil {
		return nil, err
	}
	options := draw.Options{Package: o.Package, Depth: o.Depth, Around: around, Target: point(t)}
	if around == nil && t != nil {
		options.Target = t.Outermost()
	}
	return draw.Mains(a.program, options)
}

// drawScreens draws the screens and what opens them.
func drawScreens(_ context.Context, _ Machine, a *app, o GraphOptions, t *locate.Target) (*diagram.Diagram, error) {
	screens := screen.Find(a.program)
	options := draw.Options{Package: o.Package, Leading: reach.Choosing(a.program, screens)}
	if t != nil {
		options.Target = t.Outermost()
	}
	return nearTarget(draw.Screens(a.program, screens, options), o)
}

// drawLayouts draws the widget trees of the screens.
func drawLayouts(_ context.Context, _ Machine, a *app, o GraphOptions, _ *locate.Target) (*diagram.Diagram, error) {
	return draw.Layouts(a.program, screen.Find(a.program), draw.Options{Package: o.Package}), nil
}

// drawWidgets draws which widgets set what others test, and what they open. With
// a trace it marks the target, and the path there.
func drawWidgets(ctx context.Context, m Machine, a *app, o GraphOptions, t *locate.Target) (*diagram.Diagram, error) {
	var g *guide.Guide
	if t != nil {
		var err error
		if g, err = analyzeApp(ctx, m, a, *t, guide.LevelASRA); err != nil {
			return nil, err
		}
	}
	return nearTarget(asra.DrawWidgets(a.program, g, o.Package), o)
}

// nearTarget keeps what is within the depth of the target, if one is given.
func nearTarget(d *diagram.Diagram, o GraphOptions) (*diagram.Diagram, error) {
	if o.Depth <= 0 {
		return d, nil
	}
	targets := d.Targets()
	if len(targets) == 0 {
		return nil, errors.New("--depth counts from the target: name a trace with --target whose callback is in the picture")
	}
	return d.Around(targets, o.Depth), nil
}

// drawCalls draws which methods call which.
func drawCalls(_ context.Context, _ Machine, a *app, o GraphOptions, t *locate.Target) (*diagram.Diagram, error) {
	around, err := o.centre(a, t)
	if err != nil {
		return nil, err
	}
	options := callgraph.DrawOptions{Package: o.Package, Depth: o.Depth, Around: around, Target: point(t)}
	if o.Format != "svg" || o.Package != "" || around != nil || a.program.Calls.Len() <= layout.MaxNodes {
		return callgraph.Draw(a.program.Calls, options)
	}
	if options.Package = ownPackage(a); options.Package == "" {
		return callgraph.Draw(a.program.Calls, options)
	}
	picture, err := callgraph.Draw(a.program.Calls, options)
	if err == nil {
		picture.Title += ", classes of " + options.Package + " only"
	}
	return picture, err
}

// ownPackage is the package above the classes that the app's maker wrote, as far as
// the launcher tells; "" if it does not.
func ownPackage(a *app) string {
	launcher := a.archive.Manifest().Launcher()
	if launcher == nil {
		return ""
	}
	vendor := strings.TrimSuffix(callgraph.Vendor(dex.Descriptor(launcher.Class())), "/")
	return strings.ReplaceAll(vendor, "/", ".")
}

// drawCFG draws the basic blocks of one method: that of --method, or the target's.
func drawCFG(_ context.Context, _ Machine, a *app, o GraphOptions, t *locate.Target) (*diagram.Diagram, error) {
	method := point(t)
	if o.Method != "" || method == nil {
		var err error
		if method, err = findMethod(a, o.Method); err != nil {
			return nil, err
		}
	}
	if method.Code() == nil {
		return nil, fmt.Errorf("%s has no code: it is abstract, native, or its code is broken", method)
	}
	graph, err := cfg.New(method)
	if err != nil {
		return nil, err
	}
	if method == point(t) {
		return graph.Draw(t.Chain[0].Offsets), nil
	}
	return graph.Draw(nil), nil
}

// findMethod finds a method by its DEX name, or by class and name in Java's
// way if that is unique.
func findMethod(a *app, name string) (*dex.Method, error) {
	if name == "" {
		return nil, errors.New("--of cfg draws one method: name it with --method, or a trace with --target")
	}
	if strings.Contains(name, "->") {
		ref, err := dex.ParseMethodRef(name)
		if err != nil {
			return nil, fmt.Errorf("--method: %w", err)
		}
		if m := a.code.Method(ref); m != nil {
			return m, nil
		}
		return nil, fmt.Errorf("--method: %s has no method %s", a.path, name)
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return nil, fmt.Errorf("--method %q: want com.foo.Main.onClick or Lcom/foo/Main;->onClick(Landroid/view/View;)V",
			name)
	}
	class := a.code.Class(dex.Descriptor(name[:dot]))
	if class == nil {
		return nil, fmt.Errorf("--method: %s has no class %s", a.path, name[:dot])
	}
	var found []*dex.Method
	for i := range class.Methods {
		if class.Methods[i].Name == name[dot+1:] {
			found = append(found, class.Methods[i])
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("--method: class %s has no method %s", name[:dot], name[dot+1:])
	case 1:
		return found[0], nil
	}
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = m.String()
	}
	return nil, fmt.Errorf("--method: %s is overloaded: %s", name, strings.Join(names, ", "))
}
