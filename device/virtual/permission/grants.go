// Package permission is what an embedded device knows of an app's permissions:
// which of them the user decides on (Android's "dangerous" or runtime permissions),
// what was decided, and which permissions older apps ask for without naming them.
// The tables come from the platform's own manifest; the agent reads the same ones.
package permission

import (
	"maps"
	"strings"
	"sync"

	"talpa/device"
	"talpa/device/agent"
)

// RuntimeSDK is the target version from which on an app holds the permissions
// that the user decides on only after it asked for them, and the API level of devices
// from which on there are such.
const RuntimeSDK = 23

// RefusalsFixed is the number of refusals after which the user is not asked again.
const RefusalsFixed = 2

// Runtime are the permissions that the user decides on, with their groups.
var Runtime = sync.OnceValue(func() map[string]string {
	groups := map[string]string{}
	for line := range strings.Lines(agent.Permissions) {
		if name, group, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
			groups[name] = group
		}
	}
	return groups
})

// The permissions that users give on a page of the settings. Apps for Android 5 or older
// have the access from the installation on.
const (
	Overlays       = "android.permission.SYSTEM_ALERT_WINDOW"
	ModifySettings = "android.permission.WRITE_SETTINGS"
	AllFiles       = "android.permission.MANAGE_EXTERNAL_STORAGE"
	// Usage is not held by old apps either.
	Usage = "android.permission.PACKAGE_USAGE_STATS"
	// ExactAlarms are denied by default since Android 14, to apps for Android 13 and later.
	ExactAlarms = "android.permission.SCHEDULE_EXACT_ALARM"
)

// The levels since which devices, and the targets since which apps are denied exact alarms by default.
const (
	exactDeniedSDK    = 34
	exactDeniedTarget = 33
)

// Special says whether a permission is given on a page of the settings.
func Special(name string) bool {
	return name == Overlays || name == ModifySettings || name == AllFiles || name == Usage || name == ExactAlarms
}

// installed says whether an app for a target has what a page of the settings switches from its installation on.
func installed(name string, target, api int) bool {
	switch name {
	case Usage:
		return false
	case ExactAlarms:
		return api < exactDeniedSDK || target < exactDeniedTarget
	}
	return target < RuntimeSDK
}

// The answers of a user to an app that asks for a permission. The empty one is
// as stand-ins for other apps answer: at once, or by a dialog.
const (
	UserAsked   = "ask"  // a dialog is shown in any case
	UserRefuses = "deny" // at once, unless stand-ins show screens
)

// Grant is what the device knows of one permission of an app.
type Grant struct {
	Held bool `json:"held"`
	// Refusals is how often the user refused it since it was last granted.
	Refusals int    `json:"refusals"`
	User     string `json:"user"`
}

// Grants are those permissions of an app that the user decides on. All others
// are held from the installation on. It is safe for use by several goroutines:
// a running app tells of decisions while a request to it is under way.
type Grants struct {
	mu  sync.Mutex
	all map[string]Grant
}

// New are the permissions of an app that is newly installed on a device of an API level.
// An app for Android 5 or older holds all, as do those whose installer says so but for what
// the settings have a page for. On a device before Android 6 the user decides on none.
func New(m device.Manifest, api int, all bool) *Grants {
	g := &Grants{}
	g.Reset(m, api, all)
	return g
}

// Reset forgets every decision.
func (g *Grants) Reset(m device.Manifest, api int, all bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all = map[string]Grant{}
	if api < RuntimeSDK {
		return
	}
	m.TargetSDK = min(m.TargetSDK, api)
	held := all || m.TargetSDK < RuntimeSDK
	for _, name := range m.Permissions {
		if _, own := m.Dangerous[name]; own || Runtime()[name] != "" {
			g.all[name] = Grant{Held: held}
		} else if Special(name) {
			g.all[name] = Grant{Held: installed(name, m.TargetSDK, api)}
		}
	}
	names, from := implied(m.Permissions, m.TargetSDK)
	for _, name := range names {
		if Runtime()[name] != "" {
			g.all[name] = Grant{Held: held || Runtime()[from[name]] == ""}
		}
	}
}

// Inherit takes over what was decided on for the version of the app before; with
// all, what is held now stays held.
func (g *Grants) Inherit(old *Grants, all bool) {
	before := old.List()
	g.mu.Lock()
	defer g.mu.Unlock()
	for name := range g.all {
		if was, ok := before[name]; ok && !(all && !was.Held) {
			g.all[name] = was
		}
	}
}

// Get is the state of a permission; ok is false if the user does not decide on
// it, or the app does not ask for it.
func (g *Grants) Get(name string) (state Grant, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	state, ok = g.all[name]
	return state, ok
}

// Set changes the state of a permission that there is.
func (g *Grants) Set(name string, state Grant) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.all[name]; ok {
		g.all[name] = state
	}
}

// Learn takes what the user decided on a permission, as the app's process tells it.
func (g *Grants) Learn(name string, held bool, refusals int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if state, ok := g.all[name]; ok {
		state.Held, state.Refusals = held, min(max(refusals, 0), RefusalsFixed)
		g.all[name] = state
	}
}

// List is a copy of all.
func (g *Grants) List() map[string]Grant {
	g.mu.Lock()
	defer g.mu.Unlock()
	return maps.Clone(g.all)
}

// Flags are the words of the package manager for what the user decided.
func (s Grant) Flags() string {
	switch s.Refusals {
	case 0:
		return ""
	case 1:
		return "USER_SET"
	}
	return "USER_SET|USER_FIXED"
}
