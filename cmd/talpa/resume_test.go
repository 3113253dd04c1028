package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"talpa/internal/workflow"
	"talpa/internal/workflow/checkpoint"
)

// TestResume_flags: each flag of a search is kept for --resume, or changes nothing of what it does.
func TestResume_flags(t *testing.T) {
	t.Parallel()
	free := []string{"out", "limit", "devices", "adb", "record", "resume", "progress", "junit", "sarif", "summary",
		"source-root", "confirm", "help"}
	g := &globals{}
	for name, flags := range map[string]*pflag.FlagSet{"reproduce": newReproduce(g).Flags(), "fuzz": newFuzz(g).Flags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(slices.Concat(settingFlags, budgetFlags, free), f.Name) {
				t.Errorf("talpa %s --resume forgets --%s", name, f.Name)
			}
		})
	}
}

// TestTakeFlags: flags that are not given are those of the run; one that differs is refused.
func TestTakeFlags(t *testing.T) {
	t.Parallel()
	past := &checkpoint.Checkpoint{Settings: map[string]string{"seed": "7", "api": "28", "without": "a,b"},
		Budget: map[string]string{"time": "3m0s"}}
	for name, test := range map[string]struct {
		args []string
		want workflow.RunOptions
		err  string
	}{
		"none":          {nil, workflow.RunOptions{Seed: 7, API: 28}, ""},
		"the same":      {[]string{"--api=28"}, workflow.RunOptions{Seed: 7, API: 28}, ""},
		"another level": {[]string{"--api=19"}, workflow.RunOptions{}, "that run has --api=28"},
	} {
		var run workflow.RunOptions
		flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
		runFlags(flags, &run)
		apiFlag(flags, &run.API, frameworkLevel)
		if err := flags.Parse(test.args); err != nil {
			t.Fatal(err)
		}
		err := takeFlags(flags, "RUN", past)
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %v, want %q", name, err, test.err)
		}
		if err == nil && (run.Seed != test.want.Seed || run.API != test.want.API || len(run.Without) != 2) {
			t.Errorf("%s: %+v", name, run)
		}
	}
}

// TestTakeFlags_lists: a list comes back as it was, whatever is in its values, and the same list said
// again is no other setting.
func TestTakeFlags_lists(t *testing.T) {
	t.Parallel()
	flags := func(list *[]string) *pflag.FlagSet {
		f := pflag.NewFlagSet("fuzz", pflag.ContinueOnError)
		f.StringSliceVar(list, "oracle", []string{"crash"}, "")
		return f
	}
	for _, want := range [][]string{{"anr"}, {"anr", "crash"}, nil, {"property=a,b.star", "anr"}, {`dmf="x".json`},
		{"property=two\nlines"}, {" anr "}, {"", ""}} {
		var first, again []string
		was, now := flags(&first), flags(&again)
		if err := was.Lookup("oracle").Value.(pflag.SliceValue).Replace(want); err != nil {
			t.Fatal(err)
		}
		past := &checkpoint.Checkpoint{Settings: values(was, settingFlags)}
		if err := takeFlags(now, "RUN", past); err != nil || !slices.Equal(again, want) {
			t.Errorf("%q comes back as %q, %v", want, again, err)
		}
		now.Lookup("oracle").Changed = true
		if err := takeFlags(now, "RUN", past); err != nil {
			t.Errorf("%q said again: %v", want, err)
		}
	}
	var list []string
	past := &checkpoint.Checkpoint{Settings: map[string]string{"oracle": `a"b`}}
	if err := takeFlags(flags(&list), "RUN", past); err == nil || !strings.Contains(err.Error(), "--oracle=") {
		t.Errorf("a list that is none: %v", err)
	}
}
