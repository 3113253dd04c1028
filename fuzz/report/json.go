package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"talpa/asra/trace"
	"talpa/fuzz/oracle"
)

// Schema is the version of run.json. Fields may be added without a new one.
const Schema = 2

//go:embed schema.json
var schemaText []byte

// JSONSchema returns the JSON Schema (draft 2020-12) of run.json.
func JSONSchema() []byte { return bytes.Clone(schemaText) }

// runJSON is the form of run.json.
type runJSON struct {
	Schema      int            `json:"schema"`
	Talpa       string         `json:"talpa"`
	Job         string         `json:"job"`
	State       State          `json:"state"`
	Verdict     Verdict        `json:"verdict,omitempty"`
	Fault       string         `json:"fault,omitempty"`
	Refusal     string         `json:"refusal,omitempty"`
	Command     string         `json:"command,omitempty"`
	Started     time.Time      `json:"started"`
	Seconds     float64        `json:"seconds"`
	Seed        int64          `json:"seed"`
	App         App            `json:"app"`
	Device      Device         `json:"device"`
	Wanted      *crashJSON     `json:"wanted,omitempty"`
	Found       *findingJSON   `json:"found,omitempty"`
	Findings    []findingJSON  `json:"findings,omitempty"`
	Unconfirmed string         `json:"unconfirmed,omitempty"`
	Rewriter    string         `json:"rewriter,omitempty"`
	Search      Search         `json:"search"`
	Path        []Milestone    `json:"path,omitempty"`
	Fidelity    []string       `json:"fidelity,omitempty"`
	Notes       []string       `json:"notes,omitempty"`
	Properties  []oracle.Tally `json:"properties,omitempty"`
	Phases      []Phase        `json:"phases,omitempty"`
	Versions    []Item         `json:"versions,omitempty"`
}

// crashJSON is a trace in run.json.
type crashJSON struct {
	Exception string `json:"exception"` // class of the innermost cause
	Message   string `json:"message,omitempty"`
	Point     string `json:"point,omitempty"` // deepest app frame
	Signature string `json:"signature"`
	Trace     string `json:"trace"` // as Android prints it
}

// findingJSON is a finding in run.json.
type findingJSON struct {
	Kind      string         `json:"kind,omitempty"`
	Title     string         `json:"title"`
	Detail    string         `json:"detail,omitempty"`
	Level     string         `json:"level,omitempty"` // how well it agrees with the wanted trace
	Why       string         `json:"why,omitempty"`
	Crash     *crashJSON     `json:"crash,omitempty"`
	Script    []string       `json:"script,omitempty"` // events as script.talpa writes them
	Stability *stabilityJSON `json:"stability,omitempty"`
	Shrunk    *Shrunk        `json:"shrunk,omitempty"`
	Count     int            `json:"count,omitempty"`
	Events    int            `json:"events,omitempty"`
	Seconds   float64        `json:"seconds,omitempty"`
}

type stabilityJSON struct {
	Runs int `json:"runs"`
	Hits int `json:"hits"`
}

// encode writes run.json.
func encode(r *Run) ([]byte, error) {
	j := runJSON{
		Schema: Schema, Talpa: r.Version, Job: r.Job, State: r.State, Verdict: r.Verdict(), Unconfirmed: r.Unconfirmed,
		Fault: r.Fault, Refusal: r.Refusal, Command: r.Command,
		Started: r.Started.UTC(), Seconds: r.Seconds, Seed: r.Seed, App: r.App, Device: r.Device,
		Rewriter: r.Rewriter, Search: r.Search, Path: r.Path, Fidelity: r.Fidelity, Notes: r.Notes, Properties: r.Properties,
		Phases: r.Phases, Versions: r.Versions,
	}
	if r.Wanted != nil {
		j.Wanted = r.crashJSON(*r.Wanted)
	}
	if r.Found != nil {
		f := r.findingJSON(*r.Found)
		j.Found = &f
	}
	for _, f := range r.Findings {
		j.Findings = append(j.Findings, r.findingJSON(f))
	}
	data, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the run: %w", err)
	}
	return append(data, '\n'), nil
}

func (r *Run) crashJSON(t trace.Trace) *crashJSON {
	c := &crashJSON{Signature: trace.Sign(t, r.InApp), Trace: t.Format()}
	if cause, ok := t.Cause(); ok {
		c.Exception, c.Message = cause.Class, cause.Message
	}
	if _, frame, ok := t.Point(r.InApp); ok {
		c.Point = frame.String()
	}
	return c
}

func (r *Run) findingJSON(f Finding) findingJSON {
	j := findingJSON{
		Kind: f.Kind, Title: f.Title, Detail: f.Detail, Shrunk: f.Shrunk,
		Count: f.Count, Events: f.Events, Seconds: f.Seconds,
	}
	if f.Match != nil {
		j.Level, j.Why = f.Match.Level.String(), f.Match.Why
	}
	if f.Crash != nil {
		j.Crash = r.crashJSON(f.Crash.Trace)
	}
	if f.Script != nil {
		for _, e := range f.Script.Events {
			j.Script = append(j.Script, e.String())
		}
	}
	if f.Stability != nil {
		j.Stability = &stabilityJSON{Runs: f.Stability.Runs, Hits: f.Stability.Hits}
	}
	return j
}
