package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Budgets of Parse: enough for a whole bug report, an end to hostile text.
const (
	maxText    = 64 << 20 // bytes
	maxTraces  = 4096
	maxFrames  = 1 << 14 // of one throwable; ART itself prints 1024 of a stack overflow
	maxCauses  = 256
	maxMessage = 60 // lines of one message
	// maxFatalMessage is the same below a header like FATAL EXCEPTION: Room, for one, tells
	// all columns of two tables in one message, a line each.
	maxFatalMessage = 4096
	maxMessageSz    = 1 << 16 // bytes
)

// The faults of a text. Errors of Parse and Choose wrap one.
var (
	// ErrEmpty means that there is no text.
	ErrEmpty = errors.New("the trace text is empty")
	// ErrNoTrace means that no line looks like part of a stack trace.
	ErrNoTrace = errors.New("no stack trace in the text")
	// ErrNoFrames means that an exception is named, but no frame follows.
	ErrNoFrames = errors.New("an exception without stack frames")
	// ErrNative means that the text shows a native crash only.
	ErrNative = errors.New("a native crash, not a Java exception")
	// ErrANR means that the text shows an app that did not respond.
	ErrANR = errors.New("an ANR (application not responding), not an exception")
	// ErrLanguage means that the stacks of the text are of another language.
	ErrLanguage = errors.New("not a Java stack trace")
)

// Parse finds the stack traces in text, in the order in which they begin. It
// undoes log prefixes, Markdown, HTML, mail wrapping and what editors and
// serialisers do to a whole text, and takes the crashes out of the JSON of Sentry, Bugsnag
// and Crashlytics and out of exported tables; Line and End count the lines of what is left. An exception that a
// remark only mentions is no trace; a fatal one without frames is returned, so
// that the caller can say what is missing. Native crashes and ANRs are
// returned as such.
//
// The error is nil if there is at least one trace; otherwise it wraps ErrEmpty,
// ErrNoTrace, ErrNoFrames or ErrLanguage.
func Parse(text string) ([]Trace, error) {
	if strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) == "" {
		return nil, fmt.Errorf("%w: paste the lines from the exception's name to the last \"at\" line", ErrEmpty)
	}
	if len(text) > maxText {
		return nil, fmt.Errorf("%w: the text has %d MiB, more than the %d MiB that are read; cut it around the crash",
			ErrNoTrace, len(text)>>20, maxText>>20)
	}
	given := text
	text = decode(text)
	traces, err := parse(text)
	if err != nil {
		saved := stripLeads(text)
		found, failed := parse(saved)
		if failed != nil {
			return nil, cmp.Or(CheckKind(given), errLanguage(text), err)
		}
		text, traces = saved, found
	}
	if otherCode(traces) {
		if err := errLanguage(text); err != nil {
			return nil, err
		}
	}
	around := prose(text, traces)
	for i := range traces {
		traces[i].Prose = around
	}
	return traces, nil
}

// ParseLog is Parse for a piece of a device's log, which is read line by line as it stands: Line
// and End are lines of text.
func ParseLog(text string) ([]Trace, error) { return parse(text) }

// parse reads a text line by line as it stands.
func parse(text string) ([]Trace, error) {
	p := parser{streams: map[string]*stream{}}
	for line := range cleanLines(text) {
		p.add(parseRecord(line))
		if len(p.traces) > maxTraces {
			break
		}
	}
	return p.finish()
}

// parser sorts the lines of a text into streams and collects their traces. Threads write to
// a log at the same time, so that two traces can be open at once, each in its stream.
type parser struct {
	streams     map[string]*stream
	current     *stream // of the last prefixed line
	raw         *stream // lines without prefix
	long        bool    // inside a message of the long format
	traces      []Trace
	frameless   *Throwable // the first exception that was named without frames
	framelessAt int
}

// add gives a line to its stream. A line without a log prefix goes on with the stream of the
// line before where that can take it: logs print further lines of a message so, and people
// lose prefixes when they copy. Else it belongs to the text around the log.
func (p *parser) add(r record) {
	if p.raw == nil {
		p.raw = &stream{parser: p}
	}
	if r.prefixed {
		key := r.key()
		s := p.streams[key]
		if s == nil {
			s = &stream{parser: p, tag: r.tag}
			p.streams[key] = s
		}
		p.current, p.long = s, r.header
		if !r.header {
			s.take(r)
		}
		return
	}
	if p.current != nil && (p.long || p.current.open(r.num)) {
		p.current.take(r)
		return
	}
	p.raw.take(r)
}

// finish closes all streams and puts the traces in order of their first lines, whatever the
// order of the streams was. Without a trace, the error says what comes nearest.
func (p *parser) finish() ([]Trace, error) {
	if p.raw != nil {
		p.raw.close()
	}
	for _, s := range p.streams {
		s.close()
	}
	slices.SortStableFunc(p.traces, func(a, b Trace) int { return a.Line - b.Line })
	switch {
	case len(p.traces) > 0:
		return p.traces, nil
	case p.frameless != nil:
		return nil, fmt.Errorf("%w: line %d names %s, but no line \"at package.Class.method(File.java:12)\" follows",
			ErrNoFrames, p.framelessAt, p.frameless.Class)
	}
	return nil, fmt.Errorf("%w: no line like \"at package.Class.method(File.java:12)\"", ErrNoTrace)
}

// emit keeps a finished trace. Exceptions that are only mentioned are dropped; the first of
// them is remembered, for the error if nothing else is found.
func (p *parser) emit(t Trace) {
	if t.Native == nil && t.ANR == nil && !t.hasFrames() {
		if len(t.Chain) == 0 {
			return
		}
		if p.frameless == nil || t.Line < p.framelessAt {
			p.frameless, p.framelessAt = &t.Chain[0], t.Line
		}
		if !t.Fatal {
			return
		}
	}
	p.traces = append(p.traces, t)
}
