package confine

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"talpa/internal/execx"
)

// appID is the user and group that the program sees itself as: an ordinary
// one, so that it holds no capability in its namespace either.
const appID = 10100

// namespaces are those that the launcher is started in, and the capabilities there that
// restrict drops.
func (s Support) namespaces() *execx.Confinement {
	c := &execx.Confinement{
		Namespaces: unix.CLONE_NEWUSER | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWNET,
		UIDs:       []execx.IDMap{{ContainerID: appID, HostID: os.Geteuid(), Size: 1}},
		GIDs:       []execx.IDMap{{ContainerID: appID, HostID: os.Getegid(), Size: 1}},

		Capabilities: []uintptr{unix.CAP_NET_ADMIN}, // for the loopback
	}
	if s.Mounts {
		c.Namespaces |= unix.CLONE_NEWNS
		c.Capabilities = append(c.Capabilities, unix.CAP_SYS_ADMIN)
	}
	if s.Processes {
		c.Namespaces |= unix.CLONE_NEWPID
	}
	return c
}

// Main is the launcher: it confines itself and becomes the program. It returns
// an exit code only if that fails (or after a probe); the reason is on stderr.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) == 2 && args[0] == verbProbe {
		return probe(args[1], stdout, stderr)
	}
	if len(args) == 0 || args[0] != verbRun {
		fmt.Fprintln(stderr, "confine: this command is talpa's own and not for people")
		return exitUsage
	}
	p, argv, err := parseRun(args[1:])
	if err != nil {
		fmt.Fprintln(stderr, "confine:", err)
		return exitUsage
	}
	runtime.LockOSThread() // the thread that executes is the one that is confined
	if err := restrict(p); err != nil {
		fmt.Fprintln(stderr, "confine:", err)
		return exitConfine
	}
	err = syscall.Exec(argv[0], argv, p.Env)
	fmt.Fprintf(stderr, "confine: executing %s: %v (talpa device doctor says which Java is there, --java-home names "+
		"another)\n", argv[0], err)
	return exitExec
}

// probe tries what the launcher would do, and prints what the kernel has.
func probe(what string, stdout, stderr io.Writer) int {
	if what != "" {
		if err := (&view{proc: what == probeProcesses}).enter("/"); err != nil {
			fmt.Fprintln(stderr, "confine:", err)
			return exitConfine
		}
	}
	abi, err := llsys.LandlockGetABIVersion()
	if err != nil {
		abi = 0
	}
	filters := 0
	if filterable() {
		filters = 1
	}
	fmt.Fprintln(stdout, abi, filters)
	return 0
}

// forget has every descriptor but the standard streams closed when the program is executed.
func forget() error {
	const first = 3
	if err := unix.CloseRange(first, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err == nil {
		return nil
	}
	entries, err := os.ReadDir("/proc/self/fd") // kernels older than 5.11
	if err != nil {
		return err
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd >= first {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// raiseLoopback brings the loopback interface of the program's own network
// namespace up, as every phone has it: apps run little servers for themselves.
func raiseLoopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo)
}

// dropCapabilities gives back what the launcher was started with.
func dropCapabilities() error {
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return err
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData // this version's sets have 64 bits
	return unix.Capset(&header, &none[0])
}

// restrict applies p to this process, for good.
func restrict(p Policy) error {
	if err := forget(); err != nil {
		return fmt.Errorf("closing descriptors: %w", err)
	}
	if p.Root {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		if err := (&view{policy: p, proc: p.Processes}).enter(dir); err != nil {
			return fmt.Errorf("making the program's root: %w", err)
		}
	}
	if p.Loopback {
		if err := raiseLoopback(); err != nil {
			return fmt.Errorf("bringing the loopback up: %w", err)
		}
	}
	if p.Loopback || p.Root {
		if err := dropCapabilities(); err != nil {
			return fmt.Errorf("dropping capabilities: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("setting no_new_privs: %w", err)
	}
	for _, l := range []struct {
		name     string
		resource int
		value    uint64
	}{
		{"core file", unix.RLIMIT_CORE, 0},
		{"open file", unix.RLIMIT_NOFILE, p.OpenFiles},
		{"file size", unix.RLIMIT_FSIZE, p.FileSize},
		{"thread", unix.RLIMIT_NPROC, p.Threads},
		{"memory", unix.RLIMIT_DATA, p.Data},
	} {
		if l.value == 0 && l.resource != unix.RLIMIT_CORE {
			continue
		}
		if err := bound(l.resource, l.value); err != nil {
			return fmt.Errorf("setting the %s limit: %w", l.name, err)
		}
	}
	if err := landlocked(p); err != nil {
		return err
	}
	if p.Filter {
		if err := filterCalls(p.Copied); err != nil {
			return fmt.Errorf("filtering system calls: %w", err)
		}
	}
	return nil
}

// bound limits a resource of this process to value, or to what it was given where that is less: a
// container may have been given little, and nobody can take more.
func bound(resource int, value uint64) error {
	var given unix.Rlimit
	if err := unix.Getrlimit(resource, &given); err != nil {
		return err
	}
	value = min(value, given.Max)
	// syscall, not unix: the runtime then leaves the limit alone at exec.
	return syscall.Setrlimit(resource, &syscall.Rlimit{Cur: value, Max: value})
}

// landlocked restricts this process with Landlock where the kernel has it:
// strictly where it has all that is needed, else as much as there is.
func landlocked(p Policy) error {
	abi, err := llsys.LandlockGetABIVersion()
	if err != nil || abi == 0 {
		return nil // Support.Gaps says so
	}
	config := landlock.V6
	if abi < FullLandlock {
		config = config.BestEffort()
	}
	execs, _ := existing(p.Exec)
	readFiles, readDirs := existing(p.ReadOnly)
	writeFiles, writeDirs := existing(p.ReadWrite)
	rules := []landlock.Rule{
		landlock.PathAccess(landlock.AccessFSSet(llsys.AccessFSReadFile|llsys.AccessFSExecute), execs...),
		landlock.PathAccess(landlock.AccessFSSet(llsys.AccessFSReadFile), readFiles...),
		landlock.PathAccess(landlock.AccessFSSet(llsys.AccessFSReadFile|llsys.AccessFSReadDir), readDirs...),
		landlock.RWFiles(writeFiles...),
		landlock.RWDirs(writeDirs...).WithRefer(),
	}
	if !p.Loopback {
		if err := config.Restrict(rules...); err != nil {
			return fmt.Errorf("applying Landlock: %w", err)
		}
		return nil
	}
	if err := config.RestrictPaths(rules...); err != nil {
		return fmt.Errorf("applying Landlock: %w", err)
	}
	if err := config.RestrictScoped(); err != nil {
		return fmt.Errorf("applying Landlock: %w", err)
	}
	return nil
}
