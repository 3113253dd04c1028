package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"talpa/fuzz/report"
	"talpa/internal/workflow"
	"talpa/internal/workflow/checkpoint"
)

// settingFlags are the flags that make a search what it is: whoever goes on with one has the same.
// budgetFlags bound it, and may be raised.
var (
	settingFlags = []string{"seed", "level", "rewriter", "generator", "without", "match", "network", "api", "oracle",
		"seed-data", "upgrade-from", "device", "crash", "mapping"}
	budgetFlags = []string{"time", "events"}
)

// resumeFlag is the flag of commands that can go on with an earlier run.
func resumeFlag(flags *pflag.FlagSet, dir *string) {
	flags.StringVar(dir, "resume", "", "run directory of an earlier run to go on with: the app, the trace and the flags "+
		"are those of that run, --time and --events count what it has spent")
}

// inputs takes n arguments, or with --resume none: those of the earlier run are meant then.
func inputs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && cmd.Flags().Changed("resume") {
			return nil
		}
		return cobra.ExactArgs(n)(cmd, args)
	}
}

// resumed notes in run what the flags of cmd say, and returns its arguments. With --resume, both
// are those of the earlier run where cmd does not say them itself.
func resumed(cmd *cobra.Command, args []string, run *workflow.RunOptions) ([]string, error) {
	if run.Resume != "" {
		past, err := checkpoint.Open(run.Resume)
		if err != nil {
			return nil, err
		}
		if past.Job != cmd.Name() {
			return nil, past.Check(run.Resume, &checkpoint.Checkpoint{Job: cmd.Name()})
		}
		if err := takeFlags(cmd.Flags(), run.Resume, past); err != nil {
			return nil, err
		}
		if len(args) == 0 {
			args = []string{past.App}
			if past.Job == "reproduce" {
				args = append(args, filepath.Join(run.Resume, report.FilePasted))
			}
		}
	}
	run.Settings, run.Budget = values(cmd.Flags(), settingFlags), values(cmd.Flags(), budgetFlags)
	return args, nil
}

// takeFlags gives the flags that were not given the values of an earlier run. Settings that were
// given must be the same.
func takeFlags(flags *pflag.FlagSet, dir string, past *checkpoint.Checkpoint) error {
	given := map[string]string{}
	var failed []error
	take := func(name, value string) {
		switch f := flags.Lookup(name); {
		case f == nil:
		case f.Changed:
			given[name] = valueOf(f)
		default:
			failed = append(failed, setFlag(f, value))
		}
	}
	for _, name := range settingFlags {
		if value, ok := past.Settings[name]; ok {
			take(name, value)
		}
	}
	if differ := past.Differ(given); len(differ) > 0 {
		return fmt.Errorf("--resume %s: that run has %s: leave out what differs to go on, or --resume to begin anew", dir,
			strings.Join(differ, " "))
	}
	for _, name := range budgetFlags {
		if value, ok := past.Budget[name]; ok {
			take(name, value)
		}
	}
	return errors.Join(failed...)
}

// values are the values of those of the named flags that there are.
func values(flags *pflag.FlagSet, names []string) map[string]string {
	all := map[string]string{}
	for _, name := range names {
		if f := flags.Lookup(name); f != nil {
			all[name] = valueOf(f)
		}
	}
	return all
}

// valueOf is the value of a flag, in a form that setFlag takes: as the command line has it.
func valueOf(f *pflag.Flag) string {
	list, ok := f.Value.(pflag.SliceValue)
	switch {
	case !ok:
		return f.Value.String()
	case len(list.GetSlice()) == 0:
		return ""
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(list.GetSlice()) // memory takes all
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// setFlag sets a flag without saying that it was given.
func setFlag(f *pflag.Flag, value string) error {
	list, ok := f.Value.(pflag.SliceValue)
	switch {
	case !ok:
		return f.Value.Set(value)
	case value == "":
		return list.Replace(nil)
	}
	values, err := csv.NewReader(strings.NewReader(value)).Read()
	if err != nil {
		return fmt.Errorf("--%s=%s: %w", f.Name, value, err)
	}
	return list.Replace(values)
}
