package framework

import (
	"context"
	"fmt"
	"strconv"

	"talpa/device/virtual/shell"
)

// wm is the command: the display's size and density.
func wm(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a command")
	}
	if len(c.Args) > 2 && (c.Args[1] == "size" || c.Args[1] == "density") && c.Args[2] != "reset" {
		return c.Fail("the display of this device keeps its size and density while it lives")
	}
	return d.With(func(s System) int {
		screen := s.Screen()
		switch c.Args[1] {
		case "size":
			fmt.Fprintf(c.Out, "Physical size: %dx%d\n", screen.Width, screen.Height)
		case "density":
			fmt.Fprintf(c.Out, "Physical density: %d\n", screen.Density)
		case "user-rotation", "set-user-rotation":
			if last := c.Args[len(c.Args)-1]; len(c.Args) > 3 {
				return rotate(ctx, s, c, last)
			}
		case "dismiss-keyguard", "fixed-to-user-rotation":
		default:
			return c.Fail("unknown or unsupported command '%s'", c.Args[1])
		}
		return 0
	})
}

// rotate turns the display to so many quarter turns.
func rotate(ctx context.Context, s System, c *shell.Call, quarters string) int {
	n, err := strconv.Atoi(quarters)
	if err != nil || n < 0 || n > 3 {
		return c.Fail("bad rotation %q", quarters)
	}
	if err := s.Rotate(ctx, n); err != nil {
		return fail(c, err)
	}
	return 0
}
