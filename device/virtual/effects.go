package virtual

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// change performs an event that changes how the device is set, for a command. d.mu is held.
func (d *Device) change(ctx context.Context, c *shell.Call, e event.Event) int {
	var err error
	if e.Kind == event.Config && slices.Contains(surroundings, e.Arg) {
		err = d.surround(ctx, e)
	} else {
		err = d.set(ctx, e)
	}
	if err != nil && !errors.Is(err, runtime.ErrAppDied) {
		return c.Fail("%v", err)
	}
	return 0
}

// turn rotates the display to so many quarter turns. d.mu is held.
func (d *Device) turn(ctx context.Context, c *shell.Call, quarters string) int {
	n, err := strconv.Atoi(quarters)
	if err != nil || n < 0 || n > 3 {
		return c.Fail("bad rotation %q", quarters)
	}
	d.state.rotation = n
	if err := d.actOnFront(ctx, "rotate", map[string]any{"rotation": n}); err != nil {
		return c.Fail("%v", err)
	}
	return 0
}

// applySetting does what the system does when a setting changes. d.mu is held.
func (d *Device) applySetting(ctx context.Context, c *shell.Call, space, name, value string) int {
	switch space + " " + name {
	case "system font_scale":
		return d.change(ctx, c, event.Event{Kind: event.Config, Arg: "fontscale", Value: value})
	case "system user_rotation":
		return d.turn(ctx, c, value)
	}
	return 0
}

// uimode is cmd uimode: night mode, shown or set.
func (d *Device) uimode(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 2 || c.Args[1] != "night" {
		return c.Fail("unknown or unsupported command")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	code := 0
	if len(c.Args) > 2 {
		if c.Args[2] != "yes" && c.Args[2] != "no" {
			return c.Fail("night mode must be yes or no on this device, not %q", c.Args[2])
		}
		code = d.change(ctx, c, event.Event{Kind: event.Config, Arg: "night", Value: c.Args[2]})
	}
	fmt.Fprintf(c.Out, "Night mode: %s\n", map[bool]string{true: "yes", false: "no"}[d.state.night])
	return code
}

// svc is the command: wifi and data. The network is gone when both are off.
func (d *Device) svc(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 3 {
		return c.Fail("needs a service and a verb")
	}
	off := c.Args[2] == "disable"
	if !off && c.Args[2] != "enable" {
		return 0 // power stayon and the like: nothing sleeps here
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch c.Args[1] {
	case "wifi":
		d.state.wifiOff = off
	case "data":
		d.state.dataOff = off
	default:
		return 0
	}
	return d.network(ctx, c, !d.state.wifiOff || !d.state.dataOff)
}

// connectivity is cmd connectivity: airplane mode.
func (d *Device) connectivity(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 2 || c.Args[1] != "airplane-mode" {
		return c.Fail("unknown or unsupported command")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(c.Args) < 3 {
		fmt.Fprintln(c.Out, map[bool]string{true: "enabled", false: "disabled"}[d.state.offline])
		return 0
	}
	if c.Args[2] != "enable" && c.Args[2] != "disable" {
		return c.Fail("unknown argument %q", c.Args[2])
	}
	return d.network(ctx, c, c.Args[2] == "disable")
}

// network switches the network on or off, unless it is so already. d.mu is held.
func (d *Device) network(ctx context.Context, c *shell.Call, on bool) int {
	if on == !d.state.offline {
		return 0
	}
	value := map[bool]string{true: "on", false: "off"}[on]
	return d.change(ctx, c, event.Event{Kind: event.Config, Arg: "network", Value: value})
}

// metaKeys are the keys that modify others, with the state that they cause.
var metaKeys = map[string]int{
	"SHIFT_LEFT": 0x41, "SHIFT_RIGHT": 0x81, "ALT_LEFT": 0x12, "ALT_RIGHT": 0x22, "CTRL_LEFT": 0x3000,
	"CTRL_RIGHT": 0x5000,
	"59":         0x41, "60": 0x81, "57": 0x12, "58": 0x22, "113": 0x3000, "114": 0x5000,
}

// combination presses keys while the modifying ones among them are held.
func combination(keys []string) []inputRequest {
	meta := 0
	var rest []any
	for _, key := range keys {
		name := keyName(key)
		if m := metaKeys[fmt.Sprint(name)]; m != 0 {
			meta |= m
		} else {
			rest = append(rest, name)
		}
	}
	var all []inputRequest
	for _, name := range rest {
		all = append(all, inputRequest{"key", map[string]any{"code": name, "meta": meta}})
	}
	return all
}

// screenrecord is the command: refused.
func screenrecord(_ context.Context, c *shell.Call) int {
	return c.Fail("this device makes no films: screencap takes pictures")
}

// bugreport is the command: refused.
func bugreport(_ context.Context, c *shell.Call) int {
	return c.Fail("this device makes no bug reports: logcat, dumpsys and screencap tell what there is")
}
