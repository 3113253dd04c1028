// Package sarif writes the crashes that a run met in the Static Analysis Results Interchange Format,
// version 2.1.0 (an OASIS standard), which code hosts show beside the lines of the source.
//
// A result lies where the crash came from: the deepest frame of the app. Its file is the path that
// the class's package stands for, below the folder of sources that the user names; Java and Kotlin
// sources that lie elsewhere get a path that is not theirs.
package sarif

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"talpa/asra/trace"
	"talpa/fuzz/report"
)

const (
	version   = "2.1.0"
	schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	baseID    = "SRCROOT"
	maxFrames = 100
)

type log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool        tool           `json:"tool"`
	Invocations []invocation   `json:"invocations"`
	ColumnKind  string         `json:"columnKind"`
	Results     []result       `json:"results"`
	Properties  map[string]any `json:"properties"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Rules   []rule `json:"rules"`
}

type rule struct {
	ID      string  `json:"id"`
	Short   message `json:"shortDescription"`
	Default struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type message struct {
	Text string `json:"text"`
}

type invocation struct {
	CommandLine   string         `json:"commandLine,omitempty"`
	Successful    bool           `json:"executionSuccessful"`
	ExitCode      int            `json:"exitCode"`
	Start         string         `json:"startTimeUtc"`
	End           string         `json:"endTimeUtc"`
	Notifications []notification `json:"toolExecutionNotifications,omitempty"`
}

type notification struct {
	Level   string  `json:"level"`
	Message message `json:"message"`
}

type result struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      message           `json:"message"`
	Locations    []location        `json:"locations,omitempty"`
	Stacks       []stack           `json:"stacks,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Properties   map[string]any    `json:"properties,omitempty"`
}

type location struct {
	Physical *physical `json:"physicalLocation,omitempty"`
	Logical  []logical `json:"logicalLocations,omitempty"`
}

type physical struct {
	Artifact artifact `json:"artifactLocation"`
	Region   *region  `json:"region,omitempty"`
}

type artifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

type region struct {
	StartLine int `json:"startLine"`
}

type logical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

type stack struct {
	Message message `json:"message"`
	Frames  []frame `json:"frames"`
}

type frame struct {
	Location location `json:"location"`
}

// Encode writes the crashes of a run that is over. Source is the folder of sources in the
// repository, such as app/src/main/java; "" is the repository's root.
func Encode(r *report.Run, source string) ([]byte, error) {
	verdict := r.Verdict()
	ok := verdict != report.NoVerdict && verdict != report.Stopped
	out := run{
		Tool: tool{driver{Name: "talpa", Version: r.Version, Rules: []rule{}}}, ColumnKind: "utf16CodeUnits",
		Results: []result{},
		Invocations: []invocation{{CommandLine: r.Command, Successful: ok, ExitCode: r.ExitCode(),
			Start: stamp(r.Started), End: stamp(r.Started.Add(time.Duration(r.Seconds * float64(time.Second))))}},
		Properties: map[string]any{"verdict": verdict, "app": r.App.Package, "sha256": r.App.SHA256, "seed": r.Seed,
			"events": r.Search.Events},
	}
	if !ok {
		text := cmp.Or(r.Fault, r.Reason())
		out.Invocations[0].Notifications = []notification{{Level: "error", Message: message{text}}}
	}
	e := encoder{r.InApp, source, &out}
	if r.Found != nil {
		e.add(*r.Found)
	}
	for _, f := range r.Findings {
		e.add(f)
	}
	return encode(out)
}

func encode(out run) ([]byte, error) {
	data, err := json.MarshalIndent(log{Schema: schemaURI, Version: version, Runs: []run{out}}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the SARIF report: %w", err)
	}
	return append(data, '\n'), nil
}

// Many are crashes that many runs met, each told once.
type Many struct {
	Command    string // that sums them up
	From, To   time.Time
	Properties map[string]any
	Crashes    []Crash
}

// Crash is a crash of which no more is known than where it came from.
type Crash struct {
	Exception string
	Title     string
	Signature string      // of trace.Sign; "" if it is not known
	Frame     trace.Frame // the deepest of the app; without a class if none is
}

// EncodeMany writes crashes that many runs met. Source is as in Encode.
func EncodeMany(m Many, source string) ([]byte, error) {
	out := run{
		Tool: tool{driver{Name: "talpa", Rules: []rule{}}}, ColumnKind: "utf16CodeUnits", Results: []result{},
		Invocations: []invocation{{CommandLine: m.Command, Successful: true, Start: stamp(m.From), End: stamp(m.To)}},
		Properties:  m.Properties,
	}
	e := encoder{func(string) bool { return true }, source, &out}
	for _, c := range m.Crashes {
		id := cmp.Or(c.Exception, "finding")
		x := result{RuleID: id, RuleIndex: e.rule(id), Level: "error", Message: message{cmp.Or(c.Title, id)}}
		if c.Frame.Class != "" {
			x.Locations = []location{e.location(c.Frame)}
		}
		if c.Signature != "" {
			x.Fingerprints = map[string]string{fingerprint: c.Signature}
		}
		out.Results = append(out.Results, x)
	}
	return encode(out)
}

// fingerprint names the signature of a crash (trace.Sign).
const fingerprint = "crashSignature/v1"

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// encoder adds results to a run.
type encoder struct {
	inApp  func(class string) bool // nil is a guess by names
	source string
	out    *run
}

// add adds a finding.
func (e encoder) add(f report.Finding) {
	id := f.Kind
	var t trace.Trace
	if f.Crash != nil {
		t = f.Crash.Trace
		if cause, ok := t.Cause(); ok && cause.Class != "" {
			id = cause.Class
		}
	}
	id = cmp.Or(id, "finding")
	x := result{RuleID: id, RuleIndex: e.rule(id), Level: "error", Message: message{e.text(f)}}
	if _, point, ok := t.Point(e.inApp); ok {
		x.Locations = []location{e.location(point)}
	}
	for _, th := range t.Chain {
		if len(th.Frames) == 0 {
			continue
		}
		s := stack{Message: message{strings.TrimSuffix(th.Class+": "+th.Message, ": ")}}
		for _, fr := range th.Frames[:min(len(th.Frames), maxFrames)] {
			s.Frames = append(s.Frames, frame{e.location(fr)})
		}
		x.Stacks = append(x.Stacks, s)
	}
	if f.Crash != nil {
		x.Fingerprints = map[string]string{fingerprint: trace.Sign(t, e.inApp)}
	}
	if f.Script != nil {
		x.Properties = map[string]any{"script": string(f.Script.Encode())}
	}
	e.out.Results = append(e.out.Results, x)
}

// rule is the index of a rule, which is added if it is new.
func (e encoder) rule(id string) int {
	rules := &e.out.Tool.Driver.Rules
	if i := slices.IndexFunc(*rules, func(r rule) bool { return r.ID == id }); i >= 0 {
		return i
	}
	x := rule{ID: id, Short: message{id}}
	x.Default.Level = "error"
	*rules = append(*rules, x)
	return len(*rules) - 1
}

// text is the message of a result.
func (e encoder) text(f report.Finding) string {
	text := cmp.Or(f.Title, f.Kind, "finding")
	if f.Crash != nil {
		text = f.Crash.Title()
	}
	if f.Detail != "" {
		text += "\n" + f.Detail
	}
	if f.Script != nil {
		text += fmt.Sprintf("\nA script of %s leads to it.", report.Counted(len(f.Script.Events), "event"))
	}
	return text
}

// location is where a frame lies. Frames outside the app have no file of the repository's.
func (e encoder) location(f trace.Frame) location {
	l := location{Logical: []logical{{Name: f.Class + "." + f.Method, Kind: "function"}}}
	inApp := e.inApp == nil || e.inApp(f.Class)
	if f.File == "" || strings.ContainsAny(f.File, "/\\ ") || !inApp {
		return l
	}
	folder := ""
	if i := strings.LastIndexByte(f.Class, '.'); i >= 0 {
		folder = strings.ReplaceAll(f.Class[:i], ".", "/")
	}
	uri := url.URL{Path: path.Join(strings.TrimPrefix(path.Clean("/"+e.source), "/"), folder, f.File)}
	l.Physical = &physical{Artifact: artifact{URI: uri.EscapedPath(), BaseID: baseID}}
	if f.Line > 0 {
		l.Physical.Region = &region{f.Line}
	}
	return l
}
