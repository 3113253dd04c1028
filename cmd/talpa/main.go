// Command talpa takes an Android app and a crash trace and makes the crash
// happen again. See `talpa help` and docs/.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
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

// exitUsage is the exit code for bad usage or bad input; the others are those of verdicts.
const exitUsage = 2

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
	go stopOn(signals, ending{stop: stop, exit: os.Exit, now: time.Now, w: os.Stderr})
	root := newRoot()
	err := root.ExecuteContext(ctx)
	var code exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "talpa: interrupted")
		return withoutResult(root, report.Stopped, "")
	}
	fmt.Fprintf(os.Stderr, "talpa: %v\n", err)
	if workflow.FaultOf(err) == workflow.FaultInfra {
		return withoutResult(root, report.NoVerdict, err.Error())
	}
	return exitUsage
}

// ending is what signals do to the command line.
type ending struct {
	stop func()    // asks the command to end with what it has
	exit func(int) // ends the process
	now  func() time.Time
	w    io.Writer
}

// echo is how long after the first Ctrl-C another one is taken for the same: a program around this
// one may pass on what the terminal has sent to both.
const echo = 500 * time.Millisecond

// stopOn asks the command to stop at the first signal; a later Ctrl-C, by somebody who will not wait
// for what was found to be written, ends the process at once, as kill -9 does: its devices end with it.
func stopOn(signals <-chan os.Signal, e ending) {
	<-signals
	first := e.now()
	fmt.Fprintln(e.w, "\ntalpa: stopping, and writing what was found; Ctrl-C again ends it at once")
	e.stop()
	for s := range signals {
		if s == os.Interrupt && e.now().Sub(first) >= echo {
			e.exit(report.Stopped.ExitCode())
			return
		}
	}
}

// withoutResult says the verdict of a command that ended before it had a result, for programs, and
// returns its exit code.
func withoutResult(root *cobra.Command, v report.Verdict, fault string) int {
	if asked, err := root.PersistentFlags().GetBool("json"); err == nil && asked {
		line, err := json.Marshal(struct {
			Verdict report.Verdict `json:"verdict"`
			Fault   string         `json:"fault,omitempty"`
		}{v, fault})
		if err == nil {
			fmt.Println(string(line))
		}
	}
	return v.ExitCode()
}

// exitError is an outcome that has been reported already: only its code is left.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }
