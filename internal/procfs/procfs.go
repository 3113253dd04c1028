// Package procfs reads what Linux tells of other processes under /proc. It takes a process that has ended, and what the
// kernel does not tell, for nothing.
package procfs

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Children are the processes that threads of a process have started.
func Children(pid int) []int {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return nil
	}
	var all []int
	for _, thread := range threads {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		if err != nil {
			continue // the thread has ended, or the kernel does not list children
		}
		for _, field := range strings.Fields(string(data)) {
			if child, err := strconv.Atoi(field); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}

// clockTick is the unit of processor time in /proc, the same on all Linux systems.
const clockTick = 10 * time.Millisecond

// The fields of /proc/PID/stat behind the program's name that tell its processor time.
const (
	statUser   = 11
	statSystem = 12
)

// CPUTime is the processor time of a process, user and system; 0 if it has ended.
func CPUTime(pid int) time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	text := string(data)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) <= statSystem {
		return 0
	}
	user, _ := strconv.ParseInt(fields[statUser], 10, 64)
	system, _ := strconv.ParseInt(fields[statSystem], 10, 64)
	return time.Duration(user+system) * clockTick
}

// Size is the number of threads and the resident bytes of a process; zeros where the system does
// not tell.
func Size(pid int) (threads int, rss int64) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0
	}
	for _, line := range strings.Split(string(data), "\n") {
		name, value, _ := strings.Cut(line, ":")
		fields := strings.Fields(value)
		if len(fields) == 0 {
			continue
		}
		switch name {
		case "Threads":
			threads, _ = strconv.Atoi(fields[0])
		case "VmRSS":
			kb, _ := strconv.ParseInt(fields[0], 10, 64)
			rss = kb << 10
		}
	}
	return threads, rss
}
