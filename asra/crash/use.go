package crash

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// use is an instruction at the crash point that can be the one that fails, and the
// registers of which one holds the failing value, the likeliest first.
type use struct {
	pc     uint32
	name   string   // Java name of the method that is called or of the field; "" for others
	regs   []uint16 // numbers of registers before the instruction; one of them holds the value
	throws bool     // it throws an exception that the app made
	// elements says that the registers have arrays, and the failing value is an element of one.
	elements bool
}

// maxUses bounds the instructions that are taken where more than one can be meant.
const maxUses = 8

// uses are the instructions of the crash point that can have failed: on the line if it is
// known and has some. A frame below the crash point says that the method was calling it, so that
// only such calls count; without one the instruction threw by itself. Lines of another build are not
// trusted (package locate leaves them out), which makes line 0 and all instructions of the method count.
//
// A line that has none is ignored only where the message names the member, or a frame below the
// method: then the instruction is known by that, and the line is the compiler's. Nil says that nothing
// can be told apart; it is not an error.
func (f *finder) uses() []use {
	m := f.crashPoint()
	if m == nil || m.Code() == nil {
		return nil
	}
	called, calls := f.below()
	var all, onLine []use
	code := m.Code()
	line := 0
	if lines := f.stack.Lines[0]; len(lines) > 0 {
		line = code.Line(lines[0])
	}
	for in := range code.Insns() {
		var u use
		var ok bool
		if calls {
			u, ok = f.call(m, &in, called)
		} else {
			u, ok = f.fails(m, &in)
		}
		switch {
		case !ok:
		case line != 0 && code.Line(in.Off) == line:
			onLine = append(onLine, u)
		default:
			all = append(all, u)
		}
	}
	if len(onLine) > 0 {
		all = onLine
	}
	if line != 0 && len(onLine) == 0 && f.failure.Use == "" && !calls {
		return nil // any instruction of the method would do
	}
	return all
}

// call is a call of the method of a frame, with the arguments that can be at fault. The frame's class is
// not compared: it is the class that has the code, and the instruction names any class below it.
// Arguments that the framework's method is known to test for this very exception (specs, out of
// the platform's class files) go before what the kind of failure suggests.
func (f *finder) call(m *dex.Method, in *dex.Insn, called locate.Frame) (use, bool) {
	if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
		return use{}, false
	}
	file := m.Class.File
	ref := file.MethodAt(in.Index)
	if ref.Name != called.Method {
		return use{}, false
	}
	u := use{pc: in.Off, name: dex.JavaName(ref.Class) + "." + ref.Name}
	static := in.Op.Call() == dex.CallStatic
	first := 1
	if static {
		first = 0
	}
	var receiver []uint16
	if reg, ok := origin.ArgRegister(file, in, 0); ok && !static {
		receiver = append(receiver, reg)
	}
	var arguments, arrays []uint16
	for i, p := range ref.Params() {
		if reg, ok := origin.ArgRegister(file, in, first+i); ok && f.canFail(p) {
			arguments = append(arguments, reg)
			if p[0] == '[' {
				arrays = append(arrays, reg)
			}
		}
	}
	if f.failure.Source == boundBy && len(arrays) > 0 {
		u.regs, u.elements = arrays, true
		return u, true
	}
	if guarded := f.guardedArguments(file, in, ref, first); len(guarded) > 0 {
		f.basis(guide.BasisMethod)
		u.regs = guarded
		if f.out.Kind == guide.CrashIndex && !negative(f.failure) {
			u.regs = append(receiver, guarded...) // what the index is not in may be too short, as well
		}
		return u, true
	}
	switch f.out.Kind {
	case guide.CrashNull, guide.CrashNumber, guide.CrashText, guide.CrashStatement, guide.CrashFormat:
		u.regs = append(arguments, receiver...)
	case guide.CrashIndex:
		// A text that lacks what is looked for in it gives a negative index, so that it is asked for, too.
		u.regs = append(receiver, arguments...)
		if negative(f.failure) && ref.Class != "Ljava/lang/String;" && len(arguments) > 0 {
			u.regs = arguments
		}
	case guide.CrashDivision:
		if u.regs = arguments; len(arguments) == 0 { // a number is divided by an argument
			u.regs = receiver
		}
	case guide.CrashState:
		u.regs = append(receiver, arguments...)
		if len(receiver) > 0 && f.app.Hierarchy.IsSubtype(ref.Class, "Ljava/lang/AutoCloseable;") {
			u.regs = receiver // what can be closed is what was, whatever it is given
		}
	default:
		u.regs = append(receiver, arguments...)
	}
	return u, true
}

// boundBy is the source of a message that a value of a statement is null: calls are given the values in an array.
const boundBy = "android.database.sqlite.SQLiteProgram.bindString"

// guardedArguments are found in the class that the call names, or the nearest one above it with such a
// method: a guard of a subclass comes first, as it runs first. They are the arguments of a call of which
// the framework's method is known to test that the exception is not due; first is the number of the first
// argument.
func (f *finder) guardedArguments(file *dex.File, in *dex.Insn, ref dex.MethodRef, first int) []uint16 {
	var all []uint16
	for class := range f.app.Hierarchy.Above(ref.Class) {
		for _, t := range specs.Throws(dex.MethodRef{Class: class, Name: ref.Name, Desc: ref.Desc}.String()) {
			reg, ok := origin.ArgRegister(file, in, first+t.Param)
			if ok && t.Exception == f.target.Exception && !slices.Contains(all, reg) {
				all = append(all, reg)
			}
		}
		if len(all) > 0 {
			break
		}
	}
	return all
}

// canFail says that an argument of a type can be what the failure is about.
// Numbers are none of what null is about. Where the kind is unknown any object may be it.
func (f *finder) canFail(typ string) bool {
	reference := typ[0] == 'L' || typ[0] == '['
	switch f.out.Kind {
	case guide.CrashNumber, guide.CrashText, guide.CrashStatement, guide.CrashFormat:
		return typ == "Ljava/lang/String;" || typ == "Ljava/lang/CharSequence;" || typ == "Ljava/lang/Object;" ||
			strings.HasPrefix(typ, "Ljava/io/")
	case guide.CrashIndex:
		return typ == "I" || reference
	}
	return reference
}

// fails is an instruction that can throw the exception itself, by the rules of the Dalvik bytecode:
// what each instruction throws and for which of its registers. A throw instruction is none of these: it
// passes on an exception, which the app made if throwsException finds so.
func (f *finder) fails(m *dex.Method, in *dex.Insn) (use, bool) {
	u := use{pc: in.Off}
	if in.Op == dex.OpThrow && f.out.Kind != guide.CrashNull {
		u.throws = true
		return u, f.throwsException(m, in)
	}
	switch f.out.Kind {
	case guide.CrashNull:
		return f.nullUse(m, in)
	case guide.CrashIndex:
		if in.Op >= dex.OpAget && in.Op <= dex.OpAputShort {
			if u.regs = []uint16{in.B(), in.C()}; negative(f.failure) {
				u.regs = u.regs[1:]
			}
			return u, true
		}
		if in.Op == dex.OpNewArray && f.failure.Size == nil {
			u.regs = []uint16{in.B()}
			return u, strings.HasSuffix(f.target.Exception, "NegativeArraySizeException")
		}
	case guide.CrashClass:
		if in.Op == dex.OpCheckCast {
			name := dex.JavaName(m.Class.File.TypeAt(in.Index))
			u.regs = []uint16{in.A()}
			return u, f.out.Name == "" || f.out.Name == name
		}
	case guide.CrashDivision:
		return divisor(u, in)
	}
	return u, false
}

// throwsException says that a throw can be of the wanted exception. False only where every object that
// can get there is made in this method and is of another class: of what is not made in
// the method nothing is known.
func (f *finder) throwsException(m *dex.Method, in *dex.Insn) bool {
	an := f.app.OriginsOf(f.app.Calls.ID(m))
	if an == nil {
		return true
	}
	for _, o := range an.At(in.Off, in.A()) {
		if o.Kind != origin.New || dex.JavaName(o.Text) == f.target.Exception {
			return true
		}
	}
	return false
}

// divisor is the use of an instruction that divides whole numbers; those of floating point give
// infinity and never throw. A literal zero fails each time and has no register to follow.
func divisor(u use, in *dex.Insn) (use, bool) {
	switch in.Op {
	case dex.OpDivInt, dex.OpRemInt, dex.OpDivLong, dex.OpRemLong:
		u.regs = []uint16{in.C()}
	case dex.OpDivInt2addr, dex.OpRemInt2addr, dex.OpDivLong2addr, dex.OpRemLong2addr:
		u.regs = []uint16{in.B()}
	case dex.OpDivIntLit8, dex.OpRemIntLit8, dex.OpDivIntLit16, dex.OpRemIntLit16:
		return u, in.Lit == 0
	default:
		return u, false
	}
	return u, true
}

// nullUse is the use of an object that fails for null. The object of the method itself is
// none. Of a message that names a member only its uses count.
func (f *finder) nullUse(m *dex.Method, in *dex.Insn) (use, bool) {
	file := m.Class.File
	u := use{pc: in.Off}
	class, name := "", ""
	switch {
	case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod:
		ref := file.MethodAt(in.Index)
		class, name = ref.Class, ref.Name
		static := in.Op.Call() == dex.CallStatic
		if class == intrinsics && strings.HasPrefix(name, assertion) {
			return asserted(u, m.Code())
		}
		if in.N == 0 || static && class != intrinsics || f.assertsNull(m) {
			return u, false // Kotlin's checks take themselves off the stack
		}
		u.regs = []uint16{in.Reg(0)}
	case (in.Op.ReadsField() || in.Op.WritesField()) && in.Op < dex.OpSget && in.N > 1:
		ref := file.FieldAt(in.Index)
		class, name, u.regs = ref.Class, ref.Name, []uint16{in.B()}
	case in.Op == dex.OpArrayLength, in.Op >= dex.OpAget && in.Op <= dex.OpAputShort:
		u.regs = []uint16{in.B()}
		return u, f.failure.Use == "" && f.arrayFits()
	case in.Op == dex.OpMonitorEnter:
		u.regs = []uint16{in.A()}
		return u, f.failure.Use == "" && !f.failure.Told
	default:
		return u, false
	}
	u.name = dex.JavaName(class) + "." + name
	if code := m.Code(); !m.IsStatic() && u.regs[0] == code.Registers-code.Ins {
		return u, false
	}
	switch {
	case class == intrinsics:
		return u, !f.failure.Told || strings.HasPrefix(strings.ToLower(f.failure.Source), "kotlin")
	case f.failure.Use != "":
		return u, name == lastName(f.out.Use)
	}
	return u, !f.failure.Told
}

// intrinsics is the class of the checks that Kotlin's compiler puts before uses of values that come
// from Java. They are static, take the value as their first argument, and leave no frame of their own.
const intrinsics = "Lkotlin/jvm/internal/Intrinsics;"

// assertion begins the names of the methods of Intrinsics that Kotlin's !! calls for null: throwNpe with and without a
// message.
const assertion = "throwNpe"

// asserted is the use of !!: the register whose test for null stands before the call that throws.
func asserted(u use, code *dex.Code) (use, bool) {
	for in := range code.InsnsIn(0, u.pc) {
		if in.Op == dex.OpIfNez && in.Next() == u.pc {
			u.regs = []uint16{in.A()}
			return u, true
		}
	}
	return u, false
}

// assertsNull says that the exception is that of Kotlin's !! and the method has one: then no other use throws it.
func (f *finder) assertsNull(m *dex.Method) bool {
	if !strings.HasSuffix(f.target.Exception, "KotlinNullPointerException") {
		return false
	}
	for in := range m.Code().Insns() {
		if in.Op.Invokes() && in.Op.Ref() == dex.RefMethod {
			ref := m.Class.File.MethodAt(in.Index)
			if ref.Class == intrinsics && strings.HasPrefix(ref.Name, assertion) {
				return true
			}
		}
	}
	return false
}

// arrayFits says that the message does not speak against a use of an array.
func (f *finder) arrayFits() bool {
	return !f.failure.Told || strings.Contains(f.target.Message, "array")
}

// lastName is the bare name of a member.
func lastName(java string) string { return java[strings.LastIndexByte(java, '.')+1:] }
