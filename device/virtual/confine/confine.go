// Package confine runs a program that is not trusted (a JVM with an app in it)
// so that it can read and write only the files that a Policy names, start no
// other program, reach no network, and not exhaust the machine's processes,
// files or disk.
//
// A program of ours is executed again as the launcher: the parent puts it into
// namespaces of its own (execx.Confinement), the launcher restricts itself further, and
// then becomes the program. What is given up so cannot be taken back. The program may
// hold native code, so no layer relies on what runs inside. The layers, each of which
// holds without the others:
//
//	user namespace   no capability, an ordinary user's number inside
//	root             only the paths of the policy exist, read-only but for its own;
//	                 nothing there is executed as another user, and what can be written
//	                 cannot be executed; some folders have paths of their own (Mount)
//	PID namespace    it sees no process but its own, and they end with it
//	network          no interface but a loopback of its own
//	Landlock         files, truncation, device control, TCP, signals, abstract sockets
//	seccomp          the system calls that a JVM needs; no process, namespace, mount, key,
//	                 BPF or io_uring, no file without a name that could be executed
//	descriptors      none but the three standard streams
//	limits           open files, size of files, threads, private memory, no core dumps
//
// Support says which of them this machine has, Gaps what is open without the others.
//
// Not covered: CPU time, shared memory and the number of files (the front watches them,
// after the fact), reading what is granted
// (system libraries, the number and kind of processors), faults of the kernel itself.
package confine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"talpa/device/virtual/cgroup"
	"talpa/internal/execx"
)

// Policy says what the program may do. Paths that do not exist are left out;
// links are followed when the policy is applied.
type Policy struct {
	Exec      []string // files that may be executed and read
	ReadOnly  []string // files, and folders with all that is below
	ReadWrite []string
	// Loopback says that the program is in a network namespace of its own, whose
	// loopback interface it may use. Command sets it.
	Loopback bool
	// Root, Processes and Filter say which layers the machine has (Support): a root of the
	// program's own, its own processes, a filter of system calls. Command sets them.
	Root, Processes, Filter bool
	// Copied says that the program is copied (package zygote) before what is not trusted
	// runs in it: it may make processes, and its copies take a filter of their own
	// (CopyFilter), which is that of other programs.
	Copied bool
	// Mounts are what the program sees at paths of their own, if Support.Shows
	// says so. What it may do there the lists above say, by the machine's paths.
	Mounts []Mount
	// Env is the program's whole environment, "KEY=value".
	Env []string
	// The limits; 0 leaves the caller's.
	OpenFiles uint64
	FileSize  uint64 // bytes, of each file written
	Threads   uint64 // also processes; needs a user namespace of its own
	Data      uint64 // bytes of private memory that can be written, stacks of threads included
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
	Mounts     bool // mounts in a namespace: a root of the program's own, and Policy.Mounts
	Processes  bool // a PID namespace with a /proc of its own
	Seccomp    bool // a filter of system calls
}

// Shows says whether a program under p sees p.Mounts: not if the machine cannot
// mount them, and not if they would hide what the program needs.
func (s Support) Shows(p Policy) bool {
	if !s.Mounts || len(p.Mounts) == 0 {
		return false
	}
	for _, mount := range p.Mounts {
		hidden := mount.Path
		// A link of the machine in the place of the first folder may lead to what the
		// program needs.
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

// modes is what Landlock leaves open where files of this user are in sight.
const modes = "find this user's files and change their modes and times"

// tcpLandlock is the Landlock ABI from which on it denies TCP.
const tcpLandlock = 4

// Gaps says in words what a confined program can do all the same.
func (s Support) Gaps() []string {
	var gaps []string
	switch {
	case s.Landlock == 0:
		gaps = append(gaps, "no Landlock in this kernel: the app's code can touch every file of this user")
	case s.Landlock < FullLandlock:
		gaps = append(gaps, fmt.Sprintf("Landlock version %d of %d: the app's code is confined in part",
			s.Landlock, FullLandlock))
	}
	switch {
	case !s.Namespaces && s.Landlock < tcpLandlock:
		gaps = append(gaps, "no user namespaces: the app's code can use this machine's network, its loopback included, "+
			"see its processes, reach its UNIX sockets and "+modes)
	case !s.Namespaces:
		gaps = append(gaps, "no user namespaces: the app's code can send UDP packets, see this machine's processes, "+
			"reach its UNIX sockets and "+modes)
	case !s.Mounts:
		gaps = append(gaps, "no mounts in a namespace: the app's code can reach this machine's UNIX sockets, and "+modes)
	}
	if s.Namespaces && !s.Processes {
		gaps = append(gaps, "no PID namespace: the app's code can see this machine's processes")
	}
	if !s.Seccomp {
		gaps = append(gaps, "no seccomp: the app's code can make any system call")
	}
	return gaps
}

// ErrOpen says that too little holds the program for it to be run unasked.
var ErrOpen = errors.New("this machine cannot confine the app's code")

// Essential is an error where a program of the given user could change files of the
// machine: it needs a root of its own if it is the machine's root, for whom modes of files
// are none, and else that or Landlock.
func (s Support) Essential(root bool) error {
	switch {
	case s.Mounts:
		return nil
	case root:
		return fmt.Errorf("%w, which would run as root: %s", ErrOpen, strings.Join(s.Gaps(), "; "))
	case s.Landlock == 0:
		return fmt.Errorf("%w: %s", ErrOpen, strings.Join(s.Gaps(), "; "))
	}
	return nil
}

// The launcher's exit codes for its own failures.
const (
	exitUsage   = 120
	exitConfine = 121
	exitExec    = 122
)

// The first argument of the launcher. A probe makes the namespaces' share of a view: its
// second argument names what is tried beside the namespaces.
const (
	verbRun   = "run"
	verbProbe = "probe"

	probeMounts    = "mounts"
	probeProcesses = "processes"
)

// Probe finds out what can be enforced, by trying it with the launcher.
func Probe(ctx context.Context, launcher []string) (Support, error) {
	if len(launcher) == 0 {
		return Support{}, errors.New("no launcher is given")
	}
	var res execx.Result
	var err error
	for _, try := range []struct {
		Support
		what string
	}{
		{Support{Namespaces: true, Mounts: true, Processes: true}, probeProcesses},
		{Support{Namespaces: true, Mounts: true}, probeMounts},
		{Support{Namespaces: true}, ""},
		{Support{}, ""},
	} {
		cmd := execx.Cmd{
			Name: launcher[0], Args: append(launcher[1:len(launcher):len(launcher)], verbProbe, try.what), Env: []string{},
			Dir: "/",
		}
		if try.Namespaces {
			cmd.Confine = try.namespaces()
		}
		if res, err = execx.Run(ctx, cmd); err == nil {
			return try.Support.said(launcher[0], res.Stdout)
		}
	}
	return Support{}, fmt.Errorf("probing the confinement: %w", err)
}

// Groups opens the control groups of this program, if the launcher can be started in them. The caller closes them.
func Groups(ctx context.Context, launcher []string) (*cgroup.Tree, error) {
	tree, err := cgroup.Open()
	if err != nil {
		return nil, err
	}
	group, err := tree.New("probe", cgroup.Limits{})
	if err == nil {
		_, err = execx.Run(ctx, execx.Cmd{
			Name: launcher[0], Args: append(launcher[1:len(launcher):len(launcher)], verbProbe, ""), Env: []string{},
			Dir: "/", Group: group.FD(),
		})
		err = errors.Join(err, group.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("starting a program in a control group: %w", err), tree.Close())
	}
	return tree, nil
}

// said adds what the launcher found: the version of Landlock, and 1 for seccomp.
func (s Support) said(launcher string, out []byte) (Support, error) {
	var filters int
	if _, err := fmt.Sscan(string(out), &s.Landlock, &filters); err != nil {
		return Support{}, fmt.Errorf("probing the confinement: the launcher %q is not talpa's: %w", launcher, err)
	}
	s.Seccomp = filters > 0
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
	p.Loopback = s.Namespaces
	p.Root, p.Processes, p.Filter = s.Mounts, s.Processes, s.Seccomp
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
		cmd.Confine = s.namespaces()
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
