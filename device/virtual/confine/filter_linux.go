package confine

import (
	"encoding/binary"
	"slices"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// allowed are the system calls that the program may make with any arguments. They are those
// that a JVM makes that runs an app (strace over boot, 60 events, files, threads, sockets
// and a database), their older and newer forms on other C libraries, and what else acts on
// the program itself only.
var allowed = []string{
	// files
	"access", "faccessat", "faccessat2", "openat2", "close", "close_range", "read", "readv", "pread64", "preadv",
	"preadv2",
	"write", "writev", "pwrite64", "pwritev", "pwritev2", "lseek", "stat", "fstat", "lstat", "newfstatat", "fstatat",
	"statx", "statfs", "fstatfs", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir", "mkdirat", "rmdir",
	"rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "readlink",
	"readlinkat", "truncate", "ftruncate", "fallocate", "fsync", "fdatasync", "sync_file_range", "msync", "flock", "fcntl",
	"dup", "dup2", "dup3", "pipe", "pipe2", "utime", "utimes", "utimensat", "futimesat", "umask", "sendfile",
	"copy_file_range", "readahead", "fadvise64", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr",
	"flistxattr", "inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch",
	// memory
	"mmap", "munmap", "mremap", "mprotect", "madvise", "brk", "mlock", "munlock", "mincore", "membarrier", "get_mempolicy",
	"set_mempolicy", "mbind",
	// threads, signals, time
	"exit", "exit_group", "futex", "set_robust_list", "get_robust_list", "set_tid_address", "gettid", "getpid", "getppid",
	"tgkill", "tkill", "kill", "rseq", "sched_yield", "sched_getaffinity", "sched_setaffinity", "sched_getparam",
	"sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getpriority", "setpriority", "getcpu",
	"arch_prctl", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
	"rt_sigqueueinfo", "sigaltstack", "restart_syscall", "pause", "alarm", "getitimer", "setitimer", "timer_create",
	"timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "timerfd_create", "timerfd_settime",
	"timerfd_gettime", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times",
	"getrusage", "wait4", "waitid", "execve", // a thread cannot make a process to execute in; see forbidden
	// what it is
	"uname", "sysinfo", "getuid", "getgid", "geteuid", "getegid", "getgroups", "getresuid", "getresgid", "getpgrp",
	"getpgid",
	"getsid", "getrlimit", "prlimit64", "setrlimit", "getrandom", "capget",
	// waiting and sockets; which sockets there are is a condition
	"poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait",
	"epoll_pwait2", "eventfd", "eventfd2", "bind", "connect", "listen", "accept", "accept4", "getsockname", "getpeername",
	"getsockopt", "setsockopt", "shutdown", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg",
}

// forbidden answer "permission denied", as a phone's sandbox does where an app executes a
// program; what is in no list answers that the kernel does not have it, for which C
// libraries have other ways (clone3: its flags are out of a filter's sight).
var forbidden = []string{"fork", "vfork"}

// setID are the bits of a file's mode by which it is executed as another user: a file of
// the program's own folders belongs, on the machine, to the user of talpa.
const setID = unix.S_ISUID | unix.S_ISGID

// conditional are the calls that depend on an argument: any of the conditions of a name
// allows it. A program that is copied may make processes.
func conditional(copied bool) []seccomp.NameWithConditions {
	only := func(name string, conditions ...seccomp.Condition) seccomp.NameWithConditions {
		return seccomp.NameWithConditions{Name: name, Conditions: conditions}
	}
	without := func(argument uint32, bits uint64) seccomp.Condition {
		return seccomp.Condition{Argument: argument, Operation: seccomp.BitsNotSet, Value: bits}
	}
	not := func(argument uint32, value uint64) seccomp.Condition {
		return seccomp.Condition{Argument: argument, Operation: seccomp.NotEqual, Value: value}
	}
	is := func(argument uint32, value uint64) seccomp.Condition {
		return seccomp.Condition{Argument: argument, Operation: seccomp.Equal, Value: value}
	}
	const newSpace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER |
		unix.CLONE_NEWPID | unix.CLONE_NEWNET
	clone := []seccomp.Condition{without(0, newSpace)}
	if !copied {
		// Threads only: what would be a process is no part of what the front watches.
		clone = append(clone, seccomp.Condition{Operation: seccomp.BitsSet, Value: unix.CLONE_THREAD})
	}
	list := []seccomp.NameWithConditions{
		only("clone", clone...),
		// It must die with the front.
		only("prctl", not(0, unix.PR_SET_PDEATHSIG)),
		// No keys pressed on a terminal of the user.
		only("ioctl", not(1, unix.TIOCSTI), not(1, unix.TIOCLINUX)),
		only("open", without(2, setID)), only("openat", without(3, setID)), only("creat", without(1, setID)),
		only("chmod", without(1, setID)), only("fchmod", without(1, setID)), only("fchmodat", without(2, setID)),
		only("fchmodat2", without(2, setID)),
	}
	for _, family := range []uint64{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6} {
		list = append(list, only("socket", is(0, family)), only("socketpair", is(0, family)))
	}
	return list
}

// filterable says that this machine's kernel filters system calls, of a processor that the
// library knows.
func filterable() bool {
	_, err := arch.GetInfo("")
	return err == nil && seccomp.Supported()
}

// filterCalls restricts the calling thread, and the program that it becomes, to the system
// calls that are allowed.
func filterCalls(copied bool) error {
	info, err := arch.GetInfo("")
	if err != nil {
		return err
	}
	return seccomp.LoadFilter(seccomp.Filter{Policy: callPolicy(info, copied)})
}

// CopyFilter is the filter of a copy of a program: what programs have that are not copied,
// as instructions for seccomp(2).
func CopyFilter() ([]byte, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	policy := callPolicy(info, false)
	instructions, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	raw, err := bpf.Assemble(instructions)
	if err != nil {
		return nil, err
	}
	var program []byte
	for _, one := range raw {
		program = binary.NativeEndian.AppendUint16(program, one.Op)
		program = append(program, one.Jt, one.Jf)
		program = binary.NativeEndian.AppendUint32(program, one.K)
	}
	return program, nil
}

// callPolicy is the filter for a processor: the lists name calls of all. That of a program
// that is copied lets its copies take the other one.
func callPolicy(info *arch.Info, copied bool) seccomp.Policy {
	known := func(name string) bool {
		_, ok := info.SyscallNames[name]
		return ok
	}
	listed := map[string]bool{}
	group := func(action seccomp.Action, names []string) seccomp.SyscallGroup {
		g := seccomp.SyscallGroup{Action: action}
		for _, name := range names {
			listed[name] = true
			if known(name) {
				g.Names = append(g.Names, name)
			}
		}
		return g
	}
	p := seccomp.Policy{DefaultAction: seccomp.ActionErrno}
	p.Syscalls = append(p.Syscalls, group(seccomp.ActionAllow, allowed))
	if copied {
		p.Syscalls = append(p.Syscalls, group(seccomp.ActionAllow, []string{"seccomp"}))
	}
	conditions := seccomp.SyscallGroup{Action: seccomp.ActionAllow}
	for _, c := range conditional(copied) {
		listed[c.Name] = true
		if known(c.Name) {
			conditions.NamesWithCondtions = append(conditions.NamesWithCondtions, c)
		}
	}
	var rest []string
	denied := slices.Clone(forbidden)
	for name := range listed {
		if !slices.Contains(allowed, name) {
			denied = append(denied, name) // with other arguments than those allowed
		}
	}
	slices.Sort(denied)
	p.Syscalls = append(p.Syscalls, conditions, group(seccomp.ActionErrno&^0xffff|seccomp.Action(unix.EACCES),
		slices.Compact(denied)))
	for name := range info.SyscallNames {
		if !listed[name] {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	p.Syscalls = append(p.Syscalls, group(seccomp.ActionErrno&^0xffff|seccomp.Action(unix.ENOSYS), rest))
	return p
}
