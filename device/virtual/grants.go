package virtual

import (
	"maps"
	"strings"
	"sync"

	"talpa/device"
	"talpa/device/virtual/wire"

	"talpa/device/agent"
)

// runtimeSDK is the target version from which on an app holds the permissions
// that the user decides on only after it asked for them.
const runtimeSDK = 23

// refusalsFixed is the number of refusals after which the user is not asked again.
const refusalsFixed = 2

// runtimePermissions are the permissions that the user decides on, with their groups.
var runtimePermissions = sync.OnceValue(func() map[string]string {
	groups := map[string]string{}
	for line := range strings.Lines(agent.Permissions) {
		if name, group, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
			groups[name] = group
		}
	}
	return groups
})

// The answers of a user to an app that asks for a permission. The empty one is
// as stand-ins for other apps answer: at once, or by a dialog.
const (
	userAsked   = "ask"  // a dialog is shown in any case
	userRefuses = "deny" // at once, unless stand-ins show screens
)

// grant is what the device knows of one permission of an app.
type grant struct {
	Held bool `json:"held"`
	// Refusals is how often the user refused it since it was last granted.
	Refusals int    `json:"refusals"`
	User     string `json:"user"`
}

// grants are those permissions of an app that the user decides on. All others
// are held from the installation on. It is safe for use by several goroutines:
// a running app tells of decisions while a request to it is under way.
type grants struct {
	mu  sync.Mutex
	all map[string]grant
}

// newGrants are the permissions of a newly installed app. An app for Android 5
// or older holds all, as do those whose installer says so.
func newGrants(m device.Manifest, all bool) *grants {
	g := &grants{}
	g.reset(m, all)
	return g
}

// reset forgets every decision.
func (g *grants) reset(m device.Manifest, all bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all = map[string]grant{}
	held := all || m.TargetSDK < runtimeSDK
	for _, name := range m.Permissions {
		if _, own := m.Dangerous[name]; own || runtimePermissions()[name] != "" {
			g.all[name] = grant{Held: held}
		}
	}
	names, from := implied(m.Permissions, m.TargetSDK)
	for _, name := range names {
		if runtimePermissions()[name] != "" {
			g.all[name] = grant{Held: held || runtimePermissions()[from[name]] == ""}
		}
	}
}

// inherit takes over what was decided on for the version of the app before; with
// all, what is held now stays held.
func (g *grants) inherit(old *grants, all bool) {
	before := old.list()
	g.mu.Lock()
	defer g.mu.Unlock()
	for name := range g.all {
		if was, ok := before[name]; ok && !(all && !was.Held) {
			g.all[name] = was
		}
	}
}

// get is the state of a permission; ok is false if the user does not decide on
// it, or the app does not ask for it.
func (g *grants) get(name string) (state grant, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	state, ok = g.all[name]
	return state, ok
}

// set changes the state of a permission that there is.
func (g *grants) set(name string, state grant) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.all[name]; ok {
		g.all[name] = state
	}
}

// learn takes a decision of the user that the app's process tells of.
func (g *grants) learn(n wire.Notice) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if state, ok := g.all[n.Name]; ok {
		state.Held, state.Refusals = n.Held, min(max(n.Refusals, 0), refusalsFixed)
		g.all[n.Name] = state
	}
}

// list is a copy of all.
func (g *grants) list() map[string]grant {
	g.mu.Lock()
	defer g.mu.Unlock()
	return maps.Clone(g.all)
}

// flags are the words of the package manager for what the user decided.
func (s grant) flags() string {
	switch s.Refusals {
	case 0:
		return ""
	case 1:
		return "USER_SET"
	}
	return "USER_SET|USER_FIXED"
}
