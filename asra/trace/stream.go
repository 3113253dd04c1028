package trace

import (
	"strings"
)

// maxGap is how many lines of others may stand inside a trace. Loggers drop and mix lines;
// after more of them, what follows is another trace.
const maxGap = 8

// maxBroken bounds the bytes of a frame that is put together of several lines.
const maxBroken = 600

// stream assembles the traces of one log stream, or of text without prefixes.
// It moves from a header (optional) to a heading to frames, then to causes:
//
//	idle         no trace is open; only a line that may begin one is looked at
//	expecting    a header was read ("FATAL EXCEPTION: main"), its exception was not
//	candidate    a line that may be a heading: a frame right after it confirms it
//	heading      an exception was read; what follows is its message, until a frame or
//	             a cause comes
//	frames       lines of others are passed over, maxGap of them at most
//
// A trace is handed to the parser when the next one begins, when the gap is too wide, or at the end
// of the text. Native crashes and ANRs have states of their own, beside it: at most one of trace,
// native and anr is open. Each prefix of a log (process, thread and tag) has a stream of its own,
// so that traces that a log interleaves come apart. The order of the questions in take is from what
// is sure to what is likely; a line is taken by the first that knows it.
type stream struct {
	parser *parser
	tag    string

	trace  *Trace // nil outside a trace
	lastAt int    // line of the last line that may belong to trace
	endAt  int    // line of the last line that does belong to it

	heading  bool     // the last throwable has a heading and no frame yet
	message  []string // further lines of its message
	messages int      // bytes of message

	// candidate is a line that is a heading only if a frame follows at once.
	candidate *candidate

	partial   string // a frame that breaks off at the end of its line
	partialAt int

	// indents of the trace's throwables: where "Caused by" stands decides
	// whether it is a cause of the chain or of a suppressed throwable.
	suppressedIndent int
	inSuppressed     bool

	native *nativeState
	anr    *anrState
}

// candidate is a heading that has to prove itself, or one that has. Without the wait any word with
// a dot in it would begin a trace.
type candidate struct {
	throwable Throwable
	record    record
	service   bool // words before it say whether it was fatal
	fatal     bool
	thread    string
}

var (
	fatalLine = lazily(`^(?:\*+\s*)?FATAL EXCEPTION(?: IN SYSTEM PROCESS)?: ?(.*)$`).when(holds("FATAL EXCEPTION"))
	oldFatal  = lazily(`^(?:\*+\s*)?Uncaught handler: thread (\S+) exiting due to uncaught exception$`).
			when(holds("Uncaught handler"))
	processLine = lazily(`^Process: ([\w.:$-]+)(?:, PID: (\d+))?(?:\s+(\S.*))?$`).when(begins("Process: "))
	pidLine     = lazily(`^PID: (\d+)$`).when(begins("PID: "))
	monkeyLine  = lazily(`^CRASH: ([\w.:$-]+) \(pid (\d+)\)`).when(begins("CRASH: "))
	fatalWord   = lazily(`^((?i:(?:non-fatal|fatal|uncaught|unhandled) exception))(?::\s*|\s+)(\S.*)$`).
			when(firstOf("nfuNFU"))
	threadWord = lazily(`^Exception in thread "([^"]*)" (\S.*)$`).when(begins("Exception in"))
	// otherStack names the thread whose stack follows, in what crash services add.
	otherStack = lazily(`^(?:[\w#@-][\w #@.-]{0,60}(?: \([a-z ]+\))?:(?:\s?tid=.*)?` +
		`|"[^"]*" .*\btid=\d.*)$`)
	serviceWord = lazily(`^(?:Exception|STACK_TRACE=|Stack ?trace:)\s*((?:[\p{L}_$][\w$]*\.)+\S.*)$`).
			when(begins("Exception", "STACK_TRACE=", "Stack"))
)

// open says whether the stream may still get lines of a trace that it began.
// The parser asks it before it drops the state of a stream, which bounds the memory for logs with many tags.
func (s *stream) open(line int) bool {
	return s.trace != nil && line-s.lastAt <= maxGap || s.native != nil || s.anr != nil
}

// take reads one line. It is the only way into the state: whatever is read is read line by line, in
// one pass, in time linear in the text.
func (s *stream) take(r record) {
	body := strings.TrimSpace(r.body)
	if s.trace != nil && r.num-s.lastAt > maxGap && !s.heading {
		s.close()
	}
	if s.idle() && !mayBegin(body) {
		return
	}
	if s.takeNative(r, body) || s.takeANR(r, body) {
		return
	}
	if s.partial != "" {
		joined := s.partial + body
		if s.partial == "at" {
			joined = "at " + body
		}
		f, ok, open := parseFrame(joined)
		if open && len(joined) <= maxBroken && body != "" && !strings.ContainsAny(body, " \t") {
			s.partial = joined // a narrow terminal breaks a long name more than once
			return
		}
		s.partial = ""
		if ok && !open {
			s.addFrame(f, r.num)
			return
		}
	}
	if body == "" {
		s.foreign(r, "")
		return
	}
	if s.takeFrame(r, body) {
		return
	}
	before := s.candidate
	s.candidate = nil
	if s.takeHeader(r, body) || s.takeCause(r, body) || s.takeHeading(r, body) {
		return
	}
	if before.named() {
		before.throwable.Message = body
		s.candidate = before
		return
	}
	if s.trace != nil && !s.heading && otherStack.MatchString(body) {
		s.close()
		return
	}
	s.foreign(r, body)
}

// named says that the line was a name alone: the next one may be its message.
// Crash services print name and message on two lines.
func (c *candidate) named() bool {
	return c != nil && c.throwable.Message == "" && strings.HasSuffix(strings.TrimSpace(c.record.body), c.throwable.Class)
}

// takeHeader reads what stands above the exception's name. The words are those of RuntimeInit
// ("FATAL EXCEPTION", "Process: "), of Android before 2.3 ("Uncaught handler") and of monkey ("//
// CRASH: ").
func (s *stream) takeHeader(r record, body string) bool {
	if m := fatalLine.FindStringSubmatch(body); m != nil {
		s.begin(r, true)
		if _, _, how := parseHeading(m[1]); how == strongHeading {
			return s.takeHeading(r, m[1])
		}
		thread, process, found := strings.Cut(m[1], " Process: ")
		s.trace.Thread = strings.TrimSpace(thread)
		if found {
			s.takeHeader(r, "Process: "+process)
		}
		return true
	}
	if m := oldFatal.FindStringSubmatch(body); m != nil {
		s.begin(r, true)
		s.trace.Thread = m[1]
		return true
	}
	if m := monkeyLine.FindStringSubmatch(body); m != nil {
		s.begin(r, true)
		s.trace.Process, s.trace.PID = m[1], atoi(m[2])
		return true
	}
	if m := processLine.FindStringSubmatch(body); m != nil {
		s.adoptHeader(r)
		if s.trace == nil || len(s.trace.Chain) > 0 {
			s.begin(r, s.tag == "AndroidRuntime")
		}
		s.trace.Process = m[1]
		if m[2] != "" {
			s.trace.PID = atoi(m[2])
		}
		s.lastAt, s.endAt = r.num, r.num
		if m[3] != "" {
			s.takeHeading(r, m[3])
		}
		return true
	}
	if m := pidLine.FindStringSubmatch(body); m != nil && s.trace != nil && len(s.trace.Chain) == 0 {
		s.trace.PID, s.lastAt, s.endAt = atoi(m[1]), r.num, r.num
		return true
	}
	return false
}

// begin starts a trace at a header or heading. The one before ends, complete or not: a process
// prints one stack at a time to a stream. What the prefix of the line tells of process and thread
// is the trace's until a header says better.
func (s *stream) begin(r record, fatal bool) {
	s.close()
	s.trace = &Trace{Fatal: fatal, Tag: s.tag, Line: r.num, PID: r.pid, Process: r.process}
	s.lastAt, s.endAt = r.num, r.num
}

// adoptHeader takes over a header that stands without prefix just above
// prefixed lines: people lose the start of the first line when they copy.
// Three lines are as far as a header may stand above: more would join two crashes.
func (s *stream) adoptHeader(r record) {
	raw := s.parser.raw
	if s == raw || s.trace != nil || raw.trace == nil || len(raw.trace.Chain) > 0 || r.num-raw.lastAt > 3 {
		return
	}
	s.trace, raw.trace = raw.trace, nil
	s.trace.Tag = s.tag
	s.lastAt, s.endAt = r.num, r.num
}

// takeHeading reads the name of an exception. Messages and prose name exceptions too, and so
// does the first line of a wrapped one: while a message is being read, only a heading that
// is sure of itself ends it.
func (s *stream) takeHeading(r record, body string) bool {
	c := candidate{record: r}
	if m := threadWord.FindStringSubmatch(body); m != nil {
		c.service, c.fatal, c.thread, body = true, true, m[1], m[2]
	} else if m := fatalWord.FindStringSubmatch(body); m != nil {
		c.service, c.fatal, body = true, !strings.HasPrefix(strings.ToLower(m[1]), "non"), m[2]
	} else if m := serviceWord.FindStringSubmatch(body); m != nil {
		body = m[1]
	}
	class, message, how := parseHeading(body)
	if how == notHeading {
		return false
	}
	s.adoptHeader(r)
	if s.expecting() && how == weakHeading && strings.HasPrefix(body, class) {
		how = s.expectedStrength(class)
	}
	if s.heading && (how == weakHeading || s.trace.Fatal || s.messageOpen()) && len(s.message) < s.messageLines() {
		return false // a line of the message that looks like a heading
	}
	c.throwable = Throwable{Class: class, Message: message}
	if how == weakHeading {
		s.candidate = &c
	} else {
		s.confirm(c)
	}
	return true
}

// messageOpen says that the message so far ends where more has to follow: at a colon, after which a
// wrapped line goes on. A log cuts long lines, and a message of a wrapped exception ends in the
// name of the inner one.
func (s *stream) messageOpen() bool {
	if n := len(s.message); n > 0 {
		return strings.HasSuffix(s.message[n-1], ":")
	}
	t := s.last()
	return t != nil && strings.HasSuffix(t.Message, ":")
}

// expecting says that a header has been read, and its exception has not. It is how a name that
// looks like none gets the benefit of the doubt.
func (s *stream) expecting() bool { return s.trace != nil && len(s.trace.Chain) == 0 }

// confirm starts a throwable, and a trace unless a header has. The header's own words about process
// and thread stay; the heading adds what it knows better.
func (s *stream) confirm(c candidate) {
	s.candidate = nil
	if !s.expecting() {
		s.begin(c.record, c.fatal)
	}
	if c.service {
		s.trace.Fatal = c.fatal || s.trace.Fatal
		s.trace.Thread = max(s.trace.Thread, c.thread)
	}
	s.push(c.throwable, c.record.num)
}

// expectedStrength judges a name that does not look like an exception, but stands where one has to
// stand: an obfuscated class. Only what the system says is fatal earns the trust: after it stands
// an exception, whatever it looks like.
func (s *stream) expectedStrength(class string) strength {
	if s.trace.Fatal && (strings.Contains(class, ".") || strongClass.MatchString(class)) {
		return strongHeading
	}
	return weakHeading
}

// push appends a throwable to the chain, outermost first as printed. Beyond the bound it is
// dropped, and its frames go to the last one that was kept. The flush ends the message of the
// throwable before.
func (s *stream) push(t Throwable, line int) {
	s.flush()
	if len(s.trace.Chain) < maxCauses {
		s.trace.Chain = append(s.trace.Chain, t)
	}
	s.heading, s.inSuppressed = true, false
	s.lastAt, s.endAt = line, line
}

// takeFrame reads an "at" line or "... 12 more". "... 12 more" says that the frames below are those
// of the throwable around it (java.lang.Throwable.printStackTrace).
func (s *stream) takeFrame(r record, body string) bool {
	if m := moreLine.FindStringSubmatch(body); m != nil {
		t := s.last()
		if t == nil {
			return false
		}
		s.flush()
		t.Omitted = atoi(m[1])
		s.lastAt, s.endAt = r.num, r.num
		return true
	}
	f, ok, open := parseFrame(body)
	if !ok && !open {
		return false
	}
	if open {
		if s.trace == nil && s.candidate == nil {
			return false
		}
		s.flushPartial()
		s.partial, s.partialAt = body, r.num
		return true
	}
	s.addFrame(f, r.num)
	return true
}

// addFrame appends a frame to the throwable that is being read. It proves a candidate. Frames without
// any heading make a throwable without class.
func (s *stream) addFrame(f Frame, line int) {
	if s.candidate != nil {
		s.confirm(*s.candidate)
	}
	if t := s.last(); t != nil && t.Omitted > 0 && !s.heading {
		s.close() // the stack was at its end: this is another one
	}
	if s.trace == nil {
		s.begin(record{num: line}, false)
	}
	if len(s.trace.Chain) == 0 {
		s.push(Throwable{}, line)
	}
	s.flush()
	if t := s.last(); len(t.Frames) < maxFrames {
		t.Frames = append(t.Frames, f)
	}
	s.lastAt, s.endAt = line, line
}

// takeCause reads "Caused by:" and "Suppressed:". A cause that stands as far in as the
// suppressed throwable before it is that one's, which is kept with its owner: it is no part
// of the chain.
func (s *stream) takeCause(r record, body string) bool {
	if m := causedBy.FindStringSubmatch(body); m != nil {
		class, message, ok := parseCause(m[1])
		if !ok {
			return false
		}
		if s.trace == nil {
			s.begin(r, false)
		}
		if s.inSuppressed && indent(r.body) >= s.suppressedIndent && s.suppressedIndent > 0 {
			s.suppress(Throwable{Class: class, Message: message}, r.num)
			return true
		}
		s.push(Throwable{Class: class, Message: message}, r.num)
		return true
	}
	m := suppressed.FindStringSubmatch(body)
	if m == nil || s.trace == nil || len(s.trace.Chain) == 0 {
		return false
	}
	class, message, ok := parseCause(m[1])
	if !ok {
		return false
	}
	s.inSuppressed, s.suppressedIndent = true, indent(r.body)
	s.suppress(Throwable{Class: class, Message: message}, r.num)
	return true
}

// suppress appends to the suppressed throwables of the last one of the chain.
func (s *stream) suppress(t Throwable, line int) {
	s.flush()
	owner := &s.trace.Chain[len(s.trace.Chain)-1]
	if len(owner.Suppressed) < maxCauses {
		owner.Suppressed = append(owner.Suppressed, t)
	}
	s.heading = true
	s.lastAt, s.endAt = line, line
}

// foreign takes a line that is no part of a trace by its form: a further line
// of the message, or something that stands in between.
func (s *stream) foreign(r record, body string) {
	if s.trace == nil || !s.heading {
		return
	}
	if len(s.message) >= s.messageLines() || s.messages+len(body) > maxMessageSz {
		s.close()
		return
	}
	s.message = append(s.message, body)
	s.messages += len(body)
	s.lastAt = r.num
}

// messageLines bounds the message that is being read: long where a header announced the
// crash, since there nothing but the message can stand before the frames.
func (s *stream) messageLines() int {
	if s.trace.Fatal {
		return maxFatalMessage
	}
	return maxMessage
}

// last returns the throwable that frames go to; nil if there is none.
func (s *stream) last() *Throwable {
	if s.trace == nil || len(s.trace.Chain) == 0 {
		return nil
	}
	t := &s.trace.Chain[len(s.trace.Chain)-1]
	if s.inSuppressed && len(t.Suppressed) > 0 {
		return &t.Suppressed[len(t.Suppressed)-1]
	}
	return t
}

// flush ends the heading of the throwable that is being read: the lines since then were its
// message, for a frame or a cause has come.
func (s *stream) flush() {
	if !s.heading {
		return
	}
	if t := s.last(); t != nil && len(s.message) > 0 {
		t.Message = strings.TrimSpace(strings.Join(append([]string{t.Message}, s.message...), "\n"))
	}
	s.heading, s.message, s.messages = false, nil, 0
}

// flushPartial keeps what is known of a frame whose other half never came.
func (s *stream) flushPartial() {
	if s.partial == "" {
		return
	}
	f, ok, _ := parseFrame(s.partial)
	s.partial = ""
	if ok && f.Method != "" {
		s.addFrame(f, s.partialAt)
	}
}

// close ends the trace and hands it to the parser, which decides whether it is one. The
// stream is ready for the next line after that, whatever state it was in.
func (s *stream) close() {
	s.closeNative()
	s.closeANR()
	s.flushPartial()
	if s.trace == nil {
		return
	}
	// What follows an exception without frames is not its message.
	s.heading, s.message, s.messages, s.inSuppressed = false, nil, 0, false
	t := *s.trace
	t.End = s.endAt
	s.trace = nil
	s.parser.emit(t)
}

// indent is the width of the white space before s; a tab counts 8.
func indent(s string) int {
	n := 0
	for _, c := range s {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 8
		default:
			return n
		}
	}
	return n
}
