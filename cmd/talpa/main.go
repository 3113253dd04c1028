// Command talpa takes an Android app and a crash trace and makes the crash
// happen again. See `talpa help` and docs/.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"talpa/device/virtual"
	"talpa/fuzz/report"
	"talpa/internal/footprint"
	"talpa/internal/workflow"
)

// version is set by the linker, where make builds the program.
var version string

// versionOf is the version that is told: the linker's, else what the go command knows of the checkout
// that it built.
func versionOf(linked string, info *debug.BuildInfo) string {
	switch {
	case linked != "":
		return linked
	case info != nil && info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version
	}
	return "v0.0.0-unknown"
}

func main() { os.Exit(talpa()) }

// talpa runs the command line and returns the exit code.
func talpa() int {
	footprint.DropProgram()
	if len(os.Args) > 1 && os.Args[1] == confineVerb {
		return virtual.ConfineMain(os.Args[2:])
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	root := newRoot()
	go stopOn(signals, ending{stop: stop, exit: os.Exit, now: time.Now, w: os.Stderr, finds: finds(root, os.Args[1:])})
	cmd, err := root.ExecuteContextC(ctx)
	var code exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "talpa: interrupted")
		return withoutResult(cmd, &report.Run{State: report.Interrupted})
	}
	fmt.Fprintf(os.Stderr, "talpa: %v\n", err)
	if workflow.FaultOf(err) == workflow.FaultInfra {
		return withoutResult(cmd, &report.Run{State: report.Failed, Fault: err.Error()})
	}
	return report.ExitBadInput
}

// ending is what signals do to the command line.
type ending struct {
	stop func()    // asks the command to end with what it has
	exit func(int) // ends the process
	now  func() time.Time
	w    io.Writer
	// finds says that the command has something to write before it ends.
	finds bool
}

// finds says whether the command that is asked for writes what it has found when it is stopped.
func finds(root *cobra.Command, args []string) bool {
	cmd, _, err := root.Find(args)
	return err == nil && cmd.Flags().Lookup("resume") != nil
}

// echo is how long after the first Ctrl-C another one is taken for the same: a program around this
// one may pass on what the terminal has sent to both.
const echo = 500 * time.Millisecond

// stopOn asks the command to stop at the first signal; a later Ctrl-C, by somebody who will not wait
// for what was found to be written, ends the process at once, as kill -9 does: its devices end with it.
func stopOn(signals <-chan os.Signal, e ending) {
	<-signals
	first := e.now()
	doing := "stopping"
	if e.finds {
		doing = "stopping, and writing what was found"
	}
	fmt.Fprintf(e.w, "\ntalpa: %s; Ctrl-C again ends it at once\n", doing)
	e.stop()
	for s := range signals {
		if s == os.Interrupt && e.now().Sub(first) >= echo {
			e.exit(report.Stopped.ExitCode())
			return
		}
	}
}

// withoutResult says the verdict of a command that ended before it had a result, in all forms that its
// flags ask for, and returns its exit code. Commands that come to no verdict say it to programs only.
func withoutResult(cmd *cobra.Command, run *report.Run) int {
	run.Job, run.Started = cmd.Name(), time.Now()
	verdict := run.Verdict()
	asked, err := cmd.Flags().GetBool("json")
	if err == nil && asked {
		line, err := json.Marshal(struct {
			Verdict report.Verdict `json:"verdict"`
			Reason  string         `json:"reason"`
			Fault   string         `json:"fault,omitempty"`
		}{verdict, run.Reason(), run.Fault})
		if err == nil {
			fmt.Println(string(line))
		}
	}
	if files, ok := formatsOf(cmd.Flags()); ok {
		if !asked {
			reason := cmp.Or(run.BrokenOff(), run.Reason()) // what broke it off is told beside it
			fmt.Printf("%s: %s\n", strings.ReplaceAll(string(verdict), "-", " "), reason)
		}
		if err := files.write(run, ""); err != nil {
			fmt.Fprintf(os.Stderr, "talpa: %v\n", err)
			return report.NoVerdict.ExitCode()
		}
	}
	return run.ExitCode()
}

// exitError is an outcome that has been reported already: only its code is left.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }
