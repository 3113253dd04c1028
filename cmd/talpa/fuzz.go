package main

import (
	"strings"

	"github.com/spf13/cobra"

	"talpa/fuzz/oracle"
	"talpa/internal/workflow"
)

// newFuzz is `talpa fuzz`: a search without a trace.
func newFuzz(g *globals) *cobra.Command {
	var opt workflow.FuzzOptions
	var show string
	var files formats
	cmd := &cobra.Command{
		Use:   "fuzz APP.apk",
		Short: "Look for any crash, without a trace",
		Long: `fuzz drives the app until its time is up, while oracles judge what it does, and
writes every distinct finding with the shortest script that causes it. Exit code
0 means that nothing was found, 1 that something was.

The time is that of the search. Shortening the scripts comes after it, at most a
minute a finding and five minutes in all.`,
		Example: "  talpa fuzz app.apk --time 2m\n  talpa fuzz app.apk --oracle anr --events 2000 --generator model\n" +
			"  talpa fuzz notes.apk --oracle invariance --time 10m\n" +
			"  talpa fuzz notes.apk --oracle crash,property=notes.star\n" +
			"  talpa fuzz notes.apk --oracle crash,dmf=dmf_notes.json",
		Args: inputs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := args
			args, err := resumed(cmd, args, &opt.Run)
			if err != nil {
				return err
			}
			m, err := g.machine()
			if err != nil {
				return err
			}
			if opt.APK, err = workflow.WholeApp(m, args[0]); err != nil {
				return err
			}
			opt.Run.Command = commandWords(cmd, given)
			bar := showProgress(cmd.ErrOrStderr(), show, g.quiet || g.json)
			opt.Progress = bar.show
			result, err := workflow.Fuzz(cmd.Context(), m, opt)
			bar.done()
			if result == nil {
				return err
			}
			return g.outcome(cmd, result, result.Run.ExitCode(), err, files.write(result.Run, result.Dir))
		},
	}
	runFlags(cmd.Flags(), &opt.Run)
	apiFlag(cmd.Flags(), &opt.Run.API, frameworkLevel)
	resumeFlag(cmd.Flags(), &opt.Run.Resume)
	progressFlag(cmd.Flags(), &show)
	formatFlags(cmd.Flags(), &files)
	cmd.Flags().StringSliceVar(&opt.Oracles, "oracle", oracle.Names(), "who judges what the app does: "+oracleWords())
	return cmd
}

// oracleWords are the oracles that fuzz and replay know, for people.
func oracleWords() string {
	return strings.Join(oracle.Names(), ", ") +
		", invariance (what is done to one row must not undo what is done to another), " +
		"property=FILE (rules and invariants, in Starlark), dmf=FILE (data manipulation, by a specification)"
}
