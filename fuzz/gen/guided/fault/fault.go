// Package fault has the settings of a device under which an app meets what it hardly ever does
// otherwise, as data, weighed by the wanted crash: background work that is late, input that is faster than
// the app, servers that answer badly. Which action is done under which is the generator's business.
package fault

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
)

// Fault is a setting of the device that is on for an action that came close to the
// crash, and what goes with it. It lets the app meet what it hardly ever does where each
// step is done before the next one comes, and where servers answer as they should.
type Fault struct {
	On     []event.Event // any of them begins it
	Off    event.Event
	Weight float64
	With   With
}

// With is what goes with the action under a fault.
type With uint8

// What goes with an action.
const (
	Alone   With = iota // nothing: what is set is enough
	Leaving             // an event that takes the screen away from what the action begins
	Racing              // another event so soon that what the first of both begins is not done
)

// Likely is the weight of a fault that the wanted crash speaks of; 1 is that of others.
const Likely = 4

// New returns those there are, weighed by the frames of the wanted crash.
func New(g *guide.Guide) []Fault {
	setting := func(arg, value string) event.Event {
		return event.Event{Kind: event.Config, Arg: arg, Value: value}
	}
	weight := func(parts ...string) float64 {
		if g != nil && slices.ContainsFunc(g.Target.Frames, func(f guide.Frame) bool {
			return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(f.Class+"."+f.Method, part) })
		}) {
			return Likely
		}
		return 1
	}
	late := Fault{With: Leaving, Weight: weight("AsyncTask", "Loader", "ServiceDispatcher"),
		On:  []event.Event{setting(event.Background, event.BackgroundSlow)},
		Off: setting(event.Background, event.BackgroundNormal)}
	hasty := Fault{With: Racing, Weight: weight("Animat", "ViewHolder"),
		On:  []event.Event{setting(event.InputSpeed, event.InputFast)},
		Off: setting(event.InputSpeed, event.InputNormal)}
	servers := Fault{With: Alone,
		Weight: weight("json", "http", "retrofit", "gson", "volley", "XmlPull"),
		Off:    setting(event.Responses, event.ResponsesNormal)}
	for _, odd := range event.FaultyResponses() {
		servers.On = append(servers.On, setting(event.Responses, odd))
	}
	if g != nil && posted(g) {
		hasty.Weight = Likely
	}
	return []Fault{late, hasty, servers}
}

// posted says whether the crash came in what the app had the main thread do later.
func posted(g *guide.Guide) bool {
	frames := g.Target.Frames
	for i := 1; i < len(frames); i++ {
		if frames[i].Method == "handleCallback" {
			return frames[i-1].InApp && frames[i-1].Method == "run"
		}
	}
	return false
}
