package runtime

import (
	"time"

	"talpa/internal/procfs"
)

// footprint is what processes take of the machine; zeros where the system does not tell.
type footprint struct {
	processes, threads int
	rss                int64         // resident bytes
	cpu                time.Duration // processor time, user and system
}

// tree is what a process takes and those below it, as far as the system lists children
// (CONFIG_PROC_CHILDREN). One that left its parent is not found: the PID namespace ends
// it with the others, and without one the filter of system calls lets none be made.
func tree(pid int) footprint {
	var sum footprint
	todo := []int{pid}
	for seen := map[int]bool{pid: true}; len(todo) > 0 && sum.processes <= maxProcesses; {
		one := todo[0]
		todo = todo[1:]
		threads, rss := procfs.Size(one)
		sum.processes++
		sum.threads += threads
		sum.rss += rss
		sum.cpu += procfs.CPUTime(one)
		for _, child := range procfs.Children(one) {
			if !seen[child] {
				seen[child] = true
				todo = append(todo, child)
			}
		}
	}
	return sum
}
