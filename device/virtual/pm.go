package virtual

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"talpa/device"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/shell"
)

// cmd is the command: its services package and activity, which are pm and am.
func (d *Device) cmd(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a service")
	}
	rest := c.Args[1:]
	sub := *c
	sub.Args = rest
	switch rest[0] {
	case "package":
		return d.pm(ctx, &sub)
	case "activity":
		return d.am(ctx, &sub)
	case "settings":
		return d.settingsCommand(ctx, &sub)
	case "uimode":
		return d.uimode(ctx, &sub)
	case "connectivity":
		return d.connectivity(ctx, &sub)
	case "statusbar", "notification", "appops", "wifi", "overlay", "window", "input_method":
		return 0
	}
	return c.Fail("Can't find service: %s", rest[0])
}

// pm is the command.
func (d *Device) pm(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a command")
	}
	verb, args := c.Args[1], withoutUser(c.Args[2:])
	switch verb {
	case "install", "install-streaming":
		return d.pmInstall(ctx, c, args)
	case "install-create", "install-write", "install-commit", "install-abandon":
		return d.pmStaged(ctx, c, verb, args)
	case "list":
		return d.pmList(c, args)
	case "resolve-activity", "query-activities":
		return d.pmResolve(c, args)
	case "dump":
		if len(args) == 0 {
			return c.Fail("needs a package")
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.dumpPackage(c.Out, args[0])
		return 0
	case "uninstall", "clear", "path", "grant", "revoke", "set-permission-flags", "clear-permission-flags":
		return d.pmApp(ctx, c, verb, args)
	case "disable-verifier", "trim-caches", "set-install-location", "reset-permissions", "compile", "bg-dexopt-job":
		return 0
	}
	return c.Fail("unknown or unsupported command '%s'", verb)
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

// installWords returns the size that -S gives, -1 without it, and what is no option.
func installWords(args []string) (size int64, words []string, err error) {
	size = -1
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-S" && i+1 < len(args):
			i++
			if size, err = strconv.ParseInt(args[i], 10, 64); err != nil || size < 0 {
				return 0, nil, fmt.Errorf("bad size %q", args[i])
			}
		case args[i] == "-i" || args[i] == "--install-location" || args[i] == "--abi" || args[i] == "--originating-uri":
			i++
		case !strings.HasPrefix(args[i], "-") || args[i] == "-":
			words = append(words, args[i])
		}
	}
	return size, words, nil
}

// pmInstall installs a file, or the -S bytes of the input.
func (d *Device) pmInstall(ctx context.Context, c *shell.Call, args []string) int {
	size, words, err := installWords(args)
	if err != nil {
		return d.refuse(c, err)
	}
	path := ""
	if len(words) > 0 {
		path = words[len(words)-1]
	}
	in := c.In
	if path != "" && path != "-" {
		f, err := d.fs.Open(c.Path(path))
		if err != nil {
			return d.refuse(c, err)
		}
		defer f.Close()
		in = f
	} else if size < 0 {
		return d.refuse(c, errors.New("no file and no -S size given"))
	}
	how := installation{signed: true, grant: slices.Contains(args, grantFlag)}
	if _, err := d.installStream(ctx, in, size, how); err != nil {
		return d.refuse(c, err)
	}
	fmt.Fprintln(c.Out, "Success")
	return 0
}

func (d *Device) refuse(c *shell.Call, err error) int {
	code := device.RefusedInvalid
	var r *device.Refusal
	if errors.As(err, &r) {
		code = r.Code
	}
	fmt.Fprintf(c.Out, "Failure [%s: %s]\n", code, logcat.OneLine(err.Error()))
	return 1
}

// grantFlag is the option of an installation that grants all permissions.
const grantFlag = "-g"

// pmList is list packages, permissions and features.
func (d *Device) pmList(c *shell.Call, args []string) int {
	switch {
	case len(args) == 0:
		return 0
	case args[0] == "features":
		for _, f := range []string{"touchscreen", "camera", "location", "bluetooth"} {
			fmt.Fprintln(c.Out, "feature:android.hardware."+f)
		}
		return 0
	case args[0] == "permissions":
		d.listPermissions(c.Out, args[1:])
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
	d.mu.Lock()
	defer d.mu.Unlock()
	var lines []string
	for name, a := range d.apps {
		if !strings.Contains(name, filter) {
			continue
		}
		if files {
			lines = append(lines, fmt.Sprintf("package:%s=%s", apkPath(a), name))
			continue
		}
		lines = append(lines, "package:"+name)
	}
	sort.Strings(lines)
	for _, l := range lines {
		fmt.Fprintln(c.Out, l)
	}
	return 0
}

// apkPath is where the device says that an app lies.
func apkPath(a *app) string {
	return "/data/app/" + filepath.Base(filepath.Dir(a.apk)) + "/base.apk"
}

// pmResolve tells the launcher activity of a package.
func (d *Device) pmResolve(c *shell.Call, args []string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	brief := false
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--brief":
			brief = true
		case args[i] == "-c" || args[i] == "-a" || args[i] == "-d" || args[i] == "-t" || args[i] == "-f":
			i++
		case !strings.HasPrefix(args[i], "-"):
			a := d.apps[args[i]]
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
func (d *Device) pmApp(ctx context.Context, c *shell.Call, verb string, args []string) int {
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
	d.mu.Lock()
	defer d.mu.Unlock()
	a, err := d.find(names[0])
	if err != nil {
		fmt.Fprintf(c.Out, "Failure [%v]\n", err)
		return 1
	}
	switch verb {
	case "path":
		fmt.Fprintln(c.Out, "package:"+apkPath(a))
		for _, split := range a.splits {
			fmt.Fprintln(c.Out, "package:"+filepath.Dir(apkPath(a))+"/"+filepath.Base(split))
		}
	case "uninstall":
		if keep {
			delete(d.apps, a.Package)
			err = os.RemoveAll(filepath.Dir(a.apk))
			d.stop("it is uninstalled")
		} else {
			err = d.uninstall(a)
		}
		return d.outcome(c, err)
	case "clear":
		return d.outcome(c, d.clear(a, false))
	default:
		if len(names) < 2 {
			return c.Fail("needs a package and a permission")
		}
		if strings.HasSuffix(verb, "-flags") {
			return d.pmPermissionFlags(c, a, verb, names[1], names[2:])
		}
		return d.pmPermission(ctx, c, a, verb, names[1])
	}
	return 0
}

func (d *Device) outcome(c *shell.Call, err error) int {
	if err != nil {
		fmt.Fprintf(c.Out, "Failure [%s]\n", logcat.OneLine(err.Error()))
		return 1
	}
	fmt.Fprintln(c.Out, "Success")
	return 0
}
