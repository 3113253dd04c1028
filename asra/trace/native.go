package trace

import (
	"path"
	"strings"
)

var (
	signalLine  = lazily(`^(?:Fatal )?signal \d+ \((SIG[A-Z0-9]+)\)`).when(begins("Fatal ", "signal "))
	nativeHead  = lazily(`^pid: (\d+), tid: \d+(?:, name: (.*?))?\s*>>> (.*?) <<<`).when(begins("pid: "))
	nativePID   = lazily(`, pid (\d+) \(([^()]*)\)`)
	nativeFrame = lazily(`^#\d+\s+(?:pc\s+)?(?:0x)?[0-9a-fA-F]+\s+(\S+)`)
	anrLine     = lazily(`^ANR in ([\w.:$-]+)`).when(begins("ANR in"))
	anrReason   = lazily(`^(?:Reason|Subject): ?(.*)$`)
	mainThread  = lazily(`^"main" (?:\([a-z ]+\) )?(?:daemon )?(?:prio=\d+ )?tid=\d+`)
	plainMain   = lazily(`^"main" [A-Z_]+$`)
	otherThread = lazily(`^"[^"]*" `)
)

// nativeState collects a tombstone.
type nativeState struct {
	trace  Trace
	lastAt int
}

// takeNative reads the lines of a native crash; false if the line is of none, or of
// something that begins after it. Of a tombstone only the signal, the process and the
// libraries are kept: enough to say why it is not reproduced.
func (s *stream) takeNative(r record, body string) bool {
	tomb := strings.HasPrefix(body, "*** *** ***")
	signal := signalLine.FindStringSubmatch(body)
	head := nativeHead.FindStringSubmatch(body)
	if s.native == nil {
		if !tomb && signal == nil && head == nil {
			return false
		}
		s.close()
		s.native = &nativeState{trace: Trace{Native: &NativeCrash{}, Fatal: true, Tag: s.tag, PID: r.pid}}
		s.native.trace.Line, s.native.trace.End = r.num, r.num
	}
	n := s.native
	switch {
	case signal != nil:
		n.trace.Native.Signal = signal[1]
		if m := nativePID.FindStringSubmatch(body); m != nil {
			n.trace.PID, n.trace.Process = atoi(m[1]), m[2]
		}
	case head != nil:
		n.trace.PID, n.trace.Thread, n.trace.Process = atoi(head[1]), head[2], head[3]
	case nativeFrame.MatchString(body):
		n.addLib(nativeFrame.FindStringSubmatch(body)[1])
	case fatalLine.MatchString(body) || r.num-n.lastAt > 40:
		s.closeNative()
		return false
	default:
		if _, ok, _ := parseFrame(body); ok {
			s.closeNative()
			return false
		}
		return true
	}
	n.lastAt, n.trace.End = r.num, r.num
	return true
}

// addLib keeps the library of a native frame once.
func (n *nativeState) addLib(file string) {
	lib := path.Base(file)
	libs := n.trace.Native.Libs
	if len(libs) < maxCauses && (len(libs) == 0 || libs[len(libs)-1] != lib) {
		n.trace.Native.Libs = append(libs, lib)
	}
}

// closeNative hands a tombstone to the parser if it says anything.
func (s *stream) closeNative() {
	if s.native == nil {
		return
	}
	t := s.native.trace
	s.native = nil
	if t.Native.Signal != "" || len(t.Native.Libs) > 0 {
		s.parser.emit(t)
	}
}

// anrState collects an ANR message or the main thread of a thread dump.
type anrState struct {
	trace  Trace
	lastAt int
	main   bool // inside the main thread
	dumped bool // the main thread has been read
}

// takeANR reads the lines of an ANR: its log message, or a thread dump; false if the line is
// of none, or of something that begins after it. Of a dump only the main thread is kept,
// which is the one that did not respond.
func (s *stream) takeANR(r record, body string) bool {
	head := anrLine.FindStringSubmatch(body)
	isMain := mainThread.MatchString(body) || s.anr != nil && plainMain.MatchString(body)
	if s.anr == nil || head != nil {
		if head == nil && !isMain {
			return false
		}
		s.close()
		s.anr = &anrState{trace: Trace{ANR: &ANR{}, Fatal: true, Tag: s.tag, Line: r.num, End: r.num}, lastAt: r.num}
	}
	a := s.anr
	if r.num-a.lastAt > 60 && !a.main || fatalLine.MatchString(body) {
		s.closeANR()
		return false
	}
	if a.take(body, head, isMain) {
		a.trace.End = r.num
	}
	return true
}

// take reads a line; the result says whether it told something.
func (a *anrState) take(body string, head []string, isMain bool) bool {
	switch {
	case head != nil:
		a.trace.Process = head[1]
	case isMain:
		a.main, a.dumped, a.trace.Thread = !a.dumped, true, "main"
	case otherThread.MatchString(body):
		a.main = false
	case a.main:
		f, ok, open := parseFrame(body)
		if ok && !open && len(a.trace.ANR.Frames) < maxFrames {
			a.trace.ANR.Frames = append(a.trace.ANR.Frames, f)
		}
		return ok
	default:
		if m := anrReason.FindStringSubmatch(body); m != nil && a.trace.ANR.Reason == "" {
			a.trace.ANR.Reason = m[1]
		} else if m := pidLine.FindStringSubmatch(body); m != nil {
			a.trace.PID = atoi(m[1])
		} else {
			return false
		}
	}
	return true
}

// closeANR hands an ANR to the parser.
func (s *stream) closeANR() {
	if s.anr == nil {
		return
	}
	t := s.anr.trace
	s.anr = nil
	s.parser.emit(t)
}
