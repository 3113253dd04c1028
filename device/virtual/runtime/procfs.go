package runtime

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// processSize is the number of threads and the resident bytes of a process;
// zeros where the system does not tell.
func processSize(pid int) (threads int, rss int64) {
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
