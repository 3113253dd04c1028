package workflow

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/shellword"
)

// Reproduction is the result of Reproduce.
type Reproduction struct {
	Verdict    report.Verdict `json:"verdict"`
	Reproduced bool           `json:"reproduced"`
	// Reason is why there is no verdict of the app, Fault what failed of ours; "" if nothing did.
	Reason string `json:"reason,omitempty"`
	Fault  string `json:"fault,omitempty"`
	Wanted string `json:"wanted"`          // exception and crash point
	Got    string `json:"got,omitempty"`   // the crash that happened
	Match  string `json:"match,omitempty"` // how well they agree
	Dir    string `json:"dir"`
	Report string `json:"report,omitempty"`
	Script string `json:"script,omitempty"`
	// Unconfirmed is a script that caused the crash once, in a job that ended before it was
	// tried again.
	Unconfirmed string `json:"unconfirmed,omitempty"`
	// Steps is the number of events of the script.
	Steps int `json:"steps,omitempty"`
	// Stability of StabilityRuns replays of the script met the crash.
	Stability     int `json:"stability,omitempty"`
	StabilityRuns int `json:"stabilityRuns,omitempty"`
	// Events is the number of events of the search, FoundAfter the seconds
	// from the start of the command to when the script that led to Script first
	// met the crash on the app as it is.
	Events     int      `json:"events"`
	FoundAfter float64  `json:"foundAfter,omitempty"`
	Seconds    float64  `json:"seconds"`
	Others     []Other  `json:"others,omitempty"` // other crashes that happened
	Fidelity   []string `json:"fidelity,omitempty"`
	Notes      []string `json:"notes,omitempty"`
	Phases     []Phase  `json:"phases"`
	// Doubts are signs that the crash, which did not happen, is of another build of the app.
	Doubts []string `json:"doubts,omitempty"`
	// Path is what became of the milestones on the path to a crash that did not happen.
	Path []report.Milestone `json:"path,omitempty"`

	// Run is all that is known of the job, for other formats.
	Run *report.Run `json:"-"`

	asked []string // what the path asks the outside for
}

// Other is another crash than the wanted one.
type Other struct {
	Title     string `json:"title"`
	Signature string `json:"signature"`
	Count     int    `json:"count"`

	Crash *crash.Crash `json:"-"` // nil for what is none
}

// newReproduction says what a job came to, and stops its clock.
func newReproduction(j job, r results, dir *report.Dir) *Reproduction {
	out := &Reproduction{
		Wanted: r.target.title(), Dir: dir.Path(""), Events: r.searched.Search.Events, Fidelity: r.searched.Fidelity,
		Notes: j.Notes, Phases: j.Phases, Seconds: j.Elapsed().Seconds(),
	}
	for _, f := range r.searched.Others {
		out.Others = append(out.Others, Other{f.Violation.Title, f.Violation.Signature, f.Count, f.Violation.Crash})
	}
	if r.best == nil {
		out.Doubts = report.Doubts(r.guide)
		if r.guide != nil && out.Events > 0 { // before the first event nothing came near or stayed away
			out.Path, out.asked = r.searched.Path(r.guide), report.Asked(r.guide)
		}
		return out
	}
	verdict := r.best.verdict()
	out.Reproduced, out.Got, out.Match = true, verdict.Crash.Title(), verdict.Match.Level.String()
	out.FoundAfter, out.Steps = r.best.after, len(r.best.shortest().Events)
	if s := r.best.stability; s != nil {
		out.Stability, out.StabilityRuns = s.Hits, s.Runs
	}
	return out
}

// script is the script that a job ends with, nil if there is none. It names the APK
// as it is, whichever copy it was found on.
func (r results) script() *event.Script {
	if r.best == nil {
		return nil
	}
	script := r.best.shortest().Clone()
	script.SHA256 = r.target.app.Archive.SHA256()
	return script
}

// Summary says it for people.
func (r *Reproduction) Summary() string {
	var b strings.Builder
	switch r.Verdict {
	case report.Reproduced:
		fmt.Fprintf(&b, "reproduced: %s (match: %s) after %.0f s\n", r.Got, r.Match, r.FoundAfter)
		fmt.Fprintf(&b, "script:     %s (%s; it worked %d of %d times)\n",
			r.Script, report.Counted(r.Steps, "event"), r.Stability, r.StabilityRuns)
	case report.Stopped:
		fmt.Fprintf(&b, "interrupted: %s, after %s, %.0f s\n", r.Wanted, report.Counted(r.Events, "event"), r.Seconds)
		if r.Unconfirmed == "" {
			r.closest(&b)
		}
	case report.NoVerdict:
		fmt.Fprintf(&b, "no verdict: %s; %s\n", r.Wanted, r.unknown())
		if r.Script != "" {
			fmt.Fprintf(&b, "script:     %s (%s; it caused the crash, but not all of the run could be written)\n", r.Script,
				report.Counted(r.Steps, "event"))
		}
	default:
		fmt.Fprintf(&b, "not reproduced: %s in %s, %.0f s\n", r.Wanted, report.Counted(r.Events, "event"), r.Seconds)
		r.closest(&b)
	}
	if r.Unconfirmed != "" {
		fmt.Fprintf(&b, "to confirm: %s (talpa replay runs it on fresh processes)\n", r.Unconfirmed)
	}
	if further := r.further(); further != "" {
		fmt.Fprintf(&b, "go on:      %s\n", further)
	}
	if parts := parts(r.Phases); parts != "" {
		fmt.Fprintf(&b, "time:       %.0f s: %s\n", r.Seconds, parts)
	}
	for _, o := range r.Others {
		fmt.Fprintf(&b, "another crash happened %s: %s\n", report.Counted(o.Count, "time"), o.Title)
	}
	for _, note := range slices.Concat(r.Fidelity, r.Notes) {
		fmt.Fprintf(&b, "note:       %s\n", note)
	}
	if r.Report != "" {
		fmt.Fprintf(&b, "page:       %s\n", r.Report)
	}
	return b.String()
}

// further is the command that goes on where the job ended; "" if there is nothing left to do, or nothing to go on with.
func (r *Reproduction) further() string {
	if r.Verdict == report.Reproduced || r.Fault != "" || r.Events == 0 && r.Unconfirmed == "" {
		return ""
	}
	command := "talpa reproduce --resume " + shellword.Quote(r.Dir)
	if r.Verdict != report.Stopped && r.Unconfirmed == "" {
		command += " (with more --time or --events in all, once they are spent)"
	}
	return command
}

// parts tells how long each part took, but for those that took no time.
func parts(phases []Phase) string {
	var all []string
	for _, p := range phases {
		if p.Seconds >= 0.5 {
			all = append(all, fmt.Sprintf("%s %.0f s", p.Name, p.Seconds))
		}
	}
	return strings.Join(all, ", ")
}

// unknown says why there is no verdict; what broke the run off the command tells beside the result.
func (r *Reproduction) unknown() string {
	if why := r.Run.BrokenOff(); why != "" {
		return why
	}
	if r.Unconfirmed != "" {
		return "it happened, and the time was up before fresh processes confirmed it"
	}
	return r.Reason
}

// counted writes a number with its noun, or that of several.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// closest says how near the search came.
func (r *Reproduction) closest(b *strings.Builder) {
	for _, doubt := range r.Doubts {
		fmt.Fprintf(b, "other build? %s\n", doubt)
	}
	if line := report.Nearest(r.Path); line != "" {
		fmt.Fprintf(b, "nearest:    %s\n", line)
	}
	for _, line := range report.PathText(r.Path) {
		fmt.Fprintf(b, "  %s\n", line)
	}
	for _, line := range r.asked {
		fmt.Fprintf(b, "the path asks for %s\n", line)
	}
}

// newRunDir makes the folder of a run. A folder that the user names may exist;
// the default one gets a number when it does.
func newRunDir(out, apk string) (*report.Dir, error) {
	if out != "" {
		return report.Create(out)
	}
	base := "talpa-" + strings.TrimSuffix(filepath.Base(apk), ".apk")
	name := base
	for i := 2; ; i++ {
		err := os.Mkdir(name, 0o755)
		if err == nil {
			return report.Create(name)
		}
		if !errors.Is(err, os.ErrExist) {
			return nil, fmt.Errorf("making the run directory (choose another with -o): %w", err)
		}
		name = fmt.Sprintf("%s-%d", base, i)
	}
}

// words are a verdict as text tells it: "no verdict" for no-verdict.
func words(v report.Verdict) string { return strings.ReplaceAll(string(v), "-", " ") }
