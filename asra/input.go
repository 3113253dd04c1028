package asra

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/condition"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Bounds of what the guide lists.
const (
	maxInputs  = 40
	maxStrings = 64
)

// inputs finds what the path asks the outside for: texts that it parses or compares,
// permissions, answers of other apps, extras of intents; and the texts that it compares
// with.
func (s *stages) inputs() ([]guide.Input, []string) {
	f := &inputs{stages: s}
	for _, m := range s.relevance.Near() {
		f.methodInputs(m)
	}
	f.exceptionInputs()
	f.rotation()
	return f.found, f.strings
}

// inputs are what the path asks for, in the making. Methods are asked in the order of
// relevance.Near, so that the nearest inputs are listed first and survive the bounds.
type inputs struct {
	*stages
	found   []guide.Input
	strings []string
}

// input notes an input once, with all that is worth trying for it.
func (f *inputs) input(in guide.Input) {
	for i := range f.found {
		old := &f.found[i]
		if sameInput(old, &in) {
			old.Values = merged(old.Values, in.Values)
			old.Extras = merged(old.Extras, in.Extras)
			return
		}
	}
	if len(f.found) < maxInputs {
		f.found = append(f.found, in)
	}
}

// sameInput says that two inputs differ in nothing but what is worth trying.
func sameInput(x, y *guide.Input) bool {
	return x.Kind == y.Kind && x.Cause == y.Cause && x.Widget.ID == y.Widget.ID && x.Widget.Text == y.Widget.Text &&
		x.Parser == y.Parser && x.Permission == y.Permission && x.Action == y.Action && x.Callback == y.Callback &&
		x.Where == y.Where
}

// merged appends those of more that all has not.
func merged(all, more []string) []string {
	for _, v := range more {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// str notes a text that code on the path compares with. Long texts are messages and pages, which
// nobody types.
func (f *inputs) str(s string) {
	if s != "" && len(s) <= 200 && len(f.strings) < maxStrings && !slices.Contains(f.strings, s) {
		f.strings = append(f.strings, s)
	}
}

// methodInputs looks at the calls of one method.
func (f *inputs) methodInputs(m callgraph.MethodID) {
	an := f.app.OriginsOf(m)
	if an == nil {
		return
	}
	code := an.Graph.Code
	for in := range code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := code.File.MethodAt(in.Index)
		calls := attr.Calls(ref.Class, ref.Name, f.app.Hierarchy.IsSubtype)
		for _, c := range calls {
			f.callInput(m, an, &in, ref, c)
		}
		if len(calls) == 0 && f.app.IsEquality(m, &in) {
			f.compared(m, an, &in)
		}
		f.namedInput(m, an, &in, ref)
	}
}

// callInput is for calls whose meaning specs knows. Only the text of a widget is an input of the
// user; a text out of a file or a server is not.
func (f *inputs) callInput(m callgraph.MethodID, an *origin.Analysis, in *dex.Insn, ref dex.MethodRef, c specs.Call) {
	where := f.app.Calls.Method(m).String()
	switch c.Kind {
	case specs.CallParse:
		if w := f.argumentWidget(m, an, in); w != nil {
			f.input(guide.Input{
				Kind: guide.InputText, Cause: guide.CauseParsed, Where: where, Values: f.wantedText(),
				Widget: *w, Parser: dex.JavaName(ref.Class) + "." + ref.Name,
			})
		}
	case specs.CallCompare, specs.CallEqual:
		f.compared(m, an, in)
	case specs.CallResult:
		f.answer(m, an, where)
	}
}

// compared is for a comparison of texts.
func (f *inputs) compared(m callgraph.MethodID, an *origin.Analysis, in *dex.Insn) {
	text := ""
	for i := range 2 {
		if t := appcode.ConstantText(an, in, i); t != "" {
			text = t
		}
	}
	f.str(text)
	if w := f.argumentWidget(m, an, in); w != nil {
		where := f.app.Calls.Method(m).String()
		input := guide.Input{Kind: guide.InputText, Cause: guide.CauseCompared, Where: where, Widget: *w}
		if text != "" {
			input.Values = []string{text}
		}
		f.input(input)
	}
}

// argumentWidget is the widget whose text is an argument of a call; nil if none is.
func (f *inputs) argumentWidget(m callgraph.MethodID, an *origin.Analysis, in *dex.Insn) *guide.Widget {
	for i := range len(an.Graph.Code.File.MethodAt(in.Index).Params()) + 1 {
		reg, ok := origin.ArgRegister(an.Graph.Code.File, in, i)
		if !ok {
			continue
		}
		if w := condition.TextWidget(f.app, m, in.Off, reg); w != nil && (w.ID != "" || w.Text != "") {
			return w
		}
	}
	return nil
}

// wantedText is the text that the message of the exception quotes, if it is the
// kind of exception that quotes a text which it could not read.
func (f *inputs) wantedText() []string {
	if !strings.HasSuffix(f.target.Exception, "NumberFormatException") {
		return nil
	}
	first := strings.IndexByte(f.target.Message, '"')
	last := strings.LastIndexByte(f.target.Message, '"')
	if first < 0 || last <= first {
		return nil
	}
	return []string{f.target.Message[first+1 : last]}
}

// answer is for the start of an activity whose result is waited for: of this app or, by an action,
// of another one. All constants of the method that look like actions are taken, since the intent
// may have been made lines before the start.
func (f *inputs) answer(m callgraph.MethodID, an *origin.Analysis, where string) {
	for in := range an.Graph.Code.Insns() {
		if in.Op != dex.OpConstString && in.Op != dex.OpConstStringJumbo {
			continue
		}
		action := an.Graph.Code.File.StringAt(in.Index)
		if !strings.Contains(action, ".action.") {
			continue
		}
		kind := guide.InputResult
		switch {
		case strings.HasSuffix(action, "_CAPTURE"), strings.HasSuffix(action, "GET_CONTENT"),
			strings.HasSuffix(action, "OPEN_DOCUMENT"), strings.HasSuffix(action, "PICK"):
			kind = guide.InputMedia
		}
		f.input(guide.Input{Kind: kind, Cause: guide.CauseAwaited, Action: action, Where: where})
	}
}

// namedInput is for calls that their name gives away. Names are enough here, as an input too many
// costs a search an attempt: by the documentation of Context, ConnectivityManager, Locale and
// Intent.
func (f *inputs) namedInput(m callgraph.MethodID, an *origin.Analysis, in *dex.Insn, ref dex.MethodRef) {
	where := f.app.Calls.Method(m).String()
	switch ref.Name {
	case "checkSelfPermission", "requestPermissions", "checkCallingOrSelfPermission":
		for use := range an.Graph.Code.Insns() {
			if use.Op != dex.OpConstString {
				continue
			}
			if text := an.Graph.Code.File.StringAt(use.Index); strings.HasPrefix(text, "android.permission.") {
				f.input(guide.Input{
					Kind: guide.InputPermission, Cause: guide.CauseChecked, Permission: text, Where: where,
				})
			}
		}
	case "getActiveNetworkInfo", "getActiveNetwork", "getAllNetworkInfo", "getNetworkCapabilities":
		f.input(guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseChecked, Where: where})
	case "openConnection", "openStream", "connect":
		if strings.HasPrefix(ref.Class, "Ljava/net/") {
			f.input(guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseConnects, Where: where})
		}
	case "getLanguage", "getCountry", "getISO3Language", "getISO3Country":
		if ref.Class == "Ljava/util/Locale;" {
			f.locale(guide.CauseLanguage, where)
		}
	case "format", "getInstance", "getNumberInstance", "getPercentInstance", "getCurrencyInstance":
		if f.readsText() && (ref.Class == "Ljava/lang/String;" && !strings.HasPrefix(ref.Desc, "(Ljava/util/Locale;") ||
			strings.HasPrefix(ref.Class, "Ljava/text/")) {
			f.locale(guide.CauseFormats, where)
		}
	case "getStringExtra", "getIntExtra", "getLongExtra", "getBooleanExtra", "getParcelableExtra", "getSerializableExtra":
		key := appcode.ConstantText(an, in, 1)
		if key != "" && ref.Class == "Landroid/content/Intent;" && f.exported(f.app.Calls.Owner(m)) {
			f.input(guide.Input{
				Kind: guide.InputIntent, Cause: guide.CauseExtra, Where: where, Extras: []string{key},
			})
		}
	}
}

// exceptionInputs reads the wanted exception itself.
func (f *inputs) exceptionInputs() {
	name := guide.SimpleName(f.target.Exception)
	switch {
	case slices.Contains([]string{"MissingFormatArgumentException", "UnknownFormatConversionException",
		"IllegalFormatConversionException", "DuplicateFormatFlagsException", "MissingResourceException"}, name):
		f.locale(guide.CauseException, "")
	case name == "SecurityException":
		f.input(guide.Input{Kind: guide.InputPermission, Cause: guide.CauseException})
	case slices.Contains([]string{
		"UnknownHostException", "SocketTimeoutException", "ConnectException", "SocketException", "SSLException",
		"SSLHandshakeException", "HttpException",
	}, name):
		f.input(guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseException})
	}
}

// readsText says that the crash is about a text that could not be read.
func (f *inputs) readsText() bool {
	name := guide.SimpleName(f.target.Exception)
	return name == "NumberFormatException" || name == "ParseException" || name == "DateTimeParseException"
}

// locale asks for other languages: one that writes numbers with a comma and one
// that writes from right to left.
func (f *inputs) locale(cause guide.InputCause, where string) {
	f.input(guide.Input{Kind: guide.InputLocale, Cause: cause, Where: where, Values: []string{"de-DE", "ar-EG"}})
}

// exported says that other apps can start the component that a class is.
func (f *inputs) exported(t callgraph.TypeID) bool {
	return slices.ContainsFunc(f.app.Components, func(c icfg.Component) bool {
		return c.Type == t && c.Exported && !c.Launcher
	})
}

// rotation asks for a rotation where the stack shows that the screen was saved
// or rebuilt, where code on it reads a field that is changed when the screen
// goes, and where late code asks a fragment for the activity that it has lost.
// By the documentation of Activity ("Handle configuration changes"): without configChanges a rotation destroys
// the activity and makes another one.
func (f *inputs) rotation() {
	ask := func(m callgraph.MethodID, cause guide.InputCause, callback string) {
		f.input(guide.Input{
			Kind: guide.InputRotation, Cause: cause, Callback: callback, Where: f.app.Calls.Method(m).String(),
		})
	}
	for _, m := range f.reach.Inner() {
		if appcode.OnLeaving(f.app.Calls.Method(m).Name) {
			ask(m, guide.CauseSaved, "")
		}
		if by := f.readsChanged(m); by != "" {
			ask(m, guide.CauseChanged, by)
		}
		if f.late() && f.asksForActivity(m) {
			ask(m, guide.CauseLate, "")
		}
	}
}

// readsChanged is the DEX name of the callback that changes, when a screen goes, an object field
// that a method reads, itself or through accessors that the compiler made; "" if there is none.
// Accessors are followed one step: the compiler makes them without calls of their own.
func (f *inputs) readsChanged(m callgraph.MethodID) string {
	code := f.app.Calls.Method(m).Code()
	if code == nil {
		return ""
	}
	for in := range code.Insns() {
		by := ""
		switch {
		case in.Op == dex.OpIgetObject || in.Op == dex.OpSgetObject:
			by = f.changedOnLeaving(code.File.FieldAt(in.Index))
		case in.Op.Call() == dex.CallStatic:
			for _, t := range f.app.Calls.Targets(f.app.Calls.Method(m), in) {
				if t != m && f.app.Calls.Method(t).Access.Has(dex.AccSynthetic) && len(f.app.Calls.Out(t)) == 0 {
					by = f.readsChanged(t)
				}
			}
		}
		if by != "" {
			return by
		}
	}
	return ""
}

// asksForActivity says that a method asks a fragment for the activity that it is in,
// which a rotation takes away.
func (f *inputs) asksForActivity(m callgraph.MethodID) bool {
	code := f.app.Calls.Method(m).Code()
	if code == nil {
		return false
	}
	for in := range code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		switch code.File.MethodAt(in.Index).Name {
		case "getActivity", "requireActivity", "requireContext":
			return true
		}
	}
	return false
}

// late says that the crash is in code that runs some time after it was asked for.
func (f *inputs) late() bool {
	cb := f.app.CallbackOf(f.reach.Chain[f.reach.Anchor])
	return cb != nil && cb.Role == "async"
}

// changedOnLeaving is the DEX name of the callback that writes a field when a screen goes, ""
// if there is none.
func (f *inputs) changedOnLeaving(field dex.FieldRef) string {
	for _, u := range f.app.Calls.Index.Writes(field) {
		if m := f.app.Calls.Method(u.Method); appcode.OnLeaving(m.Name) && f.app.CallbackOf(u.Method) != nil {
			return m.String()
		}
	}
	return ""
}
