package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"talpa/internal/workflow"
	"talpa/internal/workflow/static"
)

// newAnalyze is `talpa analyze`: the static half alone.
func newAnalyze(g *globals) *cobra.Command {
	var opt static.Options
	var out string
	cmd := &cobra.Command{
		Use:   "analyze APP.apk TRACE",
		Short: "Say which callbacks can matter for a crash, and why",
		Long: `analyze runs the static half only and prints what leads to the crash, in five lines at
most: the plan, where the crash point is in this app, what it takes. With -v it prints
the guide: which components and callbacks can matter, and why the others cannot. With
--json, or -o FILE, the guide is the versioned JSON document that the
dynamic half reads. --explain shows the chain of rules behind the verdict on the
callbacks of a name or widget; docs/analysis.md lists the rules.`,
		Example: `  talpa analyze app.apk trace.txt
  talpa analyze app.apk trace.txt --explain onOptionsItemSelected
  talpa analyze app.apk trace.txt --explain id/settings`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machineFor(cmd, args[1], &opt.Trace)
			if err != nil {
				return err
			}
			if opt.APK, err = workflow.WholeApp(m, args[0]); err != nil {
				return err
			}
			result, err := static.Analyze(cmd.Context(), m, opt)
			if err != nil {
				return err
			}
			if out != "" {
				return result.WriteGuide(out)
			}
			text := result.Guide.Brief()
			if g.verbose > 0 || opt.Explain != "" {
				text = result.Guide.Summary()
			}
			return g.print(cmd.OutOrStdout(), result.Guide, func(w io.Writer) { fmt.Fprint(w, text) })
		},
	}
	traceFlags(cmd.Flags(), &opt.Trace)
	cmd.Flags().StringVar(&opt.Level, "level", "asra", "how sharp the analysis is: none, reach, paper, asra")
	cmd.Flags().StringVar(&opt.Sensitivity, "sensitivity", "field",
		"which tests on the path become conditions: attr (attributes of widgets), field (fields, settings, arguments too)")
	cmd.Flags().StringVar(&opt.Explain, "explain", "",
		"show the chain of rules of the callbacks of this name (a part will do) or of the widget of this id")
	outFlag(cmd.Flags(), &out, "write the guide to this file")
	return cmd
}
