// Package confine runs a program that is not trusted (a JVM with an app in it)
// so that it can read and write only the files that a Policy names, start no
// other program, reach no network, and not exhaust the machine's processes,
// files or disk.
//
// A program of ours is executed again as the launcher: the parent puts it into
// namespaces of its own (execx.Confinement: a user namespace without
// capabilities, no network interface but a loopback of its own), the launcher
// restricts itself with Landlock, no_new_privs and resource limits, and then
// becomes the program. Landlock rules and limits are inherited and cannot be
// given back. Where the kernel lets it, the launcher also shows the program
// some folders at paths of their own (Mount).
//
// Not covered: CPU time and memory (the front watches both), reading what is
// granted (system libraries, /proc), kernels without Landlock (see Support).
package confine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"talpa/internal/execx"
)

// Policy says what the program may do. Paths that do not exist are left out;
// links are followed when the policy is applied.
type Policy struct {
	Exec      []string // files that may be executed and read
	ReadOnly  []string // files, and folders with all that is below
	ReadWrite []string
	// Network leaves TCP and UDP to the program; false denies both.
	Network bool
	// Loopback says that the program is in a network namespace of its own, whose
	// loopback interface it may use. Command sets it.
	Loopback bool
	// Mounts are what the program sees at paths of their own, if Support.Shows
	// says so. What it may do there the lists above say, by the machine's paths.
	Mounts []Mount
	// Env is the program's whole environment, "KEY=value".
	Env []string
	// The limits; 0 leaves the caller's.
	OpenFiles uint64
	FileSize  uint64 // bytes, of each file written
	Threads   uint64 // also processes; needs a user namespace of its own
}

// Mount is a path at which the program sees a folder of the machine, or a link.
type Mount struct {
	Path string // absolute and clean
	Host string // the folder there, absolute
	Link string // or what the link says, relative to Path's folder or absolute
}

// Support is what this machine's kernel can enforce.
type Support struct {
	Landlock   int  // ABI version, 0 if there is none
	Namespaces bool // user and network namespaces
	Mounts     bool // mounts in a namespace, which Policy.Mounts needs
}

// Shows says whether a program under p sees p.Mounts: not if the machine cannot
// mount them, and not if they would hide what the program needs.
func (s Support) Shows(p Policy) bool {
	if !s.Mounts || len(p.Mounts) == 0 {
		return false
	}
	for _, mount := range p.Mounts {
		hidden := mount.Path
		// Beside mounts show the other entries of a folder of the machine, but
		// not what a link in that folder's place leads to.
		top := "/" + strings.SplitN(mount.Path, "/", 3)[1]
		if info, err := os.Lstat(top); err == nil && !info.IsDir() {
			hidden = top
		}
		for _, path := range slices.Concat(p.Exec, p.ReadOnly, p.ReadWrite) {
			if path == hidden || strings.HasPrefix(path, hidden+"/") {
				return false
			}
		}
	}
	return true
}

// FullLandlock is the Landlock ABI from which on every right that the package
// denies is denied: files, truncation, device control, TCP, signals.
const FullLandlock = 6

// Gaps says in words what a confined program can do all the same.
func (s Support) Gaps(network bool) []string {
	var gaps []string
	switch {
	case s.Landlock == 0:
		gaps = append(gaps, "no Landlock in this kernel: the app's code can touch every file of this user")
	case s.Landlock < FullLandlock:
		gaps = append(gaps, fmt.Sprintf("Landlock version %d of %d: the app's code is confined in part",
			s.Landlock, FullLandlock))
	}
	if !s.Namespaces && !network {
		gaps = append(gaps, "no user namespaces: the app's code can send UDP packets")
	}
	return gaps
}

// The launcher's exit codes for its own failures.
const (
	exitUsage   = 120
	exitConfine = 121
	exitExec    = 122
)

// The first argument of the launcher.
const (
	verbRun         = "run"
	verbProbe       = "probe"
	verbProbeMounts = "probe-mounts"
)

// Probe finds out what can be enforced, by trying it with the launcher.
func Probe(ctx context.Context, launcher []string) (Support, error) {
	if len(launcher) == 0 {
		return Support{}, errors.New("no launcher is given")
	}
	var s Support
	var res execx.Result
	var err error
	for _, s = range []Support{{Namespaces: true, Mounts: true}, {Namespaces: true}, {}} {
		verb := verbProbe
		if s.Mounts {
			verb = verbProbeMounts
		}
		cmd := execx.Cmd{Name: launcher[0], Args: append(launcher[1:len(launcher):len(launcher)], verb), Env: []string{}}
		if s.Namespaces {
			cmd.Confine = Namespaces(false, s.Mounts)
		}
		if res, err = execx.Run(ctx, cmd); err == nil {
			break
		}
	}
	if err != nil {
		return Support{}, fmt.Errorf("probing the confinement: %w", err)
	}
	s.Landlock, err = strconv.Atoi(strings.TrimSpace(string(res.Stdout)))
	if err != nil {
		return Support{}, fmt.Errorf("probing the confinement: the launcher %q is not talpa's: %w", launcher[0], err)
	}
	return s, nil
}

// Command is the command that runs argv under p, as far as s allows. Without a
// launcher nothing but the environment is confined.
func Command(launcher []string, s Support, p Policy, argv []string) (execx.Cmd, error) {
	if len(launcher) == 0 {
		return execx.Cmd{Name: argv[0], Args: argv[1:], Env: p.Env, DieWithParent: true}, nil
	}
	if !s.Namespaces {
		p.Threads = 0 // would count all of the user's threads
	}
	p.Loopback = s.Namespaces && !p.Network
	if !s.Shows(p) {
		p.Mounts = nil
	}
	p = p.granted()
	doc, err := json.Marshal(p)
	if err != nil {
		return execx.Cmd{}, err
	}
	args := append(launcher[1:len(launcher):len(launcher)], verbRun, string(doc))
	cmd := execx.Cmd{Name: launcher[0], Args: append(args, argv...), Env: []string{}, DieWithParent: true}
	if s.Namespaces {
		cmd.Confine = Namespaces(p.Network, len(p.Mounts) > 0)
	}
	return cmd, nil
}

// granted lists the mounts in folders that are listed: for Landlock a folder
// that is mounted elsewhere is no longer below the one that it lies in.
func (p Policy) granted() Policy {
	below := func(dirs []string) []string {
		out := slices.Clone(dirs)
		for _, mount := range p.Mounts {
			if slices.ContainsFunc(dirs, func(dir string) bool { return strings.HasPrefix(mount.Host, dir+"/") }) {
				out = append(out, mount.Host)
			}
		}
		return out
	}
	p.ReadOnly, p.ReadWrite = below(p.ReadOnly), below(p.ReadWrite)
	return p
}

// parseRun reads the launcher's arguments.
func parseRun(args []string) (Policy, []string, error) {
	if len(args) < 2 {
		return Policy{}, nil, errors.New("want a policy and a command")
	}
	var p Policy
	if err := json.Unmarshal([]byte(args[0]), &p); err != nil {
		return Policy{}, nil, fmt.Errorf("reading the policy: %w", err)
	}
	return p, args[1:], nil
}

// existing leaves out the paths that are not there and splits files from folders.
func existing(paths []string) (files, dirs []string) {
	for _, p := range paths {
		switch info, err := os.Stat(p); {
		case err != nil:
		case info.IsDir():
			dirs = append(dirs, p)
		default:
			files = append(files, p)
		}
	}
	return files, dirs
}
