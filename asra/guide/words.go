package guide

import (
	"cmp"
	"fmt"
	"strings"

	"talpa/specs/platform"
)

// The words of a guide: everything that is said in a sentence is said here, for people
// only.

// Explanation says why the callback has its verdict.
// Sentences begin in lower case and have no full stop: they stand behind a colon or in a cell.
func (c *Callback) Explanation() string {
	text := c.reason(c.Reason)
	if text != "" && len(c.Rejects) > 0 {
		text += "; for some of its widgets it changes nothing that matters"
	}
	return text
}

// reasons are the sentences of reasons that name nothing.
var reasons = map[ReasonKind]string{
	ReasonNoTarget:   "the crash point is not known",
	ReasonOnStack:    "it is on the stack of the crash",
	ReasonMakes:      "what it makes or answers may matter",
	ReasonUnreached:  "nothing that it calls, makes or starts leads to the target",
	ReasonUnset:      "nothing that it runs leads to the target, or sets an attribute that a path to it tests",
	ReasonEmpty:      "it does nothing, so that there is nothing to drop",
	ReasonNoEffect:   "nothing that it runs, makes or starts is relevant, and it changes nothing that relevant code reads",
	ReasonUnexamined: "its effects may matter",
	ReasonSetsTested: "it sets an attribute that the path tests",
	ReasonOpens:      "it leads to a setting that the path reads",
	ReasonNull:       "it leads to where the null comes from",
}

// reason says a reason for the verdict of the callback.
// A kind without words gives "", which a test refuses for every kind of reasonKinds.
func (c *Callback) reason(r Reason) string {
	if text, known := reasons[r.Kind]; known {
		return text
	}
	switch r.Kind {
	case ReasonLeads:
		return "it leads to the target in " + Counted(c.Distance, "step")
	case ReasonRole:
		return fmt.Sprintf("callbacks of role %s are kept", c.Role)
	case ReasonDisabled:
		return fmt.Sprintf("its layout disables %s, and nothing enables it", r.Subject)
	case ReasonHidden:
		around := ""
		if r.Object != (Subject{}) {
			around = fmt.Sprintf(", which is around %s", r.Object)
		}
		return fmt.Sprintf("its layout hides %s%s, and nothing shows it", r.Subject, around)
	case ReasonRunsOn:
		return "it runs code that reaches the target" + in(r.Method)
	case ReasonChanges:
		return fmt.Sprintf("it changes %s%s, on which %s depends", r.Subject.phrase(), in(r.Method), ShortMethod(r.Reader))
	case ReasonSets:
		return "it sets what the path tests: " + r.Subject.String()
	case ReasonAddsRows:
		return fmt.Sprintf("it adds rows of %s, which a list on the path shows", r.Subject.Name)
	}
	if does := r.does(); does != "" {
		return "it " + does + in(r.Method) + ", and what depends on that is not known"
	}
	return ""
}

// does says what code does that anybody may notice, "" for other reasons.
// These are the findings of R20; the words fit behind the name of a method and behind "it".
func (r *Reason) does() string {
	switch r.Kind {
	case ReasonCalls:
		return "calls " + r.Subject.String()
	case ReasonLoads:
		return "loads a web page"
	case ReasonNative:
		return "runs native code"
	case ReasonStarts:
		return "starts an unknown " + r.Subject.Name
	case ReasonTooMuch:
		return "can run more code than is looked at"
	case ReasonLeavesBack:
		return "leaves a screen that does more on Back"
	}
	return ""
}

// in says in which method something happens.
// It stands behind a verb; of the callback itself nothing is said.
func in(method string) string {
	if method == "" {
		return ""
	}
	return " in " + ShortMethod(method)
}

// steps are the sentences of steps, of their subject and object.
// The first argument of a form is the subject, the second the object of a step.
var steps = map[ReasonKind]string{
	StepTraceCalls: "%[1]s calls %[2]s, as the trace says",
	StepCrashPoint: "%[1]s is the crash point",
	StepCalls:      "%[1]s calls %[2]s",
	StepMakes:      "%[1]s makes %[2]s",
	StepUses:       "%[1]s uses %[2]s",
	StepCanRun:     "so that %[2]s can run",
	StepStarts:     "%[1]s starts %[2]s",
	StepAsks:       "%[1]s asks for %[2]s",
	StepLeads:      "%[1]s leads to the crash point",
	StepRuns:       "%[1]s runs %[2]s",
	StepStartsAway: "it starts %[2]s, from which no path leads to the target",

	StepReadOnStack: "%[1]s depends on it and is on the stack of the crash",
	StepReadLeads:   "%[1]s depends on it and leads to the target",
	StepReadOnPath:  "%[1]s depends on it and runs on the path",
}

// step says a step of the explanation of the callback.
// Steps that say more than their two subjects have words of their own below; what is none of them is a reason.
func (c *Callback) step(s *Step) string {
	if form, known := steps[s.Kind]; known {
		return fmt.Sprintf(form, s.Subject, s.Object)
	}
	because := ""
	switch s.Kind {
	case StepUnnoticed:
		if s.Because != nil {
			because = s.Because.does()
		}
		return fmt.Sprintf("%s %s, and what depends on that is not known", s.Subject, because)
	case StepWrites:
		return fmt.Sprintf("%s changes %s%s", s.Subject, s.Object.phrase(), valueText(s.Values))
	case StepWritesUnread:
		return fmt.Sprintf("%s changes %s%s, on which nothing relevant depends",
			s.Subject, s.Object.phrase(), valueText(s.Values))
	case StepReadKept:
		if s.Because != nil {
			because = c.reason(*s.Because)
		}
		return fmt.Sprintf("%s depends on it; it runs in %s, of which: %s", s.Subject, s.Object, because)
	case StepNoEffect:
		return "it changes nothing that other code could see"
	case StepRejects:
		return fmt.Sprintf("for %s it changes nothing on which something relevant depends", strings.Join(c.Rejects, ", "))
	}
	return c.reason(s.Reason)
}

// Open ends are left out: "..3" is every number up to 3.
func valueText(values []Interval) string {
	if len(values) == 0 {
		return ""
	}
	all := make([]string, len(values))
	for i, v := range values {
		lo, hi := "", ""
		if v.Min != nil {
			lo = fmt.Sprint(*v.Min)
		}
		if v.Max != nil {
			hi = fmt.Sprint(*v.Max)
		}
		if all[i] = lo + ".." + hi; lo == hi && lo != "" {
			all[i] = lo
		}
	}
	return " to " + strings.Join(all, ", ")
}

// states are what state is called in a sentence.
var states = map[SubjectKind]string{
	SubjectContents: "the contents of an object", SubjectScreen: "what is on the screen",
	SubjectRoom: "what has room on the screen", SubjectRows: "rows of a list", SubjectMenu: "the making of menus",
	SubjectDialog: "which dialog is shown", SubjectFocus: "the focus", SubjectDrawing: "the drawing",
	SubjectSize: "the sizes of views", SubjectClick: "a click by code", SubjectSchedule: "what runs later",
	SubjectAnswer: "the answer of the activity", SubjectTimeZone: "the time zone",
	SubjectBroadcast: "a broadcast", SubjectCall: "a call of", SubjectSetting: "the preference",
	SubjectTable: "the table", SubjectFile: "a file", SubjectClipboard: "the clipboard", SubjectField: "the field",
	SubjectArgument: "an argument", SubjectNull: "a null", SubjectExtra: "the extra",
	SubjectResult: "the answer of another app",
	SubjectServer: "the server", SubjectStatus: "the status of the server's answer",
	SubjectColumn: "the column", SubjectSensor: "a sensor",
	SubjectLanguage: "the language", SubjectPlace: "the place",
	SubjectConstant: "the constant", SubjectPermission: "the permission",
}

// phrase names a state within a sentence, its class without the package.
// It is for the middle of a sentence: what is not known of a subject leaves no hole in it.
func (s Subject) phrase() string {
	name := s.Name
	switch s.Kind {
	case SubjectAttribute:
		return s.String() // a widget is always named
	case SubjectPart:
		return partName(name)
	case SubjectSensor:
		if name != "" {
			return partName(name)
		}
	case SubjectLook:
		return fmt.Sprintf("the look (%s) of %s", s.Name, s.widget())
	case SubjectSetting:
		if name == "" {
			return "preferences"
		}
	case SubjectTable:
		if name == "" {
			return "database"
		}
	case SubjectServer:
		if name != "" {
			return name + " of the server's answer"
		}
	case SubjectField:
		if s.Class != "" {
			name = SimpleName(s.Class) + "." + s.Name
		}
	}
	text, known := states[s.Kind]
	switch {
	case !known && name == "":
		return string(s.Kind)
	case !known:
		return name
	case name != "":
		text += " " + name
	}
	return text
}

// String names the subject by the best that is known of it.
// Unlike phrase it names classes in full, for lists in which one stands beside others.
func (s Subject) String() string {
	switch s.Kind {
	case SubjectAttribute:
		name := s.Name
		if s.Widget.Menu {
			name += " (item)"
		}
		return name + " of " + s.widget()
	case SubjectWidget:
		return s.widget()
	case SubjectField:
		return "field " + s.Class + "." + s.Name
	case SubjectArgument:
		return fmt.Sprintf("argument %d", s.Register)
	case SubjectSetting:
		if s.Name == "" {
			return "a preference"
		}
		return "preference " + s.Name
	case SubjectTable:
		if s.Name == "" {
			return "rows of a table"
		}
		return "rows of " + s.Name
	case SubjectFile:
		if s.Name != "" {
			return "file " + s.Name
		}
	case SubjectMethod:
		return ShortMethod(s.Name)
	case SubjectClass:
		return s.Class
	case SubjectContents:
		if s.Class != "" {
			return "contents of a " + SimpleName(s.Class)
		}
	case SubjectConstant:
		if s.Name == "null" {
			return "a null"
		}
		return fmt.Sprintf("the constant %q", short(s.Name))
	case SubjectComponent:
		return strings.TrimSpace(s.Name + " " + s.Class)
	case SubjectResource:
		return cmp.Or(s.Name, "a resource")
	}
	return s.phrase()
}

// maxWords bounds a text of the app within a sentence, in bytes.
const maxWords = 60

// short is a text cut to what a sentence has room for.
// It cuts between characters, not inside of one.
func short(text string) string {
	if len(text) <= maxWords {
		return text
	}
	return strings.ToValidUTF8(text[:maxWords], "") + "..."
}

func (s *Subject) widget() string {
	if name := s.Widget.String(); name != "" {
		return name
	}
	return "a widget"
}

// Asks says what the path asks the outside for, without the values.
func (g *Guide) Asks(in *Input) string {
	exception := SimpleName(g.Target.Exception)
	switch in.Cause {
	case CauseParsed:
		class, method, _ := cutLast(in.Parser)
		return fmt.Sprintf("%s, parsed by %s.%s", in.Widget, SimpleName(class), method)
	case CauseCompared:
		return in.Widget.String()
	case CauseChecked:
		if in.Kind == InputNetwork {
			return "asks whether there is a network"
		}
		return in.Permission
	case CauseConnects:
		return "opens a connection"
	case CauseLanguage:
		return "asks for the language"
	case CauseFormats:
		return "writes numbers or dates as the language does"
	case CauseSaved:
		return "the screen is saved or rebuilt"
	case CauseChanged:
		return ShortMethod(in.Callback) + " changes what the crash reads"
	case CauseLate:
		return "late code asks for the activity"
	case CauseAwaited:
		return in.Action
	case CauseExtra:
		return "extra"
	case CauseException:
		switch in.Kind {
		case InputPermission:
			return g.Target.Message
		case InputLocale:
			return "a text of one language has another form: " + exception
		}
		return exception
	}
	return ""
}

// Offers are what an input names to try: texts, locales, keys of extras.
// Other kinds may offer none, and are still worth trying.
func (in *Input) Offers() []string {
	if in.Kind == InputIntent {
		return in.Extras
	}
	return in.Values
}

// String says the dependency in a sentence.
func (d *Dependency) String() string {
	setter, tester := SimpleMethod(d.Setter), SimpleMethod(d.Tester)
	if d.Trigger != (Widget{}) {
		setter += fmt.Sprintf(" (%s)", d.Trigger)
	}
	switch d.Kind {
	case Passes:
		return fmt.Sprintf("%s passes %s to %s", setter, d.Subject, tester)
	case AddsRows:
		return fmt.Sprintf("%s adds %s, which %s reads", setter, d.Subject, tester)
	case ShowsSetting:
		return fmt.Sprintf("%s shows %s (%s), which %s reads", setter, d.Subject, d.Subject.widget(), tester)
	case LeadsToNull:
		return fmt.Sprintf("%s leads to the null in %s", setter, tester)
	}
	return fmt.Sprintf("%s sets %s, which %s tests", setter, d.Subject, tester)
}

// SimpleMethod returns a DEX method name as "Main.onClick", without the package;
// anything else comes back as it is.
func SimpleMethod(dexName string) string {
	class, method, found := cutLast(ShortMethod(dexName))
	if !found {
		return method
	}
	return SimpleName(class) + "." + method
}

// SimpleName is a Java class name without its package, "Main$1" of "com.foo.Main$1".
// Inner classes keep the name of the outer one: "Main$1" alone says more than "1".
func SimpleName(java string) string { return java[strings.LastIndexByte(java, '.')+1:] }

func cutLast(s string) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, '.'); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return "", s, false
}

// String says it in a sentence: "written by Android 8.1 (5 of 6 frames of the framework)".
// Several levels are told where the lines of the trace fit each of them equally well.
func (a *Android) String() string {
	var names []string
	for _, level := range a.Levels {
		name := platform.Name(level)
		if name == "" {
			name = fmt.Sprintf("with API level %d", level)
		}
		names = append(names, name)
	}
	text := names[len(names)-1]
	if n := len(names) - 1; n > 0 {
		text = strings.Join(names[:n], ", ") + " or " + text
	}
	text = fmt.Sprintf("written by Android %s (%d of %d frames of the framework)", text, a.Agree, a.Frames)
	if why := needs[a.Needed]; why != "" {
		text += "; newer ones may not have this crash: " + why
	}
	return text
}

// needs are sentences for Need.
var needs = map[Need]string{
	NeedLacking: "it lacked what the app asked for",
	NeedMethod:  "what threw is not there any more",
	NeedWords:   "the message is not there any more",
}
