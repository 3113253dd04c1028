package relevance

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// wantedFactor is the factor of what the plan names first of alternatives; those after it have the
// half, the third and so on. A rotation, which weighs 1.2 beside 10 of a press, is so about as likely as one.
const wantedFactor = 8

// addPlan raises the kinds of events that the plan's achievers are.
func (r *Relevance) addPlan(p *guide.Plan) {
	if p == nil {
		return
	}
	for i := range p.Goals {
		for rank := range p.Goals[i].Achievers {
			a := &p.Goals[i].Achievers[rank]
			r.raise(wantedFactor/float64(1+rank), kindsOf(a)...)
			if e, ok := Setting(a.Change, a.Values); ok {
				r.outside = append(r.outside, gen.Candidate{Event: e, Weight: weightNetwork / float64(1+rank), Widget: -1})
			}
		}
	}
}

// kindsOf are the kinds of events that an achiever is, if it needs no certain widget.
func kindsOf(a *guide.Achiever) []event.Kind {
	switch a.Kind {
	case guide.AchieveLifecycle, guide.AchieveDevice, guide.AchieveOutside:
		return changeKinds[a.Change]
	case guide.AchieveGesture:
		switch a.Gesture {
		case guide.GestureMenuKey:
			return []event.Kind{event.Menu}
		case guide.GestureCheck, guide.GesturePage:
			return nil
		}
		return GestureKinds[a.Gesture]
	case guide.AchieveAnswer:
		return []event.Kind{event.Answer}
	case guide.AchievePermission:
		return []event.Kind{event.Permission}
	case guide.AchieveStart:
		return []event.Kind{event.Start}
	}
	return nil
}

// changeKinds are the kinds of events that bring a change about.
var changeKinds = map[guide.Change][]event.Kind{
	guide.ChangeRotate: {event.Rotate}, guide.ChangeLeave: {event.Home}, guide.ChangeBack: {event.Back},
	guide.ChangeLock: {event.Lock},
	guide.ChangeKill: {event.Kill}, guide.ChangeDestroy: {event.Home}, guide.ChangeConfigure: {event.Config},
	guide.ChangeNight: {event.Config},
	guide.ChangeAlarm: {event.Alarm}, guide.ChangeNotification: {event.Notification},
	guide.ChangeBroadcast: {event.Broadcast}, guide.ChangeService: {event.Service}, guide.ChangeIntent: {event.Start},
	guide.ChangeRestricted: {event.Restricted}, guide.ChangeWait: {event.Wait},
}

// GestureKinds are the kinds of events that a gesture may be.
var GestureKinds = map[guide.Gesture][]event.Kind{
	guide.GestureLongPress: {event.LongTap}, guide.GestureSwipe: {event.Swipe, event.Scroll},
	guide.GestureScroll: {event.Scroll, event.Swipe}, guide.GesturePinch: {event.Pinch},
	guide.GestureCheck: {event.Tap}, guide.GestureDoubleTap: {event.DoubleTap},
	guide.GestureKey: {event.Key, event.Back}, guide.GestureType: {event.Text},
}

// Setting is the setting of the device that a change with some values is, or begins with; false if it is none.
func Setting(c guide.Change, values []string) (event.Event, bool) {
	switch c {
	case guide.ChangeAbsent:
		return lacking(values)
	case guide.ChangeOffline:
		return event.Event{Kind: event.Config, Arg: "network", Value: "off"}, true
	case guide.ChangeFull:
		return event.Event{Kind: event.Config, Arg: event.Storage, Value: event.StorageFull}, true
	case guide.ChangeEmptied:
		return event.Event{Kind: event.Config, Arg: event.Phone, Value: event.PhoneEmpty}, true
	case guide.ChangeSlow:
		speed := event.BackgroundSlow
		if len(values) > 0 {
			speed = values[0]
		}
		return event.Event{Kind: event.Config, Arg: event.Background, Value: speed}, true
	case guide.ChangeDestroy:
		return gen.DropActivities, true
	case guide.ChangeNight:
		return event.Event{Kind: event.Config, Arg: "night", Value: "yes"}, true
	}
	return event.Event{}, false
}

// lacking is the event that has the phone lack a part; false for none, or for what no event takes away.
func lacking(parts []string) (event.Event, bool) {
	if len(parts) == 0 {
		return event.Event{}, false
	}
	var e event.Event
	switch parts[0] {
	case guide.PartBluetooth:
		e = event.Event{Kind: event.Config, Arg: event.Bluetooth, Value: event.RadioAbsent}
	case guide.PartNFC:
		e = event.Event{Kind: event.Config, Arg: event.NFC, Value: event.RadioAbsent}
	case guide.PartStorage:
		e = event.Event{Kind: event.Config, Arg: event.Storage, Value: event.StorageRemoved}
	case guide.PartPlaces:
		e = event.Event{Kind: event.Location, Arg: "off"}
	default:
		e = event.Event{Kind: event.Sensor, Arg: parts[0], Value: event.SensorAbsent}
	}
	return e, e.Validate() == nil
}

// addWanted raises the events that the guide's plan and inputs ask for.
func (r *Relevance) addWanted(g *guide.Guide) {
	r.addPlan(g.Plan)
	for _, in := range g.Inputs {
		switch in.Kind {
		case guide.InputText:
			if name := fieldName(in.Widget); name != "" {
				r.steps[name] = max(r.steps[name], inputFactor)
			}
		case guide.InputRotation:
			r.raise(5, event.Rotate)
			if MethodName(in.Callback) == "onStop" {
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
	// weightConfig is that of a language that the guide asks for.
	weightConfig = 0.06
	// maxOutside bounds the events of one kind: apps declare many components.
	maxOutside = 8
)

// addOutside lists the events from outside that can matter, beside the intents
// that the manifest tells of: refused permissions, a missing network, full
// storage, locales.
func (r *Relevance) addOutside(g *guide.Guide) {
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
	for _, in := range g.Inputs {
		if in.Kind == guide.InputLocale {
			for _, locale := range in.Values[:min(len(in.Values), maxOutside)] {
				add(weightConfig, event.Event{Kind: event.Config, Arg: "locale", Value: locale})
			}
		}
	}
}

// Intent is the weight of an intent that others can send to the app.
func (r *Relevance) Intent(in *event.Intent) float64 {
	_, name, _ := strings.Cut(in.Component, "/")
	c := r.components[name]
	switch {
	case c == nil || c.Distance < 0:
		return weightStartIdle
	case c.Distance > 0:
		return weightStartFar
	case c.Kind == guide.Activity && !r.Arrival:
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

// Texts collects the text values that the guide knows, and what the wanted
// crash says about the text that causes it.
func Texts(g *guide.Guide) *gen.Texts {
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
		hint.URL = hint.URL || readsAddresses(in.Parser)
		t.Fields[name] = hint
	}
	for i := range g.Callbacks {
		for _, c := range g.Callbacks[i].Conditions {
			if c.Subject.Kind == guide.SubjectAttribute && c.Subject.Name == "text" && c.Text != "" {
				t.Wanted = append(t.Wanted, c.Text)
			}
		}
	}
	t.Strings, t.Quoted = g.Strings, typedValues(g)
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
		return ShortID(w.ID)
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

// readsAddresses says that a parser, a method by its Java name, reads addresses.
func readsAddresses(parser string) bool {
	switch parser {
	case "android.net.Uri.parse", "java.net.URI.create", "java.net.URI.<init>", "java.net.URL.<init>":
		return true
	}
	return false
}

// follow raises the events that a text speaks of.
func (r *Relevance) follow(rows []hint, text string) {
	for _, row := range rows {
		if strings.Contains(text, row.part) {
			r.raise(row.by, row.kinds...)
		}
	}
}

// raise gives kinds of events at least a factor.
func (r *Relevance) raise(by float64, kinds ...event.Kind) {
	for _, k := range kinds {
		r.wanted[k] = max(r.wanted[k], by, 1)
	}
}

// grants says that the plan has a permission granted when the app asks for it.
func grants(g *guide.Guide) bool {
	return g.Plan != nil && slices.ContainsFunc(g.Plan.Goals, func(goal guide.Goal) bool {
		return slices.ContainsFunc(goal.Achievers, func(a guide.Achiever) bool {
			return a.Kind == guide.AchievePermission && a.Want.Class == guide.WantPresent
		})
	})
}

// Answer is the weight of an answer to the system when it asks the user for a permission: where the plan has it
// granted, the answers that grant it are the only ones, by the ids of the platform's PermissionController.
func (r *Relevance) Answer(c gen.Candidate) float64 {
	if r.grants && !strings.Contains(c.Event.Target.ID, ":id/permission_allow") {
		return 0
	}
	return c.Weight
}
