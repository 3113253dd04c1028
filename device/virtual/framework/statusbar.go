package framework

import (
	"context"
	"fmt"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// tileVerbs are the words of cmd statusbar that are about tiles, as events have them.
var tileVerbs = map[string]string{
	"click-tile": event.TileClick, "add-tile": event.TileAdded, "remove-tile": event.TileRemoved,
}

// statusBar is cmd statusbar: the tiles of the quick settings. What it does to the shade
// itself nobody sees here.
func statusBar(ctx context.Context, d Device, c *shell.Call) int {
	verb := ""
	if len(c.Args) == 3 {
		verb = tileVerbs[c.Args[1]]
	}
	if verb == "" {
		return 0
	}
	return performs(ctx, d, c, event.Event{Kind: event.Tile, Arg: verb, Value: c.Args[2]})
}

// sharedVolume is the name of shared storage.
const sharedVolume = "emulated;0"

// sm is the command: shared storage is taken away and put back.
func sm(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) == 2 && c.Args[1] == "list-volumes" {
		fmt.Fprintln(c.Out, "private mounted null\n"+sharedVolume+" mounted null")
		return 0
	}
	if len(c.Args) != 3 || c.Args[2] != sharedVolume || c.Args[1] != "mount" && c.Args[1] != "unmount" {
		return c.Fail("want mount or unmount, and '%s'", sharedVolume)
	}
	value := event.StorageOK
	if c.Args[1] == "unmount" {
		value = event.StorageRemoved
	}
	return d.With(func(s System) int { return configure(ctx, s, c, event.Storage, value) })
}

// performs has a command do what an event does.
func performs(ctx context.Context, d Device, c *shell.Call, e event.Event) int {
	return d.With(func(s System) int {
		if err := tellEvent(ctx, s, e); err != nil {
			return c.Fail("%s", message(err))
		}
		return 0
	})
}
