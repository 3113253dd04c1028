// Package manifest reads files that name many submissions of a campaign. It submits nothing.
package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"talpa/internal/campaign"
)

// Manifest names many submissions in one file, as JSON: entries, and what they share.
//
//	{"seeds": "1-3", "time": "10m", "entries": [
//	  {"app": "a.apk", "traces": ["crash1.txt", "crash2.txt"], "untilSolved": true},
//	  {"app": "b.apk", "seeds": "1-10", "generators": ["guided", "random"]}
//	]}
//
// Paths are relative to the manifest's folder. What an entry does not say it takes from the
// manifest, and what that does not say from the command line.
type Manifest struct {
	Plan
	Entries []Entry `json:"entries"`
}

// Plan is what an entry can say, or the manifest for all that do not.
type Plan struct {
	Seeds       string   `json:"seeds,omitempty"` // one or a range, "1-10"
	Levels      []string `json:"levels,omitempty"`
	Generators  []string `json:"generators,omitempty"`
	Oracles     []string `json:"oracles,omitempty"`
	Time        string   `json:"time,omitempty"` // "10m"
	Events      *int     `json:"events,omitempty"`
	Attempts    *int     `json:"attempts,omitempty"`
	UntilSolved *bool    `json:"untilSolved,omitempty"` // of traces
}

// Entry is an app with the crashes to reproduce; without traces any crash is looked for.
type Entry struct {
	Plan
	App     string   `json:"app"`
	Mapping string   `json:"mapping,omitempty"`
	Traces  []string `json:"traces,omitempty"`
}

// Request is one submission that a manifest asks for; its files are named, not read.
type Request struct {
	campaign.Submission
	TraceFile string // "" looks for any crash
	Mapping   string
}

// maxManifest bounds a manifest, in bytes.
const maxManifest = 16 << 20

// Read reads the submissions of a manifest; common is what the command line says.
func Read(file string, common campaign.Submission) ([]Request, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("reading the manifest: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxManifest+1))
	if err != nil {
		return nil, fmt.Errorf("reading the manifest: %w", err)
	}
	if len(data) > maxManifest {
		return nil, fmt.Errorf("the manifest %s has more than %d MB", file, maxManifest>>20)
	}
	all, err := parse(data, filepath.Dir(file), common)
	if err != nil {
		return nil, fmt.Errorf("the manifest %s: %w", file, err)
	}
	return all, nil
}

func parse(data []byte, dir string, common campaign.Submission) ([]Request, error) {
	var m Manifest
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	if err := in.Decode(&m); err != nil {
		return nil, err
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more text after the end of the list")
	}
	if len(m.Entries) == 0 {
		return nil, errors.New("it has no entries")
	}
	m.locate(dir)
	common, err := m.apply(common)
	if err != nil {
		return nil, err
	}
	var all []Request
	for i, e := range m.Entries {
		e.locate(dir)
		s, err := e.apply(common)
		if err == nil && e.App == "" {
			err = errors.New("no app")
		}
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		s.APK = beside(dir, e.App)
		if len(e.Traces) == 0 {
			s.Job.UntilSolved = false
			all = append(all, Request{Submission: s})
		}
		for _, trace := range e.Traces {
			all = append(all, Request{Submission: s, TraceFile: beside(dir, trace), Mapping: beside(dir, e.Mapping)})
		}
	}
	return all, nil
}

// beside is a path of the manifest's.
func beside(dir, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// locate makes the files of oracles those beside the manifest.
func (p Plan) locate(dir string) {
	for i, name := range p.Oracles {
		if word, path, hasFile := strings.Cut(name, "="); hasFile {
			p.Oracles[i] = word + "=" + beside(dir, path)
		}
	}
}

// apply is a submission with what the plan says.
func (p Plan) apply(s campaign.Submission) (campaign.Submission, error) {
	var err error
	if p.Seeds != "" {
		if s.Seeds, err = campaign.ParseSeeds(p.Seeds); err != nil {
			return s, err
		}
	}
	if p.Time != "" {
		if s.Job.Time, err = time.ParseDuration(p.Time); err != nil {
			return s, fmt.Errorf("time %q: want for example 10m", p.Time)
		}
	}
	for _, list := range []struct {
		said []string
		to   *[]string
	}{{p.Levels, &s.Levels}, {p.Generators, &s.Generators}, {p.Oracles, &s.Job.Oracles}} {
		if len(list.said) > 0 {
			*list.to = list.said
		}
	}
	if p.Events != nil {
		s.Job.Events = *p.Events
	}
	if p.Attempts != nil {
		s.Job.Attempts = *p.Attempts
	}
	if p.UntilSolved != nil {
		s.Job.UntilSolved = *p.UntilSolved
	}
	return s, nil
}
