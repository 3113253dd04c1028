package framework

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"talpa/device/virtual/shell"
	"talpa/device/virtual/wire"
)

// ContentOp is what the command content asks of a provider, as the agent takes it.
type ContentOp struct {
	Op         string         `json:"op"`
	URI        string         `json:"uri"`
	Values     map[string]any `json:"values,omitempty"`
	Where      string         `json:"where,omitempty"`
	Projection []string       `json:"projection,omitempty"`
	Sort       string         `json:"sort,omitempty"`
}

// content is the command: rows of content providers, the system's and the app's.
// Without a running app what it writes waits for the next start, and a query
// starts the one app that is installed.
func content(ctx context.Context, d Device, c *shell.Call) int {
	op, err := parseContent(c.Args[1:])
	if err != nil {
		return c.Fail("%v", err)
	}
	if space, ok := strings.CutPrefix(op.URI, "content://settings/"); ok {
		return contentSetting(ctx, d, c, space, op)
	}
	return d.With(func(s System) int {
		_, runs := s.Process()
		if !runs && op.Op != "query" && op.Op != "gettype" {
			if err := s.Defer(op); err != nil {
				return c.Fail("%v", err)
			}
			return 0
		}
		if !runs {
			a := target(s, amArgs{})
			if a == nil {
				return c.Fail("no app runs, and not exactly one is installed: start one first")
			}
			if err := s.Start(ctx, a.Package); err != nil {
				return c.Fail("%v", err)
			}
		}
		return askProvider(ctx, s, c, op)
	})
}

// askProvider has the running app's process perform an operation.
func askProvider(ctx context.Context, s System, c *shell.Call, op ContentOp) int {
	var r struct{ Lines []string }
	err := s.Query(ctx, "content", op, &r)
	var said *wire.Error
	switch {
	case errors.As(err, &said):
		fmt.Fprintf(c.Err, "Error while accessing provider: %s\n", said.Message)
		return 1
	case err != nil:
		return c.Fail("%v", err)
	}
	for _, line := range r.Lines {
		fmt.Fprintln(c.Out, line)
	}
	return 0
}

// parseContent reads the arguments of the command.
func parseContent(args []string) (ContentOp, error) {
	op := ContentOp{Values: map[string]any{}}
	if len(args) == 0 {
		return op, errors.New("needs a command: insert, update, delete, query or gettype")
	}
	op.Op = args[0]
	switch op.Op {
	case "insert", "update", "delete", "query", "gettype":
	default:
		return op, fmt.Errorf("unknown or unsupported command '%s'", op.Op)
	}
	for i := 1; i < len(args); i += 2 {
		if i+1 == len(args) {
			return op, fmt.Errorf("%s needs a value", args[i])
		}
		value := args[i+1]
		switch args[i] {
		case "--uri":
			op.URI = value
		case "--bind":
			name, bound, err := binding(value)
			if err != nil {
				return op, err
			}
			op.Values[name] = bound
		case "--where":
			op.Where = value
		case "--projection":
			op.Projection = strings.Split(value, ":")
		case "--sort":
			op.Sort = value
		case "--user", "--extra":
		default:
			return op, fmt.Errorf("unknown or unsupported argument: %s", args[i])
		}
	}
	if !strings.HasPrefix(op.URI, "content://") {
		return op, errors.New("no content provider named: needs --uri content://AUTHORITY/PATH")
	}
	return op, nil
}

// binding reads "NAME:TYPE:VALUE".
func binding(s string) (name string, value any, err error) {
	name, rest, ok := strings.Cut(s, ":")
	kind, text, typed := strings.Cut(rest, ":")
	if !ok || !typed || name == "" {
		return "", nil, fmt.Errorf("binding not well formed: %s", s)
	}
	switch kind {
	case "s":
		return name, text, nil
	case "n":
		return name, nil, nil
	case "b":
		value, err = strconv.ParseBool(text)
		if value == true {
			return name, "1", err
		}
		return name, "0", err
	case "i", "l":
		_, err = strconv.ParseInt(text, 10, 64)
	case "f", "d":
		_, err = strconv.ParseFloat(text, 64)
	default:
		err = fmt.Errorf("unsupported type: %s", kind)
	}
	return name, text, err
}

// contentSetting serves the provider of settings: rows with a name and a value.
func contentSetting(ctx context.Context, d Device, c *shell.Call, space string, op ContentOp) int {
	space, key, _ := strings.Cut(space, "/")
	text := func(name string) string { s, _ := op.Values[name].(string); return s }
	call := *c
	switch {
	case op.Op == "insert" && text("name") != "":
		call.Args = []string{"settings", "put", space, text("name"), text("value")}
	case op.Op == "update" && key != "":
		call.Args = []string{"settings", "put", space, key, text("value")}
	case op.Op == "delete" && key != "":
		call.Args = []string{"settings", "delete", space, key}
	default:
		return c.Fail("settings are read by `settings get` and `settings list` on this device")
	}
	call.Out = io.Discard // content says nothing of rows that it changed
	return settings(ctx, d, &call)
}
