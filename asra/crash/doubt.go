package crash

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Doubts are signs that the crash is of another build than this app: the app has none of
// the trace's frames, perhaps since its names were changed and those of the trace were not,
// or it lacks the inner ones; the message names a use that the crash point does not have; a
// frame does not call the next one; the value was tested just before.
//
// A shrinker moves code between methods, so that in an app with changed names uses and calls
// prove nothing.
func Doubts(app *appcode.Reader, stack *reach.Stack, target *locate.Target) []guide.Doubt {
	f := &finder{app: app, stack: stack, target: target, out: &guide.CrashCondition{}}
	f.message()
	minified := shortNames(app) > maxShortNames
	switch {
	case !f.stack.Known():
		return f.missingFrame(minified)
	case target.Precision == locate.PrecisionChain && minified:
		return nil
	case target.Precision == locate.PrecisionChain:
		return f.missingMethod()
	}
	var all []guide.Doubt
	if !minified {
		all = append(all, f.missingUse()...)
		all = append(all, f.missingCalls()...)
	}
	return append(all, f.guarded()...)
}

// maxShortNames is the share of classes with names of one or two letters above which an
// app's names count as changed; apps that nobody shrank have next to none.
// R8 and ProGuard name classes a, b, ... aa, ab; what a manifest or reflection keeps has its name still, which
// is why it is a share and not all.
const maxShortNames = 0.2

// shortNames is the share of an app's own classes that have such names.
func shortNames(app *appcode.Reader) float64 {
	short, all := 0, 0
	for _, c := range app.Hierarchy.Set().Classes() {
		if appcode.Platform(c.Descriptor) {
			continue
		}
		name, _, _ := strings.Cut(guide.SimpleName(c.JavaName()), "$")
		all++
		if len(name) <= 2 {
			short++
		}
	}
	return float64(short) / float64(max(all, 1))
}

// missingFrame is for a trace of which this app has no frame: the first of the app's
// package, whose names a shrinker changed in the APK, or which is not there.
// Frames of the app's vendor count as well as frames of known classes: a class that the app lacks is in no
// list of its classes.
func (f *finder) missingFrame(minified bool) []guide.Doubt {
	vendor := vendorOf(f.app.Manifest.Package)
	for i := range f.target.Frames {
		fr := &f.target.Frames[i]
		if len(fr.Methods) > 0 || !fr.InApp && (vendor == "" || !strings.HasPrefix(fr.Class, vendor+".")) {
			continue
		}
		if name, _, _ := strings.Cut(guide.SimpleName(fr.Class), "$"); minified && len(name) > 2 {
			return []guide.Doubt{{Kind: guide.DoubtMinified}}
		}
		return []guide.Doubt{{Kind: guide.DoubtNoFrame, Name: fr.Class + "." + fr.Method}}
	}
	return nil
}

// missingMethod is for a trace whose inner frames of the app are not in this one: the innermost
// whose name stands in a source. What compilers name (with $ or -) they name otherwise in each build.
func (f *finder) missingMethod() []guide.Doubt {
	for i := range f.target.Frames[:max(f.frame(), 0)] {
		fr := &f.target.Frames[i]
		made := strings.ContainsAny(fr.Method, "$-") || strings.Contains(fr.Class, "$$")
		if fr.Lost() && !made {
			return []guide.Doubt{{Kind: guide.DoubtNoMethod, Name: fr.Class + "." + fr.Method}}
		}
	}
	return nil
}

// vendorOf is the first two parts of a package.
func vendorOf(name string) string {
	parts := strings.SplitN(name, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}

// missingUse is for a message that names a member of which the crash point, whatever
// method of this build it is, has no use.
// Any of the methods that the frame can mean is enough to take the doubt away, and so is a call without a name
// (invoke-custom, invoke-polymorphic). Messages of Kotlin's checks name what Kotlin's source uses, not an
// instruction.
func (f *finder) missingUse() []guide.Doubt {
	if f.frame() != 0 || f.failure.Use == "" || strings.HasPrefix(strings.ToLower(f.failure.Source), "kotlin") {
		return nil
	}
	name := lastName(f.out.Use)
	for _, m := range f.target.Frames[0].Methods {
		if m.Code() == nil || mentions(m, func(used string) bool { return used == name }) {
			return nil
		}
	}
	return []guide.Doubt{{Kind: guide.DoubtNoUse, Method: f.crashPoint().String(), Name: f.out.Use}}
}

// mentions says that an instruction of a method names a member that is accepted.
func mentions(m *dex.Method, accepted func(name string) bool) bool {
	file := m.Class.File
	for in := range m.Code().Insns() {
		switch {
		case in.Op.Ref() == dex.RefMethod && accepted(file.MethodAt(in.Index).Name),
			in.Op.Ref() == dex.RefField && accepted(file.FieldAt(in.Index).Name),
			in.Op.Invokes() && in.Op.Ref() != dex.RefMethod:
			return true
		}
	}
	return false
}

// missingCalls is for frames of the app, of which nothing in the method is called as the
// frame before it.
// Names are compared, not descriptors: a call names a class above the one whose method runs, and an overload
// is none the less a call. Compilers put accessors and lambdas (names with $ or -) in between, so that a
// caller that has one may be right.
func (f *finder) missingCalls() []guide.Doubt {
	var all []guide.Doubt
	for i := 1; i < len(f.target.Frames); i++ {
		caller, called := &f.target.Frames[i], &f.target.Frames[i-1]
		if len(caller.Methods) == 0 || hiddenCall(called) {
			continue
		}
		calls := slices.ContainsFunc(caller.Methods, func(m *dex.Method) bool {
			return m.Code() == nil || mentions(m, func(name string) bool {
				return name == called.Method || strings.ContainsAny(name, "$-") ||
					slices.ContainsFunc(called.Methods, func(to *dex.Method) bool { return to.Name == name })
			})
		})
		if !calls {
			all = append(all, guide.Doubt{
				Kind: guide.DoubtNoCall, Method: caller.Methods[0].String(), Name: called.Class + "." + called.Method,
			})
		}
	}
	return all
}

// hiddenCall says that a frame can be called under another name, or by no instruction:
// constructors of classes, what compilers make, and calls that they put in place of others.
func hiddenCall(fr *locate.Frame) bool {
	return fr.Method == "" || strings.ContainsAny(fr.Method, "$-<") || strings.Contains(fr.Class, "$$") ||
		strings.Contains(fr.Class, "Lambda") || fr.Method == "requireNonNull" ||
		strings.HasPrefix(fr.Class, "java.lang.reflect.") || strings.HasPrefix(fr.Class, "java.lang.Class")
}

// guarded is for a null that the method tests right before it uses it.
func (f *finder) guarded() []guide.Doubt {
	uses := f.uses()
	if f.out.Kind != guide.CrashNull || f.frame() != 0 || len(uses) != 1 || len(uses[0].regs) != 1 {
		return nil
	}
	id := f.stack.Chain[0]
	an := f.app.OriginsOf(id)
	if an == nil || !nonNull(an, uses[0].pc, uses[0].regs[0]) {
		return nil
	}
	return []guide.Doubt{{Kind: guide.DoubtGuarded, Method: f.crashPoint().String(), Name: uses[0].name}}
}

// nonNull says that a register holds an object made in the method, or a value that a
// branch on every path to the instruction has found not to be null.
// The value tested and the value used must have one and the same origin.
func nonNull(an *origin.Analysis, pc uint32, reg uint16) bool {
	at := an.At(pc, reg)
	if len(at) != 1 {
		return false
	}
	value := at[0]
	switch value.Kind {
	case origin.New, origin.Array, origin.String, origin.Class:
		return true
	case origin.Unknown, origin.Int:
		return false
	}
	return slices.Contains(an.Passed(pc), value)
}
