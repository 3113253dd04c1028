package virtual

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
	"talpa/device/virtual/wire"
)

// Limits of the settings that an app may write.
const (
	maxSettings     = 2000
	maxSettingBytes = 64 << 10
)

// settingSpaces are the names of the spaces.
var settingSpaces = []string{"system", "secure", "global"}

// settings are those that were put by a command or by an app; what the system is
// set up with is the agent's. Safe for use by several goroutines: a running app
// writes while a request to it is under way.
type settings struct {
	mu     sync.Mutex
	spaces map[string]map[string]string
}

func (s *settings) get(space, name string) (value string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok = s.spaces[space][name]
	return value, ok
}

func (s *settings) put(space, name, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spaces[space] == nil {
		if s.spaces == nil {
			s.spaces = map[string]map[string]string{}
		}
		s.spaces[space] = map[string]string{}
	}
	s.spaces[space][name] = value
}

func (s *settings) remove(space, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.spaces[space], name)
}

// clear forgets all.
func (s *settings) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spaces = nil
}

// list is a copy of all, by space and name.
func (s *settings) list() map[string]map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]map[string]string{}
	for space, values := range s.spaces {
		all[space] = maps.Clone(values)
	}
	return all
}

// learn takes what an app wrote, within limits.
func (s *settings) learn(n wire.Notice) {
	if !slices.Contains(settingSpaces, n.Space) || len(n.Name)+len(n.Value) > maxSettingBytes {
		return
	}
	s.mu.Lock()
	full := len(s.spaces[n.Space]) >= maxSettings
	s.mu.Unlock()
	switch {
	case n.Removed:
		s.remove(n.Space, n.Name)
	case !full:
		s.put(n.Space, n.Name, n.Value)
	}
}

// settingsCommand is settings get, put, delete and list.
func (d *Device) settingsCommand(ctx context.Context, c *shell.Call) int {
	args := c.Args[1:]
	if len(args) > 2 && args[0] == "--user" {
		args = args[2:]
	}
	if len(args) < 2 {
		return c.Fail("needs a verb and a namespace")
	}
	verb, space, rest := args[0], args[1], args[2:]
	if !slices.Contains(settingSpaces, space) {
		return c.Fail("Invalid namespace '%s'", space)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case verb == "list":
		values := d.settings.list()[space]
		for _, name := range slices.Sorted(maps.Keys(values)) {
			fmt.Fprintf(c.Out, "%s=%s\n", name, values[name])
		}
	case verb == "get" && len(rest) == 1:
		value, ok := d.settings.get(space, rest[0])
		if !ok {
			value = "null"
		}
		fmt.Fprintln(c.Out, value)
	case verb == "put" && len(rest) >= 2:
		d.settings.put(space, rest[0], rest[1])
		if code := d.tellSetting(ctx, c, map[string]any{"space": space, "name": rest[0], "value": rest[1]}); code != 0 {
			return code
		}
		return d.applySetting(ctx, c, space, rest[0], rest[1])
	case verb == "delete" && len(rest) == 1:
		d.settings.remove(space, rest[0])
		return d.tellSetting(ctx, c, map[string]any{"space": space, "name": rest[0]})
	default:
		return c.Fail("bad arguments")
	}
	return 0
}

// tellSetting changes a setting in the process of a running app. d.mu is held.
func (d *Device) tellSetting(ctx context.Context, c *shell.Call, params map[string]any) int {
	p := d.alive()
	if p == nil {
		return 0
	}
	if err := d.input(ctx, p, "setting", params); err != nil && !errors.Is(err, runtime.ErrAppDied) {
		return c.Fail("%v", err)
	}
	return 0
}
