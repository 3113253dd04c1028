package spec

import (
	"fmt"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"

	"talpa/fuzz"
	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/dmf"
	"talpa/fuzz/oracle/property"
)

// File is a file of properties, in either form, that is tried out.
type File struct {
	Path string
	// New makes an oracle that carries out what it can, whenever it can.
	New     oracle.New
	Remarks []string       // what of it was left out
	lines   map[string]int // where each property begins
}

// Open reads a file: properties as code, or a specification of PBFDroid if its name ends in .json.
func Open(path string) (*File, error) {
	f := &File{Path: path, lines: map[string]int{}}
	if strings.EqualFold(filepath.Ext(path), ".json") {
		spec, err := dmf.Read(path)
		if err != nil {
			return nil, err
		}
		for i := range spec.Functions {
			f.lines[spec.Functions[i].Name] = spec.Functions[i].Line
		}
		f.Remarks = spec.Remarks
		f.New = func(rng *rand.Rand) oracle.Oracle { return dmf.NewEager(spec, rng) }
		return f, nil
	}
	spec, err := property.Read(path)
	if err != nil {
		return nil, err
	}
	for _, r := range spec.Rules {
		f.lines[r.Name] = r.Line
	}
	for _, inv := range spec.Invariants {
		f.lines[inv.Name] = inv.Line
	}
	f.New = func(rng *rand.Rand) oracle.Oracle { return property.NewEager(spec, rng) }
	return f, nil
}

// Checked is what trying a file out on an app came to.
type Checked struct {
	// Holds says that every property was judged and held.
	Holds      bool       `json:"holds"`
	Events     int        `json:"events"`
	Properties []Property `json:"properties"`
	// Remarks are what of the file was left out, and faults of its code.
	Remarks []string `json:"remarks,omitempty"`
}

// Property is one rule, invariant or function.
type Property struct {
	oracle.Tally
	Line  int  `json:"line,omitempty"` // where it begins in the file
	Holds bool `json:"holds"`          // it was judged and held
	// Wrong is what does not hold, in words.
	Wrong []string `json:"wrong,omitempty"`
}

// Conclude says of a search what it came to for each property of the file.
func (f *File) Conclude(r *fuzz.Result) *Checked {
	c := &Checked{Events: r.Progress.Events, Remarks: slices.Clone(f.Remarks)}
	for _, tally := range r.Tallies {
		p := Property{Tally: tally, Line: f.lines[tally.Property], Wrong: tally.Details()}
		for _, found := range r.Others {
			if v := found.Violation; v.Oracle == tally.Oracle && blames(v, tally.Property) {
				p.Wrong = append(p.Wrong, fmt.Sprintf("%d times: %s", found.Count, v.Title))
				p.Failed = max(p.Failed, 1)
			}
		}
		p.Holds = p.Judged > 0 && p.Failed == 0
		c.Properties = append(c.Properties, p)
	}
	c.Holds = !slices.ContainsFunc(c.Properties, func(p Property) bool { return !p.Holds })
	for _, found := range r.Others {
		v := found.Violation
		if !slices.ContainsFunc(r.Tallies, func(t oracle.Tally) bool {
			return t.Oracle == v.Oracle && blames(v,
				t.Property)
		}) {
			c.Remarks = append(c.Remarks, fmt.Sprintf("%s: %s", v.Oracle, v.Title))
		}
	}
	return c
}

// blames says whether a violation is one of a property: its signature names it, or a fault of its code.
func blames(v oracle.Violation, name string) bool {
	first, rest, _ := strings.Cut(v.Signature, "|")
	return first == name || first == "fault" && rest == name
}

// Summary says it for people.
func (c *Checked) Summary() string {
	var b strings.Builder
	holding := 0
	for _, p := range c.Properties {
		if p.Holds {
			holding++
		}
	}
	fmt.Fprintf(&b, "%d of %d properties hold (%d events)\n", holding, len(c.Properties), c.Events)
	for _, p := range c.Properties {
		word := "FAIL"
		if p.Holds {
			word = "ok"
		}
		at := ""
		if p.Line > 0 {
			at = fmt.Sprintf(" (line %d)", p.Line)
		}
		fmt.Fprintf(&b, "%-5s %s%s: precondition held %d, begun %d, broken off %d, judged %d, failed %d\n", word, p.Property,
			at, p.Held, p.Begun, p.BrokenOff, p.Judged, p.Failed)
		for _, line := range p.Wrong {
			fmt.Fprintf(&b, "      %s\n", line)
		}
	}
	for _, remark := range c.Remarks {
		fmt.Fprintf(&b, "note: %s\n", remark)
	}
	return b.String()
}
