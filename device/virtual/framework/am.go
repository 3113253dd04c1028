package framework

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"talpa/device/virtual/shell"
	"talpa/device/virtual/wire"
	"talpa/fuzz/event"
)

// amArgs are the arguments of an am command.
type amArgs struct {
	event.Intent
	extras map[string]any
	pkg    string // -p
	wait   bool   // -W
	stop   bool   // -S
	last   string // URI, package or component after the options
}

// The flags that am gives intents by itself: broadcasts, and activities (but their first
// line does not show it).
const (
	flagFromShell = 0x00400000 // Intent.FLAG_RECEIVER_FROM_SHELL
	flagNewTask   = 0x10000000 // Intent.FLAG_ACTIVITY_NEW_TASK
)

// am is the command: start, startservice, broadcast, force-stop, kill and their like.
func am(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a command")
	}
	verb := c.Args[1]
	switch verb {
	case "force-stop", "kill", "stop-app", "crash", "kill-all":
		return d.With(func(s System) int { return amStop(ctx, s, c) })
	case "send-trim-memory":
		return sendTrimMemory(ctx, d, c)
	case "get-current-user":
		fmt.Fprintln(c.Out, "0")
		return 0
	case "stopservice", "stop-service":
		return 0
	case "instrument":
		return c.Fail("instrumentation tests do not run on this device; uiautomator2's server does, without being started")
	}
	method, ok := map[string]string{
		"start": "start", "start-activity": "start", "startservice": "service", "start-service": "service",
		"start-foreground-service": "service", "startforegroundservice": "service", "broadcast": "broadcast",
	}[verb]
	if !ok {
		return c.Fail("unknown or unsupported command '%s'", verb)
	}
	a, err := parseAm(c.Args[2:])
	if err != nil {
		return c.Fail("%v", err)
	}
	return d.With(func(s System) int {
		if method == "broadcast" {
			if code, ok := keyboardBroadcast(ctx, s, c, a); ok {
				return code
			}
		}
		return amSend(ctx, s, c, method, a)
	})
}

// amStop stops the named app; kill does so in the background only, and keeps its task.
func amStop(ctx context.Context, s System, c *shell.Call) int {
	pkg := ""
	if names := withoutUser(c.Args[2:]); len(names) > 0 {
		pkg = names[len(names)-1]
	} else if c.Args[1] != "kill-all" {
		return c.Fail("Error: Argument expected after \"%s\"", c.Args[1])
	}
	p, ok := s.Process()
	if !ok || p.Package != pkg && c.Args[1] != "kill-all" {
		return 0
	}
	if c.Args[1] == "crash" {
		return c.Fail("not supported")
	}
	if c.Args[1] == "kill" || c.Args[1] == "kill-all" {
		if p.Front != "" {
			return 0
		}
		if err := s.Perform(ctx, p.Package, event.Event{Kind: event.StopProcess}); err != nil {
			return fail(c, err)
		}
		return 0
	}
	s.Stop("stop " + pkg)
	return 0
}

// amSend resolves the app that an intent is for, and sends it.
func amSend(ctx context.Context, s System, c *shell.Call, method string, a amArgs) int {
	target := target(s, a)
	if target == nil {
		return unresolved(c, method, a)
	}
	if p, ok := s.Process(); ok && a.stop && p.Package == target.Package {
		s.Stop("am start -S")
	}
	announce(c, method, a)
	err := s.Send(ctx, target.Package, method, IntentParams(&a.Intent, a.extras))
	var said *wire.Error
	switch {
	case errors.As(err, &said):
		fmt.Fprintf(c.Err, "Error: %s\n", said.Message)
		return 1
	case err != nil:
		return c.Fail("%v", err)
	}
	if method == "broadcast" {
		fmt.Fprintln(c.Out, "Broadcast completed: result=0")
	}
	if a.wait {
		fmt.Fprintf(c.Out, "Status: ok\nLaunchState: COLD\nActivity: %s\nTotalTime: 100\nWaitTime: 100\nComplete\n",
			shortComponent(front(s)))
	}
	return 0
}

// announce tells what is sent.
func announce(c *shell.Call, method string, a amArgs) {
	switch method {
	case "start":
		fmt.Fprintf(c.Out, "Starting: Intent { %s }\n", describe(a))
	case "service":
		fmt.Fprintf(c.Out, "Starting service: Intent { %s }\n", describe(a))
	default:
		printBroadcast(c, a)
	}
}

// unresolved is what am says of an intent that no installed app is for. Where a phone's am
// ends with 0 for an activity, this one fails, so that a script notices.
func unresolved(c *shell.Call, method string, a amArgs) int {
	announce(c, method, a)
	switch {
	case method == "broadcast": // it has no receivers, which is no error
		fmt.Fprintln(c.Out, "Broadcast completed: result=0")
		return 0
	case method == "service":
		fmt.Fprintln(c.Err, "Error: Not found; no service started.")
		return 255
	case a.Component != "":
		fmt.Fprintf(c.Err, "Error type 3\nError: Activity class {%s} does not exist.\n", a.Component)
	default:
		a.Flags |= flagNewTask
		fmt.Fprintf(c.Err, "Error: Activity not started, unable to resolve Intent { %s }\n", describe(a))
	}
	return 1
}

// printBroadcast tells that a broadcast is sent.
func printBroadcast(c *shell.Call, a amArgs) {
	a.Flags |= flagFromShell
	fmt.Fprintf(c.Out, "Broadcasting: Intent { %s }\n", describe(a))
}

// target is the app an intent is for: by its component or package, else the
// one that runs, else the only one installed.
func target(s System, a amArgs) *App {
	pkg := a.pkg
	if a.Component != "" {
		pkg, _, _ = strings.Cut(a.Component, "/")
	}
	if pkg != "" {
		return s.App(pkg)
	}
	if p, ok := s.Process(); ok {
		return s.App(p.Package)
	}
	if apps := s.Apps(); len(apps) == 1 {
		return apps[0]
	}
	return nil
}

// IntentParams is an intent in the agent's words, without what is empty.
func IntentParams(in *event.Intent, extras map[string]any) map[string]any {
	params := map[string]any{}
	for k, v := range map[string]string{
		"action": in.Action, "data": in.Data, "type": in.Type, "component": in.Component,
	} {
		if v != "" {
			params[k] = v
		}
	}
	if len(in.Categories) > 0 {
		params["categories"] = in.Categories
	}
	if in.Flags != 0 {
		params["flags"] = in.Flags
	}
	if len(extras) > 0 {
		params["extras"] = extras
	}
	return params
}

// describe is an intent as Intent.toString prints it, between its braces.
func describe(a amArgs) string {
	categories, flags := "", ""
	if len(a.Categories) > 0 {
		categories = "[" + strings.Join(a.Categories, ",") + "]"
	}
	if a.Flags != 0 {
		flags = fmt.Sprintf("0x%x", uint32(a.Flags))
	}
	var parts []string
	for _, p := range []struct{ name, value string }{
		{"act", a.Action}, {"cat", categories}, {"dat", a.Data}, {"typ", a.Type}, {"flg", flags}, {"pkg", a.pkg},
		{"cmp", shortComponent(a.Component)},
	} {
		if p.value != "" {
			parts = append(parts, p.name+"="+p.value)
		}
	}
	if len(a.extras) > 0 {
		parts = append(parts, "(has extras)")
	}
	return strings.Join(parts, " ")
}

// shortComponent is "pkg/.Cls" for "pkg/pkg.Cls", as the system prints components.
func shortComponent(name string) string {
	pkg, class, _ := strings.Cut(name, "/")
	if short, inside := strings.CutPrefix(class, pkg+"."); inside {
		return pkg + "/." + short
	}
	return name
}
