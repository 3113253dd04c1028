package instrument

import (
	"fmt"
	"sort"
	"strings"

	"talpa/asra/guide"
)

// Mode says what is done with the callbacks of a guide.
type Mode string

// The modes.
const (
	ModeLog   Mode = "log"   // every callback logs, nothing is pruned
	ModeReach Mode = "reach" // what plain reachability proves irrelevant returns at once
	ModePaper Mode = "paper" // what the analysis of Mole's paper calls irrelevant returns at once
	ModeASRA  Mode = "asra"  // what the attribute-sensitive analysis proves irrelevant returns at once
)

// Action is what happens to one method.
type Action string

// The actions.
const (
	Return Action = "return" // log, then return the neutral value
	Log    Action = "log"    // log, then run as before
	// Guarded runs as before, but for some widgets it logs and returns at once.
	Guarded Action = "guard"
)

// Guard tells at run time for which widgets a method returns at once.
type Guard struct {
	// Argument counts from 0, the receiver left out. It must be no wide type.
	Argument int `json:"argument"`
	// Getter is the DEX name of the method of the argument that gives the number of
	// the widget, without parameters; "" if the argument is the number.
	Getter string `json:"getter,omitempty"`
	// Values are the numbers for which the method returns.
	Values []int32 `json:"values"`
	// Probe has the method log when it runs as before, not when it returns.
	Probe bool `json:"probe,omitempty"`
}

// Plan lists the methods to change. It is plain data and may be written as JSON.
type Plan struct {
	Mode Mode `json:"mode"`
	// Package is the app's package; Apply refuses another app. "" fits any.
	Package string `json:"package,omitempty"`
	// Methods are in the order of their names, each once.
	Methods []Method `json:"methods"`
	// Kept are callbacks that would be changed but for the rules of safety.
	Kept []Kept `json:"kept,omitempty"`
}

// Method is one method to change.
type Method struct {
	Name   string `json:"name"` // DEX name
	Action Action `json:"action"`
	Guard  *Guard `json:"guard,omitempty"` // of Guarded
}

// Kept is a callback that is left as it is.
type Kept struct {
	Name   string `json:"name"` // DEX name
	Reason string `json:"reason"`
}

// NewPlan derives a plan from a guide. mode must be ModeLog or the level of the
// guide: a guide does not tell which of its verdicts a weaker analysis had given.
func NewPlan(g *guide.Guide, mode Mode) (*Plan, error) {
	if mode != ModeLog && string(mode) != string(g.Level) {
		return nil, fmt.Errorf("planning mode %s: the guide was made at level %s; make it again with --level %s",
			mode, g.Level, mode)
	}
	roots := map[string]bool{} // classes whose methods run before there is an app
	for _, c := range g.Components {
		if c.Kind == guide.Application || c.Kind == guide.Provider {
			roots[descriptor(c.Name)] = true
		}
	}
	p := &Plan{Mode: mode, Package: g.App.Package, Methods: []Method{}}
	seen := map[string]bool{}
	for _, c := range g.Callbacks {
		action, guard := Log, (*Guard)(nil)
		switch {
		case mode == ModeLog:
		case c.Verdict == guide.Irrelevant:
			action = Return
		case c.Guard != nil:
			action = Guarded
			guard = &Guard{Argument: c.Guard.Argument, Getter: c.Guard.Getter, Values: c.Guard.Rejects}
		default:
			continue
		}
		if seen[c.Method] {
			continue
		}
		seen[c.Method] = true
		if reason := keep(c, action, roots); reason != "" {
			p.Kept = append(p.Kept, Kept{c.Method, reason})
			continue
		}
		p.Methods = append(p.Methods, Method{c.Method, action, guard})
	}
	sort.Slice(p.Methods, func(i, j int) bool { return p.Methods[i].Name < p.Methods[j].Name })
	sort.Slice(p.Kept, func(i, j int) bool { return p.Kept[i].Name < p.Kept[j].Name })
	return p, nil
}

// Watch has methods log when they run, by DEX name, beside what the plan does
// already. Those that return at once, and those that must not be changed, are
// left out.
func (p *Plan) Watch(methods []string) {
	at := make(map[string]int, len(p.Methods))
	for i, m := range p.Methods {
		at[m.Name] = i
	}
	for _, name := range methods {
		i, planned := at[name]
		switch {
		case planned && p.Methods[i].Guard != nil:
			p.Methods[i].Guard.Probe = true
		case !planned && keep(guide.Callback{Method: name}, Log, nil) == "":
			at[name] = len(p.Methods)
			p.Methods = append(p.Methods, Method{Name: name, Action: Log})
		}
	}
	sort.Slice(p.Methods, func(i, j int) bool { return p.Methods[i].Name < p.Methods[j].Name })
}

// probe says whether the method logs when it runs as before.
func (m Method) probe() bool { return m.Action == Log || m.Guard != nil && m.Guard.Probe }

// keep gives the reason why a callback must not be changed, "" if it may be.
func keep(c guide.Callback, action Action, roots map[string]bool) string {
	class, name, result, ok := split(c.Method)
	switch {
	case !ok:
		return "its name is no DEX method"
	case name == "<init>" || name == "<clinit>":
		return "it initializes the class or its objects"
	case c.Role == guide.RoleDraw || c.Role == guide.RoleTouch:
		return "it runs many times a second"
	case action == Log:
		return ""
	case c.Role == guide.RoleLifecycle || lifecycle[name]:
		return "a life-cycle method must call its superclass"
	case roots[class]:
		return "the application and its providers must start"
	case c.Role == guide.RoleAdapter || builder(name):
		return "it builds the screen"
	case leaves[name]:
		return "without it the screen could not be left"
	case result == "" || strings.ContainsAny(result[:1], "L["):
		return "its caller uses the object that it returns"
	}
	return ""
}

// lifecycle names methods that the framework requires to call their superclass
// or without which a component never gets ready, whatever role the guide says.
var lifecycle = set("attachBaseContext", "onActivityCreated", "onAttach", "onAttachFragment",
	"onAttachedToWindow", "onBind", "onConfigurationChanged", "onCreate", "onCreateView", "onDestroy",
	"onDestroyView", "onDetach", "onDetachedFromWindow", "onFinishInflate", "onGetLayoutInflater", "onInflate",
	"onLowMemory", "onPause", "onPostCreate", "onPostResume", "onRebind", "onRestart",
	"onRestoreInstanceState", "onResume", "onResumeFragments", "onSaveInstanceState", "onStart",
	"onStartCommand", "onStop", "onTaskRemoved", "onTrimMemory", "onUnbind", "onViewCreated",
	"onViewStateRestored")

// leaves names the callbacks of Back and Up.
var leaves = set("onBackPressed", "handleOnBackPressed", "onBackInvoked", "onSupportNavigateUp",
	"onNavigateUp", "onNavigateUpFromChild", "onKeyDown", "onKeyUp", "dispatchKeyEvent", "onBackKeyDown")

// builder says whether a callback's result decides what is on the screen: menus
// and action modes vanish when it is false.
func builder(name string) bool {
	return strings.HasPrefix(name, "onCreate") || strings.HasPrefix(name, "onPrepare") ||
		strings.HasPrefix(name, "onBind")
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// split takes a DEX method name apart: class descriptor, name, descriptor of
// the result.
func split(method string) (class, name, result string, ok bool) {
	class, rest, ok := strings.Cut(method, ";->")
	if !ok {
		return "", "", "", false
	}
	name, signature, ok := strings.Cut(rest, "(")
	if !ok || name == "" {
		return "", "", "", false
	}
	_, result, ok = strings.Cut(signature, ")")
	return class + ";", name, result, ok && result != ""
}

// descriptor is the DEX form of a Java class name.
func descriptor(class string) string { return "L" + strings.ReplaceAll(class, ".", "/") + ";" }
