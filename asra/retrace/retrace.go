package retrace

import (
	"slices"

	"talpa/asra/trace"
)

// Retrace returns t in the names and lines of the sources. Frames that were
// inlined appear again. Where the mapping leaves a choice, because the frame
// has no line, the first candidate is taken without a line. t is not changed.
// A frame whose class the mapping does not have is taken for one of the platform, and kept.
func (m *Mapping) Retrace(t trace.Trace) trace.Trace {
	return rename(t, m.Class, m.retraceFrames)
}

// Obfuscate returns t in the names and lines of the APK: the way back for a trace that a crash
// service has retraced. Names that the mapping does not have stay. t is not changed. It is not the
// inverse of Retrace for frames that were inlined: several become one.
func (m *Mapping) Obfuscate(t trace.Trace) trace.Trace {
	return rename(t, func(class string) string {
		if c := m.bySource[class]; c != nil {
			return c.apk
		}
		return class
	}, func(_ string, frames []trace.Frame) []trace.Frame { return m.obfuscateFrames(frames) })
}

// renamer gives the frames of a stack other names. thrown is the class of the throwable,
// "" for a stack without one.
type renamer func(thrown string, stack []trace.Frame) []trace.Frame

// rename copies t with other names of classes and frames. The frames of an ANR are renamed as well;
// text that people wrote around the trace is not.
func rename(t trace.Trace, class func(string) string, frames renamer) trace.Trace {
	t.Chain = renameAll(t.Chain, class, frames)
	if t.ANR != nil {
		t.ANR = &trace.ANR{Reason: t.ANR.Reason, Frames: frames("", t.ANR.Frames)}
	}
	return t
}

// renameAll copies throwables with other names, those that they suppressed as well.
func renameAll(chain []trace.Throwable, class func(string) string, frames renamer) []trace.Throwable {
	renamed := slices.Clone(chain)
	for i, th := range renamed {
		renamed[i].Class = class(th.Class)
		renamed[i].Frames = frames(th.Class, th.Frames)
		renamed[i].Suppressed = renameAll(th.Suppressed, class, frames)
	}
	return renamed
}

// retraceFrames turns a stack into that of the sources, the innermost frame first. What the
// compiler made is left out, unless nothing else is there. Outlines are code that R8 took out of
// several methods: their frame says nothing, but its line tells which of the callers' lines is
// meant ("R8 outline" in the mapping's comments).
func (m *Mapping) retraceFrames(thrown string, frames []trace.Frame) []trace.Frame {
	var out []trace.Frame
	var inner trace.Frame // the frame of an outline before this one; no class if there was none
	for i, f := range frames {
		class := m.byAPK[f.Class]
		if class == nil {
			out = append(out, f)
			inner = trace.Frame{}
			continue
		}
		r := class.find(f)
		if r != nil && r.calls != nil && r.calls.fits(inner) {
			if line, ok := r.calls.positions[inner.Line]; ok {
				f.Line = line
				r = class.find(f)
			}
		}
		inner = trace.Frame{}
		switch {
		case r != nil && r.outline:
			inner = f // code of whoever called it: the next frame says where it was
		case r != nil:
			out = append(out, r.rewrite(m.expand(r, f), thrown, i == 0)...)
		default:
			out = append(out, trace.Frame{
				Class: class.source, Method: f.Method, File: m.file(class.source), Line: f.SourceLine(), Native: f.Native,
			})
		}
	}
	if len(out) == 0 {
		return frames // nothing but code of the compiler's: better its names than none
	}
	return out
}

// fits says whether the frame is in the outline that is called. A mapping of older R8 versions
// names no method; then any outline may be meant.
func (o *outline) fits(f trace.Frame) bool {
	return f.Class != "" && (o.method == "" || o.method == f.Class+"."+f.Method)
}

// rewrite drops the inner frames that R8 put in, as of a null check that the
// platform did itself: at the top of the stack of the exception that they throw.
func (r *mappedRange) rewrite(frames []trace.Frame, thrown string, top bool) []trace.Frame {
	for _, w := range r.rewrites {
		if top && w.throws == thrown {
			frames = frames[min(w.remove, len(frames)):]
		}
	}
	return frames
}

// find returns the range for the line of f; without a line, or with one that
// no range has, the first range without lines or else the first at all: the method's name is
// then right for most, and no line is told.
func (c *mappedClass) find(f trace.Frame) *mappedRange {
	ranges := c.methods[f.Method]
	var any *mappedRange
	for _, r := range ranges {
		if f.Line > 0 && r.high > 0 && r.low <= f.Line && f.Line <= r.high {
			return r
		}
		if any == nil || any.high > 0 && r.high == 0 {
			any = r
		}
	}
	return any
}

// expand returns the source frames that f stands for. A range as long as its source range is
// told line by line; a longer one, which R8 writes for code of one line, all by that line.
func (m *Mapping) expand(r *mappedRange, f trace.Frame) []trace.Frame {
	inRange := f.Line > 0 && r.high > 0 && r.low <= f.Line && f.Line <= r.high
	frames := r.frames
	if r.high > 0 && !inRange {
		frames = frames[len(frames)-1:] // which inlined frames ran is not known
	}
	var out []trace.Frame
	for _, g := range frames {
		if g.synthetic {
			continue
		}
		line := 0
		switch {
		case g.lineless:
		case inRange && g.high > g.low && g.high-g.low == r.high-r.low:
			line = g.low + f.Line - r.low
		case inRange && g.low > 0:
			line = g.low
		case inRange || r.high == 0 && g.low == 0:
			line = f.SourceLine()
		}
		out = append(out, trace.Frame{Class: g.class, Method: g.method, File: m.file(g.class), Line: line, Native: f.Native})
	}
	return out
}

// obfuscateFrames turns a stack of the sources into that of the APK: frames of one range,
// next to each other, become one.
func (m *Mapping) obfuscateFrames(frames []trace.Frame) []trace.Frame {
	var out []trace.Frame
	for i := 0; i < len(frames); {
		f, used := m.collapse(frames[i:])
		out = append(out, f)
		i += used
	}
	return out
}

// collapse finds the frame of the APK for the first of frames, together with
// the frames that it was inlined into; used says how many that are. The range that stands
// for most of them is meant: a shorter one is the same code, inlined elsewhere.
func (m *Mapping) collapse(frames []trace.Frame) (f trace.Frame, used int) {
	var best *mappedRange
	for _, r := range m.inlined[frames[0].Class+"."+frames[0].Method] {
		if len(r.frames) > len(frames) || best != nil && len(r.frames) <= len(best.frames) {
			continue
		}
		if r.standsFor(frames[:len(r.frames)]) {
			best = r
		}
	}
	if best == nil {
		return m.renameOnly(frames[0]), 1
	}
	f = trace.Frame{Class: best.class.apk, Method: best.apkMethod, File: "SourceFile", Line: best.low}
	if g := best.frames[0]; g.high > g.low && g.high-g.low == best.high-best.low {
		f.Line += frames[0].Line - g.low
	}
	if best.high == 0 {
		f.Line = frames[0].SourceLine()
	}
	f.Line = best.class.called(f)
	return f, len(best.frames)
}

// called is the line of a frame, or, where that is one that code in an outline had
// before it was moved, the line at which the method calls the outline.
func (c *mappedClass) called(f trace.Frame) int {
	for _, r := range c.methods[f.Method] {
		if r.calls == nil {
			continue
		}
		for _, line := range r.calls.positions {
			if line == f.Line {
				return r.low
			}
		}
	}
	return f.Line
}

// standsFor says whether the source frames of the range are those given.
func (r *mappedRange) standsFor(frames []trace.Frame) bool {
	for i, g := range r.frames {
		f := frames[i]
		if f.Class != g.class || f.Method != g.method {
			return false
		}
		if g.low > 0 && (f.Line < g.low || f.Line > max(g.low, g.high)) {
			return false
		}
	}
	return true
}

// renameOnly gives a frame its names in the APK where no range has its line.
func (m *Mapping) renameOnly(f trace.Frame) trace.Frame {
	class := m.bySource[f.Class]
	if class == nil {
		return f
	}
	g := trace.Frame{Class: class.apk, Method: f.Method, File: "SourceFile", Native: f.Native}
	for _, r := range m.inlined[f.Class+"."+f.Method] {
		if r.class == class && len(r.frames) == 1 {
			g.Method = r.apkMethod
			break
		}
	}
	return g
}
