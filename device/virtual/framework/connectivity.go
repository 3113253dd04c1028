package framework

import (
	"context"
	"fmt"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// svc is the command: wifi, data, bluetooth and nfc. The network is gone when the first two are off.
func svc(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 3 {
		return c.Fail("needs a service and a verb")
	}
	on := c.Args[2] == "enable"
	if !on && c.Args[2] != "disable" {
		return 0 // power stayon and the like: nothing sleeps here
	}
	switch c.Args[1] {
	case event.Bluetooth, event.NFC:
		return d.With(func(s System) int {
			return configure(ctx, s, c, c.Args[1], map[bool]string{true: "on", false: "off"}[on])
		})
	case "wifi", "data":
	default:
		return 0
	}
	return d.With(func(s System) int { return setNetwork(ctx, s, c, s.Radio(c.Args[1], on)) })
}

// connectivity is cmd connectivity: airplane mode.
func connectivity(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 || c.Args[1] != "airplane-mode" {
		return c.Fail("unknown or unsupported command")
	}
	return d.With(func(s System) int {
		if len(c.Args) < 3 {
			fmt.Fprintln(c.Out, map[bool]string{true: "enabled", false: "disabled"}[s.Airplane()])
			return 0
		}
		if c.Args[2] != "enable" && c.Args[2] != "disable" {
			return c.Fail("unknown argument %q", c.Args[2])
		}
		return setNetwork(ctx, s, c, c.Args[2] == "disable")
	})
}

// setNetwork switches the network on or off, unless it is so already.
func setNetwork(ctx context.Context, s System, c *shell.Call, on bool) int {
	if on == !s.Airplane() {
		return 0
	}
	return configure(ctx, s, c, "network", map[bool]string{true: "on", false: "off"}[on])
}
