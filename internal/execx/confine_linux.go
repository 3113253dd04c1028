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
	if c.Group > 0 {
		a.UseCgroupFD, a.CgroupFD = true, c.Group
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
	// Not wait(2), which tells also of each stop of a child that this program traces.
	if fd, err := unix.PidfdOpen(pid, 0); err == nil {
		defer unix.Close(fd)
		return polled(fd)
	}
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

// polled returns when a descriptor can be read, and says whether it can.
func polled(fd int) bool {
	for {
		_, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}
