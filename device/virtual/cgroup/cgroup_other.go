//go:build !linux

package cgroup

// Tree is a group that holds groups and no process.
type Tree struct{}

// Open says that there are no control groups here.
func Open() (*Tree, error) { return nil, ErrNone }

// State is what the groups of the tree can do.
func (*Tree) State() State { return State{} }

// Close removes the tree.
func (*Tree) Close() error { return nil }

// New says that there are no control groups here.
func (*Tree) New(string, Limits) (*Group, error) { return nil, ErrNone }

// Group is a group that holds processes.
type Group struct{}

// FD is the group as clone3(2) takes it.
func (*Group) FD() int { return 0 }

// Add moves a process into the group.
func (*Group) Add(int) error { return nil }

// Kill ends all processes of the group.
func (*Group) Kill() error { return nil }

// Exhausted says why the kernel ended processes of the group.
func (*Group) Exhausted() string { return "" }

// Close ends what is left in the group and removes it.
func (*Group) Close() error { return nil }
