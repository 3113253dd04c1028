package virtual

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"

	"talpa/device"
	"talpa/device/virtual/permission"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// permission performs the events on permissions. An app that loses one is killed
// in the background, as the system does, and comes back to what it showed. d.mu
// is held.
func (d *Device) permission(ctx context.Context, a *app, e event.Event) error {
	was, ok := a.grants.Get(e.Value)
	if !ok {
		return fmt.Errorf("%w: %s is not a permission that a user decides on for %s",
			device.ErrUnsupported, e.Value, a.Package)
	}
	now := permission.Grant{}
	switch e.Arg {
	case "grant":
		now.Held = true
	case "ask":
		now.User = permission.UserAsked
	default:
		now.User = permission.UserRefuses
	}
	a.grants.Set(e.Value, now)
	p := d.alive()
	switch {
	case p == nil || p.app != a:
		return nil
	case was.Held && !now.Held && p.Front() == "":
		d.stop("permissions revoked")
		return nil
	case was.Held && !now.Held:
		return d.killAndRestore(ctx, a)
	}
	return d.tellGrant(ctx, p, e.Value, now)
}

// tellGrant tells a running app's process of a permission. d.mu is held.
func (d *Device) tellGrant(ctx context.Context, p *process, name string, state permission.Grant) error {
	return d.input(ctx, p, "permission", map[string]any{"grants": map[string]permission.Grant{name: state}})
}

// pmPermission is pm grant and pm revoke. d.mu is held.
func (d *Device) pmPermission(ctx context.Context, c *shell.Call, a *app, verb, name string) int {
	was, ok := a.grants.Get(name)
	switch {
	case !slices.Contains(permission.Requested(a.Manifest), name):
		return denied(c, verb, "Package %s has not requested permission %s", a.Package, name)
	case !ok:
		return denied(c, verb, "Permission %s requested by %s is not a changeable permission type", name, a.Package)
	}
	now := was
	now.Held, now.User = verb == "grant", ""
	a.grants.Set(name, now)
	p := d.alive()
	switch {
	case p == nil || p.app != a || was.Held && now.Held:
		return 0
	case was.Held && !now.Held:
		d.stop("permissions revoked")
		return 0
	}
	if err := d.tellGrant(ctx, p, name, now); err != nil && !errors.Is(err, runtime.ErrAppDied) {
		return c.Fail("%v", err)
	}
	return 0
}

// denied is how the package manager's command fails.
func denied(c *shell.Call, verb, format string, args ...any) int {
	fmt.Fprintf(c.Err, "\nException occurred while executing '%s':\njava.lang.SecurityException: %s\n",
		verb, fmt.Sprintf(format, args...))
	return 255
}

// pmPermissionFlags is pm set-permission-flags and clear-permission-flags, which
// say what the user decided. d.mu is held.
func (d *Device) pmPermissionFlags(c *shell.Call, a *app, verb, name string, flags []string) int {
	state, ok := a.grants.Get(name)
	if !ok {
		return denied(c, verb, "Permission %s isn't one that a user decides on for %s", name, a.Package)
	}
	for _, flag := range flags {
		switch {
		case flag != "user-set" && flag != "user-fixed":
			return c.Fail("unknown or unsupported flag %q", flag)
		case verb == "clear-permission-flags" && flag == "user-set":
			state.Refusals = 0
		case verb == "clear-permission-flags":
			state.Refusals = min(state.Refusals, permission.RefusalsFixed-1)
		case flag == "user-set":
			state.Refusals = max(state.Refusals, 1)
		default:
			state.Refusals = permission.RefusalsFixed
		}
	}
	a.grants.Set(name, state)
	return 0
}

// dumpPermissions writes the part of dumpsys package that tells of permissions.
func dumpPermissions(w io.Writer, a *app) {
	names := permission.Requested(a.Manifest)
	sort.Strings(names)
	states := a.grants.List()
	fmt.Fprintln(w, "    requested permissions:")
	for _, name := range names {
		fmt.Fprintf(w, "      %s\n", name)
	}
	fmt.Fprintln(w, "    install permissions:")
	for _, name := range names {
		if _, ok := states[name]; !ok {
			fmt.Fprintf(w, "      %s: granted=true\n", name)
		}
	}
	fmt.Fprintln(w, "    User 0: installed=true hidden=false suspended=false stopped=false enabled=0")
	fmt.Fprintln(w, "      runtime permissions:")
	for _, name := range names {
		if state, ok := states[name]; ok {
			fmt.Fprintf(w, "        %s: granted=%v, flags=[ %s]\n", name, state.Held, spaced(state.Flags()))
		}
	}
}

func spaced(s string) string {
	if s == "" {
		return ""
	}
	return s + " "
}

// platformGroups is what the names of the platform's groups begin with.
const platformGroups = "android.permission-group."

// listPermissions is pm list permissions: those that the user decides on, of the
// platform and of apps, with -g by their groups. d.mu is held.
func (d *Device) listPermissions(w io.Writer, args []string) {
	groups := map[string][]string{}
	for name, group := range permission.Runtime() {
		groups[platformGroups+group] = append(groups[platformGroups+group], name)
	}
	for _, a := range d.apps {
		for name, group := range a.Dangerous {
			groups[group] = append(groups[group], name)
		}
	}
	grouped := slices.Contains(args, "-g")
	fmt.Fprint(w, "Dangerous Permissions:\n\n")
	for i, group := range slices.SortedFunc(maps.Keys(groups), ungroupedLast) {
		sort.Strings(groups[group])
		indent := ""
		if grouped {
			if i > 0 {
				fmt.Fprintln(w)
			}
			head := "group:" + group
			if group == "" {
				head = "ungrouped:"
			}
			fmt.Fprintln(w, head)
			indent = "  "
		}
		for _, name := range groups[group] {
			fmt.Fprintf(w, "%spermission:%s\n", indent, name)
		}
	}
}

// ungroupedLast orders groups of permissions by name, those in none last.
func ungroupedLast(a, b string) int {
	if (a == "") != (b == "") {
		return strings.Compare(b, a)
	}
	return strings.Compare(a, b)
}
