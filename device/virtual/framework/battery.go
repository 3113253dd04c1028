package framework

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// battery is cmd battery, which dumpsys battery is too: what the battery tells from now on.
func battery(ctx context.Context, d Device, c *shell.Call) int {
	args := slices.DeleteFunc(slices.Clone(c.Args[1:]), func(s string) bool { return s == "-f" })
	events, err := batteryEvents(args)
	if err != nil {
		return c.Fail("%v", err)
	}
	return d.With(func(s System) int {
		for _, e := range events {
			if err := tellEvent(ctx, s, e); err != nil {
				return fail(c, err)
			}
		}
		return 0
	})
}

// batteryEvents are what the words of the command do.
func batteryEvents(args []string) ([]event.Event, error) {
	plug := func(how string) event.Event { return event.Event{Kind: event.Battery, Arg: how} }
	switch {
	case len(args) == 1 && args[0] == "unplug":
		return []event.Event{plug(event.BatteryUnplug)}, nil
	case len(args) == 1 && args[0] == "reset":
		return []event.Event{plug("ac"), {Kind: event.Battery, Arg: event.BatteryLevel, Value: "100"}}, nil
	case len(args) == 3 && args[0] == "set" && args[1] == "level":
		return []event.Event{{Kind: event.Battery, Arg: event.BatteryLevel, Value: args[2]}}, nil
	case len(args) == 3 && args[0] == "set" && slices.Contains([]string{"ac", "usb", "wireless"}, args[1]):
		if args[2] == "0" {
			return []event.Event{plug(event.BatteryUnplug)}, nil
		}
		return []event.Event{plug(args[1])}, nil
	}
	return nil, fmt.Errorf("unknown or unsupported command %q", args)
}

// jobScheduler is cmd jobscheduler run: a job of the app that runs, now.
func jobScheduler(ctx context.Context, d Device, c *shell.Call) int {
	args := slices.DeleteFunc(slices.Clone(c.Args[1:]), func(s string) bool { return s == "-f" })
	if len(args) != 3 || args[0] != "run" {
		return c.Fail("needs run, a package and a job's number")
	}
	id, err := strconv.Atoi(args[2])
	if err != nil {
		return c.Fail("bad job number %q", args[2])
	}
	return d.With(func(s System) int {
		if p, ok := s.Process(); !ok || p.Package != args[1] {
			return c.Fail("%s does not run", args[1])
		}
		if err := s.Input(ctx, "job", map[string]any{"id": id}); err != nil {
			return fail(c, err)
		}
		return 0
	})
}
