// Package cgroup puts processes that are not trusted, with all below them, into control groups of their own (cgroup
// v2), where the machine lets this program have some: then the kernel bounds their memory, processes and processors,
// and ends them all at once.
//
// A program may make groups below the one that it is in, if that was delegated to it: a service or scope with
// Delegate=yes, a container with its own groups, or root at the top. Controllers (memory, pids, cpu) are passed on only
// by a group that has no processes itself, so a program that is alone in its group moves into one below it first; one
// that shares it with others leaves them where they are, and its groups then have no limits, but end all they hold.
//
//	OWN/talpa-PID-N           a Tree: what one program has for its devices
//	OWN/talpa-PID-N/NAME      a Group: one JVM and the processes below it
//	OWN/talpa-self-PID        the program itself, where it had to move
//
// Not modelled: cgroup v1, block devices, and moving processes of others. Groups of a program that was killed are
// removed by the next one, and are empty until then: the namespaces end what was in them.
package cgroup

import (
	"errors"
	"slices"
	"strings"
)

// Limits bound what the processes of a group take together; 0 bounds nothing.
type Limits struct {
	Memory     int64 // bytes, of which none may be swapped out; beyond it all of the group is killed
	Processes  int   // threads count
	Processors int   // that are kept busy at a time
}

// ErrNone is wrapped by the errors where this program can have no groups.
var ErrNone = errors.New("no control groups are delegated to this program")

// State is what groups of this program can do. The zero State is none.
type State struct {
	// Kill says that all processes of a group are ended at once.
	Kill bool
	// Memory, Processes and Processors say which Limits hold.
	Memory, Processes, Processors bool
}

// Gaps says in words what groups do not bound here.
func (s State) Gaps() []string {
	var missing []string
	for _, l := range []struct {
		holds bool
		what  string
	}{{s.Memory, "memory"}, {s.Processes, "processes"}, {s.Processors, "processors"}} {
		if !l.holds {
			missing = append(missing, l.what)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	group := "the control group of the app does not bound its " + listed(missing)
	if !s.Kill {
		group = "no control group bounds the app"
	}
	instead := ": talpa checks memory and processes every two seconds"
	if !s.Processors {
		instead += ", and the app may keep all processors busy"
	}
	return []string{group + instead}
}

// listed joins words as a sentence does.
func listed(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// controllers are what the limits need, in the order in which State names them.
var controllers = []string{"memory", "pids", "cpu"}

// with is what a group can do whose parent passes these controllers on.
func with(enabled []string) State {
	has := func(name string) bool { return slices.Contains(enabled, name) }
	return State{Kill: true, Memory: has(controllers[0]), Processes: has(controllers[1]), Processors: has(controllers[2])}
}

// ownGroup reads the cgroup v2 path of /proc/PID/cgroup.
func ownGroup(text string) (string, bool) {
	for _, line := range strings.Split(text, "\n") {
		if path, ok := strings.CutPrefix(line, "0::"); ok && strings.HasPrefix(path, "/") && !strings.Contains(path, "/..") {
			return path, true
		}
	}
	return "", false
}

// mountPoint is where /proc/PID/mountinfo has the groups, and the group that lies there.
func mountPoint(text string) (at, root string, ok bool) {
	for _, line := range strings.Split(text, "\n") {
		mount, file, found := strings.Cut(line, " - ")
		fields := strings.Fields(mount)
		const rootField, pointField = 3, 4
		if found && strings.HasPrefix(file, "cgroup2 ") && len(fields) > pointField {
			return unescape(fields[pointField]), unescape(fields[rootField]), true
		}
	}
	return "", "", false
}

// unescape reads a path of mountinfo, where white space and backslashes are octal.
func unescape(path string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(path)
}
