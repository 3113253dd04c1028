package framework

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"talpa/device/virtual/droidbot"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/shell"
	"talpa/device/virtual/u2"
)

const (
	// u2Class is what clients of uiautomator2 start with app_process.
	u2Class = "com.wetest.uia2.Main"
	// ownKeyboard is the input method that the device has by itself.
	ownKeyboard   = "talpa/.Keyboard"
	defaultMethod = "default_input_method"
)

// Type does what a keyboard was asked for.
func Type(ctx context.Context, s System, t u2.Typed) error {
	if t.Clear {
		if err := s.Input(ctx, "clear", nil); err != nil {
			return err
		}
	}
	if t.Action {
		t.Text += "\n"
	}
	if t.Text == "" {
		return nil
	}
	return s.Input(ctx, "text", map[string]any{"text": t.Text})
}

// appProcess is the command app_process: it runs no code, but knows the one
// program of test tools that the device imitates. It serves until its client goes.
func appProcess(ctx context.Context, d Device, c *shell.Call) int {
	port := u2.PortServer
	class := ""
	for i, arg := range c.Args[1:] {
		switch {
		case arg == u2Class:
			class = arg
		case arg == "-p" && class != "" && i+2 < len(c.Args):
			n, err := strconv.Atoi(c.Args[i+2])
			if err != nil || n < 1 || n > 65535 {
				return c.Fail("bad port %q", c.Args[i+2])
			}
			port = n
		}
	}
	if class == "" {
		return c.Fail("programs in DEX do not run on this device, only the server of uiautomator2 is imitated")
	}
	if jar := c.Env("CLASSPATH"); jar != "" {
		if _, err := c.FS().Stat(c.Path(jar)); err != nil {
			return c.Fail("%s: could not find class %s", jar, class)
		}
	}
	if err := d.ServeAutomation(ctx, port); err != nil {
		return c.Fail("%v", err)
	}
	return 0
}

// atxAgent is the program of that name: it is built in and always runs.
func atxAgent(_ context.Context, _ Device, c *shell.Call) int {
	if len(c.Args) > 1 && (c.Args[1] == "version" || c.Args[1] == "-v") {
		fmt.Fprintln(c.Out, u2.AgentVersion)
	}
	return 0
}

// AccessibilityRuns says whether the one accessibility service that the device imitates runs: its app is installed, and
// the service switched on.
func AccessibilityRuns(s System) bool {
	enabled, _ := s.Settings().Get("secure", "enabled_accessibility_services")
	on, _ := s.Settings().Get("secure", "accessibility_enabled")
	return on == "1" && s.App(droidbot.Package) != nil &&
		slices.Contains(strings.Split(enabled, ":"), droidbot.Package+"/"+droidbot.Service)
}

// keyboards are the input methods that there are: the device's own, and those of tools, which the device imitates.
func keyboards(s System) []string {
	all := append([]string{ownKeyboard}, u2.Keyboards...)
	if s.App(droidbot.Package) != nil {
		all = append(all, droidbot.Keyboard)
	}
	return all
}

// ime is the command.
func ime(_ context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a command")
	}
	id := c.Args[len(c.Args)-1]
	return d.With(func(s System) int {
		known := keyboards(s)
		switch verb := c.Args[1]; {
		case verb == "list":
			suffix := ":"
			if slices.Contains(c.Args, "-s") {
				suffix = ""
			}
			for _, k := range known {
				fmt.Fprintln(c.Out, k+suffix)
			}
		case verb == "reset":
			s.Settings().Put("secure", defaultMethod, ownKeyboard)
		case verb == "disable" && !slices.Contains(known, id): // tools do so after they have uninstalled it
			fmt.Fprintf(c.Out, "Input method %s: already disabled for user #0\n", id)
		case !slices.Contains(known, id):
			return c.Fail("Unknown input method %s", id)
		case verb == "set":
			s.Settings().Put("secure", defaultMethod, id)
			fmt.Fprintf(c.Out, "Input method %s selected\n", id)
		case verb == "enable":
			fmt.Fprintf(c.Out, "Input method %s: now enabled for user #0\n", id)
		case verb == "disable":
			if inputMethod(s) == id {
				s.Settings().Put("secure", defaultMethod, ownKeyboard)
			}
			fmt.Fprintf(c.Out, "Input method %s: now disabled for user #0\n", id)
		default:
			return c.Fail("unknown or unsupported command '%s'", verb)
		}
		return 0
	})
}

var focusedField = regexp.MustCompile(`focused="true"[^<]*input-type=`)

// dumpKeyboard says which keyboard is chosen and whether it is shown. Those of
// uiautomator2 have no window: they count as shown when a text field has the
// focus.
func dumpKeyboard(ctx context.Context, s System, w io.Writer) {
	method := inputMethod(s)
	shown := false
	if method == "" || method == ownKeyboard {
		method = ownKeyboard
		var state struct {
			Keyboard bool `json:"keyboard"`
		}
		shown = s.Query(ctx, "state", nil, &state) == nil && state.Keyboard
	} else if xml, err := s.Hierarchy(ctx); err == nil {
		shown = focusedField.MatchString(xml)
	}
	fmt.Fprintf(w, "Current Input Method Manager state:\n  mCurMethodId=%s mInputShown=%v\n", method, shown)
}

// keyboardBroadcast types what a broadcast asks a keyboard for; false if it is
// not one of those.
func keyboardBroadcast(ctx context.Context, s System, c *shell.Call, a amArgs) (int, bool) {
	t, ok, err := u2.Keyboard(a.Action, a.extras)
	if text, replace, typed := droidbot.Typed(a.Action, a.extras); typed {
		t, ok = u2.Typed{Text: text, Clear: replace}, inputMethod(s) == droidbot.Keyboard
	}
	if !ok {
		return 0, false
	}
	printBroadcast(c, a)
	if err == nil {
		err = Type(ctx, s, t)
	}
	if err != nil {
		text := strings.ReplaceAll(logcat.OneLine(message(err)), `"`, "'")
		fmt.Fprintf(c.Out, "Broadcast completed: result=0, data=%q\n", text)
		return 1, true
	}
	fmt.Fprintln(c.Out, `Broadcast completed: result=-1, data="success"`)
	return 0, true
}

// inputMethod is the keyboard that was chosen, "" for the device's own.
func inputMethod(s System) string {
	id, _ := s.Settings().Get("secure", defaultMethod)
	return id
}
