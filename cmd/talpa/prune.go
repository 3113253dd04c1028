package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"talpa/internal/workflow"
)

// newPrune is `talpa prune`: an app that ignores what cannot matter.
func newPrune(g *globals) *cobra.Command {
	var opt workflow.PruneOptions
	cmd := &cobra.Command{
		Use:   "prune APP.apk TRACE -o PRUNED.apk",
		Short: "Rewrite an app so that events which cannot matter do nothing",
		Long: `prune analyses the app for the crash in TRACE and writes a signed copy in which
every callback that was proved irrelevant returns at once. Any fuzzing tool can
use that copy. APP.apk itself is left as it is.

The level asra drops only what is proved to change nothing that matters. paper is
the analysis as the Mole paper has it, and reach plain reachability: they drop
more, and can lose the crash. With --level ladder there is a copy for each, named
PRUNED-LEVEL.apk.`,
		Example: `  talpa prune app.apk trace.txt -o pruned.apk
  talpa prune app.apk trace.txt --level ladder -o copies.apk`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machineFor(cmd, args[1], &opt.Trace)
			if err != nil {
				return err
			}
			if opt.APK, err = workflow.WholeApp(m, args[0]); err != nil {
				return err
			}
			if opt.Level == workflow.LevelLadder {
				result, err := workflow.PruneLadder(cmd.Context(), m, opt)
				if err != nil {
					return err
				}
				return g.print(cmd.OutOrStdout(), result, func(w io.Writer) { fmt.Fprint(w, result.Summary()) })
			}
			result, err := workflow.Prune(cmd.Context(), m, opt)
			if err != nil {
				return err
			}
			return g.print(cmd.OutOrStdout(), result, func(w io.Writer) { fmt.Fprint(w, result.Summary()) })
		},
	}
	flags := cmd.Flags()
	traceFlags(flags, &opt.Trace)
	outFlag(flags, &opt.Out, "the pruned app (default: APP-pruned.apk in this folder)")
	flags.StringVar(&opt.Level, "level", "asra",
		"how much to prune: none (log only), asra, paper, reach; ladder: a copy for each")
	flags.StringVar(&opt.Rewriter, "rewriter", "apktool",
		"how to rewrite: apktool (rebuilt; dex where it is not installed), dex (in place, no Java)")
	return cmd
}
