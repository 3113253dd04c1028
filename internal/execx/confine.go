package execx

// Confinement puts a child into namespaces of its own. It only says what the
// kernel is asked for; limits on files (Landlock) are the child's or a
// wrapper's business.
type Confinement struct {
	// Namespaces is the clone(2) flags, for example CLONE_NEWUSER|CLONE_NEWNET.
	Namespaces uintptr
	// UIDs and GIDs map ids inside a user namespace to ids outside.
	UIDs, GIDs []IDMap
	// Capabilities are those (CAP_NET_ADMIN, ...) that the child keeps in its
	// user namespace although it is no root there; it should drop them soon.
	Capabilities []uintptr
}

// IDMap maps Size ids from ContainerID on to those from HostID on.
type IDMap struct {
	ContainerID int
	HostID      int
	Size        int
}
