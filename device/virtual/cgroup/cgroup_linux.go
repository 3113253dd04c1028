package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Names of groups.
const (
	treePrefix = "talpa-"
	selfPrefix = treePrefix + "self-"
)

// trees counts those of this program.
var trees atomic.Int64

// Tree is a group that holds groups and no process. Close it. The nil Tree is none: its State is the zero one.
type Tree struct {
	dir   string
	state State
}

// Open makes a tree below the group of this program. Errors wrap ErrNone.
func Open() (*Tree, error) {
	own, err := ownDir()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return openBelow(own)
}

// ownDir is the folder of the group that this program is in.
func ownDir() (string, error) {
	mine, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	path, ok := ownGroup(string(mine))
	at, root, mounted := mountPoint(string(mounts))
	if !ok || !mounted {
		return "", errors.New("no cgroup v2 is mounted")
	}
	below, err := filepath.Rel(root, path)
	if err != nil || strings.HasPrefix(below, "..") {
		return "", fmt.Errorf("the group %s is not below what is mounted at %s", path, at)
	}
	dir := filepath.Join(at, below)
	if name := filepath.Base(dir); strings.HasPrefix(name, selfPrefix) {
		dir = filepath.Dir(dir) // where this program has moved from, or one that started it
	}
	return dir, nil
}

// passing serialises what changes the group that this program is in.
var passing sync.Mutex

// openBelow makes a tree below a group.
func openBelow(own string) (*Tree, error) {
	passing.Lock()
	defer passing.Unlock()
	// Who may not take processes out of a group cannot have them in groups below it.
	if err := unix.Access(filepath.Join(own, procsFile), unix.W_OK); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNone, own, err)
	}
	sweep(own)
	t := &Tree{dir: filepath.Join(own, fmt.Sprintf("%s%d-%d", treePrefix, os.Getpid(), trees.Add(1)))}
	if err := os.Mkdir(t.dir, 0o755); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	pass(own)
	t.state = with(pass(t.dir))
	if _, err := os.Stat(filepath.Join(t.dir, killFile)); err != nil { // Linux before 5.14
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrNone, err), t.Close())
	}
	return t, nil
}

const (
	killFile    = "cgroup.kill"
	procsFile   = "cgroup.procs"
	passedFile  = "cgroup.subtree_control"
	offeredFile = "cgroup.controllers"
)

// pass has a group pass our controllers on to those below it, as far as it has them, and returns those that it
// does pass on.
func pass(dir string) []string {
	passed := words(filepath.Join(dir, passedFile))
	var more []string
	for _, c := range words(filepath.Join(dir, offeredFile)) {
		if slices.Contains(controllers, c) && !slices.Contains(passed, c) {
			more = append(more, "+"+c)
		}
	}
	// A group that has processes and passes on controllers of threads (cpu, pids) can have no groups with processes
	// below it; only the top one, which has no type, may.
	_, top := os.Stat(filepath.Join(dir, "cgroup.type"))
	if len(more) == 0 || top == nil && len(words(filepath.Join(dir, procsFile))) > 0 && moveSelf(dir) != nil {
		return passed
	}
	for _, c := range more {
		_ = write(dir, passedFile, c) // what the file says afterwards counts
	}
	return words(filepath.Join(dir, passedFile))
}

// moveSelf moves this program out of a group, in which it must be alone.
func moveSelf(dir string) error {
	if in := words(filepath.Join(dir, procsFile)); len(in) != 1 || in[0] != strconv.Itoa(os.Getpid()) {
		return errors.New("the group has other processes")
	}
	leaf := filepath.Join(dir, selfPrefix+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(leaf, 0o755); err != nil {
		return err
	}
	return write(leaf, procsFile, strconv.Itoa(os.Getpid()))
}

// sweep removes what programs left that are gone. A group with processes cannot be removed.
func sweep(own string) {
	entries, _ := os.ReadDir(own)
	for _, e := range entries {
		rest, ours := strings.CutPrefix(strings.TrimPrefix(e.Name(), "talpa-self"), "-")
		if !ours {
			rest, ours = strings.CutPrefix(e.Name(), treePrefix)
		}
		number, _, _ := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(number)
		if ours && err == nil && errors.Is(unix.Kill(pid, 0), unix.ESRCH) {
			_ = (&Tree{dir: filepath.Join(own, e.Name())}).Close()
		}
	}
}

// State is what the groups of the tree can do.
func (t *Tree) State() State {
	if t == nil {
		return State{}
	}
	return t.state
}

// Close removes the tree, whose groups must be closed or empty.
func (t *Tree) Close() error {
	if t == nil {
		return nil
	}
	entries, _ := os.ReadDir(t.dir)
	for _, e := range entries {
		if e.IsDir() {
			_ = unix.Rmdir(filepath.Join(t.dir, e.Name())) // the tree's own removal says if it stays
		}
	}
	if err := unix.Rmdir(t.dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the control group %s: %w", t.dir, err)
	}
	return nil
}

// Group is a group that holds processes. Close it. The nil Group is none: it bounds and ends nothing.
type Group struct {
	dir    string
	folder *os.File
}

// New makes a group of a tree with limits, as far as State says that they hold.
func (t *Tree) New(name string, l Limits) (*Group, error) {
	g := &Group{dir: filepath.Join(t.dir, name)}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil, fmt.Errorf("making a control group: %w", err)
	}
	err := g.limit(t.state, l)
	if err == nil {
		g.folder, err = os.Open(g.dir)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("limiting a control group: %w", err), g.Close())
	}
	return g, nil
}

// period is the time in which processors are counted, in microseconds: the kernel's default.
const period = 100_000

// limit writes the limits.
func (g *Group) limit(s State, l Limits) error {
	var err error
	set := func(holds bool, value int64, file, text string) {
		if holds && value > 0 {
			err = errors.Join(err, write(g.dir, file, text))
		}
	}
	set(s.Memory, l.Memory, "memory.max", strconv.FormatInt(l.Memory, 10))
	set(s.Memory, l.Memory, "memory.oom.group", "1")
	set(s.Processes, int64(l.Processes), "pids.max", strconv.Itoa(l.Processes))
	set(s.Processors, int64(l.Processors), "cpu.max", fmt.Sprintf("%d %d", l.Processors*period, period))
	// There is no such file without swap.
	if _, e := os.Stat(filepath.Join(g.dir, "memory.swap.max")); e == nil {
		set(s.Memory, l.Memory, "memory.swap.max", "0")
	}
	return err
}

// FD is the group as clone3(2) takes it, 0 for none: a process made with it never runs outside.
func (g *Group) FD() int {
	if g == nil {
		return 0
	}
	return int(g.folder.Fd())
}

// Add moves a process into the group; what it makes from then on is there, too.
func (g *Group) Add(pid int) error {
	if g == nil {
		return nil
	}
	if err := write(g.dir, procsFile, strconv.Itoa(pid)); err != nil {
		return fmt.Errorf("moving a process into its control group: %w", err)
	}
	return nil
}

// Kill ends all processes of the group, also those that are made meanwhile.
func (g *Group) Kill() error {
	if g == nil {
		return nil
	}
	if err := write(g.dir, killFile, "1"); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ENODEV) {
		return fmt.Errorf("ending a control group: %w", err)
	}
	return nil
}

// Exhausted says why the kernel ended or refused processes of the group; "" if it did not.
func (g *Group) Exhausted() string {
	if g != nil && count(filepath.Join(g.dir, "memory.events"), "oom_kill") > 0 {
		return "it took more memory than its control group may have"
	}
	return ""
}

// count reads a number of a file of names and numbers.
func count(file, name string) int {
	fields := words(file)
	for i := 0; i+1 < len(fields); i += 2 {
		if fields[i] == name {
			n, _ := strconv.Atoi(fields[i+1])
			return n
		}
	}
	return 0
}

// closing is how long processes that were killed may take to be gone.
const closing = 5 * time.Second

// Close ends what is left in the group and removes it.
func (g *Group) Close() error {
	if g == nil {
		return nil
	}
	if g.folder != nil {
		g.folder.Close()
	}
	err := g.Kill()
	for limit := time.Now().Add(closing); ; time.Sleep(time.Millisecond) {
		removed := unix.Rmdir(g.dir)
		switch {
		case removed == nil || errors.Is(removed, fs.ErrNotExist):
			return err
		case !errors.Is(removed, unix.EBUSY) || time.Now().After(limit):
			return errors.Join(err, fmt.Errorf("removing the control group %s: %w", g.dir, removed))
		}
	}
}

// words are those of a file; none if it cannot be read.
func words(file string) []string {
	data, _ := os.ReadFile(file)
	return strings.Fields(string(data))
}

// write writes a file of a group, which is there.
func write(dir, file, text string) error {
	f, err := os.OpenFile(filepath.Join(dir, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
