package permission

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"talpa/device"
	"talpa/device/agent"
)

// split is a permission that was once part of another one: an app that was made
// for an older version asks for it by asking for the other.
type split struct {
	from, name string
	below      int // the target version from which on an app asks for itself
}

// splits are all of them, in the order in which the platform goes through them.
var splits = sync.OnceValue(func() []split {
	var all []split
	for line := range strings.Lines(agent.PermissionSplits) {
		words := strings.Fields(line)
		if len(words) != 3 || words[0] == "#" {
			continue
		}
		if words[2] == "all" {
			all = append(all, split{words[0], words[1], math.MaxInt})
		} else if below, err := strconv.Atoi(words[2]); err == nil {
			all = append(all, split{words[0], words[1], below})
		}
	}
	return all
})

// Requested are all permissions that an app asks for.
func Requested(m device.Manifest) []string {
	names, _ := implied(m.Permissions, m.TargetSDK)
	return slices.Concat(m.Permissions, names)
}

// implied are the permissions that an app asks for without naming them, in
// order, and what each comes of.
func implied(named []string, target int) (names []string, from map[string]string) {
	all := slices.Clone(named)
	from = map[string]string{}
	for _, s := range splits() {
		if target < s.below && slices.Contains(all, s.from) && !slices.Contains(all, s.name) {
			all = append(all, s.name)
			from[s.name] = s.from
		}
	}
	return all[len(named):], from
}
