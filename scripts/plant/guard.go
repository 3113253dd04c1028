package main

import (
	"fmt"
	"slices"
	"strings"

	"talpa/dex"
)

const whatNull = "null check"

// Kinds of what is planted.
const (
	kindThrow = "throw"
	kindGuard = "guard"
)

// fault is a change of a method that makes it fail.
type fault struct {
	what    string   // in a word, what was done
	at      uint32   // position of what is written over, in code units
	units   []uint16 // what is written there
	pc      uint32   // the instruction that throws
	class   string   // descriptor of the exception
	message string
	top     []string // frames of the framework above the method's own
}

// failure is how a call fails.
type failure struct {
	class, message string
	top            []string
}

const (
	numberFormat = "Ljava/lang/NumberFormatException;"
	nullPointer  = "Ljava/lang/NullPointerException;"
)

// failures are the calls that fail on what is missing, empty or wrong, by class and name of the method, with
// the messages of Android 8 (java.lang, java.util, android.database, android.app).
var failures = map[string]failure{
	"Ljava/lang/Integer;->parseInt": {numberFormat, `For input string: ""`, []string{"java.lang.Integer.parseInt"}},
	"Ljava/lang/Integer;->valueOf": {numberFormat, `For input string: ""`,
		[]string{"java.lang.Integer.parseInt", "java.lang.Integer.valueOf"}},
	"Ljava/lang/Long;->parseLong":     {numberFormat, `For input string: ""`, []string{"java.lang.Long.parseLong"}},
	"Ljava/lang/Float;->parseFloat":   {numberFormat, "empty String", []string{"java.lang.Float.parseFloat"}},
	"Ljava/lang/Double;->parseDouble": {numberFormat, "empty String", []string{"java.lang.Double.parseDouble"}},
	"Ljava/util/List;->get": {"Ljava/lang/IndexOutOfBoundsException;", "Index: 0, Size: 0",
		[]string{"java.util.ArrayList.get"}},
	"Ljava/util/ArrayList;->get": {"Ljava/lang/IndexOutOfBoundsException;", "Index: 0, Size: 0",
		[]string{"java.util.ArrayList.get"}},
	"Ljava/util/Iterator;->next": {"Ljava/util/NoSuchElementException;", "", []string{"java.util.ArrayList$Itr.next"}},
	"Ljava/lang/String;->charAt": {"Ljava/lang/StringIndexOutOfBoundsException;", "index=0, length=0",
		[]string{"java.lang.String.charAt"}},
	"Landroid/app/Activity;->startActivity":          noActivity,
	"Landroid/app/Activity;->startActivityForResult": noActivity,
	"Landroid/content/Context;->startActivity":       noActivity,
	"Landroid/content/Context;->unregisterReceiver":  noReceiver,
	"Landroid/app/Activity;->unregisterReceiver":     noReceiver,
	"Lorg/json/JSONObject;-><init>": {"Lorg/json/JSONException;", "End of input at character 0 of ",
		[]string{"org.json.JSONTokener.syntaxError", "org.json.JSONTokener.nextValue", "org.json.JSONObject.<init>"}},
}

var (
	noActivity = failure{"Landroid/content/ActivityNotFoundException;", "No Activity found to handle Intent { }",
		[]string{"android.app.Instrumentation.checkStartActivityResult", "android.app.Instrumentation.execStartActivity",
			"android.app.Activity.startActivityForResult", "android.app.Activity.startActivity"}}
	noReceiver = failure{"Ljava/lang/IllegalArgumentException;", "Receiver not registered: null",
		[]string{"android.app.LoadedApk.forgetReceiverDispatcher", "android.app.ContextImpl.unregisterReceiver",
			"android.content.ContextWrapper.unregisterReceiver"}}
)

// failureOf is how a call of a method can fail.
func failureOf(ref dex.MethodRef) (failure, bool) {
	if ref.Class == "Landroid/database/Cursor;" && strings.HasPrefix(ref.Name, "get") &&
		strings.HasPrefix(ref.Desc, "(I)") && ref.Name != "getColumnName" {
		return failure{"Landroid/database/CursorIndexOutOfBoundsException;", "Index 0 requested, with a size of 0",
			[]string{"android.database.AbstractCursor.checkPosition", "android.database.AbstractWindowedCursor.checkPosition",
				"android.database.AbstractWindowedCursor." + ref.Name}}, true
	}
	// A number of a primitive and an empty JSON object cannot fail: only what reads a text can.
	if (ref.Name == "valueOf" || ref.Name == "<init>") && !strings.HasPrefix(ref.Desc, "(Ljava/lang/String;)") {
		return failure{}, false
	}
	f, ok := failures[ref.Class+"->"+ref.Name]
	return f, ok
}

// checks are the methods whose answer tells that something is there, or, true, that nothing is.
var checks = map[string]bool{
	"size": false, "length": false, "getCount": false, "moveToFirst": false, "isEmpty": true, "equals": true,
}

// reach is how many instructions behind a check are looked at for what it guards.
const reach = 20

// guards finds the checks of a method that can be taken away: what they guard runs then in any case.
func guards(m *dex.Method) []fault {
	c := m.Code()
	var all []fault
	var ref dex.MethodRef // of the call whose answer is tested
	var result uint16
	known := false
	last := dex.Insn{}
	for in := range c.Insns() {
		switch {
		case in.Op.TakesResult() && last.Op.Invokes() && last.Op.Ref() == dex.RefMethod:
			ref, result, known = c.File.MethodAt(last.Index), in.A(), true
		case isZeroTest(in):
			all = append(all, nullGuard(m, in)...)
			if known && result == in.A() {
				all = append(all, stateGuard(m, in, ref)...)
			}
			known = false
		default:
			known = known && !in.Op.Branches()
		}
		last = in
	}
	return all
}

func isZeroTest(in dex.Insn) bool {
	return in.Op == dex.OpIfEqz || in.Op == dex.OpIfNez || in.Op == dex.OpIfGtz || in.Op == dex.OpIfLez
}

// without is the change that makes a test of zero go one way: on to the next instruction, or to its target.
func without(in dex.Insn, jump bool) []uint16 {
	if jump {
		return []uint16{uint16(dex.OpGoto16), uint16(in.Target() - in.Off)}
	}
	return []uint16{0, 0}
}

// nullGuard is the fault of a test for null that is gone: an object that is used behind it.
func nullGuard(m *dex.Method, test dex.Insn) []fault {
	c, jump := m.Code(), test.Op == dex.OpIfNez
	if test.Op != dex.OpIfEqz && test.Op != dex.OpIfNez || comesEmpty(m) && test.A() >= c.Registers-c.Ins {
		return nil
	}
	for in := range straight(c, test, jump) {
		if text := onNull(c, in, test.A()); text != "" && !inTry(m, in.Off) {
			return []fault{{what: whatNull, at: test.Off, units: without(test, jump), pc: in.Off,
				class: nullPointer, message: text}}
		}
		if reg, wide, ok := in.Def(); ok && (reg == test.A() || wide && reg+1 == test.A()) {
			return nil
		}
	}
	return nil
}

// comesEmpty says whether Android gives a method null the first time that it runs: a state that was never
// saved, a row that was never drawn. What fails then needs no state.
func comesEmpty(m *dex.Method) bool {
	return slices.Contains([]string{"onCreate", "onCreateView", "onActivityCreated", "getView", "getDropDownView",
		"getChildView", "getGroupView"}, m.Name)
}

// stateGuard is the fault of a test that something is there that is gone.
func stateGuard(m *dex.Method, test dex.Insn, check dex.MethodRef) []fault {
	nothing, ok := checks[check.Name]
	if !ok {
		return nil
	}
	c := m.Code()
	jump := test.Op == dex.OpIfNez || test.Op == dex.OpIfGtz
	if nothing {
		jump = test.Op == dex.OpIfEqz
	}
	for in := range straight(c, test, jump) {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || inTry(m, in.Off) {
			continue
		}
		if f, ok := failureOf(c.File.MethodAt(in.Index)); ok {
			return []fault{{what: "check by " + check.Name, at: test.Off, units: without(test, jump), pc: in.Off,
				class: f.class, message: f.message, top: f.top}}
		}
	}
	return nil
}

// straight are the instructions behind a test, up to the next one where ways part or end.
func straight(c *dex.Code, test dex.Insn, jump bool) func(yield func(dex.Insn) bool) {
	pc := test.Next()
	if jump {
		pc = test.Target()
	}
	return func(yield func(dex.Insn) bool) {
		for range reach {
			in := c.At(pc)
			if in.Op.Branches() || in.Op.Switches() || !in.Op.Continues() || !yield(in) {
				return
			}
			pc = in.Next()
			if pc >= c.Units {
				return
			}
		}
	}
}

// onNull is what the exception says where an instruction uses a register that is null, "" where it does not
// fail.
func onNull(c *dex.Code, in dex.Insn, reg uint16) string {
	name := in.Op.String()
	switch {
	case (strings.HasPrefix(name, "invoke-virtual") || strings.HasPrefix(name, "invoke-interface")) && in.Reg(0) == reg:
		ref := c.File.MethodAt(in.Index)
		kind := "virtual"
		if strings.HasPrefix(name, "invoke-interface") {
			kind = "interface"
		}
		return fmt.Sprintf("Attempt to invoke %s method '%s' on a null object reference", kind, signature(ref))
	case in.Op.ReadsField() && strings.HasPrefix(name, "iget") && in.B() == reg:
		ref := c.File.FieldAt(in.Index)
		return fmt.Sprintf("Attempt to read from field '%s %s.%s' on a null object reference",
			dex.JavaName(ref.Type), dex.JavaName(ref.Class), ref.Name)
	case name == "array-length" && in.B() == reg:
		return "Attempt to get length of null array"
	}
	return ""
}

// signature is a method as Android's messages name it.
func signature(ref dex.MethodRef) string {
	var params []string
	for _, p := range dex.Params(ref.Desc) {
		params = append(params, dex.JavaName(p))
	}
	result := ref.Desc[strings.LastIndex(ref.Desc, ")")+1:]
	return fmt.Sprintf("%s %s.%s(%s)", dex.JavaName(result), dex.JavaName(ref.Class), ref.Name, strings.Join(params, ", "))
}

// supers are the classes above those of failures that handlers name.
var supers = map[string][]string{
	numberFormat: {"Ljava/lang/IllegalArgumentException;"},
	"Ljava/lang/StringIndexOutOfBoundsException;":        {"Ljava/lang/IndexOutOfBoundsException;"},
	"Landroid/database/CursorIndexOutOfBoundsException;": {"Ljava/lang/IndexOutOfBoundsException;"},
}

// catchesClass says whether a handler of a class gets an exception.
func catchesClass(handler, thrown string) bool {
	checked := thrown == "Lorg/json/JSONException;"
	return handler == thrown || slices.Contains(supers[thrown], handler) ||
		handler == "Ljava/lang/Exception;" || !checked && handler == "Ljava/lang/RuntimeException;"
}

// catches finds the handlers of a method that can be made to throw on what they catch.
func catches(m *dex.Method) []fault {
	c := m.Code()
	_, targets := flow(c)
	var all []fault
	for _, try := range c.Tries() {
		for in := range c.InsnsIn(try.Start, try.End) {
			if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
				continue
			}
			f, ok := failureOf(c.File.MethodAt(in.Index))
			if !ok {
				continue
			}
			i := slices.IndexFunc(try.Handlers, func(h dex.Handler) bool { return catchesClass(h.Type, f.class) })
			if i < 0 || inTry(m, try.Handlers[i].Target) {
				continue
			}
			if at, units, ok := rethrow(c, try.Handlers[i].Target, targets); ok {
				all = append(all, fault{what: "handler of " + dex.JavaName(try.Handlers[i].Type), at: at, units: units,
					pc: in.Off, class: f.class, message: f.message, top: f.top})
			}
		}
	}
	return all
}

// rethrow makes a handler throw what it caught, in place of its first instruction.
func rethrow(c *dex.Code, handler uint32, targets map[uint32]bool) (at uint32, units []uint16, ok bool) {
	move := c.At(handler)
	if move.Op != dex.OpMoveException || move.Next() >= c.Units || targets[move.Next()] {
		return 0, nil, false
	}
	first := c.At(move.Next())
	units = make([]uint16, first.Len())
	units[0] = move.A()<<8 | uint16(dex.OpThrow)
	return move.Next(), units, true
}
