package locate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/internal/corpus"
)

// changed are the cases of which the line of the crash point is in the app, but holds other
// code: a line was added above the one that throws.
var changed = map[string]bool{"ActivityDiary-118": true}

// absent are the cases whose APK has no method of the trace: its service was rewritten.
var absent = map[string]bool{"transistor-149": true}

// precision is what is to be known of a case's crash point.
func precision(c corpus.Case) locate.Precision {
	switch {
	case absent[c.Name]:
		return locate.PrecisionNone
	case changed[c.Name], !c.LineInDex:
		return locate.PrecisionMethod
	}
	return locate.PrecisionLine
}

// pastedCrash is a case's app and what was pasted.
func pastedCrash(t *testing.T, c corpus.Case) (code *dex.Set, pasted []trace.Trace, o locate.Options) {
	t.Helper()
	archive, err := apk.Open(c.APK)
	if err != nil {
		t.Fatal(err)
	}
	code, _, err = archive.Code(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.Trace)
	if err != nil {
		t.Fatal(err)
	}
	pasted, err = trace.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return code, pasted, locate.Options{Package: archive.Manifest().Package}
}

// TestResolveCases finds the crash point that a person named for each published crash.
func TestResolveCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			code, pasted, options := pastedCrash(t, c)
			target, err := locate.Resolve(code, pasted, options)
			if err != nil {
				t.Fatal(err)
			}
			want := precision(c)
			if target.Precision != want {
				t.Errorf("known by %s, want %s; notes %q", target.Precision, want, target.Notes)
			}
			// Where app code of another package stands deeper, the target is deeper too.
			point, _, _ := strings.Cut(c.Target, "(")
			found := slices.ContainsFunc(target.Chain, func(at locate.Position) bool {
				return at.Method.Class.JavaName()+"."+at.Method.Name == point
			})
			if !found && want != locate.PrecisionNone {
				t.Errorf("the chain %v lacks %s", target.Chain, point)
			}
		})
	}
}

// edited copies a trace with other frames.
func edited(t trace.Trace, edit func(f trace.Frame) trace.Frame) trace.Trace {
	t.Chain = slices.Clone(t.Chain)
	for i := range t.Chain {
		t.Chain[i].Frames = slices.Clone(t.Chain[i].Frames)
		for j, f := range t.Chain[i].Frames {
			t.Chain[i].Frames[j] = edit(f)
		}
	}
	return t
}

// TestResolveEditedCases edits the traces of real crashes as another build or printer
// would, and states that what is known of the target is never more than what the app
// still has of them.
func TestResolveEditedCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases(t) {
		if absent[c.Name] {
			continue // nothing can be lost by the edits
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			code, pasted, options := pastedCrash(t, c)
			exact, err := locate.Resolve(code, pasted, options)
			if err != nil {
				t.Fatal(err)
			}
			e := editedCase{code: code, exact: exact, options: options}
			t.Run("other_lines", e.otherLines)
			t.Run("moved_lines", e.movedLines)
			t.Run("no_lines", e.noLines)
			t.Run("renamed_methods", e.renamedMethods)
			t.Run("other_packages", e.otherPackages)
			t.Run("renumbered_classes", e.renumberedClasses)
		})
	}
}

type editedCase struct {
	code    *dex.Set
	exact   locate.Target
	options locate.Options
}

func (e *editedCase) inApp(f trace.Frame) bool { return e.code.Class(dex.Descriptor(f.Class)) != nil }

func (e *editedCase) resolve(edit func(f trace.Frame) trace.Frame) (locate.Target, error) {
	return locate.Resolve(e.code, []trace.Trace{edited(e.exact.Crash, edit)}, e.options)
}

func (e *editedCase) otherLines(t *testing.T) {
	got, err := e.resolve(func(f trace.Frame) trace.Frame {
		if e.inApp(f) {
			f.Line += 100000
		}
		return f
	})
	if err != nil || got.Method() != e.exact.Method() || got.Precision != locate.PrecisionMethod {
		t.Errorf("%s at %v, %v", got.Precision, got.Method(), err)
	}
	for _, at := range got.Chain {
		if len(at.Offsets) > 0 {
			t.Errorf("%v at %v", at.Method, at.Offsets)
		}
	}
}

// movedLines: a line that is told although it has moved is the right one.
func (e *editedCase) movedLines(t *testing.T) {
	for _, by := range []int{-30, 9, 200} {
		got, err := e.resolve(func(f trace.Frame) trace.Frame {
			if e.inApp(f) && f.Line > 0 {
				f.Line += by
			}
			return f
		})
		if err != nil || got.Method() != e.exact.Method() || len(got.Chain) != len(e.exact.Chain) {
			t.Errorf("by %d: %v, %v", by, got.Method(), err)
			continue
		}
		for i, at := range got.Chain {
			want := e.exact.Chain[i].Offsets
			if len(want) > 0 && len(at.Offsets) > 0 && !slices.Equal(at.Offsets, want) {
				t.Errorf("by %d: %v at %v, not %v", by, at.Method, at.Offsets, want)
			}
		}
	}
}

func (e *editedCase) noLines(t *testing.T) {
	got, err := e.resolve(func(f trace.Frame) trace.Frame { f.Line = 0; return f })
	if err != nil || got.Method() == nil || got.Precision == locate.PrecisionLine {
		t.Errorf("%s at %v, %v", got.Precision, got.Method(), err)
	}
}

func (e *editedCase) renamedMethods(t *testing.T) {
	e.exact.Crash = withoutMessages(e.exact.Crash)
	got, err := e.resolve(func(f trace.Frame) trace.Frame {
		if e.inApp(f) {
			f.Method = "renamed_" + f.Method
		}
		return f
	})
	if err != nil || got.Precision != locate.PrecisionNone || got.Method() != nil {
		t.Errorf("%s at %v, %v", got.Precision, got.Method(), err)
	}
}

// otherPackages makes the crash one of another app.
func (e *editedCase) otherPackages(t *testing.T) {
	e.exact.Crash = withoutMessages(e.exact.Crash)
	got, err := e.resolve(func(f trace.Frame) trace.Frame {
		f.Class = "renamed." + f.Class
		return f
	})
	var foreign *locate.ForeignError
	if !errors.As(err, &foreign) || !strings.HasPrefix(foreign.Absent[0], "renamed.") {
		t.Errorf("%s at %v, %v", got.Precision, got.Method(), err)
	}
}

func (e *editedCase) renumberedClasses(t *testing.T) {
	renumbered := 0
	got, err := e.resolve(func(f trace.Frame) trace.Frame {
		if dollar := strings.LastIndexByte(f.Class, '$'); e.inApp(f) && dollar > 0 {
			if digits := f.Class[dollar+1:]; digits != "" && strings.Trim(digits, "0123456789") == "" {
				f.Class = fmt.Sprintf("%s$%d", f.Class[:dollar], 900+len(digits))
				renumbered++
			}
		}
		return f
	})
	if err != nil || renumbered > 0 && (got.Method() != e.exact.Method() || got.Precision != e.exact.Precision) {
		t.Errorf("%d classes renumbered: %s at %v, %v", renumbered, got.Precision, got.Method(), err)
	}
}

// withoutMessages drops the messages, which may name a component.
func withoutMessages(t trace.Trace) trace.Trace {
	t.Chain = slices.Clone(t.Chain)
	for i := range t.Chain {
		t.Chain[i].Message = ""
	}
	return t
}
