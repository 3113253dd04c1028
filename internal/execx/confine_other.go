//go:build !linux

package execx

import (
	"errors"
	"syscall"
)

// maxRSSUnit is the unit of rusage.ru_maxrss, in bytes: the BSDs count
// kilobytes, Darwin bytes; the figure is for people.
const maxRSSUnit = 1

func (c Cmd) attr() (*syscall.SysProcAttr, error) {
	if c.Confine != nil || c.Group > 0 {
		return nil, errors.New("confining a child process needs Linux")
	}
	return &syscall.SysProcAttr{Setpgid: true}, nil
}

// awaitExit cannot wait without reaping here: the group of a leader that ends
// by itself is left alone.
func awaitExit(int) bool { return false }
