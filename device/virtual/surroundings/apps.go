package surroundings

import (
	"slices"
	"strings"

	"talpa/fuzz/event"
)

// WithoutApps are the other apps that are gone after an event, given those before it: the
// words of event.Apps, and "+PACKAGE" for one that comes back.
func WithoutApps(gone []string, value string) []string {
	switch value {
	case event.AppsAll:
		return nil
	case event.AppsNone, event.AppsMore:
		return []string{value}
	}
	pkg, comes := strings.CutPrefix(value, "+")
	if slices.Contains(gone, event.AppsNone) {
		if !comes {
			return gone
		}
		gone = event.OtherApps()
	}
	gone = slices.DeleteFunc(slices.Clone(gone), func(p string) bool { return p == pkg })
	if comes {
		return gone
	}
	return append(gone, pkg)
}
