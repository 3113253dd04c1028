package main

import (
	"github.com/spf13/cobra"

	"talpa/internal/workflow"
	"talpa/internal/workflow/static"
)

// newGraph is `talpa graph`: pictures of an app.
func newGraph(g *globals) *cobra.Command {
	var opt static.GraphOptions
	var tracePath string
	cmd := &cobra.Command{
		Use:   "graph APP.apk --of widgets|screens|layouts|callgraph|icfg|cfg",
		Short: "Draw how the parts of an app depend on each other",
		Long: `Draws, as a dot graph, an SVG picture or JSON (docs/graphs.md has its shape):

  widgets    which widget sets, tests, enables, holds or opens what
  screens    activities, fragments and dialogs, and what opens them
  layouts    the widget tree of each screen, with the initial values in its XML
  callgraph  which method calls which
  icfg       the dummy main of each component: what Android calls, and when
  cfg        the basic blocks of one method

Pictures are bounded in size and time; --package, --depth, --target and --method
make a graph smaller.`,
		Example: `  talpa graph app.apk --of widgets --target trace.txt --format svg -o widgets.svg
  talpa graph app.apk --of screens --package com.foo --format svg -o screens.svg
  talpa graph app.apk --of cfg --method 'Lcom/foo/Main;->onClick(Landroid/view/View;)V'
  talpa graph app.apk --of callgraph --target trace.txt --depth 3 | dot -Tsvg > calls.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machineFor(cmd, tracePath, &opt.Trace)
			if err != nil {
				return err
			}
			if opt.APK, err = workflow.WholeApp(m, args[0]); err != nil {
				return err
			}
			return static.Graph(cmd.Context(), m, opt, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	traceFlags(flags, &opt.Trace)
	flags.StringVar(&opt.Of, "of", "widgets", "what to draw: widgets, screens, layouts, callgraph, icfg, cfg")
	flags.StringVar(&opt.Format, "format", "dot", "dot, svg or json")
	flags.StringVar(&tracePath, "target", "", "mark the target of this crash trace (- is standard input)")
	flags.StringVar(&opt.Package, "package", "", "only classes whose Java name starts so")
	flags.StringVar(&opt.Method, "method", "", "the method to draw (cfg), or to draw around (callgraph, icfg)")
	flags.IntVar(&opt.Depth, "depth", 0, "how many edges around --method or the target (0: all; 3 around --method)")
	outFlag(flags, &opt.Out, "write to this file (default: standard output)")
	return cmd
}
