package framework

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"talpa/device"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/shell"
)

// installWords returns the size that -S gives, -1 without it, and what is no option.
func installWords(args []string) (size int64, words []string, err error) {
	size = -1
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-S" && i+1 < len(args):
			i++
			if size, err = strconv.ParseInt(args[i], 10, 64); err != nil || size < 0 {
				return 0, nil, fmt.Errorf("bad size %q", args[i])
			}
		case args[i] == "-i" || args[i] == "--install-location" || args[i] == "--abi" || args[i] == "--originating-uri":
			i++
		case !strings.HasPrefix(args[i], "-") || args[i] == "-":
			words = append(words, args[i])
		}
	}
	return size, words, nil
}

// pmInstall installs a file, or the -S bytes of the input.
func pmInstall(ctx context.Context, d Device, c *shell.Call, args []string) int {
	size, words, err := installWords(args)
	if err != nil {
		return refuse(c, err)
	}
	path := ""
	if len(words) > 0 {
		path = words[len(words)-1]
	}
	in := c.In
	if path != "" && path != "-" {
		f, err := c.FS().Open(c.Path(path))
		if err != nil {
			return refuse(c, err)
		}
		defer f.Close()
		in = f
	} else if size < 0 {
		return refuse(c, errors.New("no file and no -S size given"))
	}
	if err := d.Install(ctx, in, size, slices.Contains(args, grantFlag)); err != nil {
		return refuse(c, err)
	}
	fmt.Fprintln(c.Out, "Success")
	return 0
}

// refuse prints why an app is not installed, in the package manager's words.
func refuse(c *shell.Call, err error) int {
	code := device.RefusedInvalid
	var r *device.Refusal
	if errors.As(err, &r) {
		code = r.Code
	}
	fmt.Fprintf(c.Out, "Failure [%s: %s]\n", code, logcat.OneLine(err.Error()))
	return 1
}

// grantFlag is the option of an installation that grants all permissions.
const grantFlag = "-g"

// pmInstallStep are the steps of an installation: install-create, install-write,
// install-commit and install-abandon.
func pmInstallStep(ctx context.Context, d Device, c *shell.Call, verb string, args []string) int {
	if verb == "install-create" {
		id, err := d.CreateInstall(slices.Contains(args, grantFlag))
		if err != nil {
			return refuse(c, err)
		}
		fmt.Fprintf(c.Out, "Success: created install session [%d]\n", id)
		return 0
	}
	size, rest, err := installWords(args)
	if err != nil {
		return refuse(c, err)
	}
	if len(rest) == 0 {
		return c.Fail("needs a session")
	}
	id, err := strconv.Atoi(rest[0])
	switch {
	case err != nil || !d.PendingInstall(id):
		return refuse(c, fmt.Errorf("no session %q", rest[0]))
	case verb == "install-write":
		return pmInstallWrite(d, c, id, rest[1:], size)
	case verb == "install-abandon":
		d.AbandonInstall(id)
	default:
		if err := d.CommitInstall(ctx, id); err != nil {
			return refuse(c, err)
		}
	}
	fmt.Fprintln(c.Out, "Success")
	return 0
}

// pmInstallWrite adds a file: "NAME [PATH]", or the -S bytes of the input.
func pmInstallWrite(d Device, c *shell.Call, id int, args []string, size int64) int {
	in := c.In
	if len(args) > 1 && args[1] != "-" {
		f, err := c.FS().Open(c.Path(args[1]))
		if err != nil {
			return refuse(c, err)
		}
		defer f.Close()
		in, size = f, -1
	} else if size < 0 {
		return refuse(c, errors.New("no file and no -S size given"))
	}
	if err := d.WriteInstall(id, in, size); err != nil {
		return refuse(c, err)
	}
	fmt.Fprintln(c.Out, "Success: streamed bytes")
	return 0
}
