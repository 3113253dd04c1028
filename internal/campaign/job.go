// Package campaign runs many jobs of talpa on a work queue: an app with a
// crash to reproduce, or without one to fuzz, for a range of seeds and for
// several configurations, on one machine or many.
//
// The queue is NATS JetStream, and all that a campaign is lies in three places
// of it: a work queue stream with a message for each job that is not over, an
// object store with apps, traces and the run folders of jobs, and a key-value
// bucket with the attempts at a job and its outcome. A job has one seed, so
// that a lease, a retry and a result are each about one search.
//
// What holds whatever dies when:
//
//   - No job is lost. A message leaves the queue when it is acknowledged, and
//     that is done after the outcome is stored. A worker that dies stops
//     renewing its lease, and the queue hands the job to the next one.
//   - None is counted twice. The outcome of a job is one key, created and never
//     overwritten: of two workers that did the same job, the second to finish
//     finds the key there and throws its own result away.
//   - None is tried for ever. An attempt is noted before it begins; what as many
//     workers as it has attempts have tried in vain, be it with errors or with
//     workers that died over it, ends in the dead list with all its errors, and
//     so does what one worker tried twice as often. Bad input is not tried again.
//   - A worker that cannot work takes no jobs. It proves that it can before it asks
//     for one, and steps back after faults of our own with several jobs in a row,
//     or where a job is of a newer talpa.
//   - What is damaged costs itself only. Files are verified by their hash when
//     they are written and when they are read; a message, outcome or archive that
//     cannot be read is one row of the report.
//
// Jobs that are submitted to run until the crash is solved form a portfolio: each is another
// member of it, which begins elsewhere, and once one of them has reproduced the crash the others
// end, waiting or running, as not needed.
//
// A campaign with nobody's server in view brings its own: the processes that
// use one campaign folder agree by a file lock on who runs it, and another
// takes over when that one ends.
//
// Not modelled: priorities, quotas of users, and authorisation beyond the token
// of the embedded server and what a NATS URL carries.
package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Configuration is one of the variants that a campaign compares.
type Configuration struct {
	Level     string `json:"level"`     // how much is pruned: none, log, reach, paper, asra, ladder
	Generator string `json:"generator"` // what chooses the events
}

// String is the configuration in one word, for example "asra/guided".
func (a Configuration) String() string { return a.Level + "/" + a.Generator }

// Job is one search: an app, a crash or none, a seed, a configuration. Files are named
// by the SHA-256 of their content.
type Job struct {
	APK           string        `json:"apk"`
	Trace         string        `json:"trace,omitempty"` // "" looks for any crash
	Mapping       string        `json:"mapping,omitempty"`
	Crash         int           `json:"crash,omitempty"` // which crash of the trace's text, from 1
	Seed          int64         `json:"seed"`
	Configuration Configuration `json:"configuration"`
	Time          time.Duration `json:"time"`             // of the search, nanoseconds
	Events        int           `json:"events,omitempty"` // of the search, 0 = no limit
	Rewriter      string        `json:"rewriter,omitempty"`
	Match         string        `json:"match,omitempty"`
	Confirm       int           `json:"confirm,omitempty"`
	Oracles       []string      `json:"oracles,omitempty"` // who judges a search without a trace; files by their names
	// OracleFiles are the files of Oracles, as INDEX/NAME=SHA-256: those of an oracle lie side by side.
	OracleFiles []string `json:"oracleFiles,omitempty"`
	Network     bool     `json:"network,omitempty"`
	Coverage    bool     `json:"coverage,omitempty"` // the methods that run are counted
	// Member is the number of the job's search in a portfolio of so many Members, from 0; see workflow.RunOptions.
	Member  int `json:"member,omitempty"`
	Members int `json:"members,omitempty"`

	// What follows does not make it another job.
	App      string `json:"app"`                 // file name of the app, for people
	TraceOf  string `json:"traceName,omitempty"` // file name of the trace, for people
	Attempts int    `json:"attempts"`            // how many workers try it at most
	// UntilSolved says that the job is not needed any more once another one has
	// reproduced the same crash.
	UntilSolved bool `json:"untilSolved,omitempty"`
	// Round counts from 0 how often the job was queued anew after it was over.
	Round int `json:"round,omitempty"`
	// Format is the version of this form, jobFormat where it was written.
	Format int `json:"format,omitempty"`
}

// jobFormat is the version of Job that this program writes and the newest that it reads. It rises
// with every field that a worker has to know; fields have omitempty, so that the ID of a job
// that does not use them stays what it was.
const jobFormat = 3

// ID is the name of the job: a hash of what it does. The same job submitted
// twice is one job.
func (j Job) ID() string {
	j.App, j.TraceOf, j.Attempts, j.UntilSolved, j.Round, j.Format = "", "", 0, false, 0, 0
	data, err := json.Marshal(j)
	if err != nil {
		panic(err) // a struct of strings and numbers has a JSON form
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// crash names what a job looks for: jobs with the same name are about one crash of one app.
func (j Job) crash() string {
	return Job{APK: j.APK, Trace: j.Trace, Mapping: j.Mapping, Crash: j.Crash, Match: j.Match}.ID()
}

// Lengths of names: of jobs and of files.
const (
	idLength  = 24
	sumLength = 64
)

// isHex says whether a text is so many digits of base 16: a hundred thousand IDs are asked about.
func isHex(text string, length int) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(text) == length
}

// validID says whether a text is the ID of a job.
func validID(text string) bool { return isHex(text, idLength) }

// errNewer means that a job was submitted by a newer talpa than this one.
var errNewer = errors.New("a job of this campaign was submitted by a newer talpa: this worker has to be updated")

// errDamaged means that a message or note is none that talpa wrote.
var errDamaged = errors.New("damaged")

// readJob reads the job of that ID, as it was written. An error is errNewer or errDamaged.
func readJob(id string, data []byte) (Job, error) {
	var form struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &form); err == nil && form.Format > jobFormat {
		return Job{}, errNewer
	}
	var j Job
	if err := json.Unmarshal(data, &j); err != nil {
		return Job{}, fmt.Errorf("the job %.40q is %w: %w", id, errDamaged, err)
	}
	if !validID(id) || j.ID() != id {
		return Job{}, fmt.Errorf("the job %.40q is %w: its content has another ID", id, errDamaged)
	}
	for _, sum := range []string{j.APK, j.Trace, j.Mapping} {
		if sum != "" && !isHex(sum, sumLength) {
			return Job{}, fmt.Errorf("the job %s is %w: %.40q names no file", id, errDamaged, sum)
		}
	}
	for _, file := range j.OracleFiles {
		path, sum, _ := strings.Cut(file, "=")
		if !filepath.IsLocal(path) || !isHex(sum, sumLength) {
			return Job{}, fmt.Errorf("the job %s is %w: %.80q names no file of an oracle", id, errDamaged, file)
		}
	}
	j.Attempts = max(j.Attempts, 1)
	return j, nil
}

// String names the job for people.
func (j Job) String() string {
	name := j.App
	if j.TraceOf != "" {
		name += " " + j.TraceOf
	}
	return fmt.Sprintf("%s %s seed %d", name, j.Configuration, j.Seed)
}

// Seeds is a range of seeds, both ends in it.
type Seeds struct{ First, Last int64 }

// maxSeeds bounds a range, maxJobs what one submission makes of it.
const (
	maxSeeds = 100_000
	maxJobs  = 100_000
)

// ParseSeeds reads "7" or "1-10".
func ParseSeeds(text string) (Seeds, error) {
	bad := fmt.Errorf("seeds %q: want one number or a range as 1-10", text)
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	var s Seeds
	var err error
	if s.First, err = strconv.ParseInt(first, 10, 64); err != nil {
		return s, bad
	}
	if s.Last, err = strconv.ParseInt(last, 10, 64); err != nil {
		return s, bad
	}
	if s.Last < s.First || s.Last-s.First >= maxSeeds {
		return s, fmt.Errorf("seeds %q: the range must rise and have at most %d seeds", text, maxSeeds)
	}
	return s, nil
}
