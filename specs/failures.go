package specs

import (
	_ "embed" // the data files
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	//go:embed failures.txt
	failuresText string
	//go:embed events.txt
	eventsText string
	//go:embed sources.txt
	sourcesText string
)

// Failure is what the message of an exception says of what failed.
type Failure struct {
	Kind string // a kind of failure of the guide
	// Told says that the message was known, and not the class of the exception alone.
	Told bool
	// Text is the value that failed, if HasText.
	Text    string
	HasText bool
	// Index and Size are numbers that the message gives; nil if it does not.
	Index, Size *int64
	// Name is what is missing or wanted, Class the class that was met, Use the member that
	// was used.
	Name, Class, Use string
	// Source says where the message is made; Events bring such a state about.
	Source string
	Events []string
}

// failureRow is a row of failures.txt.
type failureRow struct {
	kind, exception, source string
	// message is text and the names of parts in turns; nil for any message.
	message []string
	events  []string
}

// FailureOf reads the message of an exception, of which the Java name is given; ok is false
// if nothing is known of it.
func FailureOf(exception, message string) (f Failure, ok bool) {
	first, _, more := strings.Cut(message, "\n")
	f, ok = failureOf(exception, first)
	if ok && f.Told || !more {
		return f, ok
	}
	for _, between := range []string{" ", ""} { // a mail has wrapped the line, between words or in one
		whole, ok := failureOf(exception, strings.ReplaceAll(message, "\n", between))
		if member, _, _ := strings.Cut(whole.Use, "("); ok && whole.Told && strings.Count(member, " ") <= 1 {
			return whole, true
		}
	}
	return f, ok
}

// failureOf is FailureOf for a message of one line.
func failureOf(exception, message string) (f Failure, ok bool) {
	simple := exception[strings.LastIndexByte(exception, '.')+1:]
	inner := simple[strings.LastIndexByte(simple, '$')+1:]
	for i := range tables().failures {
		row := &tables().failures[i]
		if !fits(row.exception, simple) && !fits(row.exception, inner) {
			continue
		}
		f = Failure{Kind: row.kind, Source: row.source, Events: row.events, Told: row.message != nil}
		if row.message == nil || f.read(row.message, message) {
			return f, true
		}
	}
	return Failure{}, false
}

// fits says that a name is that of a row, in which "*" stands for anything.
func fits(pattern, name string) bool {
	first, rest, found := strings.Cut(pattern, "*")
	if !found {
		return name == pattern
	}
	if !strings.HasPrefix(name, first) {
		return false
	}
	middle, last, found := strings.Cut(rest, "*")
	if !found {
		return len(name) >= len(first)+len(rest) && strings.HasSuffix(name, rest)
	}
	return strings.Contains(name[len(first):], middle) && strings.HasSuffix(name, last)
}

// read takes the parts of a message; false if it is another message.
func (f *Failure) read(parts []string, message string) bool {
	rest, ok := strings.CutPrefix(message, parts[0])
	for i := 1; ok && i < len(parts); i += 2 {
		value, after := rest, ""
		switch literal := parts[i+1]; {
		case literal != "" && parts[i] == "text" && i+2 == len(parts):
			at := strings.LastIndex(rest, literal) // the value may hold it as well
			if ok = at >= 0; ok {
				value, after = rest[:at], rest[at:]
			}
		case literal != "":
			value, after, ok = strings.Cut(rest, literal)
			after = literal + after
		case isNumber(parts[i]):
			value = leadingNumber(rest)
		}
		ok = ok && f.set(parts[i], value)
		rest = strings.TrimPrefix(after, parts[i+1])
	}
	return ok
}

func isNumber(part string) bool { return part == "index" || part == "size" }

// leadingNumber is the number that a text begins with.
func leadingNumber(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return r != '-' && (r < '0' || r > '9') })
	if end < 0 {
		return s
	}
	return s[:end]
}

// set gives a part its value; false if it cannot have it.
func (f *Failure) set(part, value string) bool {
	switch part {
	case "index", "size":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return false
		}
		if part == "index" {
			f.Index = &n
		} else {
			f.Size = &n
		}
	case "text":
		f.Text, f.HasText = value, true
	case "name":
		f.Name = strings.Trim(value, `"'{}`)
	case "class":
		f.Class = value
	case "use":
		f.Use = value
	}
	return true
}

// messagePart is a part of a message of failures.txt; other braces are text.
var messagePart = regexp.MustCompile(`\{(any|text|index|size|name|use|class)\}`)

func (t *specTables) failureRow(line string) error {
	fields := strings.Split(line, "|")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) < 4 || len(fields) > 5 || fields[0] == "" || fields[1] == "" || fields[3] == "" {
		return fmt.Errorf("want kind | exception | message | source [| events], have %q", line)
	}
	row := failureRow{kind: fields[0], exception: fields[1], source: fields[3]}
	if len(fields) == 5 {
		row.events = strings.Fields(fields[4])
	}
	if text := fields[2]; text != "" {
		end := 0
		for _, at := range messagePart.FindAllStringSubmatchIndex(text, -1) {
			row.message = append(row.message, text[end:at[0]], text[at[2]:at[3]])
			end = at[1]
		}
		row.message = append(row.message, text[end:])
	}
	t.failures = append(t.failures, row)
	return nil
}

// eventRow is a row of events.txt.
type eventRow struct {
	frame  bool
	part   string
	events []string
}

// CallbackEvents are the events that have the framework call a method of the bare name.
func CallbackEvents(name string) []string { return tables().eventsOf(false, name) }

// FrameEvents are the events that a frame, as "class.method", tells of.
func FrameEvents(frame string) []string { return tables().eventsOf(true, frame) }

func (t *specTables) eventsOf(frame bool, text string) []string {
	matching := func(row eventRow) bool { return row.frame == frame && strings.Contains(text, row.part) }
	var all []string
	for _, row := range t.events {
		longer := func(r eventRow) bool {
			return matching(r) && len(r.part) > len(row.part) && strings.Contains(r.part, row.part)
		}
		if !matching(row) || slices.ContainsFunc(t.events, longer) {
			continue
		}
		for _, e := range row.events {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	return all
}

func (t *specTables) eventRow(fields []string) error {
	row, source, ok := cutFields(fields, "--")
	if !ok || len(row) < 3 || len(source) == 0 || row[0] != "callback" && row[0] != "frame" {
		return fmt.Errorf("want callback or frame, part, events -- source, have %q", fields)
	}
	t.events = append(t.events, eventRow{row[0] == "frame", row[1], row[2:]})
	return nil
}

// SourceKind says where the value comes from that a call gives; see sources.txt.
type SourceKind string

// The sources.
const (
	SourcePass       SourceKind = "pass"
	SourceElement    SourceKind = "element"
	SourceMember     SourceKind = "member"
	SourceSize       SourceKind = "size"
	SourceMade       SourceKind = "made"
	SourceText       SourceKind = "text"
	SourceSetting    SourceKind = "setting"
	SourcePreference SourceKind = "preference"
	SourceExtra      SourceKind = "extra"
	SourceData       SourceKind = "data"
	SourceRow        SourceKind = "row"
	SourceColumn     SourceKind = "column"
	SourceFile       SourceKind = "file"
	SourceRoom       SourceKind = "room"
	SourceServer     SourceKind = "server"
	SourceStream     SourceKind = "stream"
	SourceStatus     SourceKind = "status"
	SourceBody       SourceKind = "body"
	SourcePlace      SourceKind = "place"
	SourceSensor     SourceKind = "sensor"
	SourceBluetooth  SourceKind = "bluetooth"
	SourceNFC        SourceKind = "nfc"
	SourceStorage    SourceKind = "storage"
	SourceProvider   SourceKind = "provider"
	SourceScreen     SourceKind = "screen"
	SourceView       SourceKind = "view"
	SourceService    SourceKind = "service"
	SourceNetwork    SourceKind = "network"
	SourceClipboard  SourceKind = "clipboard"
)

// SourceCall is one method whose result has a known source.
type SourceCall struct {
	Source SourceKind
	Type   string // DEX type descriptor; the row holds for subtypes
	// Argument names the thing, counted from 0 without the receiver; Receiver for the
	// receiver, NoArgument if the row names none.
	Argument int
}

// NoArgument is the Argument of a SourceCall that names nothing.
const NoArgument = -2

// SourceCalls returns the rows of sources.txt for a bare method name. The caller must not
// change them.
func SourceCalls(method string) []SourceCall { return tables().sources[method] }

func (t *specTables) sourceRow(fields []string) error {
	if len(fields) < 3 {
		return fmt.Errorf("want source, type and methods, have %q", fields)
	}
	for _, name := range expand(fields[1]) {
		for _, method := range fields[2:] {
			bare, argument, err := methodArgument(method, NoArgument)
			if err != nil {
				return err
			}
			call := SourceCall{Source: SourceKind(fields[0]), Type: descriptor(name), Argument: argument}
			t.sources[bare] = append(t.sources[bare], call)
		}
	}
	return nil
}
