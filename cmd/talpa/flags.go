package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"talpa/internal/files"
)

// explainFlag says what is wanted in place of a flag that there is not, or of a value that cannot be read.
func explainFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		hint := cmd.CommandPath() + " --help lists them"
		if name := similarFlag(cmd.Flags(), unknown.GetSpecifiedName()); name != "" {
			hint = "did you mean --" + name + "?"
		}
		return fmt.Errorf("%w: %s", err, hint)
	}
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

// wrapped is the template of a command's usage with its flags set in so many columns, 0 if nobody counts them.
func wrapped(template string, columns int) string {
	return strings.ReplaceAll(template, "Flags.FlagUsages", fmt.Sprintf("Flags.FlagUsagesWrapped %d", columns))
}

// columns is how wide a terminal is, 0 for what is none.
func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// similarFlag is the flag whose name differs least from one that there is not: by a third of its letters at most;
// "" if none does.
func similarFlag(flags *pflag.FlagSet, name string) string {
	best, least := "", len(name)/3+1
	flags.VisitAll(func(f *pflag.Flag) {
		if d := edits(f.Name, name); !f.Hidden && d < least {
			best, least = f.Name, d
		}
	})
	return best
}

// edits is how many letters one changes, adds, drops or swaps with the next to make b of a.
func edits(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			changed := last[j]
			if a[i] != b[j] {
				changed++
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, changed)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
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
