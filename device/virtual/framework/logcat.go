package framework

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"talpa/device/virtual/logcat"
	"talpa/device/virtual/shell"
)

// runLogcat is the command logcat.
func runLogcat(ctx context.Context, d Device, c *shell.Call) int {
	a, err := logcat.ParseOptions(c.Args[1:])
	if err != nil {
		return c.Fail("%v", err)
	}
	switch {
	case a.Clear:
		d.Log().Clear()
		return 0
	case a.Resize:
		return 0
	case a.Size:
		for _, b := range []string{logcat.Main, logcat.System, logcat.Crash} {
			fmt.Fprintf(c.Out, "%s: ring buffer is %d MiB, shared by all buffers, max entry is %d B\n",
				b, logcat.MaxBytes>>20, logcat.MaxLine)
		}
		return 0
	}
	entries, next, more := d.Log().Since(0)
	entries = keep(entries, a.Selects)
	if a.Tail >= 0 && len(entries) > a.Tail {
		entries = entries[len(entries)-a.Tail:]
	}
	if a.Layout != "raw" && a.After == "" && a.Tail < 0 {
		if _, err := fmt.Fprintln(c.Out, "--------- beginning of main"); err != nil {
			return 1
		}
	}
	for {
		var b bytes.Buffer
		for _, e := range entries {
			b.WriteString(a.Format(e))
		}
		if _, err := c.Out.Write(b.Bytes()); err != nil {
			return 1
		}
		if a.Dump {
			return 0
		}
		select {
		case <-ctx.Done():
			return 1
		case <-more:
		case <-time.After(time.Second): // a write is how a client's going shows
			if _, err := io.WriteString(c.Out, ""); err != nil {
				return 1
			}
		}
		entries, next, more = d.Log().Since(next)
		entries = keep(entries, a.Selects)
	}
}

// keep are the entries that are wanted, in the same memory.
func keep(entries []logcat.Entry, wants func(logcat.Entry) bool) []logcat.Entry {
	kept := entries[:0]
	for _, e := range entries {
		if wants(e) {
			kept = append(kept, e)
		}
	}
	return kept
}
