package framework

import (
	"context"
	"fmt"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// configure changes how the device is set.
func configure(ctx context.Context, s System, c *shell.Call, name, value string) int {
	if err := s.Configure(ctx, event.Event{Kind: event.Config, Arg: name, Value: value}); err != nil {
		return fail(c, err)
	}
	return 0
}

// uimode is cmd uimode: night mode, shown or set.
func uimode(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 || c.Args[1] != "night" {
		return c.Fail("unknown or unsupported command")
	}
	return d.With(func(s System) int {
		code := 0
		if len(c.Args) > 2 {
			if c.Args[2] != "yes" && c.Args[2] != "no" {
				return c.Fail("night mode must be yes or no on this device, not %q", c.Args[2])
			}
			code = configure(ctx, s, c, "night", c.Args[2])
		}
		fmt.Fprintf(c.Out, "Night mode: %s\n", map[bool]string{true: "yes", false: "no"}[s.Night()])
		return code
	})
}
