package main

import (
	"github.com/spf13/cobra"

	"talpa/internal/workflow"
)

// newFuzz is `talpa fuzz`: a search without a trace.
func newFuzz(g *globals) *cobra.Command {
	var opt workflow.FuzzOptions
	cmd := &cobra.Command{
		Use:   "fuzz APP.apk",
		Short: "Look for any crash, without a trace",
		Long: `fuzz drives the app until its time is up and writes every distinct crash with the
script that caused it. Exit code 0 means that nothing was found, 1 that something was.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			opt.APK = args[0]
			bar := newProgress(cmd.ErrOrStderr(), g.quiet || g.json)
			opt.Progress = bar.show
			result, err := workflow.Fuzz(cmd.Context(), m, opt)
			bar.done()
			if result == nil {
				return err
			}
			return g.outcome(cmd, result, err, len(result.Findings) == 0)
		},
	}
	runFlags(cmd.Flags(), &opt.Run)
	return cmd
}
