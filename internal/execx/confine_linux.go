package execx

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxRSSUnit is the unit of rusage.ru_maxrss, in bytes.
const maxRSSUnit = 1024

// attr is the attributes of the child process.
func (c Cmd) attr() (*syscall.SysProcAttr, error) {
	a := &syscall.SysProcAttr{Setpgid: true}
	if c.DieWithParent {
		a.Pdeathsig = syscall.SIGKILL
	}
	if c.Confine == nil {
		return a, nil
	}
	a.Cloneflags = c.Confine.Namespaces
	a.AmbientCaps = c.Confine.Capabilities
	for _, m := range c.Confine.UIDs {
		a.UidMappings = append(a.UidMappings, syscall.SysProcIDMap(m))
	}
	for _, m := range c.Confine.GIDs {
		a.GidMappings = append(a.GidMappings, syscall.SysProcIDMap(m))
	}
	return a, nil
}

// awaitExit returns when pid has ended, without reaping it, so that its
// process group can still be named. It says whether it could wait.
func awaitExit(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}
