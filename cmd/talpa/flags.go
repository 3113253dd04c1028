package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"talpa/internal/files"
)

// explainValue says of a flag's value that cannot be read what is wanted in its place.
func explainValue(_ *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return err
	}
	flag, value := "--"+bad.GetFlag().Name, bad.GetValue()
	switch bad.GetFlag().Value.Type() {
	case "duration":
		return fmt.Errorf("%s %q is no duration: want a number with its unit, as in 30s, 10m or 1h30m", flag, value)
	case "int", "int64":
		return fmt.Errorf("%s %q is no whole number", flag, value)
	case "bool":
		return fmt.Errorf("%s=%q: want true or false, or the flag alone", flag, value)
	}
	return fmt.Errorf("%s %q: %w", flag, value, errors.Unwrap(bad))
}

// progressFormats are the values of --progress.
var progressFormats = []string{"text", "json", "none"}

// checkFlags finds what is wrong with flags that say where and how results are told. A job of ten minutes
// is not to end with a result that cannot be written.
func checkFlags(cmd *cobra.Command, _ []string) error {
	flags := cmd.Flags()
	if f := flags.Lookup("progress"); f != nil && !slices.Contains(progressFormats, f.Value.String()) {
		return fmt.Errorf("no progress %q: text, json or none", f.Value)
	}
	names := []string{"junit", "sarif", "summary", "record", "csv", "html"}
	folder := ""
	if f := flags.Lookup("out"); f != nil && f.Annotations[outputFile] != nil {
		names = append(names, "out")
	} else if f != nil {
		folder = f.Value.String()
	}
	for _, name := range names {
		f := flags.Lookup(name)
		if f == nil || f.Value.String() == "" || isIn(folder, f.Value.String()) {
			continue
		}
		if err := files.CheckOutput(f.Value.String()); err != nil {
			return fmt.Errorf("--%s: %w", name, err)
		}
	}
	return nil
}

// isIn says whether a file is to lie in a folder that the command makes; "" is none.
func isIn(folder, file string) bool {
	rel, err := filepath.Rel(folder, file)
	return folder != "" && err == nil && filepath.IsLocal(rel)
}

// outputFile marks a flag --out that names a file. Elsewhere it names a folder, which is made.
const outputFile = "talpa_output_file"

// outFlag is --out of commands that write a file.
func outFlag(flags *pflag.FlagSet, path *string, usage string) {
	flags.StringVarP(path, "out", "o", "", usage)
	flags.Lookup("out").Annotations = map[string][]string{outputFile: {}}
}
