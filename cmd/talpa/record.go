package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"talpa/internal/workflow"
)

// newRecord is `talpa record`: a script of what a person does.
func newRecord(g *globals) *cobra.Command {
	var opt workflow.RecordOptions
	var show string
	cmd := &cobra.Command{
		Use:   "record APP.apk",
		Short: "Work the app in a browser, and have what is done written as a script",
		Long: `record starts the app and prints the address of a page on this computer that shows its
screen. What is done there, with pointer and keyboard, becomes a script, which is written
after every event: for talpa replay, for talpa spec record, or to see whether a crash can
happen at all. The page says so when the app crashes.

The page's button Done ends it, and so does Ctrl-C.`,
		Example: `  talpa record app.apk
  talpa record app.apk -o add-note.talpa
  talpa record app.apk --from talpa-app -o further.talpa`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			if opt.APK, err = workflow.WholeApp(m, args[0]); err != nil {
				return err
			}
			bar := showProgress(cmd.ErrOrStderr(), show, g.quiet || g.json)
			opt.Progress = bar.show
			opt.Open = func(address string) {
				bar.done()
				fmt.Fprintf(cmd.ErrOrStderr(), "open %s in a browser\n", address)
			}
			recorded, err := workflow.Record(cmd.Context(), m, opt)
			bar.done()
			if recorded == nil {
				return err
			}
			text := func(w io.Writer) { fmt.Fprint(w, recorded.Summary()) }
			return errors.Join(g.print(cmd.OutOrStdout(), recorded, text), err)
		},
	}
	flags := cmd.Flags()
	outFlag(flags, &opt.Out, "file to write, which must not be there yet")
	flags.Lookup("out").DefValue = "recorded.talpa"
	opt.Out = "recorded.talpa"
	flags.StringVar(&opt.From, "from", "", "script, or run directory, to go on with")
	flags.IntVar(&opt.Port, "port", 0, "port of this computer for the page (0: any that is free)")
	flags.StringVar(&opt.Run.Serial, "device", "", "serial of an emulator or phone to use instead of the embedded device")
	adbFlag(flags, &opt.Run.ADB)
	networkFlag(flags, &opt.Run.Network)
	apiFlag(flags, &opt.Run.API, "that of the script, else 35")
	seedFlag(flags, &opt.Run.SeedData)
	flags.Int64Var(&opt.Run.Seed, "seed", 1, "seed of everything random on the embedded device")
	progressFlag(flags, &show)
	return cmd
}
