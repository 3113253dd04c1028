package workflow

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/files"
)

// Reproduction is the result of Reproduce.
type Reproduction struct {
	Reproduced bool   `json:"reproduced"`
	Wanted     string `json:"wanted"`          // exception and crash point
	Got        string `json:"got,omitempty"`   // the crash that was met
	Match      string `json:"match,omitempty"` // how well they agree
	Dir        string `json:"dir"`
	Report     string `json:"report,omitempty"`
	Script     string `json:"script,omitempty"`
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
	Others     []Other  `json:"others,omitempty"` // other crashes met
	Fidelity   []string `json:"fidelity,omitempty"`
	Notes      []string `json:"notes,omitempty"`
	Phases     []Phase  `json:"phases"`
	// Way is what became of the stops on the way to a crash that did not happen.
	Way []report.Stop `json:"way,omitempty"`

	dir     *report.Dir
	started time.Time
	last    time.Time
	script  *event.Script
	device  device.Info
	search  report.Search
	others  []*fuzz.Finding
	asked   []string // what the way asks the outside for
}

// Other is another crash than the wanted one.
type Other struct {
	Title string `json:"title"`
	Count int    `json:"count"`
}

// Phase is a part of the job and how long it took.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// newReproduction begins a result: it makes the run directory.
func newReproduction(o *ReproduceOptions, wanted string, started time.Time) (*Reproduction, error) {
	dir, err := newRunDir(o.Run.Out, o.APK)
	if err != nil {
		return nil, err
	}
	r := &Reproduction{Wanted: wanted, Dir: dir.Path(""), dir: dir, started: started, last: started}
	r.timed("reading")
	return r, nil
}

// path is the path of a file in the run directory.
func (r *Reproduction) path(name string) string { return r.dir.Path(name) }

// timed ends a phase; phases of the same name add up.
func (r *Reproduction) timed(name string) {
	now := time.Now()
	seconds := now.Sub(r.last).Seconds()
	r.last = now
	i := slices.IndexFunc(r.Phases, func(p Phase) bool { return p.Name == name })
	if i < 0 {
		r.Phases = append(r.Phases, Phase{Name: name})
		i = len(r.Phases) - 1
	}
	r.Phases[i].Seconds += seconds
}

// searched takes in one run of the loop.
func (r *Reproduction) searched(result *fuzz.Result) {
	r.Events += result.Progress.Events
	r.search.Events = r.Events
	r.search.Episodes += result.Progress.Episodes
	r.search.States = max(r.search.States, result.Progress.States)
	r.device = result.Device
	r.others = append(r.others, result.Others...)
	for _, f := range result.Others {
		r.Others = append(r.Others, Other{Title: f.Violation.Title, Count: f.Count})
	}
	for _, note := range result.Fidelity {
		if !slices.Contains(r.Fidelity, note) {
			r.Fidelity = append(r.Fidelity, note)
		}
	}
	for _, name := range result.Activities {
		if !slices.Contains(r.search.Activities, name) {
			r.search.Activities = append(r.search.Activities, name)
		}
	}
}

// adopt takes in the script that the job ends with, and the hash of the APK that
// it was run on. It may have been found on the pruned app.
func (r *Reproduction) adopt(p *proof, sha256 string) {
	verdict := p.verdict()
	r.Reproduced, r.Got, r.Match = true, verdict.Crash.Title(), verdict.Match.Level.String()
	r.script, r.FoundAfter = p.best().Clone(), p.after
	r.script.SHA256, r.Steps = sha256, len(r.script.Events)
	if s := p.stability; s != nil {
		r.Stability, r.StabilityRuns = s.Hits, s.Runs
	}
}

// note adds a remark for people.
func (r *Reproduction) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// finish ends the clock.
func (r *Reproduction) finish() { r.Seconds = time.Since(r.started).Seconds() }

// Summary says it for people.
func (r *Reproduction) Summary() string {
	var b strings.Builder
	switch {
	case r.Reproduced:
		fmt.Fprintf(&b, "reproduced: %s (match: %s) after %.0f s\n", r.Got, r.Match, r.FoundAfter)
		fmt.Fprintf(&b, "script:     %s (%d events; it worked %d of %d times)\n",
			r.Script, r.Steps, r.Stability, r.StabilityRuns)
	default:
		fmt.Fprintf(&b, "not reproduced: %s in %d events, %.0f s\n", r.Wanted, r.Events, r.Seconds)
		r.nearness(&b)
	}
	for _, o := range r.Others {
		fmt.Fprintf(&b, "another crash was met %d times: %s\n", o.Count, o.Title)
	}
	for _, note := range slices.Concat(r.Fidelity, r.Notes) {
		fmt.Fprintf(&b, "note:       %s\n", note)
	}
	if r.Report != "" {
		fmt.Fprintf(&b, "page:       %s\n", r.Report)
	}
	return b.String()
}

// nearness says how near the search came.
func (r *Reproduction) nearness(b *strings.Builder) {
	if line := report.Nearest(r.Way); line != "" {
		fmt.Fprintf(b, "nearest:    %s\n", line)
	}
	for _, line := range report.WayText(r.Way) {
		fmt.Fprintf(b, "  %s\n", line)
	}
	for _, line := range r.asked {
		fmt.Fprintf(b, "the way asks for %s\n", line)
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

// writeFile writes a file whole or not at all.
func writeFile(path string, data []byte) error {
	if err := files.Write(path, data, 0o644); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
