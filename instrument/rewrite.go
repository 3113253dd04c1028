package instrument

import (
	"context"
	"log/slog"
)

// Rewriter carries out the changes of a plan on the code of an APK.
type Rewriter interface {
	// Name is a word for reports: "apktool", "dex".
	Name() string
	// Rewrite writes the changed app to job.Out, unsigned. It must not change
	// job.APK, and may use job.Dir as it likes.
	Rewrite(ctx context.Context, job Job) (*Changes, error)
}

// Job is what a Rewriter gets.
type Job struct {
	APK string // path of the app, only to be read
	Out string // path of the new file
	Dir string // an empty folder for scratch files
	// Actions are the methods to change, by DEX name.
	Actions map[string]Action
	// Guards are those of the methods to guard, by DEX name.
	Guards map[string]Guard
	Log    *slog.Logger
}

// Changes says what a Rewriter did; all lists are of DEX method names.
type Changes struct {
	Changed []string // changed as planned
	// Silent are those of Changed that write no log line, because the app has no
	// reference to a log method.
	Silent []string
	// Failed are those that could not be changed, with the reason.
	Failed []Kept
}
