package locate

import (
	"slices"

	"talpa/asra/trace"
)

// crashPoint is the index of the frame at which the app fails: the deepest that is in
// the app and not of a well-known library, else the deepest that is in the app; -1 if
// none is. Libraries come second because they fail for what the app made of them.
func crashPoint(frames []Frame) int {
	library := -1
	for i := range frames {
		switch {
		case len(frames[i].Methods) == 0:
		case !trace.IsLibrary(frames[i].Class):
			return i
		case library < 0:
			library = i
		}
	}
	return library
}

// chain are the positions of the frames in the app from the crash point outwards. Where
// the point is the app's own code, frames of libraries between it and the framework are
// left out: code that an optimiser dropped from them is no reason to lose the path.
func chain(frames []Frame, point int) []Position {
	if point < 0 {
		return nil
	}
	own := !trace.IsLibrary(frames[point].Class)
	var all []Position
	for i := point; i < len(frames); i++ {
		f := &frames[i]
		if len(f.Methods) > 0 && !(own && trace.IsLibrary(f.Class)) {
			all = append(all, Position{Method: f.Methods[0], Offsets: f.Offsets})
		}
	}
	return all
}

// judge says how precisely the crash point is known, and what of the trace is not in
// the app.
func judge(frames []Frame, point int) (Precision, []Note) {
	notes := absent(frames, point)
	if point < 0 {
		kind := NoteFrameless
		if slices.ContainsFunc(frames, func(f Frame) bool { return !trace.IsFramework(f.Class) }) {
			kind = NoteForeign
		}
		return PrecisionNone, append(notes, Note{Kind: kind})
	}
	f := &frames[point]
	switch {
	case lostInner(frames[:point]):
		return PrecisionChain, notes
	case f.LineFound && len(f.Offsets) > 0:
		return PrecisionLine, notes
	}
	note := Note{Kind: NoteLineAbsent, Subject: javaName(f.Methods[0]), Line: f.Line}
	switch {
	case f.Line == 0:
		note.Kind = NoteLineUnknown
	case len(lineOffsets(f.Methods[0], f.Line)) > 0:
		note.Kind = NoteLineMismatch
	}
	return PrecisionMethod, append(notes, note)
}

// lostInner says that one of the frames that are deeper than the point belongs to the
// app's own code, but is not in this APK: the point is then only on the path to the crash.
func lostInner(deeper []Frame) bool {
	for i := range deeper {
		if deeper[i].Lost() {
			return true
		}
	}
	return false
}

// Lost says that the frame belongs to the app's own code, and is not in this APK.
func (f *Frame) Lost() bool {
	return len(f.Methods) == 0 && !trace.IsFramework(f.Class) && !trace.IsLibrary(f.Class)
}

// absent notes the frames that look like code of the app and are not in the app. Absent
// frames of libraries are worth a note only if there is nothing else.
func absent(frames []Frame, point int) []Note {
	var notes []Note
	for i := range frames {
		f := &frames[i]
		if len(f.Methods) > 0 || trace.IsFramework(f.Class) {
			continue
		}
		if f.InApp || point < 0 || !trace.IsLibrary(f.Class) {
			notes = append(notes, Note{Kind: NoteFrameAbsent, Subject: f.Class + "." + f.Method})
		}
	}
	return notes
}
