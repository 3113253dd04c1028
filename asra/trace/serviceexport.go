package trace

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
)

// This file reads crashes that services give as data, and writes them as Java prints
// them: what comes after it knows one form only.

// event is a crash in the JSON of Sentry (an event as the web page and the API give it),
// of Bugsnag (an event of its API) or of Crashlytics (a row that it writes to BigQuery).
type event struct {
	// Sentry: the innermost throwable first, the outermost frame first.
	Exception json.RawMessage `json:"exception"`
	Entries   []struct {
		Type string          `json:"type"`
		Data json.RawMessage `json:"data"`
	} `json:"entries"`
	// Bugsnag and Crashlytics: the outermost throwable first, the innermost frame first.
	Exceptions json.RawMessage `json:"exceptions"`
	Events     []event         `json:"events"`
	Event      *event          `json:"event"`
}

// sentryValues is the chain of throwables of a Sentry event.
type sentryValues struct {
	Values []struct {
		Type, Value, Module string
		Stacktrace          struct{ Frames []sentryFrame }
	}
}

// sentryFrame is a frame of Sentry: Module is the class, Function the method.
type sentryFrame struct {
	Module, Function, Filename string
	Lineno                     int
	LineNo                     int // as the API spells it
	Native                     bool
}

// serviceException is a throwable of Bugsnag or Crashlytics.
type serviceException struct {
	ErrorClass, Type, Message string
	SnakeClass                string `json:"error_class"`
	ExceptionMessage          string `json:"exception_message"`
	Stacktrace, Frames        []serviceEventFrame
}

// serviceEventFrame is a frame of Bugsnag or Crashlytics: Method or Symbol is the class and
// the method in one.
type serviceEventFrame struct {
	Method, Symbol, File string
	LineNumber, Line     int
	SnakeLine            int `json:"line_number"`
}

// fromJSON gives the crashes of a service's JSON as Java prints them; ok is false if the
// text is not JSON, or holds no crash in a known form.
func fromJSON(text string) (printed string, ok bool) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' || !strings.Contains(trimmed, `"exception`) {
		return "", false
	}
	var events []event
	if trimmed[0] == '{' {
		events = make([]event, 1)
		if json.Unmarshal([]byte(trimmed), &events[0]) != nil {
			return "", false
		}
	} else if json.Unmarshal([]byte(trimmed), &events) != nil {
		return "", false
	}
	var b strings.Builder
	for _, e := range events {
		e.print(&b, 0)
	}
	return b.String(), b.Len() > 0
}

// maxNesting bounds events inside events.
const maxNesting = 4

// print writes the crashes of the event, and of those inside it.
func (e event) print(b *strings.Builder, depth int) {
	if depth > maxNesting {
		return
	}
	printSentry(b, e.Exception)
	for _, entry := range e.Entries {
		if entry.Type == "exception" {
			printSentry(b, entry.Data)
		}
	}
	var list []serviceException
	if json.Unmarshal(e.Exceptions, &list) == nil {
		var chain []Throwable
		for _, x := range list {
			chain = append(chain, x.throwable())
		}
		printChain(b, chain)
	}
	for _, inner := range e.Events {
		inner.print(b, depth+1)
	}
	if e.Event != nil {
		e.Event.print(b, depth+1)
	}
}

// printSentry writes the exception of a Sentry event: {"values": [...]} or the list alone.
func printSentry(b *strings.Builder, raw json.RawMessage) {
	if len(raw) == 0 {
		return
	}
	var s sentryValues
	if json.Unmarshal(raw, &s) != nil && json.Unmarshal(raw, &s.Values) != nil {
		return
	}
	var chain []Throwable
	for i := len(s.Values) - 1; i >= 0; i-- {
		v := s.Values[i]
		t := Throwable{Class: qualified(v.Module, v.Type), Message: v.Value}
		for j := len(v.Stacktrace.Frames) - 1; j >= 0; j-- {
			f := v.Stacktrace.Frames[j]
			t.Frames = append(t.Frames, Frame{Class: f.Module, Method: f.Function, File: f.Filename,
				Line: max(f.Lineno, f.LineNo), Native: f.Native})
		}
		chain = append(chain, t)
	}
	printChain(b, chain)
}

// qualified joins a package and a class that services tell apart.
func qualified(pkg, class string) string {
	if pkg == "" || strings.Contains(class, ".") {
		return class
	}
	return pkg + "." + class
}

// throwable is the exception in this package's form.
func (x serviceException) throwable() Throwable {
	t := Throwable{Class: cmp.Or(x.ErrorClass, x.SnakeClass, x.Type), Message: cmp.Or(x.Message, x.ExceptionMessage)}
	for _, f := range append(x.Stacktrace, x.Frames...) {
		name := cmp.Or(f.Method, f.Symbol)
		dot := strings.LastIndexByte(name, '.')
		if dot <= 0 {
			continue
		}
		t.Frames = append(t.Frames, Frame{Class: name[:dot], Method: name[dot+1:], File: f.File,
			Line: max(f.LineNumber, f.SnakeLine, f.Line)})
	}
	return t
}

// printChain writes a crash, with a blank line behind it.
func printChain(b *strings.Builder, chain []Throwable) {
	if len(chain) == 0 || chain[0].Class == "" {
		return
	}
	for i := range chain {
		for j := range chain[i].Frames {
			f := &chain[i].Frames[j]
			f.File = f.File[strings.LastIndexAny(f.File, `/\`)+1:]
			f.Line = max(f.Line, 0)
		}
	}
	fmt.Fprintf(b, "%s\n\n", Trace{Chain: chain}.Format())
}

// stackColumns are the names of the column that holds the trace in the tables that the
// Play Console and crash services export.
var stackColumns = []string{"stack trace", "stacktrace", "stack_trace"}

// fromCSV gives the traces of an exported table, one below the other; ok is false if the
// text is no table with a column for traces.
func fromCSV(text string) (traces string, ok bool) {
	head, _, _ := strings.Cut(text, "\n")
	if lower := strings.ToLower(head); !strings.Contains(lower, ",") || !strings.Contains(lower, "stack") {
		return "", false
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	titles, err := r.Read()
	if err != nil {
		return "", false
	}
	column := -1
	for i, title := range titles {
		for _, name := range stackColumns {
			if strings.EqualFold(strings.TrimSpace(title), name) {
				column = i
			}
		}
	}
	if column < 0 {
		return "", false
	}
	var b strings.Builder
	for {
		row, err := r.Read()
		if err != nil {
			return b.String(), b.Len() > 0
		}
		if column < len(row) {
			fmt.Fprintf(&b, "%s\n\n", row[column])
		}
	}
}
