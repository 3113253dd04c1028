package guide

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The words of crash conditions and plans.

// failures are what a kind of failure says of its subject.
var failures = map[CrashKind]string{
	CrashNull: "is null", CrashEmpty: "has nothing in it", CrashNumber: "is not a number", CrashText: "cannot be read",
	CrashIndex: "is shorter than the index", CrashKey: "lacks the name", CrashColumn: "lacks the column",
	CrashResource: "is missing", CrashClass: "is of another class", CrashDivision: "is zero",
	CrashLifecycle: "is not in the state for it", CrashWindow: "is gone", CrashState: "is not in the state for it",
	CrashArgument: "is refused", CrashComponent: "is taken by no app", CrashConcurrent: "is changed while it is walked",
	CrashPermission: "is missing", CrashProvider: "has no provider", CrashStatement: "breaks the statement",
	CrashDatabase: "is not as the database expects", CrashFile: "is missing or cannot be used",
	CrashNetwork: "cannot be reached, or answers badly", CrashThread: "is touched by the wrong thread",
	CrashMemory: "is too big", CrashFormat: "does not fit the format", CrashLink: "is not there",
	CrashOwn: "the app's own check fails", CrashUnknown: "what fails is not known",
}

// questions are what is asked where a part of a condition is not known.
var questions = map[CrashPart]string{
	PartKind: "what fails", PartInstruction: "which instruction fails", PartValue: "which value makes it fail",
	PartSource: "where the value comes from",
}

// String says the condition in a sentence.
// What is not known stands at the end, so that the sentence is not taken for more than it is.
func (c *CrashCondition) String() string {
	var text string
	switch {
	case c.Kind == CrashOwn || c.Kind == CrashUnknown:
		text = failures[c.Kind]
	case c.Kind == CrashNull && c.Subject.Kind == SubjectConstant:
		text = "a null that the code gives"
	case c.Kind == CrashNull && len(c.Sources) > 0 && !c.Sources[0].Want.IsZero():
		text = "a null that the code gives, as " + c.Subject.String() + " decides"
	case c.Subject == (Subject{}):
		text = "something " + failures[c.Kind]
	case c.Index != nil && *c.Index < 0 && c.Want.Class != WantEmpty:
		text = c.Subject.String() + " gives a negative index"
	default:
		text = c.Subject.String() + " " + c.Subject.fails(c.Kind)
	}
	switch {
	case c.Index != nil && c.Size != nil:
		text += fmt.Sprintf(" (index %d, size %d)", *c.Index, *c.Size)
	case c.Index != nil:
		text += fmt.Sprintf(" (index %d)", *c.Index)
	case c.Name != "" && c.Name != c.Subject.Name:
		text += fmt.Sprintf(" (%s)", c.Name)
	case c.Want.Class == WantEmpty && c.Kind != CrashEmpty:
		text += `: ""`
	case c.Want.Class == WantText:
		text += fmt.Sprintf(": %q", c.Want.Text)
	}
	if c.Where != "" {
		text += ", in " + SimpleMethod(c.Where)
		if c.Use != "" {
			text += " at " + SimpleMethod(c.Use)
		}
	}
	var parts []string
	for _, part := range c.Unknown {
		if part != PartKind || c.Kind != CrashUnknown { // which is told already
			parts = append(parts, cmp.Or(questions[part], string(part)))
		}
	}
	if len(parts) > 0 {
		text += "; not known: " + strings.Join(parts, ", ")
	}
	return text
}

// String says the sign in a sentence.
// Each sentence names what to look at in the app's code to judge the doubt.
func (d Doubt) String() string {
	method := SimpleMethod(d.Method)
	switch d.Kind {
	case DoubtNoUse:
		return fmt.Sprintf("the message names %s, which %s does not use", d.Name, method)
	case DoubtNoCall:
		return fmt.Sprintf("%s does not call %s", method, d.Name)
	case DoubtGuarded:
		return fmt.Sprintf("%s finds the value not to be null before it uses %s", method, SimpleMethod(d.Name))
	case DoubtNoFrame:
		return fmt.Sprintf("the app has no %s, nor any other frame of the trace", d.Name)
	case DoubtNoMethod:
		return fmt.Sprintf("the app has no %s, in which the crash was", d.Name)
	case DoubtMinified:
		return "names in the app were changed by a shrinker, those in the trace were not"
	}
	return string(d.Kind)
}

// many are the forms of verbs for more than one.
var many = map[string]string{"is": "are", "has": "have", "lacks": "lack", "breaks": "break", "does": "do"}

// fails is what a kind of failure says of the subject: of rows and contents there are many.
func (s Subject) fails(kind CrashKind) string {
	if s.Kind != SubjectTable && s.Kind != SubjectContents && s.Kind != SubjectRows {
		return failures[kind]
	}
	if kind == CrashIndex {
		return "are too few for the index"
	}
	verb, rest, _ := strings.Cut(failures[kind], " ")
	return cmp.Or(many[verb], verb) + " " + rest
}

// Steps says the plan step by step, each with the likeliest achiever of a goal. Goals
// that only lead to the screen of the next step are left out: its name tells them. So are those that only
// other achievers than the likeliest need, and a box that an earlier step touches.
// It reads goals in their order and says of each the first achiever only, so that a plan of twenty goals is a
// page.
func (p *Plan) Steps() []string {
	var all []string
	screen, last := "", ""
	for i := range p.Goals {
		g := &p.Goals[i]
		if p.leadsOnly(i) || p.aside(g.ID) || p.touched(i) {
			continue
		}
		text, on := g.step()
		if text == "" || text == last && on == screen {
			continue
		}
		last = text
		if on != "" && on != screen {
			text = on + ": " + text
		}
		if on != "" {
			screen = on
		}
		all = append(all, fmt.Sprintf("%d. %s", len(all)+1, text))
	}
	return all
}

// aside says that a goal is needed by achievers only that are not the likeliest of their goals.
func (p *Plan) aside(goal int) bool {
	needed := false
	for i := range p.Goals {
		for j := range p.Goals[i].Achievers {
			if slices.Contains(p.Goals[i].Achievers[j].Needs, goal) {
				if j == 0 {
					return false
				}
				needed = true
			}
		}
	}
	return needed
}

// touched says that a goal is a box to be checked that an earlier goal touches: it is left alone then.
func (p *Plan) touched(i int) bool {
	as := p.Goals[i].Achievers
	if len(as) == 0 || as[0].Gesture != GestureCheck || len(as[0].Widgets) == 0 {
		return false
	}
	return slices.ContainsFunc(p.Goals[:i], func(g Goal) bool {
		return len(g.Achievers) > 0 && g.Achievers[0].Kind == AchieveHandler &&
			slices.Equal(g.Achievers[0].Widgets, as[0].Widgets)
	})
}

// leadsOnly says that a goal is one of the path whose screen is left for that of the next.
// A handler that stays on its screen does something there, and is told.
func (p *Plan) leadsOnly(i int) bool {
	g := &p.Goals[i]
	if g.Kind == GoalScreen {
		return i < len(p.Goals)-1 && len(g.Achievers) == 0
	}
	if g.Kind != GoalRun || i+1 >= len(p.Goals) {
		return false
	}
	next := &p.Goals[i+1]
	return next.Screen != "" && next.Screen != g.Screen && !slices.Contains([]GoalKind{GoalCrash}, next.Kind) ||
		next.Kind == GoalCrash && next.Screen != g.Screen && len(next.Achievers) > 0
}

// step says a goal by its likeliest achiever, and on which screen that is.
// Alternatives are left out: the page lists them below each goal.
func (g *Goal) step() (text, screen string) {
	if len(g.Achievers) > 0 {
		a := &g.Achievers[0]
		return a.String(), a.Label
	}
	switch g.Kind {
	case GoalHold:
		if g.Subject.Kind == SubjectConstant && g.Want.Class == WantNull {
			return "the code has to give a null", ""
		}
		return fmt.Sprintf("%s has to be %s", g.Subject, g.Want), ""
	case GoalRun:
		return "run " + SimpleMethod(g.Subject.Name), SimpleName(g.Screen)
	case GoalCrash:
		if g.Subject == (Subject{}) {
			return "the crash", ""
		}
		return "reach " + SimpleMethod(g.Subject.Name), SimpleName(g.Screen)
	}
	return "", ""
}

// String says what is wanted.
// The classes without a case are words themselves.
func (w Want) String() string {
	switch w.Class {
	case WantText:
		return fmt.Sprintf("%q", w.Text)
	case WantNoText:
		return "what cannot be read"
	case WantSize:
		return "of size " + strings.TrimPrefix(valueText([]Interval{{Min: w.Min, Max: w.Max}}), " to ")
	case WantNumber:
		return strings.TrimPrefix(valueText([]Interval{{Min: w.Min, Max: w.Max}}), " to ")
	case WantChanged:
		return "another value"
	case WantLast:
		return "the place of the last row"
	case "":
		return "any value"
	}
	return string(w.Class)
}

// uses are what people do to a widget with a handler of a role.
var uses = map[Role]string{
	RoleClick: "touch", RoleLongClick: "long-press", RoleItem: "touch a row of", RoleMenu: "menu",
	RoleDialog: "in the dialog",
	RoleText:   "type into", RoleCheck: "switch", RoleTouch: "touch", RoleKey: "a key in", RoleFocus: "move to",
	RolePreference: "touch",
}

// happens are what changes and gestures are called.
var happens = map[string]string{
	string(ChangeRotate): "rotate", string(ChangeLeave): "Home, then back to the app", string(ChangeBack): "Back",
	string(ChangeLock): "the screen goes off and on",
	string(ChangeKill): "the process dies and is restored", string(ChangeDestroy): "leave, which destroys it",
	string(ChangeOffline): "no network", string(ChangeFull): "no storage left",
	string(ChangeEmptied):   "a phone without contacts, messages, calls, dates and media",
	string(ChangeSlow):      "work in the background takes long",
	string(ChangeConfigure): "change the language", string(ChangeNight): "dark colours",
	string(ChangeAlarm): "an alarm", string(ChangeNotification): "touch a notification",
	string(ChangeBroadcast): "a broadcast",
	string(ChangeService):   "a service is started", string(ChangeIntent): "a new intent",
	string(ChangeWait):       "wait",
	string(ChangeRestricted): "a backup starts the process, then the app comes up in it",
	string(GestureLongPress): "long-press", string(GestureSwipe): "swipe", string(GestureScroll): "scroll",
	string(GesturePinch): "pinch", string(GestureDoubleTap): "touch twice, fast", string(GestureKey): "press a key",
	string(GestureMenuKey): "the menu key", string(GestureType): "type",
}

// partName names a part that a phone may lack.
func partName(part string) string {
	switch part {
	case PartBluetooth:
		return "Bluetooth"
	case PartNFC:
		return "NFC"
	case PartSpace:
		return "room in the storage"
	case PartStorage:
		return "shared storage"
	case PartPlaces:
		return "a provider of places"
	case PartBackground:
		return "work in the background"
	case PartNetwork:
		return "the network"
	}
	return "the sensor " + part
}

// String says what to do.
func (a *Achiever) String() string {
	switch a.Kind {
	case AchieveHandler:
		return a.handled("")
	case AchieveConfirm:
		return "OK"
	case AchieveOpen:
		return "open it"
	case AchieveText:
		return a.filled(a.Widgets[0].String())
	case AchievePreference:
		title := a.Title
		if title == "" {
			title = a.Key
		}
		return a.filled(fmt.Sprintf("%q", title))
	case AchieveAddRows:
		if a.Method == "" {
			return "add a row"
		}
		if a.Rows == 1 {
			return "add a row: " + a.handled("code")
		}
		return fmt.Sprintf("add %d rows: %s", a.Rows, a.handled("code"))
	case AchieveDeleteRows:
		return fmt.Sprintf("delete rows until %d are left", a.Rows)
	case AchievePermission:
		if a.Want.Class == WantPresent {
			return strings.TrimSpace("grant "+a.Permission) + " when the app asks for it"
		}
		return strings.TrimSpace("refuse " + a.Permission)
	case AchieveLifecycle, AchieveDevice, AchieveOutside:
		return a.changed()
	case AchieveGesture:
		return a.gestured()
	case AchieveAnswer:
		if a.Answer == AnswerNone {
			return "no other app is there to answer"
		}
		return "another app answers: " + string(a.Answer)
	case AchieveServer:
		return a.answered()
	case AchieveStart:
		return a.started()
	case AchieveOrder:
		return fmt.Sprintf("%s, then %s", SimpleMethod(a.First), SimpleMethod(a.Method))
	}
	return string(a.Kind)
}

// changed says what happens to the app, the device or the world around it.
func (a *Achiever) changed() string {
	if ms, err := strconv.Atoi(strings.Join(a.Values, " ")); err == nil && a.Change == ChangeWait {
		return "wait " + (time.Duration(ms) * time.Millisecond).String()
	}
	if a.Change == ChangeAbsent {
		return "a phone without " + partName(strings.Join(a.Values, " "))
	}
	if a.Change == ChangeBroadcast && a.Action != "" {
		return "the broadcast " + a.Action
	}
	return happens[string(a.Change)]
}

// gestured says what a finger does.
func (a *Achiever) gestured() string {
	switch {
	case a.Gesture == GestureCheck && len(a.Widgets) > 0:
		return "check " + a.Widgets[0].String()
	case a.Gesture == GesturePage && len(a.Positions) > 0:
		return fmt.Sprintf("turn to page %d", a.Positions[0]+1)
	case a.Gesture == GestureDoubleTap && len(a.Widgets) > 0:
		return "touch " + a.Widgets[0].String() + " twice, fast"
	}
	return happens[string(a.Gesture)]
}

// started says with what another app starts a screen.
func (a *Achiever) started() string {
	words := "start it from outside"
	if a.Change == ChangeKill {
		words += ", in a new process"
	}
	if with := strings.Join(nonEmpty(a.Action, a.Type, a.Data), ", "); with != "" {
		words += " with " + with
	}
	if len(a.Extras) > 0 {
		words += " without " + strings.Join(a.Extras, ", ")
	}
	return words
}

// nonEmpty are the words that are not empty.
func nonEmpty(words ...string) []string {
	return slices.DeleteFunc(words, func(word string) bool { return word == "" })
}

// handled says which widget runs the handler.
// Text goes before id, as people see the text. Rows are counted from 1, as people do.
func (a *Achiever) handled(without string) string {
	use, row := uses[a.Role], ""
	if len(a.Positions) == 1 {
		row = fmt.Sprintf(", row %d", a.Positions[0]+1)
	}
	if a.Want.Class == WantLast {
		row = ", the last row"
	}
	for _, w := range a.Widgets {
		switch {
		case w.Text != "":
			return strings.TrimSpace(fmt.Sprintf("%s %q", use, w.Text)) + row
		case w.ID != "":
			return strings.TrimSpace(use+" "+w.ID) + row
		}
	}
	if without != "" || use == "" {
		return "run " + SimpleMethod(a.Method)
	}
	switch {
	case a.Role == RoleMenu:
		use = "in the menu touch"
	case a.Role == RoleDialog && row != "":
		use += " touch"
	case a.Role == RoleDialog: // it may be ended, too
		use += " do"
	}
	return use + " what runs " + SimpleMethod(a.Method) + row
}

// filled says what to put into a field or preference.
// An empty text is told in words: two quotes look like a mistake.
func (a *Achiever) filled(into string) string {
	switch a.Want.Class {
	case WantEmpty:
		return "empty " + into
	case WantChanged, "":
		return "change " + into
	case WantPresent:
		return "fill " + into
	case WantSize:
		return fmt.Sprintf("fill %s: %s", into, a.Want)
	}
	return fmt.Sprintf("set %s to %s", into, a.Want)
}

// answered says what a server answers.
func (a *Achiever) answered() string {
	value := strings.Join(a.Values, " ")
	switch {
	case a.Answer == AnswerError && value != "":
		return "a server answers: error " + value
	case a.Answer == AnswerMissing:
		return fmt.Sprintf("a server answers without %q", a.Key)
	case a.Answer == AnswerNull:
		return fmt.Sprintf("a server answers with null as %q", a.Key)
	case a.Answer == AnswerText:
		return fmt.Sprintf("a server answers with a text as %q", a.Key)
	case a.Answer == AnswerValue:
		return fmt.Sprintf("a server answers with %q as %q", a.Values[0], a.Key)
	case a.Answer == AnswerSize:
		return fmt.Sprintf("a server answers with %d in %q", a.Rows, a.Key)
	case a.Key != "":
		return fmt.Sprintf("a server answers with nothing in %q", a.Key)
	}
	return "a server answers: " + string(a.Answer)
}
