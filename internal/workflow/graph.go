package workflow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// drawing writes one kind of graph.
type drawing func(ctx context.Context, m Machine, a *app, o GraphOptions, w io.Writer) error

// drawings are the graphs that can be drawn, by name.
var drawings = map[string]drawing{
	"cfg":       drawCFG,
	"callgraph": drawCalls,
	"icfg":      drawICFG,
	"widgets":   drawWidgets,
}

// drawICFG draws the dummy mains: what Android calls, and when.
func drawICFG(_ context.Context, _ Machine, a *app, o GraphOptions, w io.Writer) error {
	options := icfg.DotOptions{Package: o.Package, Depth: o.Depth}
	if o.Method != "" {
		var err error
		if options.Around, err = findMethod(a, o.Method); err != nil {
			return err
		}
	}
	return icfg.WriteDOT(w, a.program, options)
}

// drawWidgets draws which widgets set what others test, and what they open. With
// a trace it marks what can matter for that crash.
func drawWidgets(ctx context.Context, m Machine, a *app, o GraphOptions, w io.Writer) error {
	var g *guide.Guide
	if o.Trace.Text != "" {
		want, err := wanted(o.Trace, a)
		if err != nil {
			return err
		}
		if g, err = analyzeApp(ctx, m, a, want, string(guide.LevelASRA)); err != nil {
			return err
		}
	}
	return asra.WriteWidgets(w, a.program, g, o.Package)
}

// drawCalls draws which methods call which.
func drawCalls(_ context.Context, _ Machine, a *app, o GraphOptions, w io.Writer) error {
	options := callgraph.DotOptions{Package: o.Package, Depth: o.Depth}
	if o.Method != "" {
		var err error
		if options.Around, err = findMethod(a, o.Method); err != nil {
			return err
		}
	}
	return callgraph.WriteDOT(w, a.program.Calls, options)
}

// drawCFG draws the basic blocks of one method.
func drawCFG(_ context.Context, _ Machine, a *app, o GraphOptions, w io.Writer) error {
	method, err := findMethod(a, o.Method)
	if err != nil {
		return err
	}
	if method.Code() == nil {
		return fmt.Errorf("%s has no code: it is abstract, native, or its code is broken", method)
	}
	graph, err := cfg.New(method)
	if err != nil {
		return err
	}
	return graph.WriteDOT(w)
}

// findMethod finds a method by its DEX name, or by class and name in Java's
// way if that is unique.
func findMethod(a *app, name string) (*dex.Method, error) {
	if name == "" {
		return nil, errors.New("--of cfg draws one method: name it with --method")
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
