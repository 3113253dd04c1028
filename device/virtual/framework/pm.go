package framework

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"talpa/device/virtual/logcat"
	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// pm is the command.
func pm(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a command")
	}
	verb, args := c.Args[1], withoutUser(c.Args[2:])
	switch verb {
	case "install", "install-streaming":
		return pmInstall(ctx, d, c, args)
	case "install-create", "install-write", "install-commit", "install-abandon":
		return pmInstallStep(ctx, d, c, verb, args)
	case "list":
		return d.With(func(s System) int { return pmList(s, c, args) })
	case "resolve-activity", "query-activities":
		return d.With(func(s System) int { return pmResolve(s, c, args) })
	case "dump":
		if len(args) == 0 {
			return c.Fail("needs a package")
		}
		return d.With(func(s System) int {
			dumpPackage(s, c.Out, args[0])
			return 0
		})
	case "uninstall", "clear", "path", "grant", "revoke", "set-permission-flags", "clear-permission-flags":
		return pmApp(ctx, d, c, verb, args)
	case "disable-user", "disable", "enable":
		return pmEnable(ctx, d, c, verb, args)
	case "disable-verifier", "trim-caches", "set-install-location", "reset-permissions", "compile", "bg-dexopt-job":
		return 0
	}
	return c.Fail("unknown or unsupported command '%s'", verb)
}

// pmEnable has another app go, or come back.
func pmEnable(ctx context.Context, d Device, c *shell.Call, verb string, args []string) int {
	if len(args) == 0 || !slices.Contains(event.OtherApps(), args[0]) {
		return c.Fail("Error: no other app %q that can be disabled", strings.Join(args, " "))
	}
	value, state := args[0], "disabled-user"
	if verb == "enable" {
		value, state = "+"+args[0], "enabled"
	}
	return d.With(func(s System) int {
		if err := s.Configure(ctx, event.Event{Kind: event.Config, Arg: event.Apps, Value: value}); err != nil {
			return fail(c, err)
		}
		fmt.Fprintf(c.Out, "Package %s new state: %s\n", args[0], state)
		return 0
	})
}

// withoutUser drops "--user N" and options of one word.
func withoutUser(args []string) []string {
	var kept []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--user" && i+1 < len(args) {
			i++
			continue
		}
		kept = append(kept, args[i])
	}
	return kept
}

// pmList is list packages, permissions and features.
func pmList(s System, c *shell.Call, args []string) int {
	switch {
	case len(args) == 0:
		return 0
	case args[0] == "features":
		for _, f := range []string{"touchscreen", "camera", "location", "bluetooth"} {
			fmt.Fprintln(c.Out, "feature:android.hardware."+f)
		}
		return 0
	case args[0] == "permissions":
		listPermissions(s, c.Out, args[1:])
		return 0
	case args[0] == "users":
		fmt.Fprintln(c.Out, "Users:\n\tUserInfo{0:Owner:c13} running")
		return 0
	case args[0] != "packages" && args[0] != "package":
		return 0
	}
	files, filter := false, ""
	for _, a := range args[1:] {
		switch {
		case a == "-f":
			files = true
		case a == "-s" || a == "-d":
			return 0 // no system apps, none disabled
		case !strings.HasPrefix(a, "-"):
			filter = a
		}
	}
	var lines []string
	for _, a := range s.Apps() {
		if !strings.Contains(a.Package, filter) {
			continue
		}
		if files {
			lines = append(lines, fmt.Sprintf("package:%s=%s", a.Path, a.Package))
			continue
		}
		lines = append(lines, "package:"+a.Package)
	}
	sort.Strings(lines)
	for _, l := range lines {
		fmt.Fprintln(c.Out, l)
	}
	return 0
}

// pmResolve tells the launcher activity of a package.
func pmResolve(s System, c *shell.Call, args []string) int {
	brief := false
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--brief":
			brief = true
		case args[i] == "-c" || args[i] == "-a" || args[i] == "-d" || args[i] == "-t" || args[i] == "-f":
			i++
		case !strings.HasPrefix(args[i], "-"):
			a := s.App(args[i])
			if a == nil || a.Launcher == "" {
				fmt.Fprintln(c.Out, "No activity found")
				return 0
			}
			if brief {
				fmt.Fprintln(c.Out, "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false")
			}
			fmt.Fprintln(c.Out, a.Launcher)
			return 0
		}
	}
	fmt.Fprintln(c.Out, "No activity found")
	return 0
}

// pmApp are the commands on one installed app.
func pmApp(ctx context.Context, d Device, c *shell.Call, verb string, args []string) int {
	keep := false
	var names []string
	for _, a := range args {
		keep = keep || a == "-k"
		if !strings.HasPrefix(a, "-") {
			names = append(names, a)
		}
	}
	if len(names) == 0 {
		return c.Fail("needs a package")
	}
	return d.With(func(s System) int {
		a := s.App(names[0])
		if a == nil {
			return unknownPackage(c, verb, names[0])
		}
		switch verb {
		case "path":
			for _, path := range append([]string{a.Path}, a.Splits...) {
				fmt.Fprintln(c.Out, "package:"+path)
			}
			return 0
		case "uninstall":
			return outcome(c, s.Uninstall(a.Package, keep))
		case "clear":
			return outcome(c, s.ClearData(a.Package))
		}
		if len(names) < 2 {
			return c.Fail("needs a package and a permission")
		}
		if strings.HasSuffix(verb, "-flags") {
			return pmPermissionFlags(c, a, verb, names[1], names[2:])
		}
		return pmPermission(ctx, s, c, a, verb, names[1])
	})
}

// outcome prints how the package manager did.
func outcome(c *shell.Call, err error) int {
	if err != nil {
		fmt.Fprintf(c.Out, "Failure [%s]\n", logcat.OneLine(err.Error()))
		return 1
	}
	fmt.Fprintln(c.Out, "Success")
	return 0
}

// unknownPackage is what a phone says to a verb about a package that it does not have.
func unknownPackage(c *shell.Call, verb, name string) int {
	switch verb {
	case "path":
	case "clear":
		fmt.Fprintln(c.Out, "Failed")
	case "uninstall":
		fmt.Fprintln(c.Out, "Failure [DELETE_FAILED_INTERNAL_ERROR]")
	default:
		return thrown(c, verb, "IllegalArgumentException", "Unknown package: "+name)
	}
	return 1
}

// thrown is how a service's command tells of an exception.
func thrown(c *shell.Call, verb, class, message string) int {
	fmt.Fprintf(c.Err, "\nException occurred while executing '%s':\njava.lang.%s: %s\n", verb, class, message)
	return 255
}
