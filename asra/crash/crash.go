// Package crash says what must hold at the crash point for the crash to happen: the crash
// condition. It is read from the exception and its message, from the instruction that
// throws, or the library method that the crash point calls and which throws, and from
// where the failing value comes from.
//
// Which messages and methods say what is data of package specs. The value is followed
// back through copies, fields, arguments and results (see source.go), on the stack of the
// trace only along its frames. Branches are asked where the code gives a null of its own: what
// they test decides; else what they want is the business of package condition.
//
// It is advice. What cannot be found out is named in Unknown, never guessed: a crash
// without a message, or in code that the app does not have, has a condition with little in
// it. Not modelled: values that native code keeps, and order of threads.
package crash

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Find says what must hold for the crash that target describes. It never fails and the result is never
// nil: where the crash point is not in the app, or nothing is known of the exception, Kind is
// CrashUnknown, Offset -1, and Unknown names the parts that are missing. Stack and target are of the
// same app and the same crash; neither is changed.
//
// Points are the instructions of the crash point one of which fails, in code units; nil where they cannot be told
// apart from the others of the method, or are more than maxUses.
//
// The order matters. The message is read first, since it decides which instructions come into question;
// the instruction comes next, since it may show that the app throws by itself, which overrules the
// kind; the value is followed last, from the registers of the instructions that are left.
func Find(
	app *appcode.Reader, branches *branch.Table, stack *reach.Stack, target *locate.Target,
) (out *guide.CrashCondition, points []uint32) {
	f := &finder{
		app: app, branches: branches, stack: stack, target: target,
		out: &guide.CrashCondition{Kind: guide.CrashUnknown, Offset: -1},
	}
	f.message()
	uses := f.uses()
	f.point(uses)
	f.subject(uses[:min(maxUses, len(uses))])
	if f.out.Kind == guide.CrashUnknown {
		f.unknown(guide.PartKind)
	}
	if len(uses) <= maxUses {
		for _, u := range uses {
			points = append(points, u.pc)
		}
	}
	return f.out, points
}

// finder makes one condition. out is written from top to bottom of Find and is never read by others
// before Find returns it.
type finder struct {
	app      *appcode.Reader
	branches *branch.Table
	stack    *reach.Stack
	target   *locate.Target
	// failure is what the exception tells; its zero value says that specs has no row for it.
	failure specs.Failure
	out     *guide.CrashCondition
}

// unknown notes a part of the condition that could not be found out, once.
func (f *finder) unknown(part guide.CrashPart) {
	if !slices.Contains(f.out.Unknown, part) {
		f.out.Unknown = append(f.out.Unknown, part)
	}
}

// basis notes what the condition rests on, once, in the order in which it was used. A reader weighs a
// condition by it: one that rests on the exception's class alone says little.
func (f *finder) basis(b guide.CrashBasis) {
	if !slices.Contains(f.out.Basis, b) {
		f.out.Basis = append(f.out.Basis, b)
	}
}

// message takes over what exception and message tell. Wording differs between versions of Android; the
// table of specs has those of all versions that traces come from, so that no version is asked for here.
func (f *finder) message() {
	failure, ok := specs.FailureOf(f.target.Exception, f.target.Message)
	if !ok {
		return
	}
	f.failure = failure
	out := f.out
	out.Kind = guide.CrashKind(failure.Kind)
	out.Index, out.Size, out.Name = failure.Index, failure.Size, failure.Name
	f.basis(guide.BasisException)
	if failure.Told {
		f.basis(guide.BasisMessage)
	}
	if failure.Use != "" {
		out.Use = memberName(failure.Use)
	}
	out.Want = wanted(failure)
}

// wanted is what the failing value must be, as the message tells. The zero Want says that nothing is
// known, which is not the same as "any value fails". A text that a parser refuses is told in most
// messages; where it is not, it is any text that the parser does not take (WantNoText). Of an index
// the message tells the size that was met: with that many things the same index fails again.
// It never says more than the message: a size that is met is a size that fails, not the least one.
func wanted(failure specs.Failure) guide.Want {
	switch guide.CrashKind(failure.Kind) {
	case guide.CrashNull:
		return guide.Want{Class: guide.WantNull}
	case guide.CrashEmpty:
		return guide.Want{Class: guide.WantEmpty}
	case guide.CrashNumber, guide.CrashText:
		switch {
		case !failure.HasText:
			return guide.Want{Class: guide.WantNoText}
		case failure.Text == "":
			return guide.Want{Class: guide.WantEmpty}
		}
		return guide.Want{Class: guide.WantText, Text: failure.Text}
	case guide.CrashStatement:
		return guide.Want{Class: guide.WantNoText}
	case guide.CrashIndex:
		switch {
		case negative(failure) && failure.Size != nil:
			return guide.Want{Class: guide.WantEmpty} // what a list ends with, if the index is counted from its size
		case failure.Size == nil:
			return guide.Want{}
		case *failure.Size == 0:
			return guide.Want{Class: guide.WantEmpty}
		}
		return guide.Want{Class: guide.WantSize, Min: failure.Size, Max: failure.Size}
	case guide.CrashKey, guide.CrashColumn, guide.CrashResource, guide.CrashComponent, guide.CrashPermission,
		guide.CrashProvider, guide.CrashFile:
		return guide.Want{Class: guide.WantAbsent}
	case guide.CrashDivision:
		zero := int64(0)
		return guide.Want{Class: guide.WantNumber, Min: &zero, Max: &zero}
	}
	return guide.Want{}
}

// negative says that a failure is an index below the first: then the index is what fails, whatever the size. How many
// elements there are is not told by the size either where it is that of a list's array.
func negative(failure specs.Failure) bool { return failure.Index != nil && *failure.Index < 0 }

// memberName is the Java name of a member of which a message tells the type as well:
// "java.lang.String.length" of "int java.lang.String.length()".
func memberName(use string) string {
	use, _, _ = strings.Cut(use, "(")
	return use[strings.LastIndexByte(use, ' ')+1:]
}

// crashPoint is the method at the crash point, the innermost frame of the app that was found in it; nil
// if there is none. It is the first of the stack's chain: frames of libraries and of the framework
// below it are not in the chain.
func (f *finder) crashPoint() *dex.Method {
	if !f.stack.Known() {
		return nil
	}
	return f.app.Calls.Method(f.stack.Chain[0])
}

// frame is the index of the crash point among the frames; -1 if none of them is it.
// Of a method that calls itself the innermost frame is meant, which is the one that threw.
func (f *finder) frame() int {
	m := f.crashPoint()
	return slices.IndexFunc(f.target.Frames, func(fr locate.Frame) bool { return slices.Contains(fr.Methods, m) })
}

// below is the library frame that the crash point calls; ok is false if it throws itself.
func (f *finder) below() (called locate.Frame, ok bool) {
	if i := f.frame(); i > 0 {
		return f.target.Frames[i-1], true
	}
	return locate.Frame{}, false
}

// point tells the instruction at the crash point. Only one that is alone is told: of several the
// offset stays -1, since a guess would send whoever reads it to the wrong line. All of them give their
// registers to subject, though: the failing value is in one of them.
func (f *finder) point(uses []use) {
	m := f.crashPoint()
	if m == nil {
		f.unknown(guide.PartInstruction)
		return
	}
	f.out.Where = m.String()
	if len(uses) != 1 {
		f.unknown(guide.PartInstruction)
	}
	if len(uses) == 0 {
		return
	}
	first := uses[0]
	if len(uses) == 1 {
		f.out.Offset = int(first.pc)
		f.basis(guide.BasisInstruction)
	}
	if f.out.Use == "" && len(uses) == 1 {
		f.out.Use = first.name
	}
	if f.out.Kind == guide.CrashArgument && slices.Contains(parsers, f.out.Use) {
		f.out.Kind, f.out.Want = guide.CrashText, guide.Want{Class: guide.WantNoText}
	}
	if first.throws && (f.out.Kind == guide.CrashUnknown || f.ownMessage()) {
		f.out.Kind, f.out.Want = guide.CrashOwn, guide.Want{}
	}
}

// parsers are the methods that refuse a text by an IllegalArgumentException which does not tell so, by their
// documentation.
var parsers = []string{
	"java.util.Date.<init>", "java.util.Date.parse", "java.util.UUID.fromString", "java.sql.Date.valueOf",
	"java.sql.Time.valueOf", "java.sql.Timestamp.valueOf", "java.net.URI.create", "android.graphics.Color.parseColor",
}

// ownMessage says that the app words the exception that it throws: kinds that tell of
// the class alone tell nothing then.
func (f *finder) ownMessage() bool {
	return !f.failure.Told && slices.Contains([]guide.CrashKind{
		guide.CrashState, guide.CrashArgument, guide.CrashIndex, guide.CrashEmpty, guide.CrashFile, guide.CrashPermission,
	}, f.out.Kind)
}

// subject says what fails. Three cases: the failure is about no value of the code (about); the app
// throws by itself, so that branches decide and the guide's conditions tell; else the first of the
// sources of the failing value.
func (f *finder) subject(uses []use) {
	out := f.out
	if s, ok := f.about(); ok {
		out.Subject = s
		return
	}
	if out.Kind == guide.CrashOwn || out.Kind == guide.CrashUnknown {
		return // branches tell, in the guide's conditions
	}
	out.Sources = f.sources(uses)
	if len(out.Sources) == 0 && out.Kind == guide.CrashNull && out.Name != "" {
		out.Sources = f.property(out.Name)
	}
	if all := f.madeWith(); len(all) > 0 {
		out.Sources = all
	}
	if len(out.Sources) == 0 {
		f.unknown(guide.PartSource)
		return
	}
	f.basis(guide.BasisData)
	out.Subject = out.Sources[0].Subject
	if negative(f.failure) && out.Want.Class == guide.WantEmpty && !slices.Contains(things, out.Subject.Kind) {
		out.Want = guide.Want{} // an index that something gave is no thing that can be empty
		return
	}
	if out.Want == (guide.Want{}) {
		f.unknown(guide.PartValue)
	}
}

// property are the sources of a field of that name which the crash point reads: a message that a property was not set
// before it was read, as Kotlin's lateinit has it, names the field, and what throws is given the name alone.
func (f *finder) property(name string) []guide.Source {
	m := f.crashPoint()
	if m == nil {
		return nil
	}
	w := f.walk()
	for in := range m.Code().Insns() {
		static := in.Op >= dex.OpSget && in.Op < dex.OpSput
		if !static && (in.Op < dex.OpIget || in.Op >= dex.OpIput) {
			continue
		}
		ref := m.Class.File.FieldAt(in.Index)
		if ref.Name != name {
			continue
		}
		o := origin.Origin{Kind: origin.Field, Owner: ref.Class, Name: ref.Name, Desc: ref.Type}
		if static {
			o.Kind = origin.Static
		}
		w.field(f.stack.Chain[0], o, 0)
	}
	if len(w.found) > 0 {
		return sourcesOf(w.found)
	}
	all := f.testedFor(m, name)
	return all[:min(len(all), maxSources)]
}

// testedFor are the fields that are null where a method names a property, whose own name a shrinker has changed: the
// text of the message is left, behind the test of the field.
func (f *finder) testedFor(m *dex.Method, name string) []guide.Source {
	var all []guide.Source
	for in := range m.Code().Insns() {
		if in.Op != dex.OpConstString && in.Op != dex.OpConstStringJumbo || m.Class.File.StringAt(in.Index) != name {
			continue
		}
		for _, c := range condition.At(f.app, f.branches, f.stack.Chain[0], in.Off) {
			if c.Subject.Kind == guide.SubjectField && c.Null() {
				all = append(all, guide.Source{Subject: c.Subject, Where: c.Where})
			}
		}
	}
	return all
}

// about is the subject of failures that are no matter of a value; ok is false where a value decides. The
// zero subject with true says that nothing the user does is known to bring it about (memory, linkage).
func (f *finder) about() (guide.Subject, bool) {
	if slices.Contains(f.failure.Events, "full") {
		return guide.Subject{Kind: guide.SubjectPart, Name: guide.PartSpace}, true
	}
	switch f.out.Kind {
	case guide.CrashLifecycle, guide.CrashWindow, guide.CrashThread:
		if slices.Contains(f.failure.Events, "restricted") {
			return guide.Subject{Kind: guide.SubjectComponent, Name: "application", Class: f.out.Name}, true
		}
		return guide.Subject{Kind: guide.SubjectScreen, Class: f.screen()}, true
	case guide.CrashPermission:
		name := f.out.Name
		if name != "" && !strings.Contains(name, ".") {
			name = "android.permission." + name
		}
		f.out.Name = name
		return guide.Subject{Kind: guide.SubjectPermission, Name: name}, true
	case guide.CrashComponent:
		return guide.Subject{Kind: guide.SubjectResult, Name: f.out.Name}, true
	case guide.CrashNetwork:
		return guide.Subject{Kind: guide.SubjectServer}, true
	case guide.CrashResource:
		return guide.Subject{Kind: guide.SubjectResource, Name: f.out.Name}, true
	case guide.CrashMemory, guide.CrashLink:
		return guide.Subject{}, true
	case guide.CrashFile:
		if f.out.Name != "" {
			return guide.Subject{Kind: guide.SubjectFile, Name: f.out.Name}, true
		}
	}
	return guide.Subject{}, false
}

// screen is where the failure happened as people see it: the Java name of the only activity in which the
// outermost method of the stack can run; "" if there are several.
// Of several activities none is named: a wrong screen would lead the search astray, no screen only leaves it
// to the plan's path.
func (f *finder) screen() string {
	if !f.stack.Known() {
		return ""
	}
	places := f.app.PlacesOf(f.stack.Chain[f.stack.Anchor])
	if len(places) != 1 {
		return ""
	}
	return f.app.Components[places[0]].Name
}

// chained is the method that called m on the stack, so that a walk back from the crash point stays
// on the path that this crash took, instead of going to all callers; NoMethod if m is not on it, or is
// the outermost.
func (f *finder) chained(m callgraph.MethodID) callgraph.MethodID {
	i := slices.Index(f.stack.Chain, m)
	if i < 0 || i+1 >= len(f.stack.Chain) || i >= f.stack.Anchor {
		return callgraph.NoMethod
	}
	return f.stack.Chain[i+1]
}
