package shell

import (
	"context"
	"fmt"
	"strings"
)

// test is test and [: files, strings, whole numbers, and "!".
func test(_ context.Context, c *Call) int {
	args := c.Args[1:]
	if c.Args[0] == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			return c.Fail("missing ]") + 1
		}
		args = args[:len(args)-1]
	}
	not := false
	for len(args) > 0 && args[0] == "!" {
		not, args = !not, args[1:]
	}
	truth, err := c.truth(args)
	switch {
	case err != nil:
		return c.Fail("%v", err) + 1
	case truth != not:
		return 0
	}
	return 1
}

func (c *Call) truth(args []string) (bool, error) {
	switch len(args) {
	case 0:
		return false, nil
	case 1:
		return args[0] != "", nil
	case 2:
		switch args[0] {
		case "-n":
			return args[1] != "", nil
		case "-z":
			return args[1] == "", nil
		}
		info, err := c.FS().Stat(c.Path(args[1]))
		switch args[0] {
		case "-e", "-r", "-w", "-x":
			return err == nil, nil
		case "-f":
			return err == nil && info.Mode().IsRegular(), nil
		case "-d":
			return err == nil && info.IsDir(), nil
		case "-s":
			return err == nil && info.Size() > 0, nil
		}
	case 3:
		switch args[1] {
		case "=", "==":
			return args[0] == args[2], nil
		case "!=":
			return args[0] != args[2], nil
		}
		a, errA := parseNumber(strings.TrimSpace(args[0]))
		b, errB := parseNumber(strings.TrimSpace(args[2]))
		compare := map[string]bool{"-eq": a == b, "-ne": a != b, "-lt": a < b, "-le": a <= b, "-gt": a > b, "-ge": a >= b}
		truth, known := compare[args[1]]
		if known && errA == nil && errB == nil {
			return truth, nil
		}
	}
	return false, fmt.Errorf("cannot test %q", strings.Join(args, " "))
}
