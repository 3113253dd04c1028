package framework

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// Limits of the settings that an app may write: how many in a space, and the bytes of
// each, its name included.
const (
	maxSettings     = 2000
	maxSettingBytes = 64 << 10
)

// settingSpaces are the names of the spaces.
var settingSpaces = []string{"system", "secure", "global"}

// Settings are those that were put by a command or by an app; what the system is
// set up with is the agent's. Safe for use by several goroutines: a running app
// writes while a request to it is under way.
type Settings struct {
	mu     sync.Mutex
	spaces map[string]map[string]string
}

// Get is the value of a setting, ok is false if it was never put.
func (s *Settings) Get(space, name string) (value string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok = s.spaces[space][name]
	return value, ok
}

// Put sets a value.
func (s *Settings) Put(space, name, value string) {
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

// Remove forgets a value, and says how many there were.
func (s *Settings) Remove(space, name string) (removed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.spaces[space])
	delete(s.spaces[space], name)
	return before - len(s.spaces[space])
}

// Clear forgets all.
func (s *Settings) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spaces = nil
}

// List is a copy of all, by space and name.
func (s *Settings) List() map[string]map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]map[string]string{}
	for space, values := range s.spaces {
		all[space] = maps.Clone(values)
	}
	return all
}

// Learn takes what an app wrote or removed, within limits; it reports nothing.
func (s *Settings) Learn(space, name, value string, removed bool) {
	if !slices.Contains(settingSpaces, space) || len(name)+len(value) > maxSettingBytes {
		return
	}
	s.mu.Lock()
	full := len(s.spaces[space]) >= maxSettings
	s.mu.Unlock()
	switch {
	case removed:
		s.Remove(space, name)
	case !full:
		s.Put(space, name, value)
	}
}

// settings is the command: get, put, delete and list.
func settings(ctx context.Context, d Device, c *shell.Call) int {
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
	return d.With(func(s System) int {
		switch {
		case verb == "list":
			values := s.Settings().List()[space]
			for _, name := range slices.Sorted(maps.Keys(values)) {
				fmt.Fprintf(c.Out, "%s=%s\n", name, values[name])
			}
		case verb == "get" && len(rest) == 1:
			value, ok := s.Settings().Get(space, rest[0])
			if !ok {
				value = "null"
			}
			fmt.Fprintln(c.Out, value)
		case verb == "put" && len(rest) >= 2:
			return putSetting(ctx, s, c, space, rest[0], rest[1])
		case verb == "delete" && len(rest) == 1:
			fmt.Fprintf(c.Out, "Deleted %d rows\n", s.Settings().Remove(space, rest[0]))
			if err := s.Input(ctx, "setting", map[string]any{"space": space, "name": rest[0]}); err != nil {
				return fail(c, err)
			}
		default:
			return c.Fail("bad arguments")
		}
		return 0
	})
}

// putSetting changes a setting, tells a running app of it, and does what the system
// does when it changes.
func putSetting(ctx context.Context, s System, c *shell.Call, space, name, value string) int {
	s.Settings().Put(space, name, value)
	if err := s.Input(ctx, "setting", map[string]any{"space": space, "name": name, "value": value}); err != nil {
		return fail(c, err)
	}
	switch space + " " + name {
	case "system font_scale":
		return configure(ctx, s, c, "fontscale", value)
	case "secure location_mode":
		on := map[bool]string{true: "off", false: "on"}[value == "0"]
		if err := tellEvent(ctx, s, event.Event{Kind: event.Location, Arg: on}); err != nil {
			return fail(c, err)
		}
	case "system user_rotation":
		return rotate(ctx, s, c, value)
	}
	return 0
}
