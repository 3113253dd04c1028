package framework

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"talpa/device/virtual/shell"
)

// NewProperties are the system's properties on a new device of an API level that there is.
func NewProperties(serial string, density, api int) map[string]string {
	release := releases[api]
	return map[string]string{
		"ro.build.version.sdk":           strconv.Itoa(api),
		"ro.build.version.release":       release,
		"ro.build.type":                  "user",
		"ro.build.id":                    "TALPA",
		"ro.build.fingerprint":           "talpa/virtual/talpa:" + release + "/TALPA/1:user/release-keys",
		"ro.product.model":               "talpa virtual",
		"ro.product.name":                "talpa",
		"ro.product.device":              "talpa",
		"ro.product.brand":               "talpa",
		"ro.product.manufacturer":        "talpa",
		"ro.product.cpu.abi":             "none",
		"ro.product.cpu.abilist":         "",
		"ro.serialno":                    serial,
		"ro.sf.lcd_density":              strconv.Itoa(density),
		"ro.hardware":                    "talpa",
		"ro.debuggable":                  "0",
		"ro.secure":                      "1",
		"sys.boot_completed":             "1",
		"dev.bootcomplete":               "1",
		"init.svc.bootanim":              "stopped",
		"service.bootanim.exit":          "1",
		"persist.sys.timezone":           "UTC",
		"persist.sys.locale":             "en-US",
		"ro.build.version.codename":      "REL",
		"ro.build.characteristics":       "default",
		"ro.build.version.all_codenames": "REL",
	}
}

// getprop is the command: one property, or all in order.
func getprop(_ context.Context, d Device, c *shell.Call) int {
	var all map[string]string
	d.With(func(s System) int { all = s.Properties(); return 0 })
	if len(c.Args) > 1 {
		value := all[c.Args[1]]
		if value == "" && len(c.Args) > 2 {
			value = c.Args[2]
		}
		fmt.Fprintln(c.Out, value)
		return 0
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(c.Out, "[%s]: [%s]\n", name, all[name])
	}
	return 0
}

// setprop is the command.
func setprop(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 3 {
		return c.Fail("needs a name and a value")
	}
	return d.With(func(s System) int {
		if err := s.SetProperty(ctx, c.Args[1], c.Args[2]); err != nil {
			return c.Fail("%v", err)
		}
		return 0
	})
}
