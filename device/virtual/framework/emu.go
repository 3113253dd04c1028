package framework

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// emu is what an emulator's console does (`adb emu` there): the same words, as a command
// of the shell.
func emu(ctx context.Context, d Device, c *shell.Call) int {
	e, err := consoleEvent(c.Args[1:])
	if err != nil {
		fmt.Fprintf(c.Err, "KO: %v\n", err)
		return 1
	}
	return d.With(func(s System) int {
		if err := tellEvent(ctx, s, e); err != nil {
			fmt.Fprintf(c.Err, "KO: %s\n", message(err))
			return 1
		}
		fmt.Fprintln(c.Out, "OK")
		return 0
	})
}

// tellEvent performs an event on the app that runs, else on the one that is installed.
func tellEvent(ctx context.Context, s System, e event.Event) error {
	if err := e.Validate(); err != nil {
		return err
	}
	a := target(s, amArgs{})
	if a == nil {
		return errors.New("no app runs, and not exactly one is installed: start one first")
	}
	return s.Perform(ctx, a.Package, e)
}

// consoleEvent is a command of the console as an event.
func consoleEvent(args []string) (event.Event, error) {
	line := strings.Join(args[:min(len(args), 2)], " ")
	rest := args[min(len(args), 2):]
	switch {
	case line == "geo fix" && len(rest) >= 2 && len(rest) <= 5:
		return geoFix(rest)
	case line == "geo nmea" && len(rest) == 1:
		return event.Event{Kind: event.Location, Arg: event.LocationNMEA, Value: rest[0]}, nil
	case line == "sms send" && len(rest) >= 1:
		return event.Event{Kind: event.SMS, Value: strings.Join(rest, " ")}, nil
	case (line == "gsm call" || line == "gsm accept" || line == "gsm cancel") && len(rest) == 1:
		state := map[string]string{"call": event.CallRing, "accept": event.CallAccept, "cancel": event.CallEnd}[args[1]]
		return event.Event{Kind: event.Call, Arg: state, Value: rest[0]}, nil
	case line == "finger touch" && len(rest) == 1:
		e := event.Event{Kind: event.Fingerprint, Arg: event.FingerWrong}
		if rest[0] == "1" {
			e.Arg = event.FingerOK
		}
		return e, nil
	case line == "finger remove" && len(rest) == 0:
		return event.Event{Kind: event.Wait}, nil // a touch here ends by itself
	case line == "power capacity" && len(rest) == 1:
		return event.Event{Kind: event.Battery, Arg: event.BatteryLevel, Value: rest[0]}, nil
	case line == "power ac" && len(rest) == 1 && (rest[0] == "on" || rest[0] == "off"):
		return event.Event{Kind: event.Battery, Arg: map[string]string{"on": "ac", "off": event.BatteryUnplug}[rest[0]]}, nil
	case line == "sensor set" && len(rest) == 2:
		return event.Event{Kind: event.Sensor, Arg: rest[0], Value: strings.ReplaceAll(rest[1], ":", ",")}, nil
	}
	return event.Event{}, fmt.Errorf("unknown or unsupported command %q", strings.Join(args, " "))
}

// knotMetres is a knot in metres a second: the console's unit of speed.
const knotMetres = 1852.0 / 3600

// geoFix reads LONGITUDE LATITUDE [ALTITUDE [SATELLITES [KNOTS]]].
func geoFix(args []string) (event.Event, error) {
	fields := []string{args[1], args[0]}
	if len(args) > 2 {
		fields = append(fields, args[2])
	}
	if len(args) > 4 {
		knots, err := strconv.ParseFloat(args[4], 64)
		if err != nil || math.IsNaN(knots) {
			return event.Event{}, fmt.Errorf("bad speed %q", args[4])
		}
		fields = append(fields, "", strconv.FormatFloat(knots*knotMetres, 'f', -1, 64))
	}
	return event.Event{Kind: event.Location, Arg: event.LocationFix, Value: strings.Join(fields, ",")}, nil
}

// TrimLevels are the levels of `am send-trim-memory`, as ComponentCallbacks2 numbers them.
var TrimLevels = map[string]int{
	"RUNNING_MODERATE": 5, "RUNNING_LOW": 10, "RUNNING_CRITICAL": 15, "HIDDEN": 20, "BACKGROUND": 40, "MODERATE": 60,
	"COMPLETE": 80,
}

// bmgr is the command: a backup of an app starts its process without the app's own
// Application. No data is written.
func bmgr(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) != 3 || c.Args[1] != "backupnow" && c.Args[1] != "fullbackup" {
		return c.Fail("needs backupnow or fullbackup, and a package")
	}
	return d.With(func(s System) int {
		if s.App(c.Args[2]) == nil {
			return c.Fail("Package %s with result: Package not found", c.Args[2])
		}
		if err := s.Perform(ctx, c.Args[2], event.Event{Kind: event.Restricted}); err != nil {
			return fail(c, err)
		}
		fmt.Fprintf(c.Out, "Package %s with result: Success\n", c.Args[2])
		return 0
	})
}

// sendTrimMemory is am send-trim-memory [--user ID] PROCESS LEVEL.
func sendTrimMemory(ctx context.Context, d Device, c *shell.Call) int {
	args := c.Args[2:]
	if len(args) > 2 && args[0] == "--user" {
		args = args[2:]
	}
	if len(args) != 2 {
		return c.Fail("needs a process and a level")
	}
	level := args[1]
	if n, err := strconv.Atoi(level); err == nil {
		for name, number := range TrimLevels {
			if number == n {
				level = name
			}
		}
	}
	e := event.Event{Kind: event.TrimMemory, Arg: level}
	if err := e.Validate(); err != nil {
		return c.Fail("Error: Unknown level option: %s", args[1])
	}
	return d.With(func(s System) int {
		p, ok := s.Process()
		if !ok || p.Package != args[0] && strconv.Itoa(p.PID) != args[0] {
			return c.Fail("Unknown process: %s", args[0])
		}
		if err := s.Perform(ctx, p.Package, e); err != nil {
			return fail(c, err)
		}
		return 0
	})
}

// location is cmd location: set-location-enabled, and the places of test providers.
func location(ctx context.Context, d Device, c *shell.Call) int {
	args := c.Args[1:]
	for i := 1; i+1 < len(args); i++ {
		if args[i] == "--user" {
			args = append(args[:i:i], args[i+2:]...)
		}
	}
	line := strings.Join(args[:min(len(args), 2)], " ")
	e := event.Event{Kind: event.Location}
	switch {
	case len(args) == 2 && args[0] == "set-location-enabled" && (args[1] == "true" || args[1] == "false"):
		e.Arg = map[string]string{"true": "on", "false": "off"}[args[1]]
	case line == "providers add-test-provider", line == "providers remove-test-provider",
		line == "providers set-test-provider-enabled":
		return 0 // a fix needs no provider of its own here
	case line == "providers set-test-provider-location" && len(args) > 2:
		e.Arg = event.LocationFix
		var err error
		if e.Value, err = testFix(args[3:]); err != nil {
			return c.Fail("%v", err)
		}
	default:
		return c.Fail("unknown or unsupported command")
	}
	return d.With(func(s System) int {
		if err := tellEvent(ctx, s, e); err != nil {
			return fail(c, err)
		}
		return 0
	})
}

// testFix reads --location LATITUDE,LONGITUDE [--accuracy METRES] [--time MILLIS].
func testFix(args []string) (string, error) {
	place, accuracy := "", ""
	for i := 0; i+1 < len(args); i += 2 {
		switch args[i] {
		case "--location":
			place = args[i+1]
		case "--accuracy":
			accuracy = args[i+1]
		case "--time":
		default:
			return "", fmt.Errorf("unknown option: %s", args[i])
		}
	}
	if strings.Count(place, ",") != 1 {
		return "", errors.New("needs --location LATITUDE,LONGITUDE")
	}
	if accuracy != "" {
		place += ",," + accuracy
	}
	return place, nil
}
