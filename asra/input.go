package asra

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
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
	maxNear    = 400 // methods looked at
)

// inputs finds what the way asks the outside for: texts that it parses or
// compares, permissions, answers of other apps, extras of intents.
func (a *analysis) inputs() {
	for _, m := range a.near() {
		a.methodInputs(m)
	}
	a.exceptionInputs()
	a.rotation()
}

// near are the methods on the stack, those on the way from the start, those that
// store what the way reads, and what these call directly in code of their own
// vendor.
func (a *analysis) near() []callgraph.MethodID {
	var all []callgraph.MethodID
	seen := map[callgraph.MethodID]bool{}
	add := func(m callgraph.MethodID) {
		if m != callgraph.NoMethod && !seen[m] && len(all) < maxNear && a.ownCode(a.p.Calls.Method(m)) {
			seen[m] = true
			all = append(all, m)
		}
	}
	for _, m := range a.chain[:min(a.anchor+1, len(a.chain))] {
		add(m)
	}
	if a.begin >= 0 {
		for _, e := range a.routes.path(a.begin) {
			add(a.callee(e.From))
		}
	}
	for i := range a.g.Callbacks {
		if cb := &a.g.Callbacks[i]; cb.Rule == "R19" {
			add(a.methods[cb.Method])
		}
	}
	for _, m := range slices.Clone(all) {
		own := callgraph.Vendor(a.p.Calls.Method(m).Class.Descriptor)
		for _, e := range a.p.Calls.Out(m) {
			if callgraph.Vendor(a.p.Calls.Method(e.To).Class.Descriptor) == own {
				add(e.To)
			}
		}
	}
	return all
}

func (a *analysis) input(in guide.Input) {
	for i := range a.g.Inputs {
		old := &a.g.Inputs[i]
		if sameInput(old, &in) {
			old.Values = merged(old.Values, in.Values)
			old.Extras = merged(old.Extras, in.Extras)
			return
		}
	}
	if len(a.g.Inputs) < maxInputs {
		a.g.Inputs = append(a.g.Inputs, in)
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

func (a *analysis) str(s string) {
	if s != "" && len(s) <= 200 && len(a.g.Strings) < maxStrings && !slices.Contains(a.g.Strings, s) {
		a.g.Strings = append(a.g.Strings, s)
	}
}

// methodInputs looks at the calls of one method.
func (a *analysis) methodInputs(m callgraph.MethodID) {
	an := a.originsOf(m)
	if an == nil {
		return
	}
	code := an.Graph.Code
	for in := range code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := code.File.MethodAt(in.Index)
		for _, c := range attr.Calls(ref.Class, ref.Name, a.p.Hierarchy.IsSubtype) {
			a.callInput(m, an, &in, ref, c)
		}
		a.namedInput(m, an, &in, ref)
	}
}

// callInput is for calls whose meaning specs knows.
func (a *analysis) callInput(m callgraph.MethodID, an *origin.Analysis, in *dex.Insn, ref dex.MethodRef, c specs.Call) {
	where := a.p.Calls.Method(m).String()
	switch c.Kind {
	case specs.CallParse:
		if w := a.argumentWidget(m, an, in); w != nil {
			a.input(guide.Input{
				Kind: guide.InputText, Cause: guide.CauseParsed, Where: where, Values: a.wantedText(),
				Widget: *w, Parser: dex.JavaName(ref.Class) + "." + ref.Name,
			})
		}
	case specs.CallCompare:
		text := ""
		for i := range 2 {
			if t := appcode.ConstantText(an, in, i); t != "" {
				text = t
			}
		}
		a.str(text)
		if w := a.argumentWidget(m, an, in); w != nil {
			input := guide.Input{Kind: guide.InputText, Cause: guide.CauseCompared, Where: where, Widget: *w}
			if text != "" {
				input.Values = []string{text}
			}
			a.input(input)
		}
	case specs.CallResult:
		a.answer(m, an, where)
	}
}

// argumentWidget is the widget whose text is an argument of a call; nil if none is.
func (a *analysis) argumentWidget(m callgraph.MethodID, an *origin.Analysis, in *dex.Insn) *guide.Widget {
	for i := range len(an.Graph.Code.File.MethodAt(in.Index).Params()) + 1 {
		reg, ok := origin.ArgRegister(an.Graph.Code.File, in, i)
		if !ok {
			continue
		}
		if w := a.textWidget(m, in.Off, reg, 0); w != nil && (w.ID != "" || w.Text != "") {
			return w
		}
	}
	return nil
}

// wantedText is the text that the message of the exception quotes, if it is the
// kind of exception that quotes a text which it could not read.
func (a *analysis) wantedText() []string {
	if !strings.HasSuffix(a.target.Exception, "NumberFormatException") {
		return nil
	}
	first := strings.IndexByte(a.target.Message, '"')
	last := strings.LastIndexByte(a.target.Message, '"')
	if first < 0 || last <= first {
		return nil
	}
	return []string{a.target.Message[first+1 : last]}
}

// answer is for the start of an activity whose result is waited for: of this app
// or, by an action, of another one.
func (a *analysis) answer(m callgraph.MethodID, an *origin.Analysis, where string) {
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
		a.input(guide.Input{Kind: kind, Cause: guide.CauseAwaited, Action: action, Where: where})
	}
}

// namedInput is for calls that their name gives away.
func (a *analysis) namedInput(m callgraph.MethodID, an *origin.Analysis, in *dex.Insn, ref dex.MethodRef) {
	where := a.p.Calls.Method(m).String()
	switch ref.Name {
	case "checkSelfPermission", "requestPermissions", "checkCallingOrSelfPermission":
		for use := range an.Graph.Code.Insns() {
			if use.Op != dex.OpConstString {
				continue
			}
			if text := an.Graph.Code.File.StringAt(use.Index); strings.HasPrefix(text, "android.permission.") {
				a.input(guide.Input{
					Kind: guide.InputPermission, Cause: guide.CauseChecked, Permission: text, Where: where,
				})
			}
		}
	case "getActiveNetworkInfo", "getActiveNetwork", "getAllNetworkInfo", "getNetworkCapabilities":
		a.input(guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseChecked, Where: where})
	case "openConnection", "openStream", "connect":
		if strings.HasPrefix(ref.Class, "Ljava/net/") {
			a.input(guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseConnects, Where: where})
		}
	case "getLanguage", "getCountry", "getISO3Language", "getISO3Country":
		if ref.Class == "Ljava/util/Locale;" {
			a.locale(guide.CauseLanguage, where)
		}
	case "format", "getInstance", "getNumberInstance", "getPercentInstance", "getCurrencyInstance":
		if a.readsText() && (ref.Class == "Ljava/lang/String;" && !strings.HasPrefix(ref.Desc, "(Ljava/util/Locale;") ||
			strings.HasPrefix(ref.Class, "Ljava/text/")) {
			a.locale(guide.CauseFormats, where)
		}
	case "getStringExtra", "getIntExtra", "getLongExtra", "getBooleanExtra", "getParcelableExtra", "getSerializableExtra":
		key := appcode.ConstantText(an, in, 1)
		if key != "" && ref.Class == "Landroid/content/Intent;" && a.exported(a.p.Calls.Owner(m)) {
			a.input(guide.Input{
				Kind: guide.InputIntent, Cause: guide.CauseExtra, Where: where, Extras: []string{key},
			})
		}
	}
}

// exceptionInputs reads the wanted exception itself.
func (a *analysis) exceptionInputs() {
	name := guide.SimpleName(a.target.Exception)
	switch {
	case slices.Contains([]string{"MissingFormatArgumentException", "UnknownFormatConversionException",
		"IllegalFormatConversionException", "DuplicateFormatFlagsException", "MissingResourceException"}, name):
		a.locale(guide.CauseException, "")
	case name == "SecurityException":
		a.input(guide.Input{Kind: guide.InputPermission, Cause: guide.CauseException})
	case slices.Contains([]string{
		"UnknownHostException", "SocketTimeoutException", "ConnectException", "SocketException", "SSLException",
		"SSLHandshakeException", "HttpException",
	}, name):
		a.input(guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseException})
	}
}

// readsText says that the crash is about a text that could not be read.
func (a *analysis) readsText() bool {
	name := guide.SimpleName(a.target.Exception)
	return name == "NumberFormatException" || name == "ParseException" || name == "DateTimeParseException"
}

// locale asks for other languages: one that writes numbers with a comma and one
// that writes from right to left.
func (a *analysis) locale(cause guide.InputCause, where string) {
	a.input(guide.Input{Kind: guide.InputLocale, Cause: cause, Where: where, Values: []string{"de-DE", "ar-EG"}})
}

func shortClass(desc string) string { return guide.SimpleName(dex.JavaName(desc)) }

// exported says that other apps can start the component that a class is.
func (a *analysis) exported(t callgraph.TypeID) bool {
	return slices.ContainsFunc(a.p.Components, func(c icfg.Component) bool {
		return c.Type == t && c.Exported && !c.Launcher
	})
}

// leaving are the callbacks that run when a screen goes, as in a rotation.
var leaving = []string{
	"onSaveInstanceState", "onRestoreInstanceState", "onConfigurationChanged", "onViewStateRestored",
	"onRetainNonConfigurationInstance", "onDestroy", "onDestroyView", "onDetach", "onStop",
}

// rotation asks for a rotation where the stack shows that the screen was saved
// or rebuilt, where code on it reads a field that is changed when the screen
// goes, and where late code asks a fragment for the activity that it has lost.
func (a *analysis) rotation() {
	ask := func(m callgraph.MethodID, cause guide.InputCause, callback string) {
		a.input(guide.Input{
			Kind: guide.InputRotation, Cause: cause, Callback: callback, Where: a.p.Calls.Method(m).String(),
		})
	}
	for _, m := range a.chain[:min(a.anchor+1, len(a.chain))] {
		if slices.Contains(leaving, a.p.Calls.Method(m).Name) {
			ask(m, guide.CauseSaved, "")
		}
		if by := a.readsChanged(m); by != "" {
			ask(m, guide.CauseChanged, by)
		}
		if a.late() && a.asksForActivity(m) {
			ask(m, guide.CauseLate, "")
		}
	}
}

// readsChanged is the DEX name of the callback that changes, when a screen goes, an object field
// that a method reads, itself or through accessors that the compiler made; ""
// if there is none.
func (a *analysis) readsChanged(m callgraph.MethodID) string {
	code := a.p.Calls.Method(m).Code()
	if code == nil {
		return ""
	}
	for in := range code.Insns() {
		by := ""
		switch {
		case in.Op == dex.OpIgetObject || in.Op == dex.OpSgetObject:
			by = a.changedOnLeaving(code.File.FieldAt(in.Index))
		case in.Op.Call() == dex.CallStatic:
			for _, t := range a.p.Calls.Targets(a.p.Calls.Method(m), in) {
				if t != m && a.p.Calls.Method(t).Access.Has(dex.AccSynthetic) && len(a.p.Calls.Out(t)) == 0 {
					by = a.readsChanged(t)
				}
			}
		}
		if by != "" {
			return by
		}
	}
	return ""
}

func (a *analysis) asksForActivity(m callgraph.MethodID) bool {
	code := a.p.Calls.Method(m).Code()
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
func (a *analysis) late() bool {
	cb := a.p.CallbackOf(a.chain[a.anchor])
	return cb != nil && cb.Role == "async"
}

// changedOnLeaving is the DEX name of the callback that writes a field when a screen goes, ""
// if there is none.
func (a *analysis) changedOnLeaving(f dex.FieldRef) string {
	for _, u := range a.p.Calls.Index.Writes(f) {
		if m := a.p.Calls.Method(u.Method); slices.Contains(leaving, m.Name) && a.p.CallbackOf(u.Method) != nil {
			return m.String()
		}
	}
	return ""
}
