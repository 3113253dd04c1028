package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"talpa/internal/files"
	"talpa/internal/workflow"
	"talpa/internal/workflow/spec"
)

// newSpec is `talpa spec`: the files that the oracles property and dmf judge by.
func newSpec(g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "spec",
		Short: "Write and check what an app must hold to: properties for --oracle property=FILE",
	}
	cmd.AddCommand(newSpecCheck(g), newSpecConvert(g), newSpecRecord(g))
	return cmd
}

func newSpecCheck(g *globals) *cobra.Command {
	var opt workflow.CheckOptions
	var show string
	cmd := &cobra.Command{
		Use:   "check FILE APP.apk",
		Short: "Try properties out on an app, and say what does not hold",
		Long: `check carries out each rule of a file of properties (Starlark, or PBFDroid's .json) wherever
it can, and says of each whether it was judged and held, else what is in the way, with the
line: a precondition that held on no screen and what it asked for, a step whose widget was
not there and what the screen has instead, a check that failed. Exit code 0 means that all
were judged and held, 1 that something does not hold, 2 that the file cannot be read.`,
		Example: "  talpa spec check notes.star notes.apk\n  talpa spec check dmf_notes.json notes.apk --events 600",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			opt.Spec = args[0]
			if opt.APK, err = workflow.WholeApp(m, args[1]); err != nil {
				return err
			}
			bar := showProgress(cmd.ErrOrStderr(), show, g.quiet || g.json)
			opt.Progress = bar.show
			checked, err := workflow.CheckSpec(cmd.Context(), m, opt)
			bar.done()
			if checked == nil {
				return err
			}
			return g.outcome(cmd, checked, checked.Verdict.ExitCode(), err, nil)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&opt.Run.Events, "events", 300, "how many events to try")
	flags.DurationVar(&opt.Run.Time, "time", 0, "how long to try at most (0: no limit)")
	flags.Int64Var(&opt.Run.Seed, "seed", 1, "seed of everything random")
	flags.StringVar(&opt.Run.Generator, "generator", "random",
		"what finds the screens where rules begin: "+strings.Join(workflow.Generators(), ", "))
	flags.StringVar(&opt.Run.Serial, "device", "", "serial of an emulator or phone to use instead of the embedded device")
	adbFlag(flags, &opt.Run.ADB)
	networkFlag(flags, &opt.Run.Network)
	apiFlag(flags, &opt.Run.API, frameworkLevel)
	seedFlag(flags, &opt.Run.SeedData)
	progressFlag(flags, &show)
	return cmd
}

func newSpecConvert(g *globals) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "convert DMF.json",
		Short: "Turn a specification of PBFDroid into properties as code",
		Long: `convert writes a specification of PBFDroid as a file of properties in Starlark: each
function becomes a rule, the objects that must be there its state, key views (read from
keyviews_X.json beside dmf_X.json) what is reserved. Comments say what was left out.`,
		Example: "  talpa spec convert dmf_notes.json -o notes.star",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			converted, err := spec.Convert(args[0])
			if err != nil {
				return err
			}
			for _, remark := range converted.Remarks {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", remark)
			}
			return g.writeSource(cmd, converted, converted.Source, out)
		},
	}
	outFlag(cmd.Flags(), &out, "file to write (default: standard output)")
	return cmd
}

func newSpecRecord(g *globals) *cobra.Command {
	var opt workflow.DraftOptions
	var out, show string
	cmd := &cobra.Command{
		Use:   "record APP.apk --script SCRIPT.talpa",
		Short: "Write a first draft of a property from a script",
		Long: `record replays a script and writes a rule with the same steps: widgets by name, text or
description, typed texts as drawn values that the app must show at the end. It is a first
draft: give it a name, and say in app.check what must hold.`,
		Example: "  talpa spec record notes.apk --script add.talpa -o notes.star\n" +
			"  talpa spec check notes.star notes.apk",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			if opt.Script == "" {
				return errors.New("name the script that is recorded: --script SCRIPT.talpa; " +
					"talpa record APP.apk makes one of what you do")
			}
			if opt.APK, err = workflow.WholeApp(m, args[0]); err != nil {
				return err
			}
			bar := showProgress(cmd.ErrOrStderr(), show, g.quiet || g.json)
			opt.Progress = bar.show
			drafted, err := workflow.DraftSpec(cmd.Context(), m, opt)
			bar.done()
			if err != nil {
				return err
			}
			if drafted.Why != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", drafted.Why)
			}
			return g.writeSource(cmd, drafted, drafted.Source, out)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.Script, "script", "", "the script to replay, as talpa replay takes it")
	outFlag(flags, &out, "file to write (default: standard output)")
	flags.StringVar(&opt.Run.Serial, "device", "", "serial of an emulator or phone to use instead of the embedded device")
	adbFlag(flags, &opt.Run.ADB)
	networkFlag(flags, &opt.Run.Network)
	seedFlag(flags, &opt.Run.SeedData)
	progressFlag(flags, &show)
	return cmd
}

// writeSource writes a file of properties where it is wanted; result is what --json prints.
func (g *globals) writeSource(cmd *cobra.Command, result any, source, out string) error {
	if out != "" {
		if err := files.WriteOutput(out, []byte(source)); err != nil {
			return err
		}
		source = ""
	}
	return g.print(cmd.OutOrStdout(), result, func(w io.Writer) { fmt.Fprint(w, source) })
}
