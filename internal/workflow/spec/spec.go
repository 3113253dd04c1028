// Package spec makes the files that oracles judge by: a specification of PBFDroid becomes properties as
// code, and so does a replay, as a first draft.
package spec

import (
	"fmt"
	"path/filepath"

	"talpa/fuzz"
	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/dmf"
	"talpa/fuzz/oracle/property"
	"talpa/fuzz/oracle/property/conversion"
	"talpa/fuzz/oracle/property/draft"
)

// Converted is the result of Convert.
type Converted struct {
	Source  string   `json:"source"`            // the file of properties
	Rules   int      `json:"rules"`             // in it
	Remarks []string `json:"remarks,omitempty"` // what of the specification was left out
}

// Convert makes a file of properties of a specification of PBFDroid; its key views are read from
// the file beside it.
func Convert(path string) (*Converted, error) {
	spec, err := dmf.Read(path)
	if err != nil {
		return nil, err
	}
	source := conversion.Starlark(filepath.Base(path), spec)
	rules, err := property.Parse(path, []byte(source))
	if err != nil {
		return nil, fmt.Errorf("%s: the converted file cannot be read: %w", path, err)
	}
	return &Converted{Source: source, Rules: len(rules.Rules), Remarks: spec.Remarks}, nil
}

// Drafted is the result of Draft.
type Drafted struct {
	Source string `json:"source"` // the file of properties
	// Judged says that the draft was judged by the very screens that it was made of: its steps were
	// recognised, and what it checks held. Else Why says what is in the way.
	Judged bool   `json:"judged"`
	Why    string `json:"why,omitempty"`
}

// Draft makes a draft of a replay, and judges the replay by it.
func Draft(name, pkg string, out *fuzz.Outcome) (*Drafted, error) {
	if len(out.Crashes) > 0 && out.Crashes[0].Fatal() {
		return nil, fmt.Errorf("%s: the app crashes on the way: %s", name, out.Crashes[0].Title())
	}
	steps := make([]draft.Step, len(out.Steps))
	for i, s := range out.Steps {
		if s.Missing {
			return nil, fmt.Errorf("%s: event %d, %s: its widget is not on the screen", name, i+1, s.Event)
		}
		steps[i] = draft.Step{Event: s.Event, Before: s.Before, Widget: s.Widget}
	}
	source, err := draft.Starlark(name, steps, out.End)
	if err != nil {
		return nil, err
	}
	spec, err := property.Parse(name, []byte(source))
	if err != nil {
		return nil, fmt.Errorf("the draft cannot be read: %w", err)
	}
	o := property.New(spec, nil)
	for i, s := range out.Steps {
		step := oracle.Step{Event: s.Event, Package: pkg, Before: s.Before, After: out.End, Alive: true, Refused: s.Refused}
		if i+1 < len(out.Steps) {
			step.After = out.Steps[i+1].Before
		}
		o.Judge(step)
	}
	result := &Drafted{Source: source, Judged: o.Tallies()[0].Judged > 0}
	if !result.Judged {
		result.Why = "the draft checks nothing yet that held on the screens it was made of"
	}
	return result, nil
}
