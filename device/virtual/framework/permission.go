package framework

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"

	"talpa/device/virtual/permission"
	"talpa/device/virtual/shell"
)

// pmPermission is pm grant and pm revoke. An app that runs is told of a permission
// that it gets, and is killed when it loses one.
func pmPermission(ctx context.Context, s System, c *shell.Call, a *App, verb, name string) int {
	_, ok := a.Grants.Get(name)
	switch {
	case !slices.Contains(permission.Requested(a.Manifest), name):
		return denied(c, verb, "Package %s has not requested permission %s", a.Package, name)
	case !ok || name == permission.ModifySettings:
		return denied(c, verb, "Permission %s requested by %s is not a changeable permission type", name, a.Package)
	}
	return decide(ctx, s, c, a, name, verb == "grant")
}

// decide has the user give a permission or take it away.
func decide(ctx context.Context, s System, c *shell.Call, a *App, name string, held bool) int {
	was, _ := a.Grants.Get(name)
	now := was
	now.Held, now.User = held, ""
	a.Grants.Set(name, now)
	p, runs := s.Process()
	switch {
	case !runs || p.Package != a.Package || was.Held && now.Held:
		return 0
	case was.Held && !now.Held && !permission.Special(name):
		s.Stop("permissions revoked")
		return 0
	}
	grants := map[string]permission.Grant{name: now}
	if err := s.Input(ctx, "permission", map[string]any{"grants": grants}); err != nil {
		return fail(c, err)
	}
	return 0
}

const appopsUsage = `appops set PACKAGE OPERATION allow|ignore|deny|default
appops get PACKAGE OPERATION
OPERATION is SYSTEM_ALERT_WINDOW, WRITE_SETTINGS, MANAGE_EXTERNAL_STORAGE, GET_USAGE_STATS
or SCHEDULE_EXACT_ALARM
(others are taken and passed over)`

// appops is the command for app operations: those that a page of the settings switches.
func appops(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 4 {
		return 0
	}
	operation := strings.TrimPrefix(strings.ToUpper(c.Args[3]), "ANDROID:")
	name := "android.permission." + operation
	if operation == "GET_USAGE_STATS" {
		name = permission.Usage
	}
	if !permission.Special(name) {
		return 0
	}
	return d.With(func(s System) int {
		a := s.App(c.Args[2])
		if a == nil {
			return c.Fail("No UID for %s in user 0", c.Args[2])
		}
		state, ok := a.Grants.Get(name)
		switch {
		case c.Args[1] == "set" && len(c.Args) == 5 && ok:
			return decide(ctx, s, c, a, name, c.Args[4] == "allow")
		case c.Args[1] == "get" && state.Held:
			fmt.Fprintf(c.Out, "%s: allow\n", c.Args[3])
		case c.Args[1] == "get":
			fmt.Fprint(c.Out, "No operations.\nDefault mode: default\n")
		}
		return 0
	})
}

// denied is how the package manager's command fails.
func denied(c *shell.Call, verb, format string, args ...any) int {
	return thrown(c, verb, "SecurityException", fmt.Sprintf(format, args...))
}

// pmPermissionFlags is pm set-permission-flags and clear-permission-flags, which
// say what the user decided.
func pmPermissionFlags(c *shell.Call, a *App, verb, name string, flags []string) int {
	state, ok := a.Grants.Get(name)
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
	a.Grants.Set(name, state)
	return 0
}

// dumpPermissions writes the part of dumpsys package that tells of permissions.
func dumpPermissions(w io.Writer, a *App) {
	names := permission.Requested(a.Manifest)
	sort.Strings(names)
	states := a.Grants.List()
	fmt.Fprintln(w, "    requested permissions:")
	for _, name := range names {
		fmt.Fprintf(w, "      %s\n", name)
	}
	fmt.Fprintln(w, "    install permissions:")
	for _, name := range names {
		if _, ok := states[name]; !ok || permission.Special(name) {
			fmt.Fprintf(w, "      %s: granted=%v\n", name, !ok || a.TargetSDK < permission.RuntimeSDK && states[name].Held)
		}
	}
	fmt.Fprintln(w, "    User 0: installed=true hidden=false suspended=false stopped=false enabled=0")
	fmt.Fprintln(w, "      runtime permissions:")
	for _, name := range names {
		if state, ok := states[name]; ok && !permission.Special(name) {
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
// platform and of apps, with -g by their groups.
func listPermissions(s System, w io.Writer, args []string) {
	groups := map[string][]string{}
	for name, group := range permission.Runtime() {
		groups[platformGroups+group] = append(groups[platformGroups+group], name)
	}
	for _, a := range s.Apps() {
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
