// Package picture makes the graphs of an app that talpa can draw: which of its parts depend on each
// other, as far as each stage of the analysis knows. It knows no file and no format.
package picture

import (
	"context"
	"errors"
	"fmt"
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
	"talpa/internal/workflow/input"
)

// Options say what of an app to draw.
type Options struct {
	Of      string // one of Kinds
	Package string // only classes whose Java name starts so; "" = all
	Method  string // the method to draw, or to draw around; "" = the target's
	Depth   int    // edges around Method, or around the target; 0 = all
	// Bounded leaves what is too large to be laid out to the classes of the app's maker.
	Bounded bool
	// Target is the crash to mark; nil = none.
	Target *locate.Target
	// Guide makes the guide of Target, which widgets are drawn with.
	Guide func(ctx context.Context) (*guide.Guide, error)
}

// Kinds are the names of the graphs, in the order that they are told in.
func Kinds() []string { return []string{"widgets", "screens", "layouts", "callgraph", "icfg", "cfg"} }

// Draw draws a graph of an app that was opened for the analysis.
func Draw(ctx context.Context, a *input.App, o Options) (*diagram.Diagram, error) {
	draw := drawings[o.Of]
	if draw == nil {
		return nil, fmt.Errorf("no graph of %q: %s", o.Of, strings.Join(Kinds(), ", "))
	}
	return draw(ctx, a, o)
}

// Whole says that nothing but the size of the app bounds the picture.
func (o Options) Whole() bool {
	return o.Package == "" && o.Depth == 0 && o.Method == "" && o.Of != "cfg"
}

// drawing makes one kind of graph.
type drawing func(ctx context.Context, a *input.App, o Options) (*diagram.Diagram, error)

// drawings are the graphs that can be drawn, by name.
var drawings = map[string]drawing{
	"cfg":       drawCFG,
	"callgraph": drawCalls,
	"icfg":      drawICFG,
	"widgets":   drawWidgets,
	"screens":   drawScreens,
	"layouts":   drawLayouts,
}

// centre is the method that a graph of methods is drawn around: the one that is
// named, or, if a depth is given, the target's.
func (o Options) centre(a *input.App) (*dex.Method, error) {
	if o.Method == "" && o.Depth > 0 && o.Target != nil {
		return o.Target.Method(), nil
	}
	if o.Method == "" {
		return nil, nil
	}
	return findMethod(a, o.Method)
}

// point is the method at the crash; nil without a trace, or without the method.
func (o Options) point() *dex.Method {
	if o.Target == nil {
		return nil
	}
	return o.Target.Method()
}

// drawICFG draws the dummy mains: what Android calls, and when.
func drawICFG(_ context.Context, a *input.App, o Options) (*diagram.Diagram, error) {
	around, err := o.centre(a)
	if err != nil {
		return nil, err
	}
	options := draw.Options{Package: o.Package, Depth: o.Depth, Around: around, Target: o.point()}
	if around == nil && o.Target != nil {
		options.Target = o.Target.Outermost()
	}
	return draw.Mains(a.Program, options)
}

// drawScreens draws the screens and what opens them.
func drawScreens(_ context.Context, a *input.App, o Options) (*diagram.Diagram, error) {
	screens := screen.Find(a.Program)
	options := draw.Options{Package: o.Package, Leading: reach.Choosing(a.Program, screens)}
	if o.Target != nil {
		options.Target = o.Target.Outermost()
	}
	return nearTarget(draw.Screens(a.Program, screens, options), o)
}

// drawLayouts draws the widget trees of the screens.
func drawLayouts(_ context.Context, a *input.App, o Options) (*diagram.Diagram, error) {
	return draw.Layouts(a.Program, screen.Find(a.Program), draw.Options{Package: o.Package}), nil
}

// drawWidgets draws which widgets set what others test, and what they open. With
// a trace it marks the target, and the path there.
func drawWidgets(ctx context.Context, a *input.App, o Options) (*diagram.Diagram, error) {
	var g *guide.Guide
	if o.Target != nil {
		var err error
		if g, err = o.Guide(ctx); err != nil {
			return nil, err
		}
	}
	return nearTarget(asra.DrawWidgets(a.Program, g, o.Package), o)
}

// nearTarget keeps what is within the depth of the target, if one is given.
func nearTarget(d *diagram.Diagram, o Options) (*diagram.Diagram, error) {
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
func drawCalls(_ context.Context, a *input.App, o Options) (*diagram.Diagram, error) {
	around, err := o.centre(a)
	if err != nil {
		return nil, err
	}
	options := callgraph.DrawOptions{Package: o.Package, Depth: o.Depth, Around: around, Target: o.point()}
	if !o.Bounded || o.Package != "" || around != nil || a.Program.Calls.Len() <= layout.MaxNodes {
		return callgraph.Draw(a.Program.Calls, options)
	}
	if options.Package = ownPackage(a); options.Package == "" {
		return callgraph.Draw(a.Program.Calls, options)
	}
	picture, err := callgraph.Draw(a.Program.Calls, options)
	if err == nil {
		picture.Title += ", classes of " + options.Package + " only"
	}
	return picture, err
}

// ownPackage is the package above the classes that the app's maker wrote, as far as
// the launcher tells; "" if it does not.
func ownPackage(a *input.App) string {
	launcher := a.Archive.Manifest().Launcher()
	if launcher == nil {
		return ""
	}
	vendor := strings.TrimSuffix(callgraph.Vendor(dex.Descriptor(launcher.Class())), "/")
	return strings.ReplaceAll(vendor, "/", ".")
}

// drawCFG draws the basic blocks of one method: that of --method, or the target's.
func drawCFG(_ context.Context, a *input.App, o Options) (*diagram.Diagram, error) {
	method := o.point()
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
	if method == o.point() {
		return graph.Draw(o.Target.Chain[0].Offsets), nil
	}
	return graph.Draw(nil), nil
}

// findMethod finds a method by its DEX name, or by class and name in Java's
// way if that is unique.
func findMethod(a *input.App, name string) (*dex.Method, error) {
	if name == "" {
		return nil, errors.New("--of cfg draws one method: name it with --method, or a trace with --target")
	}
	if strings.Contains(name, "->") {
		ref, err := dex.ParseMethodRef(name)
		if err != nil {
			return nil, fmt.Errorf("--method: %w", err)
		}
		if m := a.Code.Method(ref); m != nil {
			return m, nil
		}
		return nil, fmt.Errorf("--method: %s has no method %s", a.Path, name)
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		const want = "com.foo.Main.onClick or Lcom/foo/Main;->onClick(Landroid/view/View;)V"
		return nil, fmt.Errorf("--method %q: want %s", name, want)
	}
	class := a.Code.Class(dex.Descriptor(name[:dot]))
	if class == nil {
		return nil, fmt.Errorf("--method: %s has no class %s", a.Path, name[:dot])
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
