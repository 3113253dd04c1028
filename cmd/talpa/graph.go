package main

import (
	"github.com/spf13/cobra"

	"talpa/internal/workflow"
)

// newGraph is `talpa graph`: pictures of an app.
func newGraph(g *globals) *cobra.Command {
	var opt workflow.GraphOptions
	var tracePath string
	cmd := &cobra.Command{
		Use:   "graph APP.apk --of widgets|callgraph|icfg|cfg",
		Short: "Write how the parts of an app depend on each other as a dot graph",
		Example: `  talpa graph app.apk --of widgets --trace trace.txt > widgets.dot
  talpa graph app.apk --of cfg --method 'Lcom/foo/Main;->onClick(Landroid/view/View;)V'
  talpa graph app.apk --of callgraph --package com.foo | dot -Tsvg > calls.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machineFor(cmd, tracePath, &opt.Trace)
			if err != nil {
				return err
			}
			opt.APK = args[0]
			return workflow.Graph(cmd.Context(), m, opt, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	traceFlags(flags, &opt.Trace)
	flags.StringVar(&opt.Of, "of", "widgets", "what to draw: widgets, callgraph, icfg, cfg")
	flags.StringVar(&tracePath, "trace", "", "mark the target of this crash trace")
	flags.StringVar(&opt.Package, "package", "", "only classes whose Java name starts so")
	flags.StringVar(&opt.Method, "method", "", "the method to draw (cfg), or to draw around (callgraph, icfg)")
	flags.IntVar(&opt.Depth, "depth", 0, "how many calls around --method (0: all)")
	flags.StringVarP(&opt.Out, "out", "o", "", "write to this file")
	return cmd
}
