package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// hint says which events a text with this part speaks of, and the factor of them.
type hint struct {
	part  string
	kinds []event.Kind
	by    float64
}

// callbackHints says which events make the framework call a method of the given name:
// the target's own callback names the event that deserves the most tries.
var callbackHints = []hint{
	{"SaveInstanceState", []event.Kind{event.Rotate, event.Home, event.Kill}, 8},
	{"RestoreInstanceState", []event.Kind{event.Rotate, event.Kill}, 8},
	{"onDestroy", []event.Kind{event.Rotate, event.Back}, 5},
	{"onConfigurationChanged", []event.Kind{event.Rotate, event.Config}, 8},
	{"onCreate", []event.Kind{event.Rotate, event.Kill}, 3},
	{"onViewStateRestored", []event.Kind{event.Rotate, event.Kill}, 6},
	{"onActivityCreated", []event.Kind{event.Rotate, event.Kill}, 3},
	{"onPause", []event.Kind{event.Home, event.Back}, 5},
	{"onStop", []event.Kind{event.Home, event.Back}, 5},
	{"onResume", []event.Kind{event.Home, event.Kill}, 5},
	{"onStart", []event.Kind{event.Home, event.Kill}, 5},
	{"onRestart", []event.Kind{event.Home}, 8},
	{"onBackPressed", []event.Kind{event.Back}, 8},
	{"onKey", []event.Kind{event.Key, event.Back, event.Menu}, 6},
	{"onActivityResult", []event.Kind{event.Answer}, 20},
	{"onRequestPermissionsResult", []event.Kind{event.Permission}, 10},
	{"onReceive", []event.Kind{event.Alarm, event.Notification}, 5},
	{"onNewIntent", []event.Kind{event.Notification, event.Start}, 8},
	{"onAlarm", []event.Kind{event.Alarm}, 10},
	// What comes back late finds a screen that has gone meanwhile.
	{"onPostExecute", []event.Kind{event.Rotate, event.Back, event.Home}, 3},
	{"onProgressUpdate", []event.Kind{event.Rotate, event.Back, event.Home}, 3},
	{"onServiceConnected", []event.Kind{event.Rotate, event.Back, event.Home}, 3},
	{"onLoadFinished", []event.Kind{event.Rotate, event.Back, event.Home}, 3},
	{"onResponse", []event.Kind{event.Rotate, event.Back, event.Home}, 3},
	{"onFailure", []event.Kind{event.Rotate, event.Back, event.Home}, 3},
	{"handleMessage", []event.Kind{event.Rotate, event.Back, event.Home}, 3},
	{"OptionsMenu", []event.Kind{event.Menu}, 3},
	{"OptionsItemSelected", []event.Kind{event.Menu}, 3},
}

// frameHints says which events the frames of a trace speak of, framework frames
// included: parts of "class.method". The frames tell how the framework came to
// call the app.
var frameHints = []hint{
	{"handleRelaunchActivity", []event.Kind{event.Rotate, event.Config}, 6},
	{"RestoreInstanceState", []event.Kind{event.Rotate, event.Kill}, 6},
	{"SaveInstanceState", []event.Kind{event.Rotate, event.Home, event.Kill}, 6},
	{"onConfigurationChanged", []event.Kind{event.Rotate, event.Config}, 6},
	{"performLongPress", []event.Kind{event.LongTap}, 3},
	{"performLongClick", []event.Kind{event.LongTap}, 3},
	{"onContextItemSelected", []event.Kind{event.LongTap}, 3},
	{"MenuDialogHelper", []event.Kind{event.LongTap}, 3},
	{"ItemTouchHelper", []event.Kind{event.Swipe, event.LongTap}, 5},
	{"GestureDetector", []event.Kind{event.Swipe, event.LongTap, event.DoubleTap, event.Pinch}, 3},
	{"onFling", []event.Kind{event.Swipe, event.Scroll}, 4},
	{"onScroll", []event.Kind{event.Swipe, event.Scroll}, 3},
	{"computeScroll", []event.Kind{event.Swipe, event.Scroll}, 3},
	{"ViewPager", []event.Kind{event.Scroll}, 3},
	{"ScaleGesture", []event.Kind{event.Pinch}, 6},
	{"onOptionsItemSelected", []event.Kind{event.Menu}, 2},
	{"onKeyDown", []event.Kind{event.Key, event.Menu, event.Back}, 3},
	{"onKeyUp", []event.Kind{event.Key, event.Menu, event.Back}, 3},
	{"onBackPressed", []event.Kind{event.Back}, 5},
	{"onTextChanged", []event.Kind{event.Text}, 3},
	{"onEditorAction", []event.Kind{event.Key, event.Text}, 4},
	{"deliverResults", []event.Kind{event.Answer}, 10},
	{"dispatchActivityResult", []event.Kind{event.Answer}, 10},
	{"startActivityForResult", []event.Kind{event.Answer}, 3},
	{"handleReceiver", []event.Kind{event.Broadcast, event.Alarm, event.Notification}, 3},
	{"handleServiceArgs", []event.Kind{event.Service}, 3},
	{"handleStopActivity", []event.Kind{event.Home}, 4},
	{"performRestart", []event.Kind{event.Home}, 4},
	{"DestroyActivity", []event.Kind{event.Back, event.Rotate, event.Home}, 3},
	{"navigation.NavController", []event.Kind{event.DoubleTap}, 10},
}

// addWanted raises the events that call the target's callback and those that
// the guide's inputs ask for.
func (r *relevance) addWanted(g *guide.Guide) {
	r.follow(callbackHints, r.callback)
	for _, frame := range g.Target.Frames {
		r.follow(frameHints, frame.Class+"."+frame.Method)
	}
	for _, in := range g.Inputs {
		switch in.Kind {
		case guide.InputText:
			if name := fieldName(in.Widget); name != "" {
				r.steps[name] = max(r.steps[name], inputFactor)
			}
		case guide.InputRotation:
			r.raise(5, event.Rotate)
			if methodName(in.Callback) == "onStop" {
				r.raise(8, event.Home) // what a rotation makes anew stays changed
			}
		case guide.InputResult, guide.InputMedia:
			r.raise(15, event.Answer)
		case guide.InputPermission:
			r.raise(5, event.Permission)
		case guide.InputLocale:
			r.raise(15, event.Config)
		}
	}
	r.follow(messageHints, said(g))
	if strings.HasSuffix(g.Target.Exception, "SecurityException") {
		r.raise(8, event.Permission)
	}
	if strings.HasSuffix(g.Target.Exception, "ActivityNotFoundException") {
		r.raise(20, event.Answer)
	}
}

// Worth of events from outside the app.
const (
	weightDeny = 0.1
	// weightStart is that of starting the target's component from outside; where
	// it crashes as it comes up, what the sender forgot is a likely cause.
	// weightStartLater is that of an activity that crashes later, weightStartFar and
	// weightStartIdle are those of components on the path to the target and off it.
	weightStart      = 5
	weightStartLater = 0.25
	weightStartFar   = 0.05
	weightStartIdle  = 0.01
	// startFactor is how much such a start matters.
	startFactor = 3
	// weightNetwork is that of taking the network away where the path asks for it.
	weightNetwork = 0.2
	// maxOutside bounds the events of one kind: apps declare many components.
	maxOutside = 8
)

// dropActivities has Android destroy an activity as soon as it is left.
var dropActivities = event.Event{Kind: event.Config, Arg: event.KeepActivities, Value: "no"}

// isDropped says whether the crash came as an activity was destroyed whose state had
// been saved: it was left, not ended.
func isDropped(g *guide.Guide) bool {
	return strings.Contains(g.Target.Message, "onSaveInstanceState") &&
		slices.ContainsFunc(g.Target.Frames, func(f guide.Frame) bool {
			return f.Method == "performDestroyActivity" || f.Method == "callActivityOnDestroy"
		})
}

// addOutside lists the events from outside that can matter, beside the intents
// that the manifest tells of: refused permissions, a missing network, full
// storage, locales.
func (r *relevance) addOutside(g *guide.Guide) {
	add := func(weight float64, e event.Event) {
		if e.Validate() == nil {
			r.outside = append(r.outside, gen.Candidate{Event: e, Weight: weight, Widget: -1})
		}
	}
	for _, p := range permissions(g) {
		add(weightDeny, event.Event{Kind: event.Permission, Arg: "deny", Value: p})
		add(weightDeny/3, event.Event{Kind: event.Permission, Arg: "grant", Value: p})
		add(weightDeny/3, event.Event{Kind: event.Permission, Arg: "ask", Value: p})
	}
	if slices.ContainsFunc(g.Inputs, func(in guide.Input) bool { return in.Kind == guide.InputNetwork }) {
		add(weightNetwork, event.Event{Kind: event.Config, Arg: "network", Value: "off"})
	}
	if isDropped(g) {
		add(weightNetwork, dropActivities)
	}
	for _, row := range configHints {
		if slices.ContainsFunc(row.parts, func(part string) bool { return strings.Contains(said(g), part) }) {
			add(weightNetwork, row.event)
		}
	}
	for _, in := range g.Inputs {
		if in.Kind == guide.InputLocale {
			for _, locale := range in.Values[:min(len(in.Values), maxOutside)] {
				add(weightConfig, event.Event{Kind: event.Config, Arg: "locale", Value: locale})
			}
		}
	}
}

// intent is the weight of an intent that others can send to the app.
func (r *relevance) intent(in *event.Intent) float64 {
	_, name, _ := strings.Cut(in.Component, "/")
	c := r.components[name]
	switch {
	case c == nil || c.Distance < 0:
		return weightStartIdle
	case c.Distance > 0:
		return weightStartFar
	case c.Kind == guide.Activity && !r.arrival:
		return weightStartLater
	}
	return weightStart
}

// permissions returns those that the path asks for, else those that the app
// asks for and a user can refuse.
func permissions(g *guide.Guide) []string {
	var list []string
	for _, in := range g.Inputs {
		if p := in.Permission; strings.HasPrefix(p, "android.permission.") && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		for _, p := range g.App.Permissions {
			if guide.DangerousPermission(p) {
				list = append(list, p)
			}
		}
	}
	return list[:min(len(list), maxOutside)]
}

// textsOf collects the text values that the guide knows, and what the wanted
// crash says about the text that causes it.
func textsOf(g *guide.Guide) *gen.Texts {
	t := &gen.Texts{Fields: map[string]gen.Hint{}}
	if g == nil {
		return t
	}
	for _, in := range g.Inputs {
		if in.Kind != guide.InputText {
			continue
		}
		name := fieldName(in.Widget)
		if !strings.HasPrefix(name, "id/") {
			t.Wanted = append(t.Wanted, in.Values...)
			continue
		}
		hint := t.Fields[name]
		hint.Values = append(hint.Values, in.Values...)
		hint.Numeric = hint.Numeric || readsNumbers(in.Parser)
		t.Fields[name] = hint
	}
	for i := range g.Callbacks {
		for _, c := range g.Callbacks[i].Conditions {
			if c.Subject.Kind == guide.SubjectAttribute && c.Subject.Name == "text" && c.Text != "" {
				t.Wanted = append(t.Wanted, c.Text)
			}
		}
	}
	t.Strings, t.Quoted = g.Strings, quoted(g.Target.Exception, g.Target.Message)
	reported := quotes(g.Report)
	t.Quoted = append(t.Quoted, reported[:min(len(reported), maxQuoted)]...)
	what := g.Target.Exception
	t.Numeric = strings.Contains(what, "NumberFormat") || strings.Contains(what, "Arithmetic")
	t.SQL = strings.Contains(what, "SQLite")
	return t
}

// fieldName is the id of a text field, or its title in lower case.
func fieldName(w guide.Widget) string {
	if w.ID != "" {
		return shortID(w.ID)
	}
	return strings.ToLower(w.Text)
}

// readsNumbers says whether a parser, by its Java name, reads numbers.
func readsNumbers(parser string) bool {
	class, method := "", parser
	if i := strings.LastIndexByte(parser, '.'); i >= 0 {
		class, method = guide.SimpleName(parser[:i]), parser[i+1:]
	}
	switch method {
	case "parseInt", "parseLong", "parseFloat", "parseDouble", "parseShort", "parseByte", "valueOf":
		return true
	}
	return strings.Contains(class, "Integer") || strings.Contains(class, "Decimal")
}

// follow raises the events that a text speaks of.
func (r *relevance) follow(rows []hint, text string) {
	for _, row := range rows {
		if strings.Contains(text, row.part) {
			r.raise(row.by, row.kinds...)
		}
	}
}

// raise gives kinds of events at least a factor.
func (r *relevance) raise(by float64, kinds ...event.Kind) {
	for _, k := range kinds {
		r.wanted[k] = max(r.wanted[k], by, 1)
	}
}
