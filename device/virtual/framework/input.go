package framework

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"talpa/device/virtual/shell"
)

// SwipeMillis is how long a swipe takes that does not say.
const SwipeMillis = 300

// input is the command.
func input(ctx context.Context, d Device, c *shell.Call) int {
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
	return d.With(func(s System) int {
		for _, r := range requests {
			if err := s.Input(ctx, r.Method, r.Params); err != nil {
				return fail(c, err)
			}
		}
		return 0
	})
}

// inputSources are the words that may come before the command proper.
var inputSources = map[string]bool{
	"touchscreen": true, "keyboard": true, "mouse": true, "touchpad": true, "trackball": true, "dpad": true,
	"gamepad": true, "stylus": true, "joystick": true, "touchnavigation": true,
}

// Request is an input in the agent's words.
type Request struct {
	Method string         `json:"method"`
	Params map[string]any `json:"params,omitempty"`
}

// maxCoordinate bounds the numbers of input commands: pixels, and milliseconds.
const maxCoordinate = 1 << 31

// motions are what a finger does by input motionevent.
var motions = map[string]bool{"down": true, "move": true, "up": true, "cancel": true}

// inputRequests is an input command in the agent's words.
func inputRequests(args []string) ([]Request, error) {
	verb, rest := args[0], args[1:]
	switch verb {
	case "text":
		return []Request{{"text", map[string]any{"text": strings.ReplaceAll(strings.Join(rest, " "), "%s", " ")}}}, nil
	case "keyevent":
		if len(rest) == 0 {
			return nil, errors.New("keyevent needs a key")
		}
		var all []Request
		for _, key := range rest {
			if strings.HasPrefix(key, "--") {
				continue
			}
			all = append(all, Request{"key", map[string]any{"code": KeyName(key)}})
		}
		return all, nil
	case "keycombination":
		if len(rest) > 1 && rest[0] == "-t" {
			rest = rest[2:]
		}
		return Combination(rest), nil
	case "press":
		return []Request{{"key", map[string]any{"code": "DPAD_CENTER"}}}, nil
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
		if n[i], err = strconv.ParseFloat(s, 64); err != nil || math.Abs(n[i]) > maxCoordinate || math.IsNaN(n[i]) {
			return nil, fmt.Errorf("bad number %q", s)
		}
	}
	switch {
	case verb == "tap" && len(n) == 2:
		return []Request{{"tap", map[string]any{"x": n[0], "y": n[1]}}}, nil
	case verb == "draganddrop" && (len(n) == 4 || len(n) == 5):
		ms := float64(SwipeMillis)
		if len(n) > 4 && n[4] >= 0 {
			ms = n[4]
		}
		return []Request{Drag(n[0], n[1], n[2], n[3], ms)}, nil
	case verb == "swipe" && (len(n) == 4 || len(n) == 5):
		ms := float64(SwipeMillis)
		if len(n) > 4 && n[4] >= 0 { // as on a phone, where -1 stands for none given
			ms = n[4]
		}
		if n[0] == n[2] && n[1] == n[3] {
			return []Request{{"longtap", map[string]any{"x": n[0], "y": n[1], "ms": ms}}}, nil
		}
		return []Request{{"swipe", map[string]any{"x1": n[0], "y1": n[1], "x2": n[2], "y2": n[3], "ms": ms}}}, nil
	case verb == "motionevent" && len(n) == 2 && motions[word]:
		return []Request{{"motion", map[string]any{"action": word, "x": n[0], "y": n[1]}}}, nil
	}
	return nil, fmt.Errorf("unknown command or wrong arguments: %s", strings.Join(args, " "))
}

// holdMillis is how long a finger rests before it drags: longer than a long press takes.
const holdMillis = 700

// Drag is a long touch that goes to another pixel before the finger is lifted.
func Drag[N int | float64](x, y, x2, y2, ms N) Request {
	return Request{"fingers", map[string]any{"paths": [][]N{{x, y, x2, y2}}, "hold": holdMillis, "ms": ms}}
}

// metaKeys are the keys that modify others, with the state that they cause.
var metaKeys = map[string]int{
	"SHIFT_LEFT": 0x41, "SHIFT_RIGHT": 0x81, "ALT_LEFT": 0x12, "ALT_RIGHT": 0x22, "CTRL_LEFT": 0x3000,
	"CTRL_RIGHT": 0x5000,
	"59":         0x41, "60": 0x81, "57": 0x12, "58": 0x22, "113": 0x3000, "114": 0x5000,
}

// Combination presses keys while the modifying ones among them are held.
func Combination(keys []string) []Request {
	meta := 0
	var rest []any
	for _, key := range keys {
		name := KeyName(key)
		if m := metaKeys[fmt.Sprint(name)]; m != 0 {
			meta |= m
		} else {
			rest = append(rest, name)
		}
	}
	var all []Request
	for _, name := range rest {
		all = append(all, Request{"key", map[string]any{"code": name, "meta": meta}})
	}
	return all
}

// KeyName is a key as the agent takes it: its number, or its name without KEYCODE_.
func KeyName(name string) any {
	if n, err := strconv.Atoi(name); err == nil {
		return n
	}
	const prefix = "KEYCODE_"
	if len(name) > len(prefix) && name[:len(prefix)] == prefix {
		return name[len(prefix):]
	}
	return name
}
