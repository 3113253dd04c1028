package crash

import (
	"slices"
	"strconv"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/specs"
)

// subjects are the subjects of sources that name nothing else.
// Their calls name no key that tells one from the other.
var subjects = map[specs.SourceKind]guide.SubjectKind{
	specs.SourceFile: guide.SubjectFile, specs.SourceServer: guide.SubjectServer, specs.SourcePlace: guide.SubjectPlace,
	specs.SourceSensor:    guide.SubjectSensor,
	specs.SourceClipboard: guide.SubjectClipboard,
}

// parts are the sources of calls that give null where the phone lacks a part.
var parts = map[specs.SourceKind]string{
	specs.SourceBluetooth: guide.PartBluetooth, specs.SourceNFC: guide.PartNFC, specs.SourceStorage: guide.PartStorage,
	specs.SourceProvider: guide.PartPlaces, specs.SourceNetwork: guide.PartNetwork,
}

// known is for a call of which specs knows where its result comes from; false if it turns
// out to be of no help.
func (w *walk) known(m callgraph.MethodID, call *dex.Insn, c specs.SourceCall, o origin.Origin, depth int) bool {
	if part, ok := parts[c.Source]; ok {
		w.note(m, guide.Subject{Kind: guide.SubjectPart, Name: part})
		return true
	}
	if c.Source == specs.SourceSensor && c.Argument >= 0 {
		w.note(m, guide.Subject{Kind: guide.SubjectSensor, Name: specs.SensorName(w.named(m, call, c.Argument))})
		return true
	}
	if kind, ok := subjects[c.Source]; ok {
		if c.Source == specs.SourceFile && strings.HasPrefix(o.Desc, "(Landroid/content/Context;I") {
			return false // a resource of the app, which is always there
		}
		w.note(m, outside(w, kind))
		return true
	}
	switch c.Source {
	case specs.SourcePass, specs.SourceElement, specs.SourceSize:
		// What gives null for a key that is not there fails by its contents.
		listing, member := w.listing, w.member
		if listing && c.Source == specs.SourceElement {
			w.listing, w.member = false, "" // the list of the answer, and not what is in its elements
		}
		w.derived++
		if c.Argument == specs.Receiver && o.Name == "append" {
			depth-- // a text of many pieces is one form: its first piece is no further away than its last
		}
		w.argument(m, call, c.Argument, depth)
		w.derived, w.listing, w.member = w.derived-1, listing, member
	case specs.SourceStatus:
		w.note(m, guide.Subject{Kind: guide.SubjectStatus})
	case specs.SourceBody:
		if w.itself() {
			w.note(m, guide.Subject{Kind: guide.SubjectStatus})
		}
		w.note(m, outside(w, guide.SubjectServer))
	case specs.SourceMember:
		member(w, m, call, c.Argument, depth)
	case specs.SourceStream:
		stream(w, m, call, c.Argument, depth)
	case specs.SourceText:
		w.text(m, call, depth)
	case specs.SourceSetting, specs.SourcePreference:
		key := w.named(m, call, c.Argument)
		w.note(m, guide.Subject{Kind: guide.SubjectSetting, Name: key})
		stored(w, key, depth)
	case specs.SourceExtra:
		if w.fromBundle(m, call, o) {
			break
		}
		key := w.named(m, call, c.Argument)
		if o.Name == "getType" {
			key = guide.ExtraType
		}
		w.note(m, guide.Subject{Kind: guide.SubjectExtra, Name: key, Class: startedWith(w, m, call)})
		sent(w, key, depth)
	case specs.SourceData:
		if w.fromBundle(m, call, o) {
			break
		}
		w.note(m, guide.Subject{Kind: guide.SubjectExtra, Name: "data", Class: w.component(m)})
	case specs.SourceRow:
		w.rows(m, call, depth)
	case specs.SourceColumn:
		w.column(m, call, c, depth)
	case specs.SourceScreen:
		w.note(m, guide.Subject{Kind: guide.SubjectScreen, Class: w.component(m)})
	case specs.SourceView:
		return w.view(m, call, c)
	case specs.SourceService:
		return false
	default:
		return false
	}
	return true
}

// fromBundle says that a call takes something out of an intent that another activity
// answers with: then the answer is the source.
// Activity.onActivityResult gets the answer as its Intent; extras of any other intent are what the component
// was started with.
func (w *walk) fromBundle(m callgraph.MethodID, call *dex.Insn, o origin.Origin) bool {
	if !strings.HasPrefix(o.Name, "get") || !ofAnswer(w, m, call, 0) {
		return false
	}
	w.note(m, guide.Subject{Kind: guide.SubjectResult})
	return true
}

// carriers are what an answer comes in: the extras of an intent, that intent, and what AndroidX hands both over in.
var carriers = []string{
	"Landroid/os/Bundle;", "Landroid/os/BaseBundle;", "Landroid/content/Intent;",
	"Landroidx/activity/result/ActivityResult;",
}

// ofAnswer says that the receiver of a call is what a method hears of an answer, or was taken out of that. A helper
// hears of it by the frame of the stack that calls it, or by all that call it.
func ofAnswer(w *walk, m callgraph.MethodID, call *dex.Insn, depth int) bool {
	an := w.app.OriginsOf(m)
	return an != nil && slices.ContainsFunc(an.Args(call, 0), func(of origin.Origin) bool {
		return carriesAnswer(w, m, an, of, depth)
	})
}

func carriesAnswer(w *walk, m callgraph.MethodID, an *origin.Analysis, of origin.Origin, depth int) bool {
	switch {
	case depth > maxTargets:
	case of.Kind == origin.Param && w.app.Calls.Method(m).Name == "onActivityResult":
		return true
	case of.Kind == origin.Param:
		index, ok := origin.ParamIndex(w.app.Calls.Method(m), int(of.Int))
		return ok && (index > 0 || w.app.Calls.Method(m).IsStatic()) && handedAnswer(w, m, index, depth)
	case of.Kind == origin.Result && slices.Contains(carriers, of.Owner) && strings.HasPrefix(of.Name, "get"):
		from := an.Graph.Code.At(of.PC)
		return ofAnswer(w, m, &from, depth+1)
	}
	return false
}

// handedAnswer says that an argument of a method carries an answer in all calls, or in that of the stack.
func handedAnswer(w *walk, m callgraph.MethodID, index, depth int) bool {
	only, found := w.chained(m), false
	for e := range w.app.Calls.In(m) {
		if e.Kind != callgraph.Call || only != callgraph.NoMethod && e.From != only {
			continue
		}
		an := w.app.OriginsOf(e.From)
		if an == nil {
			return false
		}
		in := an.Graph.Code.At(e.PC)
		if !slices.ContainsFunc(an.Args(&in, index), func(of origin.Origin) bool {
			return carriesAnswer(w, e.From, an, of, depth+1)
		}) {
			return false
		}
		found = true
	}
	return found
}

// startedWith is the Java name of the component that an intent was for, of which a call takes something out: that under
// which the method runs, but for the intent that a receiver is given.
func startedWith(w *walk, m callgraph.MethodID, call *dex.Insn) string {
	method := w.app.Calls.Method(m)
	an := w.app.OriginsOf(m)
	if method.Name == "onReceive" && an != nil && slices.ContainsFunc(an.Args(call, 0), func(o origin.Origin) bool {
		return o.Kind == origin.Param
	}) {
		return method.Class.JavaName()
	}
	return w.component(m)
}

// named is the text of the argument that names what a call gives; the number of a
// resource or column where it is one.
func (w *walk) named(m callgraph.MethodID, call *dex.Insn, i int) string {
	if i < 0 {
		return ""
	}
	if call.Op.Call() != dex.CallStatic {
		i++
	}
	return w.argumentText(m, call, i, 0)
}

// argumentText is the constant that argument i of a call is, the receiver counted. Where
// it is a parameter of a method into which the walk came by a call, that call tells.
// Without the detour over calls, a helper that reads any preference would name none. It ends since each step
// goes to a method further out, and after maxDepth steps.
func (w *walk) argumentText(m callgraph.MethodID, in *dex.Insn, i, depth int) string {
	an := w.app.OriginsOf(m)
	if an == nil || depth > maxDepth {
		return ""
	}
	at := an.Args(in, i)
	if from, came := w.calls[m]; came && len(at) == 1 && at[0].Kind == origin.Param {
		if index, ok := origin.ParamIndex(w.app.Calls.Method(m), int(at[0].Int)); ok {
			return w.argumentText(from.in, &from.at, index, depth+1)
		}
	}
	if len(at) == 1 && at[0].Kind == origin.Result && (at[0].Name == "getString" || at[0].Name == "getText") {
		resource := an.Graph.Code.At(at[0].PC) // a helper that is given the resource of the key
		if text := w.argumentText(m, &resource, 1, depth+1); text != "" {
			return text
		}
	}
	if text := w.app.ArgumentText(m, in, i); text != "" {
		return text
	}
	if len(at) == 1 && at[0].Kind == origin.Int {
		return strconv.FormatInt(at[0].Int, 10)
	}
	return ""
}

// component is the Java name of the only component under which a method can run; "" if
// there are several.
func (w *walk) component(m callgraph.MethodID) string {
	if places := w.app.PlacesOf(m); len(places) == 1 {
		return w.app.Components[places[0]].Name
	}
	return ""
}

// text is for the text of a widget; that of an entry of a preference screen is a setting.
// Preference classes are told by the end of their names, since three libraries have them (android.preference,
// the support library, AndroidX).
func (w *walk) text(m callgraph.MethodID, call *dex.Insn, depth int) {
	ref := w.app.Calls.Method(m).Class.File.MethodAt(call.Index)
	reg, ok := origin.ArgRegister(w.app.Calls.Method(m).Class.File, call, 0)
	if !ok {
		return
	}
	if strings.Contains(ref.Class, "reference;") {
		w.register(m, call.Off, reg, depth)
		return
	}
	s := guide.Subject{Kind: guide.SubjectAttribute, Name: "text"}
	if widgets := w.app.WidgetsAt(m, call.Off, reg); len(widgets) == 1 {
		s.Widget = w.app.GuideWidget(widgets[0])
	} else {
		s.Widget.ID = w.foundView(m, call.Off, reg)
	}
	w.note(m, s)
}

// rows is for rows of a table, by the tables that the query names.
// Moving a cursor fails by the rows that it has: the walk goes on to the query that made it.
func (w *walk) rows(m callgraph.MethodID, call *dex.Insn, depth int) {
	if ref := w.app.Calls.Method(m).Class.File.MethodAt(call.Index); strings.HasPrefix(ref.Name, "move") ||
		ref.Name == "getPosition" {
		w.argument(m, call, specs.Receiver, depth)
		return
	}
	tables := w.app.TablesOf(m, call)
	if len(tables) == 0 && w.picked(m, call, depth) {
		return
	}
	if len(tables) == 0 {
		w.note(m, guide.Subject{Kind: guide.SubjectTable})
	}
	for _, t := range tables {
		w.note(m, guide.Subject{Kind: guide.SubjectTable, Name: t})
	}
}

// picked says that a content resolver is asked for rows at an address that another app answered with.
func (w *walk) picked(m callgraph.MethodID, call *dex.Insn, depth int) bool {
	ref := w.app.Calls.Method(m).Class.File.MethodAt(call.Index)
	if params := dex.Params(ref.Desc); len(params) == 0 || params[0] != "Landroid/net/Uri;" {
		return false
	}
	before := len(w.found)
	w.derived++
	w.argument(m, call, 0, depth)
	w.derived--
	told := slices.ContainsFunc(w.found[before:], func(c candidate) bool { return c.Subject.Kind == guide.SubjectResult })
	if !told {
		w.found = w.found[:before]
	}
	return told
}

// column is for a value out of a row: the column, and the table that the rows are of.
func (w *walk) column(m callgraph.MethodID, call *dex.Insn, c specs.SourceCall, depth int) {
	name := w.named(m, call, c.Argument)
	if an := w.app.OriginsOf(m); an != nil && name == "" {
		for _, o := range an.Args(call, 1) {
			if o.Kind == origin.Result && strings.HasPrefix(o.Name, "getColumnIndex") {
				index := an.Graph.Code.At(o.PC)
				name = w.named(m, &index, 0)
			}
		}
	}
	w.note(m, guide.Subject{Kind: guide.SubjectColumn, Name: name})
	w.argument(m, call, specs.Receiver, depth)
}

// view is for a view of the layout, which is null where the layout that is shown has none
// of the kind.
// A view that the code makes has no id and is found nowhere: false lets the walk go on to what the call's own
// targets give.
func (w *walk) view(m callgraph.MethodID, call *dex.Insn, c specs.SourceCall) bool {
	if c.Argument < 0 {
		return false
	}
	at := c.Argument
	if call.Op.Call() != dex.CallStatic {
		at++
	}
	s := guide.Subject{Kind: guide.SubjectWidget, Class: w.component(m)}
	if s.Widget.ID = w.resource(m, call, at); s.Widget.ID == "" {
		return false
	}
	w.note(m, s)
	return true
}

// resource is the name of the resource that argument i of a call is, the receiver counted; "" if it is none, or not
// known. Where it is a parameter the call tells by which the walk came, or the next frame of the stack made.
func (w *walk) resource(m callgraph.MethodID, call *dex.Insn, i int) string {
	for range maxDepth {
		an := w.app.OriginsOf(m)
		if an == nil {
			return ""
		}
		at := an.Args(call, i)
		if len(at) != 1 {
			return ""
		}
		if at[0].Kind == origin.Int {
			return w.app.Resources.Name(apk.ID(uint32(at[0].Int)))
		}
		from, came := w.callOf(m)
		index, ok := origin.ParamIndex(w.app.Calls.Method(m), int(at[0].Int))
		if at[0].Kind != origin.Param || !came || !ok {
			return ""
		}
		m, call, i = from.in, &from.at, index
	}
	return ""
}

// callOf is the call by which the walk came into a method, or else the only one that the next frame of the stack
// makes of it.
func (w *walk) callOf(m callgraph.MethodID) (made call, ok bool) {
	if made, ok = w.calls[m]; ok {
		return made, true
	}
	caller := w.chained(m)
	for e := range w.app.Calls.In(m) {
		if caller == callgraph.NoMethod || e.Kind != callgraph.Call || e.From != caller {
			continue
		}
		if ok {
			return call{}, false
		}
		made, ok = call{caller, w.app.Calls.Method(caller).Code().At(e.PC)}, true
	}
	return made, ok
}

// foundView is the resource name of the view whose id a method is given, where a register has what it found by it
// before an instruction; "" for any other value.
func (w *walk) foundView(m callgraph.MethodID, pc uint32, reg uint16) string {
	an := w.app.OriginsOf(m)
	if an == nil {
		return ""
	}
	from := an.At(pc, reg)
	if len(from) != 1 || from[0].Kind != origin.Result {
		return ""
	}
	at := an.Graph.Code.At(from[0].PC)
	for _, c := range specs.SourceCalls(from[0].Name) {
		if c.Source == specs.SourceView && c.Argument >= 0 && w.app.Hierarchy.IsSubtype(from[0].Owner, c.Type) {
			return w.resource(m, &at, c.Argument+1)
		}
	}
	return ""
}
