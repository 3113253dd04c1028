package report

import (
	"cmp"
	"fmt"

	"talpa/asra/trace"
)

// Verdict is what a run came to, in a word that text, JSON, page, run.json and exit code
// share.
type Verdict string

// The verdicts.
const (
	// Reproduced: the wanted crash happened, and a script makes it happen.
	Reproduced Verdict = "reproduced"
	// NotReproduced: it did not, though enough was tried.
	NotReproduced Verdict = "not-reproduced"
	// Violated: a run without a wanted crash has findings.
	Violated Verdict = "findings"
	// Clean: it has none, though enough was tried.
	Clean Verdict = "no-findings"
	// NoVerdict: our infrastructure failed, the device refused to install the app, or too little was tried to say
	// anything.
	NoVerdict Verdict = "no-verdict"
	// Stopped: somebody stopped the run before there was a verdict.
	Stopped Verdict = "interrupted"
)

// ExitBadInput is the exit code of a command that ends for bad usage or bad input; the others are those of verdicts.
const ExitBadInput = 2

// ExitCode is the exit code of the command that made the run: that of the verdict, but for an app that no device
// would install, which is bad input.
func (r *Run) ExitCode() int {
	if r.State == Refused {
		return ExitBadInput
	}
	return r.Verdict().ExitCode()
}

// ExitCode is the exit code of a command that ends with the verdict; 2 is for bad usage or
// input, where there is none. The README lists them for people.
func (v Verdict) ExitCode() int {
	switch v {
	case Reproduced, Clean:
		return 0
	case NotReproduced, Violated:
		return 1
	case Stopped:
		return 130
	}
	return 3
}

// EnoughEvents is how many events a search tries at least before that it found nothing
// says something: fewer reach a screen or two of most apps. A run that was asked for fewer
// has enough with these.
const EnoughEvents = 50

// Verdict is what the run came to; "" while it goes on. A verdict that was reached before
// somebody stopped the run, or before it failed, stands.
func (r *Run) Verdict() Verdict {
	switch {
	case r.Unsaved:
		return NoVerdict
	case r.Job == "replay" && r.Found != nil && !r.Found.always():
		return NotReproduced // in some runs only
	case r.Found != nil && (r.Found.Match == nil || r.Found.Match.Level != trace.None):
		return Reproduced
	case r.Found != nil:
		return NotReproduced // another crash
	case r.State == Running:
		return ""
	case r.Job == "fuzz" && len(r.Findings) > 0:
		return Violated
	case r.State == Interrupted:
		return Stopped
	case r.State == Failed || r.State == Refused:
		return NoVerdict
	case r.Job == "replay":
		return NotReproduced
	case r.Unconfirmed != "" || r.TooFew() || r.Search.Unseen:
		return NoVerdict
	case r.Job == "fuzz":
		return Clean
	}
	return NotReproduced
}

// unsaved remembers that files of the run could not be written, if err is not nil.
func (r *Run) unsaved(err error) {
	if err != nil {
		r.Unsaved, r.State, r.Fault = true, Failed, err.Error()
	}
}

// BrokenOff says in a few words what broke the run off, "" if nothing did: Fault or Refusal tells the rest.
func (r *Run) BrokenOff() string {
	switch r.State {
	case Failed:
		return "talpa or its device failed"
	case Refused:
		return "the device does not install the app"
	}
	return ""
}

// Reason says in a line why a run came to no verdict; "" for one that did or is not over.
func (r *Run) Reason() string {
	switch r.Verdict() {
	case NoVerdict:
		switch {
		case r.State == Failed:
			return r.BrokenOff() + ": " + cmp.Or(r.Fault, "it is not known why")
		case r.State == Refused:
			return r.BrokenOff() + ": " + r.Refusal
		case r.Unconfirmed != "":
			return "the crash happened; the time was up before fresh processes confirmed it: " + r.Unconfirmed
		case r.Search.Unseen:
			return fmt.Sprintf("the app never came to the front in %s: nothing was tested", Counted(r.Search.Events, "event"))
		}
		return r.tooFew()
	case Stopped:
		switch {
		case r.Unconfirmed != "":
			return "the crash happened; stopped before fresh processes confirmed it: " + r.Unconfirmed
		case r.Job == "fuzz":
			return "somebody stopped the run before anything was found"
		}
		return "somebody stopped the run before the crash happened"
	}
	return ""
}

// always says that no run of the script has missed it.
func (f *Finding) always() bool { return f.Stability == nil || f.Stability.Hits == f.Stability.Runs }

// TooFew says that the run tried too little to say that something does not happen.
func (r *Run) TooFew() bool {
	enough := EnoughEvents
	if r.MaxEvents > 0 {
		enough = min(enough, r.MaxEvents)
	}
	return r.Search.Events < enough
}

// tooFew says it in words.
func (r *Run) tooFew() string {
	more := "--time"
	if r.OutOfLimit {
		more = "--limit"
	}
	return fmt.Sprintf("only %s tried in %s: too few to say that it does not happen; give it more %s",
		were(r.Search.Events), duration(r.Seconds), more)
}

func were(events int) string {
	if events == 1 {
		return "1 event was"
	}
	return fmt.Sprintf("%d events were", events)
}
