// Package zygote copies a process that runs, with all its threads, as Android's zygote
// makes an app's process of one that has the framework loaded. fork(2) would copy one
// thread only, and a JVM without its others is of no use; so the copy is made from
// outside, by ptrace(2): all threads are stopped, the first is made to fork, and in the
// new process every other thread is made again with the registers, the signal mask and
// the thread pointer that it had. Memory is shared until one of the two writes to it.
//
// What the copy has of its own: its number, the numbers of its threads (which the C
// library of each is told), working folder, standard streams, positions in the files that
// it has open, and a filter of system calls that its original need not have. All else is
// the same (memory, handlers of signals, namespaces, limits) or shared (pipes and sockets,
// if there are any). Timers of the kernel (timer_create), alternate signal stacks, robust
// lists and locks of files are not copied; a HotSpot JVM that waits has none.
//
// Registers are copied as ptrace(2) gives them, with those for vectors. A thread that
// waited in a system call makes it again, or, if the call has a time limit, finds it ended
// as by a signal. Copies are children of the original, which is made to wait for those that
// have ended when the next one is made: a process that is copied makes no children itself.
//
// Save writes such a process to a file, as CRIU does, and Restore makes one of it again, out of a
// process that the caller has made (and confined) and that has done nothing yet. Restored is
// what a copy has, and the addresses of the kernel's own mappings. What is not: pipes, sockets,
// memory that is shared and written to (Save refuses them), names of threads, credentials, limits.
// Clocks are not set back, so an image is for one run of the machine.
//
// The caller must be allowed to trace the process: it is its ancestor, and stands in no
// Landlock domain of its own. Only Linux on x86-64 with glibc is known here; all else is
// ErrUnsupported.
package zygote

import "errors"

// ErrUnsupported is wrapped by the errors for processes that cannot be copied here.
var ErrUnsupported = errors.New("processes cannot be copied here")

// Order says what a copy has of its own. The paths are as the original sees them.
type Order struct {
	Dir     string    // working folder
	Streams [3]string // opened as standard input, output and error
	// Filter is a program for seccomp(2), in the machine's byte order, which holds from
	// then on beside those of the original; empty for none.
	Filter []byte
}
