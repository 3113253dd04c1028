package runtime

import (
	"strconv"
	"sync/atomic"

	"talpa/device/virtual/cgroup"
)

// groupRoom is what a JVM's control group may take beyond what the watch lets it have, in bytes: the watch, which says
// why it ends a JVM, is to be first where there is time for it.
const groupRoom = 512 << 20

// maxProcessors is how many processors a JVM and those below it keep busy at a time: its own threads (compiler,
// collector) keep no more than two.
const maxProcessors = 4

// groupsMade counts the groups of this program.
var groupsMade atomic.Int64

// group is a control group for one JVM and the processes below it; nil where the machine has none.
func (c Config) group() (*cgroup.Group, error) {
	if c.Groups == nil {
		return nil, nil //nolint:nilnil // the nil Group is none
	}
	return c.Groups.New(strconv.FormatInt(groupsMade.Add(1), 10), cgroup.Limits{
		Memory: maxRSS + groupRoom, Processes: maxTasks, Processors: maxProcessors,
	})
}
