package campaign

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"talpa/fuzz/report"
	"talpa/internal/workflow"
	"talpa/internal/workflow/judge"
)

// Submission is what one call submits: an app, a crash or none, and the seeds
// and configurations that it is to be tried with.
type Submission struct {
	APK        string               // path
	Trace      *workflow.TraceInput // nil looks for any crash
	Seeds      Seeds
	Levels     []string // as in Configuration; not used without a trace
	Generators []string // guided, random
	Job        Job      // limits and options that all jobs share
}

// Submitted says what became of a submission.
type Submitted struct {
	Jobs   int `json:"jobs"`   // that the submission asks for
	New    int `json:"new"`    // put on the queue by it
	Queued int `json:"queued"` // that were waiting or running already
	Over   int `json:"over"`   // that have an outcome already
}

// Summary says it for people.
func (s *Submitted) Summary() string {
	return fmt.Sprintf("%s: %d new, %d queued already, %d done already\n", report.Counted(s.Jobs, "job"), s.New,
		s.Queued, s.Over)
}

// Add takes in what became of another submission.
func (s *Submitted) Add(other *Submitted) {
	s.Jobs, s.New, s.Queued, s.Over = s.Jobs+other.Jobs, s.New+other.New, s.Queued+other.Queued, s.Over+other.Over
}

// Submit checks the input, stores the files and queues the jobs that are
// neither queued nor done. To submit the same again is harmless.
func (c *Campaign) Submit(ctx context.Context, s Submission) (*Submitted, error) {
	jobs, err := s.expand(ctx)
	if err != nil {
		return nil, err
	}
	shared, err := c.store(ctx, s)
	if err != nil {
		return nil, err
	}
	out := &Submitted{Jobs: len(jobs)}
	for _, job := range jobs {
		job.APK, job.Trace, job.Mapping, job.Format = shared.APK, shared.Trace, shared.Mapping, jobFormat
		job.Oracles, job.OracleFiles = shared.Oracles, shared.OracleFiles
		if err := c.enqueue(ctx, job, out); err != nil {
			return out, workflow.Infra(fmt.Errorf("queueing %v: %w", job, err))
		}
	}
	return out, nil
}

// expand makes the jobs of a submission, still without the names of their
// files, after checking that each could be run.
func (s Submission) expand(ctx context.Context) ([]Job, error) {
	shared := s.Job
	shared.App = filepath.Base(s.APK)
	if shared.Attempts < 1 {
		return nil, fmt.Errorf("a job needs at least one attempt, got %d", shared.Attempts)
	}
	levels := s.Levels
	if s.Trace == nil && shared.UntilSolved {
		return nil, errors.New("--until-solved is for a crash that is wanted: name its trace")
	}
	if s.Trace == nil {
		levels = []string{"none"}
		shared.Rewriter, shared.Match, shared.Confirm = "", "", 0
		if _, err := judge.Oracles(shared.Oracles, slog.New(slog.DiscardHandler)); err != nil {
			return nil, err
		}
	} else {
		shared.Oracles = nil
		shared.TraceOf, shared.Crash = filepath.Base(s.Trace.Name), s.Trace.Crash
	}
	if len(levels) == 0 || len(s.Generators) == 0 {
		return nil, errors.New("no level or no generator given: there is nothing to run")
	}
	count := (s.Seeds.Last - s.Seeds.First + 1) * int64(len(levels)*len(s.Generators))
	if count > maxJobs {
		return nil, fmt.Errorf("%d jobs in one submission, at most %d: give fewer seeds", count, maxJobs)
	}
	var jobs []Job
	for _, level := range levels {
		for _, generator := range s.Generators {
			job := shared
			job.Configuration = Configuration{Level: level, Generator: generator}
			if err := s.check(ctx, job); err != nil {
				return nil, err
			}
			for seed := s.Seeds.First; ; seed++ {
				job.Seed = seed
				if n := s.Seeds.Last - s.Seeds.First + 1; shared.UntilSolved && n > 1 {
					job.Member, job.Members = int(seed-s.Seeds.First), int(n)
				}
				jobs = append(jobs, job)
				if seed == s.Seeds.Last {
					break
				}
			}
		}
	}
	return jobs, nil
}

// check finds bad input before it is queued.
func (s Submission) check(ctx context.Context, job Job) error {
	if s.Trace == nil {
		return job.fuzzing(s.APK, "").Check(ctx)
	}
	return job.reproducing(s.APK, *s.Trace, "").Check(ctx)
}

// store puts the files of a submission into the object store and returns their
// names.
func (c *Campaign) store(ctx context.Context, s Submission) (names Job, err error) {
	apk, err := os.ReadFile(s.APK)
	if err != nil {
		return names, fmt.Errorf("reading the app: %w", err)
	}
	if names.APK, err = c.put(ctx, apk); err != nil {
		return names, err
	}
	if s.Trace == nil {
		names.Oracles, names.OracleFiles, err = storeOracles(ctx, s.Job.Oracles, c.put)
		return names, err
	}
	if names.Trace, err = c.put(ctx, []byte(s.Trace.Text)); err != nil || s.Trace.Mapping == "" {
		return names, err
	}
	mapping, err := os.ReadFile(s.Trace.Mapping)
	if err != nil {
		return names, fmt.Errorf("reading the mapping: %w", err)
	}
	names.Mapping, err = c.put(ctx, mapping)
	return names, err
}

// storeOracles puts the files that oracles judge by into the object store, and returns the oracles with the names of
// their files in place of paths, and the files.
func storeOracles(ctx context.Context, asked []string, put func(context.Context, []byte) (string, error)) (
	oracles, stored []string, err error,
) {
	for i, name := range asked {
		word, path, hasFile := strings.Cut(strings.TrimSpace(name), "=")
		if !hasFile {
			oracles = append(oracles, word)
			continue
		}
		oracles = append(oracles, word+"="+filepath.Base(path))
		for _, file := range judge.Files(word, path) {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, fmt.Errorf("reading what the oracle %s judges by: %w", word, err)
			}
			sum, err := put(ctx, data)
			if err != nil {
				return nil, nil, err
			}
			stored = append(stored, fmt.Sprintf("%d/%s=%s", i, filepath.Base(file), sum))
		}
	}
	return oracles, stored, nil
}

// inputs is the folder of the object store for files by their SHA-256.
const inputs = "in/"

// put stores a file under its SHA-256, which it returns, unless it is there already, whole.
func (c *Campaign) put(ctx context.Context, data []byte) (string, error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	if c.files.verify(ctx, inputs+name, name) == nil {
		return name, nil
	}
	reader := func() (io.Reader, error) { return bytes.NewReader(data), nil }
	err := c.files.storeObject(ctx, inputs+name, name, int64(len(data)), reader)
	if err != nil {
		return "", workflow.Infra(fmt.Errorf("storing a file of %d bytes: %w", len(data), err))
	}
	return name, nil
}

// enqueue puts one job on the queue unless it is there or over.
func (c *Campaign) enqueue(ctx context.Context, job Job, out *Submitted) error {
	id := job.ID()
	switch over, err := c.outcome(ctx, id); {
	case err != nil:
		return err
	case over != nil:
		out.Over++
		return nil
	}
	data, err := json.Marshal(job)
	if err != nil {
		return err
	}
	err = c.publish(ctx, id, data)
	switch {
	case taken(err):
		out.Queued++
		return nil
	case err == nil:
		out.New++
	}
	return err
}

// publish puts the message of a job on the queue. A subject has one as long as its job is not
// over: a second is refused (taken).
func (c *Campaign) publish(ctx context.Context, id string, data []byte) error {
	return patiently(ctx, func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, c.subjectOf(id), data, jetstream.WithExpectLastSequencePerSubject(0))
		return err
	})
}

// taken says whether a message or key could not be made because there is one.
func taken(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
			api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}
