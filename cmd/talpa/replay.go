package main

import (
	"github.com/spf13/cobra"

	"talpa/internal/workflow"
)

// newReplay is `talpa replay`: a script again.
func newReplay(g *globals) *cobra.Command {
	var opt workflow.ReplayOptions
	var show string
	var files formats
	cmd := &cobra.Command{
		Use:   "replay SCRIPT.talpa APP.apk",
		Short: "Run a script again and say whether the crash happened",
		Long: `replay runs a script again on the app and says whether its crash happened. SCRIPT is
a script, or the folder of a run: the script that the run found is meant then.

A script of a finding that is no crash names the oracle that saw it, which judges again;
--oracle names another.`,
		Example: `  talpa replay talpa-app app.apk
  talpa replay script.talpa app.apk --times 20
  talpa replay script.talpa app.apk --device emulator-5554`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			opt.Script = args[0]
			if opt.APK, err = workflow.WholeApp(m, args[1]); err != nil {
				return err
			}
			bar := showProgress(cmd.ErrOrStderr(), show, g.quiet || g.json)
			opt.Progress = bar.show
			result, err := workflow.Replay(cmd.Context(), m, opt)
			bar.done()
			if result == nil {
				return err
			}
			return g.outcome(cmd, result, result.Report.ExitCode(), err, files.write(result.Report, ""))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.TracePath, "trace", "",
		"the crash that must happen (default: trace-got.txt beside the script, else any crash)")
	flags.StringSliceVar(&opt.Oracles, "oracle", nil,
		"who judges what the app does, in place of who the script names: "+oracleWords())
	flags.IntVar(&opt.Times, "times", 1, "how many times to run it")
	flags.StringVar(&opt.Serial, "device", "", "serial of an emulator or phone to use instead of the embedded device")
	adbFlag(flags, &opt.ADB)
	networkFlag(flags, &opt.Network)
	apiFlag(flags, &opt.API, "the level that the script names, else 35")
	seedFlag(flags, &opt.SeedData)
	upgradeFlag(flags, &opt.UpgradeFrom)
	recordFlag(flags, &opt.Record)
	progressFlag(flags, &show)
	formatFlags(flags, &files)
	return cmd
}
