package virtual

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strconv"
	"strings"

	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
	"talpa/device/virtual/wire"
	"talpa/fuzz/event"
)

// inputCommand is the command input.
func (d *Device) inputCommand(ctx context.Context, c *shell.Call) int {
	args := c.Args[1:]
	for len(args) > 1 && (inputSources[args[0]] || args[0] == "-d") {
		if args[0] == "-d" {
			args = args[1:]
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return c.Fail("needs a command")
	}
	requests, err := inputRequests(args)
	if err != nil {
		return c.Fail("%v", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range requests {
		p := d.alive()
		if p == nil {
			return 0 // the home screen takes it
		}
		err := d.input(ctx, p, r.method, r.params)
		var said *wire.Error
		switch {
		case errors.Is(err, runtime.ErrAppDied):
			return 0
		case errors.As(err, &said):
			return c.Fail("%s", said.Message)
		case err != nil:
			return c.Fail("%v", err)
		}
	}
	return 0
}

var inputSources = map[string]bool{
	"touchscreen": true, "keyboard": true, "mouse": true, "touchpad": true, "trackball": true, "dpad": true,
	"gamepad": true, "stylus": true, "joystick": true, "touchnavigation": true,
}

type inputRequest struct {
	method string
	params map[string]any
}

// inputRequests is an input command in the agent's words.
func inputRequests(args []string) ([]inputRequest, error) {
	verb, rest := args[0], args[1:]
	switch verb {
	case "text":
		return []inputRequest{{"text", map[string]any{"text": strings.ReplaceAll(strings.Join(rest, " "), "%s", " ")}}}, nil
	case "keyevent":
		var all []inputRequest
		for _, key := range rest {
			if strings.HasPrefix(key, "--") {
				continue
			}
			all = append(all, inputRequest{"key", map[string]any{"code": keyName(key)}})
		}
		return all, nil
	case "keycombination":
		if len(rest) > 1 && rest[0] == "-t" {
			rest = rest[2:]
		}
		return combination(rest), nil
	case "press":
		return []inputRequest{{"key", map[string]any{"code": "DPAD_CENTER"}}}, nil
	case "roll":
		return nil, nil // no trackball
	}
	word := ""
	if verb == "motionevent" && len(rest) > 0 {
		word, rest = strings.ToLower(rest[0]), rest[1:]
	}
	n := make([]float64, len(rest))
	for i, s := range rest {
		var err error
		if n[i], err = strconv.ParseFloat(s, 64); err != nil {
			return nil, fmt.Errorf("bad number %q", s)
		}
	}
	switch {
	case verb == "tap" && len(n) == 2:
		return []inputRequest{{"tap", map[string]any{"x": n[0], "y": n[1]}}}, nil
	case (verb == "swipe" || verb == "draganddrop") && len(n) >= 4:
		ms := float64(swipeMillis)
		if len(n) > 4 {
			ms = n[4]
		}
		if n[0] == n[2] && n[1] == n[3] {
			return []inputRequest{{"longtap", map[string]any{"x": n[0], "y": n[1], "ms": ms}}}, nil
		}
		return []inputRequest{{"swipe", map[string]any{"x1": n[0], "y1": n[1], "x2": n[2], "y2": n[3], "ms": ms}}}, nil
	case verb == "motionevent" && len(n) == 2:
		return []inputRequest{{"motion", map[string]any{"action": word, "x": n[0], "y": n[1]}}}, nil
	}
	return nil, fmt.Errorf("unknown command or wrong arguments: %s", strings.Join(args, " "))
}

// monkey starts an app for a count of 1, as tools use it, and sends random
// taps and keys for a greater one.
func (d *Device) monkey(ctx context.Context, c *shell.Call) int {
	pkg, count, seed := "", 0, int64(1)
	for i := 1; i < len(c.Args); i++ {
		value := ""
		if i+1 < len(c.Args) {
			value = c.Args[i+1]
		}
		switch opt := c.Args[i]; {
		case opt == "-p":
			pkg = value
			i++
		case opt == "-s":
			seed, _ = strconv.ParseInt(value, 10, 64)
			i++
		case opt == "-c" || opt == "--throttle" || strings.HasPrefix(opt, "--pct-"):
			i++
		case strings.HasPrefix(opt, "-"):
		default:
			count, _ = strconv.Atoi(opt)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	a, err := d.find(pkg)
	if err != nil {
		fmt.Fprintln(c.Err, "** No activities found to run, monkey aborted.")
		return 252
	}
	if err := d.do(ctx, pkg, event.Event{Kind: event.Launch}); err != nil {
		return c.Fail("%v", err)
	}
	random := rand.New(rand.NewSource(seed))
	sent := 1
	for ; sent < count && ctx.Err() == nil; sent++ {
		if d.alive() == nil {
			fmt.Fprintf(c.Out, "// CRASH: %s\n** Monkey aborted due to error.\n", a.Package)
			fmt.Fprintf(c.Out, "Events injected: %d\n", sent)
			return 1
		}
		w, h := d.size()
		e := event.Event{Kind: event.Tap, X: random.Intn(w), Y: random.Intn(h)}
		switch random.Intn(10) {
		case 0:
			e = event.Event{Kind: event.Back}
		case 1:
			e = event.Event{Kind: event.Scroll, Arg: []string{"up", "down"}[random.Intn(2)]}
		}
		if err := d.do(ctx, pkg, e); err != nil {
			return c.Fail("%v", err)
		}
		if p := d.alive(); p != nil && p.Front() == "" {
			_ = d.do(ctx, pkg, event.Event{Kind: event.Launch})
		}
	}
	fmt.Fprintf(c.Out, "Events injected: %d\n", sent)
	return 0
}
