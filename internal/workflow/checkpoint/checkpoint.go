// Package checkpoint is what a search has spent and met so far, as a file of its run directory
// that is written while the search goes on: whatever ends the job, another goes on from there.
//
// It holds what is data: time and events spent, crashes met with their scripts, the script that
// came nearest, how far the path was covered. What a generator learnt of the app's screens lives
// and dies with its process; who goes on learns it again, from other seeds.
package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/report"
	"talpa/internal/workflow/tally"
)

// schema is the version of the file. Fields may be added without a new one.
const schema = 1

// Checkpoint is the state of a search.
type Checkpoint struct {
	Schema int    `json:"schema"`
	Job    string `json:"job"`    // reproduce or fuzz
	App    string `json:"app"`    // path of the APK as given
	SHA256 string `json:"sha256"` // of the APK
	Crash  string `json:"crash,omitempty"`
	Title  string `json:"title,omitempty"` // of the wanted crash, for people
	// Settings are the flags that make a search what it is, with their values; Budget those
	// that bound it.
	Settings map[string]string `json:"settings,omitempty"`
	Budget   map[string]string `json:"budget,omitempty"`
	// Commands is the number of commands that have searched, the writing one included.
	Commands int `json:"commands"`
	// Searched is in seconds; Events counts those of the search.
	Searched float64     `json:"searched"`
	Events   int         `json:"events"`
	Met      []Violation `json:"met,omitempty"` // other than the wanted crash, each once
	Nearest  *Nearest    `json:"nearest,omitempty"`
	tally.Coverage
	// API and StandIns are what the devices of a search of reproduce were in the end: the API level that they show,
	// 0 for that of their framework, and whether they have stand-in servers.
	API      int  `json:"api,omitempty"`
	StandIns bool `json:"standIns,omitempty"`
	// Waiting is how many of Met were not tried again, in a run of fuzz.
	Waiting int `json:"waiting,omitempty"`
	// Verdict is that of the job, "" while it goes on.
	Verdict report.Verdict `json:"verdict,omitempty"`

	unconfirmed *event.Script
}

// Violation is a crash, or what another oracle saw, with the script that led to it.
type Violation struct {
	Oracle    string  `json:"oracle"`
	Signature string  `json:"signature"`
	Title     string  `json:"title"`
	Detail    string  `json:"detail,omitempty"`
	Count     int     `json:"count"`
	Events    int     `json:"events"`  // when it happened first
	Seconds   float64 `json:"seconds"` // the same
	Script    string  `json:"script"`
	// Crash is the crash that it is, nil if it is none.
	Crash *crash.Crash `json:"crash,omitempty"`
}

// Nearest is the script that came nearest to the wanted crash.
type Nearest struct {
	Waits  string `json:"waits,omitempty"` // the goal that did not hold
	Events int    `json:"events"`
	Script string `json:"script"`
}

// Open reads the checkpoint of a run directory, and the script in it that waits to be confirmed.
func Open(dir string) (*Checkpoint, error) {
	files, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("--resume %s: %w", dir, err)
	}
	defer files.Close()
	data, err := files.ReadFile(report.FileCheckpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--resume %s: there is no %s: it is no run directory of reproduce or fuzz, or one whose "+
			"search never began; leave out --resume to begin anew", dir, report.FileCheckpoint)
	}
	if err != nil {
		return nil, fmt.Errorf("--resume %s: %w", dir, err)
	}
	c, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("--resume %s: %s: %w", dir, report.FileCheckpoint, err)
	}
	switch text, err := files.ReadFile(report.FileUnconfirmed); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("--resume %s: %w", dir, err)
	default:
		if c.unconfirmed, err = event.Decode(text); err != nil {
			return nil, fmt.Errorf("--resume %s: %s: %w", dir, report.FileUnconfirmed, err)
		}
	}
	return c, nil
}

// maxSearched is a century, in seconds: durations hold no more than three.
const maxSearched = 100 * 365 * 24 * 3600

// Decode reads a checkpoint.
func Decode(data []byte) (*Checkpoint, error) {
	c := &Checkpoint{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, err
	}
	if c.Schema != schema {
		return nil, fmt.Errorf("another talpa wrote it (format %d, this one reads %d): begin anew without --resume",
			c.Schema, schema)
	}
	if c.Events < 0 || c.Searched < 0 || c.Searched > maxSearched || c.Commands < 1 || c.Waiting < 0 {
		return nil, errors.New("counts that cannot be")
	}
	for _, v := range c.Met {
		if _, err := event.Decode([]byte(v.Script)); err != nil {
			return nil, fmt.Errorf("the script of %q: %w", v.Title, err)
		}
	}
	if c.Nearest != nil {
		if _, err := event.Decode([]byte(c.Nearest.Script)); err != nil {
			return nil, fmt.Errorf("the nearest script: %w", err)
		}
	}
	return c, nil
}

// Encode writes a checkpoint.
func (c *Checkpoint) Encode() ([]byte, error) {
	c.Schema = schema
	data, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encoding the checkpoint: %w", err)
	}
	return append(data, '\n'), nil
}

// Check says why a job cannot go on from c, which dir holds: it is about another app or crash, or
// nothing is left to do.
func (c *Checkpoint) Check(dir string, job *Checkpoint) error {
	switch {
	case c.Job != job.Job:
		return fmt.Errorf("--resume %s: that is a run of talpa %s: talpa %s --resume %s goes on with it",
			dir, c.Job, c.Job, dir)
	case c.SHA256 != job.SHA256:
		return fmt.Errorf("--resume %s: that run searched another build of the app, %s (SHA-256 %.12s..., not %.12s...): "+
			"give that one, or leave out --resume to begin anew", dir, c.App, c.SHA256, job.SHA256)
	case c.Crash != job.Crash:
		return fmt.Errorf("--resume %s: that run looks for %s, and the trace tells of %s: "+
			"leave out the trace to go on, or --resume to begin anew", dir, c.Title, job.Title)
	case c.Verdict == report.Reproduced:
		return fmt.Errorf("--resume %s: that run has reproduced the crash: talpa replay %s APP.apk runs its script; "+
			"leave out --resume to search anew", dir, dir)
	}
	return nil
}

// Left is what is left of a budget of time and events, 0 for no bound; an error if the search has
// spent it and no script waits to be tried again.
func (c *Checkpoint) Left(dir string, limit time.Duration, events int) (time.Duration, error) {
	spent, waits := time.Duration(c.Searched*float64(time.Second)), c.unconfirmed != nil || c.Waiting > 0
	switch {
	case limit <= 0 && events <= 0:
		return 0, nil
	case limit > 0 && spent >= limit && !waits:
		return 0, fmt.Errorf("--resume %s: that search has had its time, %s of %s: give it more in all, for example "+
			"--time %s", dir, spent.Round(time.Second), limit, 2*limit)
	case events > 0 && c.Events >= events && !waits:
		return 0, fmt.Errorf("--resume %s: that search has had its events, %d of %d: give it more in all, for example "+
			"--events %d", dir, c.Events, events, 2*events)
	case limit <= 0:
		return 0, nil
	}
	return max(limit-spent, time.Second), nil
}

// Differ names the settings that others have in another way, sorted, each as a flag with the
// value of c.
func (c *Checkpoint) Differ(others map[string]string) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(others)) {
		if value, ok := c.Settings[name]; ok && value != others[name] {
			all = append(all, "--"+name+"="+value)
		}
	}
	return all
}

// Unconfirmed is the script that met the wanted crash and was not tried again; nil if there is none.
func (c *Checkpoint) Unconfirmed() *fuzz.Finding {
	if c.unconfirmed == nil {
		return nil
	}
	return &fuzz.Finding{Violation: oracle.Violation{Oracle: "crash", Title: c.Title}, Script: c.unconfirmed,
		Count: 1, Events: c.Events}
}

// Findings are the violations that were met, as a search returns them.
func (c *Checkpoint) Findings() []*fuzz.Finding {
	var all []*fuzz.Finding
	for _, v := range c.Met {
		f := &fuzz.Finding{Count: v.Count, Events: v.Events, Elapsed: time.Duration(v.Seconds * float64(time.Second)),
			Violation: oracle.Violation{Oracle: v.Oracle, Signature: v.Signature, Title: v.Title, Detail: v.Detail},
			Script:    script(v.Script)}
		if v.Crash != nil {
			f.Crash, f.Violation.Crash = *v.Crash, v.Crash
		}
		all = append(all, f)
	}
	return all
}

// Tally is the sum of the searches so far.
func (c *Checkpoint) Tally() tally.Tally { return tally.Earlier(c.Events, c.Findings(), c.Coverage) }

// Near is the script that came nearest, nil if none did.
func (c *Checkpoint) Near() *event.Script {
	if c.Nearest == nil {
		return nil
	}
	return script(c.Nearest.Script)
}

// script reads a script that Decode has checked.
func script(text string) *event.Script {
	s, err := event.Decode([]byte(text))
	if err != nil {
		return &event.Script{}
	}
	return s
}

// violation is a finding in the file's form.
func violation(f *fuzz.Finding) Violation {
	return Violation{Oracle: f.Violation.Oracle, Signature: f.Violation.Signature, Title: f.Violation.Title,
		Detail: f.Violation.Detail, Count: f.Count, Events: f.Events, Seconds: f.Elapsed.Seconds(),
		Script: string(f.Script.Encode()), Crash: f.Violation.Crash}
}
