package framework

import (
	"context"
	"fmt"
	"io"
	"strings"

	"talpa/device/virtual/shell"
)

// dumpFile is where uiautomator writes unless told otherwise.
const dumpFile = "/sdcard/window_dump.xml"

// uiautomator is the command: dump only.
func uiautomator(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 || c.Args[1] != "dump" {
		return c.Fail("only dump is supported")
	}
	file := dumpFile
	for _, a := range c.Args[2:] {
		if !strings.HasPrefix(a, "-") {
			file = a
		}
	}
	var xml string
	var err error
	d.With(func(s System) int { xml, err = s.Hierarchy(ctx); return 0 })
	if err != nil {
		return c.Fail("ERROR: could not get idle state: %v", err)
	}
	if file == "/dev/tty" || file == "/proc/self/fd/1" || file == "/dev/stdout" {
		_, err = io.WriteString(c.Out, xml)
	} else {
		err = save(c, file, []byte(xml))
	}
	if err != nil {
		return c.Fail("%v", err)
	}
	fmt.Fprintf(c.Out, "UI hierchary dumped to: %s\n", file) // the tool's own spelling
	return 0
}

// save writes a file of the device.
func save(c *shell.Call, file string, data []byte) error {
	w, err := c.FS().Create(c.Path(file), false)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}
