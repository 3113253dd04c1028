// Package permit answers which permissions an app can be refused where a crash is about one. Permissions that no user
// decides on are granted at installation and cannot be refused.
package permit

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/specs"
)

// Refusable are those of the permissions of a manifest that a crash can be about: those that the failing call is called
// like, then those that the path asks for; where there are none, all that a user decides on.
func Refusable(manifest []string, call string, path []guide.Input) []string {
	var named, dangerous []string
	for _, name := range manifest {
		if !guide.DangerousPermission(name) {
			continue
		}
		dangerous = append(dangerous, name)
		if namedBy(name, call) {
			named = append(named, name)
		}
	}
	for i := range path {
		if name := path[i].Permission; name != "" && !slices.Contains(named, name) {
			named = append(named, name)
		}
	}
	if len(named) > 0 {
		return named
	}
	return dangerous
}

// IsSpecial says that a message tells of access that the user gives an app on a screen of the system's: nobody has it
// from the start, so that nothing is to be done for a crash without it.
func IsSpecial(exception, message string) bool {
	f, ok := specs.FailureOf(exception, message)
	return ok && f.Told && !slices.Contains(f.Events, "refuse")
}

// namedBy says that the name of a member has a word of a permission's: android.hardware.Camera.open wants CAMERA.
func namedBy(permission, use string) bool {
	use = strings.ToLower(use)
	for word := range strings.SplitSeq(strings.ToLower(permission[strings.LastIndexByte(permission, '.')+1:]), "_") {
		if len(word) > 4 && strings.Contains(use, word) { // not READ, BODY and the like
			return true
		}
	}
	return false
}
