package main

import (
	"cmp"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"talpa/internal/workflow"
)

// newReproduce is `talpa reproduce`: the main job.
func newReproduce(g *globals) *cobra.Command {
	var opt workflow.ReproduceOptions
	var show string
	var files formats
	cmd := &cobra.Command{
		Use:   "reproduce APP.apk TRACE",
		Short: "Paste a crash, see it again",
		Long: `reproduce makes the crash that TRACE tells of happen again in APP.apk. TRACE is a
file with whatever you have (logcat, Play Console, a bug report with text around
the trace), or - for standard input.

An app in splits is given as the archive of its APKs (.apks, .xapk, .apkm), or
as a folder that holds them and those of no other app.

The run directory (-o) then holds the shortest script that causes the crash, also for
adb alone, uiautomator2, Kotlin tests and Maestro, the page report.html, and the guide
of the static analysis. A crash that seems to be of another build of the app is searched
for two minutes, unless --time or --events say otherwise. A run that was stopped, or
that had too little time, goes on with --resume: what it found and did not confirm is
confirmed first, then the search goes on.`,
		Example: "  talpa reproduce app.apk trace.txt\n  talpa reproduce app.apk - --time 2m -o run < trace.txt\n" +
			"  talpa reproduce --resume run --time 10m",
		Args: inputs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := args
			args, err := resumed(cmd, args, &opt.Run)
			if err != nil {
				return err
			}
			m, err := g.machineFor(cmd, args[1], &opt.Trace)
			if err != nil {
				return err
			}
			if opt.APK, err = workflow.WholeApp(m, args[0]); err != nil {
				return err
			}
			opt.Run.Command = commandWords(cmd, given)
			if flags := cmd.Flags(); !flags.Changed("time") && !flags.Changed("events") && opt.Run.Resume == "" {
				opt.DoubtTime = doubtTime
			}
			bar := showProgress(cmd.ErrOrStderr(), show, g.quiet || g.json)
			opt.Progress = bar.show
			result, err := workflow.Reproduce(cmd.Context(), m, opt)
			bar.done()
			if result == nil {
				return err
			}
			return g.outcome(cmd, result, result.Run.ExitCode(), err, files.write(result.Run, result.Dir))
		},
	}
	flags := cmd.Flags()
	traceFlags(flags, &opt.Trace)
	opt.Run.Network = workflow.NetworkAuto
	runFlags(flags, &opt.Run)
	apiFlag(flags, &opt.Run.API, "35, in turn with that of the Android that wrote the trace")
	resumeFlag(flags, &opt.Run.Resume)
	progressFlag(flags, &show)
	formatFlags(flags, &files)
	flags.StringVar(&opt.Level, "level", "asra",
		"how much to prune: none, log (a copy that only logs), asra (attribute-sensitive), "+
			"paper (as the Mole paper has it), reach (plain reachability); ladder: paper, then asra, then none")
	flags.StringVar(&opt.Rewriter, "rewriter", "dex", "how to rewrite the app: dex (in place), apktool, none")
	flags.IntVar(&opt.Confirm, "confirm", 5, "how many times the found script is run again for the stability figure")
	flags.StringVar(&opt.Match, "match", "point",
		"how alike the crash must be: exact, method (lines may differ), point (same exception at the same method)")
	return cmd
}

// doubtTime is how long a search for a crash takes at most that seems to be of another build of the app, if nobody
// says otherwise. It is eight times what searches for crashes of the same build take in the median.
const doubtTime = 2 * time.Minute

// traceFlags are the flags of commands that take a trace.
func traceFlags(flags *pflag.FlagSet, t *workflow.TraceInput) {
	flags.IntVar(&t.Crash, "crash", 0,
		"which crash of the text is meant, counted from 1 (default: the first complete one)")
	flags.StringVar(&t.Mapping, "mapping", "", "mapping.txt of R8 or ProGuard, to read an obfuscated trace with")
}

// runFlags are the flags of commands that drive an app.
func runFlags(flags *pflag.FlagSet, r *workflow.RunOptions) {
	flags.StringVarP(&r.Out, "out", "o", "", "run directory (default: talpa-APP in this folder)")
	flags.Int64Var(&r.Seed, "seed", 1, "seed of everything random")
	flags.DurationVar(&r.Time, "time", 10*time.Minute,
		"how long to search at most, from the first event on; shortening what was found comes on top")
	flags.DurationVar(&r.Limit, "limit", 0,
		"how long the whole job may take, shortening and pictures included (0: no limit)")
	flags.IntVar(&r.Events, "events", 0, "how many events to try at most (0: no limit)")
	flags.StringVar(&r.Generator, "generator", "guided",
		"what chooses the events: "+strings.Join(workflow.Generators(), ", "))
	flags.StringSliceVar(&r.Without, "without", nil, "strategies of the guided generator to leave out: "+
		strings.Join(workflow.Strategies(), ", "))
	flags.IntVar(&r.Devices, "devices", 0, "how many embedded devices work side by side (default: half of the processors)")
	flags.StringVar(&r.Serial, "device", "", "serial of an emulator or phone to use instead of the embedded device")
	adbFlag(flags, &r.ADB)
	networkFlag(flags, &r.Network)
	seedFlag(flags, &r.SeedData)
	upgradeFlag(flags, &r.UpgradeFrom)
	recordFlag(flags, &r.Record)
}

// progressFlag is the flag of commands that show how they go.
func progressFlag(flags *pflag.FlagSet, format *string) {
	flags.StringVar(format, "progress", "text",
		"how to show on standard error how it goes: text (one line on a terminal, else a line every 30 s), "+
			"json (a JSON object a line, for programs), none")
}

// seedFlag is the flag of commands whose device can hold files of the user's.
func seedFlag(flags *pflag.FlagSet, dir *string) {
	flags.StringVar(dir, "seed-data", "",
		"folder whose files the device has in shared storage (/sdcard), for the app to find or pick")
}

// upgradeFlag is the flag of commands whose app can come over the data of an older build.
func upgradeFlag(flags *pflag.FlagSet, apk *string) {
	flags.StringVar(apk, "upgrade-from", "", "APK of an older build of the app (embedded device, or signed by the same "+
		"key): it is installed and used first, then updated over its data")
}

// commandWords are the words to run a command again: its arguments and the flags
// that were given, but for those that only say where and how much is told.
func commandWords(cmd *cobra.Command, args []string) []string {
	words := append(strings.Fields(cmd.CommandPath()), args...)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		where := []string{"out", "json", "quiet", "verbose", "progress", "junit", "sarif", "summary", "source-root"}
		if !slices.Contains(where, f.Name) {
			words = append(words, "--"+f.Name+"="+valueOf(f))
		}
	})
	return words
}

// adbFlag is the flag of commands that ask an adb server. Its default is the one that
// stock adb takes: of ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT.
func adbFlag(flags *pflag.FlagSet, server *string) {
	flags.StringVar(server, "adb", "", "the adb server that devices are asked of (default: 127.0.0.1:5037, or what "+
		"ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT say)")
	*server = net.JoinHostPort(cmp.Or(os.Getenv("ANDROID_ADB_SERVER_ADDRESS"), "127.0.0.1"),
		cmp.Or(os.Getenv("ANDROID_ADB_SERVER_PORT"), "5037"))
}

// networkFlag is the flag of commands that start embedded devices. Without a
// value it is on.
func networkFlag(flags *pflag.FlagSet, n *workflow.Network) {
	flags.Var(n, "network", "what is behind the app's connections: off; on, the network of this computer "+
		"(the app is untrusted code); standin, servers of the device's own with made up answers; "+
		"auto, as off, and in turn with it as standin if the app asks for hosts that it does not reach")
	flags.Lookup("network").NoOptDefVal = string(workflow.NetworkOn)
}

// apiFlag is the flag of commands whose embedded device can be an older one; byDefault says which one it is else.
func apiFlag(flags *pflag.FlagSet, level *int, byDefault string) {
	flags.IntVar(level, "api", 0,
		"API level that the embedded device shows to the app, 16 to 19 or 21 to 35 (default: "+byDefault+")")
}

// frameworkLevel is what apiFlag says of commands that take the level of the framework.
const frameworkLevel = "35, that of the framework in it"

// recordFlag is the flag of commands that can say what the app ran.
func recordFlag(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "record", "",
		"file for the app's methods and lines that each event ran, as JSON lines (embedded device only)")
}
