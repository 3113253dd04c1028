package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"talpa/fuzz/report"
	"talpa/internal/files"
	"talpa/internal/workflow"
)

// confineVerb is the hidden first argument with which talpa starts itself again
// as the launcher that confines the JVM of the embedded device.
const confineVerb = "__confine"

// globals are the flags that every command has.
type globals struct {
	json    bool
	quiet   bool
	verbose int
	version string
	agent   string
	cache   string
	java    string
	// unconfined runs apps also where this machine cannot confine them.
	unconfined bool
}

// newRoot builds the command tree.
func newRoot() *cobra.Command {
	info, _ := debug.ReadBuildInfo()
	g := &globals{version: versionOf(version, info)}
	root := &cobra.Command{
		Use:   "talpa",
		Short: "Make the crash of an Android app happen again",
		Long: `talpa takes an Android app and the stack trace of a crash, works out by static
analysis which UI events can matter for it, drives the app on an embedded
virtual device (or on yours, over adb) until the crash happens again, and gives
back the shortest script that causes it, with a report.`,
		Example:       "  talpa reproduce app.apk trace.txt\n  adb logcat -d | talpa reproduce app.apk -",
		Version:       g.version,
		SilenceUsage:  true,
		SilenceErrors: true,

		PersistentPreRunE: checkFlags,
	}
	root.SetFlagErrorFunc(explainFlag)
	flags := root.PersistentFlags()
	flags.BoolVar(&g.json, "json", false, "print the result as JSON, for programs")
	flags.BoolVarP(&g.quiet, "quiet", "q", false, "print results and errors only")
	flags.CountVarP(&g.verbose, "verbose", "v", "say more (twice: everything)")
	flags.StringVar(&g.agent, "agent-dir", "",
		"folder of the embedded device's agent (default: lib/agent beside the program)")
	flags.StringVar(&g.cache, "cache-dir", "", "folder for converted apps (default: the user's cache folder)")
	flags.StringVar(&g.java, "java-home", "",
		"JDK or JRE, 17 or newer, to run the embedded device with (default: JAVA_HOME, then PATH)")
	flags.BoolVar(&g.unconfined, "unconfined", false,
		"run apps on the embedded device also where this machine cannot keep them from its files; see talpa device doctor")
	root.AddCommand(
		newReproduce(g), newAnalyze(g), newPrune(g), newGraph(g),
		newFuzz(g), newReplay(g), newRecord(g), newSpec(g), newDevice(g), newCampaign(g), newDocs(root),
	)
	root.InitDefaultCompletionCmd()
	root.SetUsageTemplate(wrapped(root.UsageTemplate(), columns(os.Stdout)))
	explainArgs(root)
	explainRoot(root)
	completeFlags(root)
	return root
}

// explainArgs has the commands below cmd answer a wrong number of arguments with
// the ones that they take, and groups of commands an unknown one with an error.
func explainArgs(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		explainArgs(c)
		if c.HasSubCommands() {
			c.RunE = func(c *cobra.Command, args []string) error {
				if len(args) > 0 {
					return fmt.Errorf("unknown command %q for %q: there are %s", args[0], c.CommandPath(), namesBelow(c))
				}
				return c.Help()
			}
			continue
		}
		if check := c.Args; check != nil {
			c.Args = func(c *cobra.Command, args []string) error {
				if check(c, args) == nil {
					return nil
				}
				return fmt.Errorf("wrong number of arguments (%d), usage: %s%s", len(args), c.UseLine(), strayValue(c, args))
			}
		}
	}
}

// explainRoot has talpa itself answer an unknown command with the one that may be meant: one whose name differs
// little, or one of a group.
func explainRoot(root *cobra.Command) {
	root.Args, root.SuggestionsMinimumDistance = cobra.ArbitraryArgs, 2
	root.RunE = func(root *cobra.Command, args []string) error {
		if len(args) == 0 {
			return root.Help()
		}
		meant := root.SuggestionsFor(args[0])
		for _, group := range root.Commands() {
			for _, c := range group.Commands() {
				if c.Name() == args[0] {
					meant = append(meant, strings.TrimPrefix(c.CommandPath(), root.Name()+" "))
				}
			}
		}
		if len(meant) == 0 {
			return fmt.Errorf("unknown command %q for %q: there are %s", args[0], root.Name(), namesBelow(root))
		}
		return fmt.Errorf("unknown command %q: did you mean talpa %s?", args[0], strings.Join(meant, ", or talpa "))
	}
}

// strayValue explains an argument that was meant as the value of a flag which may stand without one.
func strayValue(cmd *cobra.Command, args []string) string {
	hint := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		for _, arg := range args {
			if words := flagValues()[f.Name]; f.NoOptDefVal != "" && slices.Contains(words, arg) {
				hint = fmt.Sprintf("; the value of --%s is set off by no blank: --%s=%s", f.Name, f.Name, arg)
			}
		}
	})
	return hint
}

// namesBelow are the names of the commands of a group.
func namesBelow(cmd *cobra.Command) string {
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return strings.Join(names, ", ")
}

// logger writes to standard error at the level that -q and -v ask for.
func (g *globals) logger() *slog.Logger {
	level := slog.LevelWarn
	switch {
	case g.quiet:
		level = slog.LevelError
	case g.verbose == 1:
		level = slog.LevelInfo
	case g.verbose > 1:
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
}

// machine finds what the jobs need on this computer.
func (g *globals) machine() (workflow.Machine, error) {
	self, err := os.Executable()
	if err != nil {
		return workflow.Machine{}, fmt.Errorf("finding the talpa program itself: %w", err)
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	m := workflow.Machine{
		AgentDir: g.agent,
		CacheDir: g.cache,
		JavaHome: g.java,
		Confine:  []string{self, confineVerb}, Unconfined: g.unconfined,
		Layout:  filepath.Join(filepath.Dir(self), "talpa-layout"),
		Version: g.version,
		Now:     time.Now,
		Log:     g.logger(),
	}
	if m.AgentDir == "" {
		m.AgentDir = os.Getenv("TALPA_AGENT_DIR")
	}
	if m.AgentDir == "" {
		m.AgentDir = filepath.Join(filepath.Dir(filepath.Dir(self)), "lib", "agent")
	}
	if m.JavaHome == "" {
		m.JavaHome = os.Getenv("JAVA_HOME")
	}
	if m.CacheDir == "" {
		if m.CacheDir, err = cacheDir(); err != nil {
			return workflow.Machine{}, err
		}
	}
	return m, nil
}

// cacheDir is the folder that keeps what is made once: in the user's folder for such things, or, where the
// environment names none (no HOME), in the temporary folder, which others write to as well.
func cacheDir() (string, error) {
	base, err := os.UserCacheDir()
	if err == nil {
		return filepath.Join(base, "talpa"), nil
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("talpa-%d", os.Getuid()))
	if err := files.Private(dir); err != nil {
		return "", fmt.Errorf("no folder for what talpa keeps, since %w; set HOME or --cache-dir", err)
	}
	return dir, nil
}

// machineFor is machine for a command that takes a trace: it reads the trace,
// if one is named, too.
func (g *globals) machineFor(cmd *cobra.Command, name string, t *workflow.TraceInput) (workflow.Machine, error) {
	if name != "" {
		text, err := readInput(cmd, name)
		if err != nil {
			return workflow.Machine{}, err
		}
		t.Name, t.Text = name, string(text)
	}
	if err := t.Check(); err != nil {
		return workflow.Machine{}, err
	}
	return g.machine()
}

// print writes a result: as JSON when asked for, else as the text that text writes.
func (g *globals) print(w io.Writer, result any, text func(io.Writer)) error {
	var b bytes.Buffer
	if !g.json {
		text(&b)
	} else {
		enc := json.NewEncoder(&b)
		enc.SetIndent("", "  ")
		if err := enc.Encode(result); err != nil {
			return err
		}
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return workflow.Infra(fmt.Errorf("writing the result: %w", err))
	}
	return nil
}

// outcome prints the result of a run and ends with its exit code. An error is told beside it: what failed, with or
// without a verdict. writeErr says that files of the verdict could not be written.
func (g *globals) outcome(
	cmd *cobra.Command, result interface{ Summary() string }, code int, err, writeErr error,
) error {
	text := func(w io.Writer) { fmt.Fprint(w, result.Summary()) }
	writeErr = errors.Join(g.print(cmd.OutOrStdout(), result, text), writeErr)
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "talpa: %v\n", err)
	}
	if writeErr != nil { // who reads standard output or those files has no verdict
		fmt.Fprintf(cmd.ErrOrStderr(), "talpa: %v\n", writeErr)
		return exitError(report.NoVerdict.ExitCode())
	}
	if code != 0 {
		return exitError(code)
	}
	return nil
}

// readInput reads a file, or standard input for "-".
func readInput(cmd *cobra.Command, name string) ([]byte, error) {
	const limit = 64 << 20
	in := cmd.InOrStdin()
	if name != "-" {
		if err := workflow.CheckLocal(name); err != nil {
			return nil, err
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("reading the trace: %w", err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s is a folder: name the file in it that holds the trace", name)
		}
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if len(data) > limit {
		return nil, fmt.Errorf("%s is larger than %d MB: cut out the part around the crash", name, limit>>20)
	}
	return data, nil
}
