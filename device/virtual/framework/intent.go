package framework

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// amValues are the options of am that take a value and do not matter here.
var amValues = map[string]bool{
	"--user": true, "--display": true, "--windowingMode": true, "--activityType": true, "-P": true,
	"--start-profiler": true, "--sampling": true, "-R": true, "--receiver-permission": true, "--task": true,
}

// amFlags are the options of am that set a flag of the intent, as Intent numbers them.
var amFlags = map[string]int{
	"--grant-read-uri-permission": 0x1, "--grant-write-uri-permission": 0x2, "--grant-persistable-uri-permission": 0x40,
	"--grant-prefix-uri-permission": 0x80, "--debug-log-resolution": 0x8, "--exclude-stopped-packages": 0x10,
	"--include-stopped-packages": 0x20,

	"--activity-match-external": 0x800, "--activity-task-on-home": 0x4000, "--activity-clear-task": 0x8000,
	"--activity-no-animation": 0x10000, "--activity-reorder-to-front": 0x20000, "--activity-no-user-action": 0x40000,
	"--activity-clear-when-task-reset": 0x80000, "--activity-launched-from-history": 0x100000,
	"--activity-reset-task-if-needed": 0x200000, "--activity-brought-to-front": 0x400000,
	"--activity-exclude-from-recents": 0x800000, "--activity-previous-is-top": 0x1000000,
	"--activity-clear-top": 0x4000000, "--activity-multiple-task": 0x8000000, "--activity-single-top": 0x20000000,
	"--activity-no-history": 0x40000000,

	"--receiver-include-background": 0x1000000, "--receiver-no-abort": 0x8000000, "--receiver-foreground": 0x10000000,
	"--receiver-replace-pending": 0x20000000, "--receiver-registered-only": 0x40000000,
}

// parseAm reads an intent in the words of am.
func parseAm(args []string) (amArgs, error) {
	a := amArgs{extras: map[string]any{}}
	for i := 0; i < len(args); i++ {
		opt := args[i]
		values := func(n int) ([]string, error) {
			if i+n >= len(args) {
				return nil, fmt.Errorf("option %s needs %d values", opt, n)
			}
			v := args[i+1 : i+1+n]
			i += n
			return v, nil
		}
		var v []string
		var err error
		switch {
		case opt == "-W":
			a.wait = true
		case opt == "-S":
			a.stop = true
		case opt == "-a", opt == "-d", opt == "-t", opt == "-n", opt == "-c", opt == "-f", opt == "-p":
			if v, err = values(1); err == nil {
				err = a.set(opt, v[0])
			}
		case opt == "--esn":
			_, err = values(1)
		case extraKinds[opt] != nil:
			if v, err = values(2); err == nil {
				a.extras[v[0]], err = extraKinds[opt](v[1])
			}
		case amFlags[opt] != 0:
			a.Flags |= amFlags[opt]
		case opt == "-D", opt == "-N", opt == "--selector":
		case amValues[opt]:
			_, err = values(1)
		case strings.HasPrefix(opt, "-"):
			err = fmt.Errorf("unknown option %s", opt)
		default:
			a.last = opt
		}
		if err != nil {
			return a, err
		}
	}
	a.placeLast()
	return a, nil
}

func (a *amArgs) set(opt, v string) error {
	switch opt {
	case "-a":
		a.Action = v
	case "-d":
		a.Data = v
	case "-t":
		a.Type = v
	case "-n":
		pkg, cls, ok := strings.Cut(v, "/")
		if !ok {
			return fmt.Errorf("bad component name: %s", v)
		}
		if strings.HasPrefix(cls, ".") {
			cls = pkg + cls
		}
		a.Component = pkg + "/" + cls
	case "-c":
		a.Categories = append(a.Categories, v)
	case "-p":
		a.pkg = v
	case "-f":
		n, err := strconv.ParseInt(v, 0, 64)
		if err != nil || n != int64(int32(n)) && n != int64(uint32(n)) {
			return fmt.Errorf("bad flags %q", v)
		}
		a.Flags = int(n)
	}
	return nil
}

// placeLast puts the word after the options where it belongs.
func (a *amArgs) placeLast() {
	switch {
	case a.last == "":
	case strings.Contains(a.last, ":"):
		a.Data = a.last
		if a.Action == "" {
			a.Action = "android.intent.action.VIEW"
		}
	case strings.Contains(a.last, "/"):
		_ = a.set("-n", a.last)
	default:
		a.pkg = a.last
	}
}

// URIExtra is an extra that is an address, as the agent takes it.
func URIExtra(uri string) any { return map[string]any{"uri": uri} }

// extraKinds read the value of an extra.
var extraKinds = map[string]func(string) (any, error){
	"-e": plain, "--es": plain,
	"--ecn": typed("component", component),
	"--eu":  func(s string) (any, error) { return URIExtra(s), nil },
	"--ez":  boolean,
	"--ei":  func(s string) (any, error) { return whole(s, 32) },
	"--el":  typed("long", func(s string) (any, error) { return whole(s, 64) }),
	"--ef":  typed("float", func(s string) (any, error) { return fraction(s, 32) }),
	"--ed":  typed("double", func(s string) (any, error) { return fraction(s, 64) }),
}

// typed is the value of a type that JSON does not tell from others, under the type's name: an app that asks for
// a long does not get an int.
func typed(name string, read func(string) (any, error)) func(string) (any, error) {
	return func(s string) (any, error) {
		v, err := read(s)
		if err != nil {
			return nil, err
		}
		return map[string]any{name: v}, nil
	}
}

// component reads PACKAGE/CLASS.
func component(s string) (any, error) {
	pkg, class, ok := strings.Cut(s, "/")
	if !ok || pkg == "" || class == "" {
		return nil, fmt.Errorf("bad component name: %s", s)
	}
	return s, nil
}

func plain(s string) (any, error) { return s, nil }

// boolean reads a truth as am does: true, t, false and f in any case, and numbers but 0.
func boolean(s string) (any, error) {
	switch strings.ToLower(s) {
	case "true", "t":
		return true, nil
	case "false", "f":
		return false, nil
	}
	n, err := strconv.ParseInt(s, 0, 32)
	if err != nil {
		return nil, fmt.Errorf("invalid boolean value: %s", s)
	}
	return n != 0, nil
}

// whole reads an integer of so many bits.
func whole(s string, bits int) (any, error) {
	n, err := strconv.ParseInt(s, 0, bits)
	if err != nil {
		return nil, fmt.Errorf("bad number %q", s)
	}
	return n, nil
}

// fraction reads a number of so many bits. What is no number, and the infinite, cannot be
// said to the agent.
func fraction(s string, bits int) (any, error) {
	n, err := strconv.ParseFloat(s, bits)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return nil, fmt.Errorf("bad number %q", s)
	}
	return n, nil
}
