package virtual

import (
	"context"

	"talpa/device/virtual/shell"
	"talpa/internal/shellword"
)

// runAs is the command: it runs another one in the data folder of an app. Unlike
// on a phone, the app need not be debuggable.
func (d *Device) runAs(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 3 {
		return c.Fail("usage: run-as PACKAGE COMMAND ARGUMENTS...")
	}
	d.mu.Lock()
	a := d.apps[c.Args[1]]
	d.mu.Unlock()
	if a == nil {
		return c.Fail("unknown package: %s", c.Args[1])
	}
	if err := d.root.MkdirAll("data/"+a.Package, 0o755); err != nil {
		return c.Fail("%v", err)
	}
	line := "cd /data/data/" + a.Package + " && " + shellword.Join(c.Args[2:])
	return d.sh.Run(ctx, line, c.In, c.Out, c.Err)
}
