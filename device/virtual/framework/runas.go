package framework

import (
	"context"

	"talpa/device/virtual/shell"
	"talpa/internal/shellword"
)

// runAs is the command: it runs another one in the data folder of an app. Unlike
// on a phone, the app need not be debuggable.
func runAs(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 3 {
		return c.Fail("usage: run-as PACKAGE COMMAND ARGUMENTS...")
	}
	var a *App
	d.With(func(s System) int { a = s.App(c.Args[1]); return 0 })
	if a == nil {
		return c.Fail("unknown package: %s", c.Args[1])
	}
	home := "/data/data/" + a.Package
	if err := c.FS().Mkdir(home, true); err != nil {
		return c.Fail("%v", err)
	}
	return d.Shell(ctx, "cd "+home+" && "+shellword.Join(c.Args[2:]), c.In, c.Out, c.Err)
}
