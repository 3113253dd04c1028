package runtime

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	// warmApp is, in the agent's folder, the app that a JVM runs before it is copied, with its classes.
	warmApp     = "warm/app.apk"
	warmClasses = "warm/app.classes"
	// warmHome is, in a JVM's working folder, what that app takes to be the device's folders.
	warmHome = "warm"
	// warmLinks is what the agent makes there for it.
	warmLinks   = "device"
	warmTimeout = 2 * time.Minute // on a machine that is busy with others
)

// warmSteps are what is done to the app, a line each:
//
//	launch          starts it
//	tap TEXT        touches what has that text or description, whatever the case; hold TEXT, longer
//	type TEXT       into the field that has the focus
//	key NAME...     presses keys, one after the other
//	swipe X1 Y1 X2 Y2
//	rotate QUARTERS
//	see             has a picture made
//
// After each the screen is looked at.
const warmSteps = `
launch
see
key MENU
tap Tick
key MENU
tap More
tap Second
tap Find
type ro
key BACK BACK
launch
tap Widgets
see
type some words
key TAB
type 12.5
key TAB
type o
tap One
key BACK
tap Check
tap Switch
tap Off
tap Right
tap One
tap Two
swipe 200 640 500 640
tap Send
tap A star
swipe 360 1000 360 300
swipe 360 300 360 1000
rotate 1
see
rotate 0
key BACK
launch
tap Dialogs
tap Message
see
tap OK
tap Items
tap Two
tap Choice
tap Three
tap Cancel
tap Several
tap One
tap OK
tap Text
type text
tap OK
tap Date
key DPAD_RIGHT DPAD_RIGHT
tap OK
tap Time
tap Cancel
tap Progress
key BACK
tap Menu
tap Edit
tap Popup
key BACK
key BACK
launch
tap Rows
see
tap row 9
tap row 8
tap Add
swipe 360 1100 360 200
swipe 360 1100 360 200
swipe 360 300 360 1200
hold row 7
tap row 6
see
tap Remove
rotate 1
rotate 0
key BACK
launch
tap Settings
see
tap Sound
tap Sound
tap Dark
tap Size
tap Three
tap Name
type x
tap OK
tap Days
tap One
tap OK
tap About
tap Nested
tap Inner
key BACK
key BACK
launch
tap Pages
tap Next
tap Next
tap Ask
tap Yes
tap Next
see
rotate 1
rotate 0
key BACK BACK BACK
key BACK
launch
tap Work
tap Task
tap Handler
tap Pool
tap Service
tap Notify
tap Files
tap Text
tap Data
tap Network
tap Contacts
tap Ask
swipe 360 1000 360 300
swipe 360 1000 360 300
tap View
key BACK
key HOME
launch
`

// warm has a JVM without an app run one of ours, and forget it: the framework's classes are then loaded,
// and what many apps call is compiled. missed are the steps that found nothing to be done to.
func (j *JVM) warm(ctx context.Context, agentAt string) (missed []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, warmTimeout)
	defer cancel()
	w := &warmth{JVM: j}
	if err := w.run(ctx, agentAt); err != nil {
		return nil, fmt.Errorf("warming a JVM: %w", err)
	}
	if err := j.compact(ctx); err != nil {
		return nil, err
	}
	for _, left := range []string{warmHome, warmLinks} {
		if err := os.RemoveAll(filepath.Join(j.tmp, left)); err != nil {
			return nil, err
		}
	}
	return w.missed, nil
}

// compact has a JVM collect its garbage until no file of the app is open any more: an image has none that is
// gone. Some files are closed by a thread of the JVM when what they were opened for was collected.
func (j *JVM) compact(ctx context.Context) error {
	const period = 50 * time.Millisecond
	for {
		if _, err := j.Call(ctx, "compact", nil, nil); err != nil {
			return err
		}
		open, err := j.opened(filepath.Join(j.tmp, warmHome))
		if err != nil || open == "" {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the app left %s open: %w", open, ctx.Err())
		case <-time.After(period):
		}
	}
}

// opened is a file below a folder that a JVM has open, "" if there is none.
func (j *JVM) opened(dir string) (string, error) {
	fds := fmt.Sprintf("/proc/%d/fd", j.HostPID())
	entries, err := os.ReadDir(fds)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if name, err := os.Readlink(filepath.Join(fds, e.Name())); err == nil && strings.HasPrefix(name, dir+"/") {
			return name, nil
		}
	}
	return "", nil
}

// warmth is one run of the app in a JVM.
type warmth struct {
	*JVM
	screen string // the hierarchy of the views in front
	missed []string
}

func (w *warmth) run(ctx context.Context, agentAt string) error {
	// The agent takes links for the device's folders: the true ones are another app's.
	_, err := w.Call(ctx, "load", map[string]any{
		"pid": 1, "apk": filepath.Join(agentAt, warmApp), "classes": filepath.Join(agentAt, warmClasses),
		"dataDir": filepath.Join(selfDir, warmHome), "mounted": false,
		"told": []any{map[string]any{"method": "answer", "params": map[string]any{"mode": "screen"}}}, // the user is asked
	}, nil)
	for step := range strings.Lines(strings.TrimSpace(warmSteps)) {
		if err == nil {
			err = w.step(ctx, strings.TrimSpace(step))
		}
	}
	if err != nil {
		return err
	}
	var r struct{ Clean bool }
	if _, err := w.Call(ctx, "unload", nil, &r); err != nil {
		return err
	}
	if !r.Clean {
		return errors.New("the app left something")
	}
	return nil
}

// step does a line of warmSteps and looks.
func (w *warmth) step(ctx context.Context, line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	err := w.act(ctx, verb, rest)
	if errors.Is(err, fs.ErrNotExist) {
		w.missed = append(w.missed, line)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%q: %w", line, err)
	}
	var dump struct{ XML string }
	_, err = w.Call(ctx, "dump", nil, &dump)
	w.screen = dump.XML
	return err
}

func (w *warmth) act(ctx context.Context, verb, rest string) error {
	params := map[string]any{}
	method := verb
	switch verb {
	case "launch":
	case "see":
		method = "screenshot"
	case "tap", "hold":
		x, y, err := w.find(rest)
		if err != nil {
			return err
		}
		params["x"], params["y"] = x, y
		if verb == "hold" {
			method, params["ms"] = "longtap", 700
		}
	case "type":
		method, params["text"] = "text", rest
	case "swipe":
		params["ms"] = 300
		for i, field := range strings.Fields(rest) {
			n, err := strconv.Atoi(field)
			if err != nil {
				return err
			}
			params[[]string{"x1", "y1", "x2", "y2"}[i]] = n
		}
	case "rotate":
		params["rotation"] = int(rest[0] - '0')
	case "key":
		for _, name := range strings.Fields(rest) {
			if _, err := w.Call(ctx, "key", map[string]any{"code": "KEYCODE_" + name}, nil); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := w.Call(ctx, method, params, nil)
	return err
}

// bounds are where a node of the hierarchy is.
var bounds = regexp.MustCompile(`bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"`)

// find is the middle of the view with a text or a description; fs.ErrNotExist if there is none.
func (w *warmth) find(text string) (x, y int, err error) {
	for node := range strings.SplitSeq(w.screen, "<node ") {
		lower := strings.ToLower(node)
		if !strings.Contains(lower, `text="`+strings.ToLower(text)+`"`) &&
			!strings.Contains(lower, `content-desc="`+strings.ToLower(text)+`"`) {
			continue
		}
		if m := bounds.FindStringSubmatch(node); m != nil {
			var at [4]int
			for i := range at {
				at[i], err = strconv.Atoi(m[i+1])
			}
			return (at[0] + at[2]) / 2, (at[1] + at[3]) / 2, err
		}
	}
	return 0, 0, fs.ErrNotExist
}
