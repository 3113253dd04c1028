// Package junit writes what a run came to as the XML that continuous integration reads from test
// runners, in the form of the Ant task junit, which Jenkins, GitLab and GitHub's actions share.
//
// A test passes where the command ends with 0: a crash that was wanted and happened again, or a
// search without findings. What is a verdict of the app is a failure, what is none an error.
//
// Of many runs there are suites (EncodeSuites): whoever ran them says which test passed.
package junit

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"talpa/fuzz/report"
)

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr,omitempty"`
	Time     string   `xml:"time,attr"` // seconds
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Time       string     `xml:"time,attr"`
	Timestamp  string     `xml:"timestamp,attr"` // ISO 8601, UTC, without a zone
	Properties []property `xml:"properties>property,omitempty"`
	Cases      []testCase `xml:"testcase"`
	Out        string     `xml:"system-out,omitempty"`

	seconds float64 // Time
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type testCase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	Time    string   `xml:"time,attr"`
	Failure *problem `xml:"failure"`
	Error   *problem `xml:"error"`
	Skipped *problem `xml:"skipped"`
}

type problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// Encode writes a run that is over.
func Encode(r *report.Run) ([]byte, error) {
	s := suite{
		Name: strings.TrimSuffix("talpa "+r.Job+" "+r.App.Package, " "), seconds: max(0, r.Seconds),
		Timestamp: stamp(r.Started),
		Properties: []property{
			{"verdict", string(r.Verdict())}, {"talpa", r.Version}, {"app", r.App.File}, {"sha256", r.App.SHA256},
			{"seed", fmt.Sprint(r.Seed)}, {"events", fmt.Sprint(r.Search.Events)}, {"command", r.Command},
		},
		Cases: cases(r),
		Out:   strings.Join(append(append([]string{}, r.Fidelity...), r.Notes...), "\n"),
	}
	return encode([]suite{s})
}

// Outcome is what became of a test.
type Outcome int

// The outcomes. Errors are no verdict of the app.
const (
	Passed Outcome = iota
	Failed
	Error
	Skipped
)

// Suite is tests that belong together.
type Suite struct {
	Name    string
	Started time.Time
	Tests   []Test
}

// Test is one run among many.
type Test struct {
	Name, Class string
	Seconds     float64
	Outcome     Outcome
	// Message is why it did not pass in a line, Text more of it.
	Message, Text string
}

// EncodeSuites writes what many runs came to.
func EncodeSuites(all []Suite) ([]byte, error) {
	var out []suite
	for _, one := range all {
		s := suite{Name: one.Name, Timestamp: stamp(one.Started)}
		for _, t := range one.Tests {
			s.seconds += max(0, t.Seconds)
			s.Cases = append(s.Cases, t.encode())
		}
		out = append(out, s)
	}
	return encode(out)
}

// encode is the test as an element.
func (t Test) encode() testCase {
	c := testCase{Name: t.Name, Class: t.Class, Time: seconds(t.Seconds)}
	p := &problem{Message: t.Message, Text: t.Text}
	switch t.Outcome {
	case Failed:
		p.Type, c.Failure = "failure", p
	case Error:
		p.Type, c.Error = "error", p
	case Skipped:
		c.Skipped = p
	case Passed:
	}
	return c
}

// encode writes suites, with their counts and without what XML cannot hold.
func encode(all []suite) ([]byte, error) {
	out := suites{Name: "talpa", Suites: all}
	sum := 0.0
	for i := range all {
		s := &all[i]
		s.finish()
		s.Time = seconds(s.seconds)
		out.Tests, out.Failures, out.Errors = out.Tests+s.Tests, out.Failures+s.Failures, out.Errors+s.Errors
		out.Skipped += s.Skipped
		sum += s.seconds
	}
	out.Time = seconds(sum)
	data, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the JUnit report: %w", err)
	}
	return append(append([]byte(xml.Header), data...), '\n'), nil
}

// finish counts the tests of a suite and replaces what XML cannot hold.
func (s *suite) finish() {
	for i := range s.Properties {
		s.Properties[i].Value = legal(s.Properties[i].Value)
	}
	s.Name, s.Out = legal(s.Name), legal(s.Out)
	for i := range s.Cases {
		c := &s.Cases[i]
		c.Name, c.Class = legal(c.Name), legal(c.Class)
		s.Failures += c.Failure.finish()
		s.Errors += c.Error.finish()
		s.Skipped += c.Skipped.finish()
	}
	s.Tests = len(s.Cases)
}

// finish replaces what XML cannot hold, and is how many problems this is: 0 for none.
func (p *problem) finish() int {
	if p == nil {
		return 0
	}
	p.Message, p.Type, p.Text = legal(p.Message), legal(p.Type), legal(p.Text)
	return 1
}

// stamp is a moment in the form of Ant's task.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") }

// cases are the tests of a run: the wanted crash, or each finding of a run without one.
func cases(r *report.Run) []testCase {
	verdict := r.Verdict()
	main := testCase{Name: name(r), Class: class(r), Time: seconds(r.Seconds)}
	if r.Wanted != nil {
		if _, frame, ok := r.Wanted.Point(r.InApp); ok {
			main.Class = frame.Class
		}
	}
	switch verdict {
	case report.NotReproduced:
		main.Failure = &problem{Message: "not reproduced in " + report.Counted(r.Search.Events, "event"),
			Type: string(verdict)}
		if r.Job == "replay" {
			main.Failure.Message = "the crash did not happen every time"
		}
		if r.Wanted != nil {
			main.Failure.Text = r.Wanted.Format()
		}
	case report.NoVerdict, report.Stopped:
		main.Error = &problem{Message: cmp.Or(r.Fault, r.Reason()), Type: string(verdict), Text: r.Fault}
	case report.Violated:
		return findings(r)
	case report.Reproduced, report.Clean:
	}
	return []testCase{main}
}

// name says what the test of a run is about.
func name(r *report.Run) string {
	if r.Wanted == nil && r.Found != nil {
		return cmp.Or(r.Found.Title, r.Job)
	}
	if r.Wanted == nil {
		return r.Job
	}
	cause, frame, ok := r.Wanted.Point(r.InApp)
	if !ok {
		cause, _ = r.Wanted.Cause()
		return cmp.Or(cause.Class, r.Job)
	}
	return cause.Class + " at " + frame.String()
}

// class is what tests are grouped by where no class of the app is known.
func class(r *report.Run) string { return cmp.Or(r.App.Package, "talpa") }

// findings are the failed tests of a run without a wanted crash.
func findings(r *report.Run) []testCase {
	var all []testCase
	for i, f := range r.Findings {
		title := cmp.Or(f.Title, f.Kind, "finding")
		c := testCase{Name: fmt.Sprintf("%d: %s", i+1, title), Class: class(r), Time: seconds(f.Seconds)}
		text := f.Detail
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		if f.Crash != nil {
			if _, frame, ok := f.Crash.Trace.Point(r.InApp); ok {
				c.Class = frame.Class
			}
			text += f.Crash.Trace.Format()
		}
		if f.Script != nil {
			text += "script:\n" + string(f.Script.Encode())
		}
		c.Failure = &problem{Message: title, Type: cmp.Or(f.Kind, "finding"), Text: text}
		all = append(all, c)
	}
	return all
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", max(0, s)) }

// legal replaces the characters that XML 1.0 cannot hold or advises against.
func legal(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF:
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}
