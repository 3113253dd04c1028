package main

import (
	"errors"

	"github.com/spf13/pflag"

	"talpa/fuzz/report"
	"talpa/fuzz/report/junit"
	"talpa/fuzz/report/markdown"
	"talpa/fuzz/report/sarif"
	"talpa/internal/files"
)

// formats are the files that a command writes for continuous integration.
type formats struct {
	junit, sarif, summary string // paths, "" = none
	source                string // folder of the sources in the repository
}

// formatFlags are the flags of commands that come to a verdict.
func formatFlags(flags *pflag.FlagSet, f *formats) {
	flags.StringVar(&f.junit, "junit", "", "write the verdict to this file as JUnit's XML")
	flags.StringVar(&f.sarif, "sarif", "", "write the crashes to this file as SARIF 2.1.0, each at its line of the source")
	flags.StringVar(&f.source, "source-root", "",
		"folder of the app's sources in its repository, for --sarif: app/src/main/java")
	flags.StringVar(&f.summary, "summary", "", "add the verdict to this file as Markdown, for $GITHUB_STEP_SUMMARY")
}

// formatsOf reads those flags of a command; it is false for one that comes to no verdict.
func formatsOf(flags *pflag.FlagSet) (formats, bool) {
	value := func(name string) string {
		if f := flags.Lookup(name); f != nil {
			return f.Value.String()
		}
		return ""
	}
	return formats{junit: value("junit"), sarif: value("sarif"), summary: value("summary"), source: value("source-root")},
		flags.Lookup("summary") != nil
}

// write writes the files of a run; dir is its folder.
func (f formats) write(run *report.Run, dir string) error {
	if run == nil {
		return nil
	}
	var failed []error
	put := func(path string, data []byte, err error) {
		if err == nil {
			err = files.WriteOutput(path, data)
		}
		failed = append(failed, err)
	}
	if f.junit != "" {
		data, err := junit.Encode(run)
		put(f.junit, data, err)
	}
	if f.sarif != "" {
		data, err := sarif.Encode(run, f.source)
		put(f.sarif, data, err)
	}
	if f.summary != "" {
		failed = append(failed, files.AppendOutput(f.summary, markdown.Encode(run, dir)))
	}
	return errors.Join(failed...)
}
