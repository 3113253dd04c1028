package runtime

import (
	"errors"
	"fmt"
	"time"

	"talpa/device/virtual/wire"
)

// watch kills a process that takes too much of the machine: Landlock has no
// say in it, the kernel counts the threads of a whole user, and address space
// is not memory.
func (j *JVM) watch() {
	tick := time.NewTicker(watchPeriod)
	defer tick.Stop()
	for {
		select {
		case <-j.proc.Done():
			return
		case <-j.Done():
			// The wire broke but the process lives: it is of no use any more.
			if errors.Is(j.Err(), wire.ErrProtocol) {
				j.Kill("it broke the protocol")
			}
			time.AfterFunc(watchPeriod, func() { j.Kill("its wire ended") })
			return
		case <-tick.C:
			threads, rss := processSize(j.proc.PID())
			switch {
			case threads > maxThreads:
				j.Kill(fmt.Sprintf("it had %d threads, limit %d", threads, maxThreads))
			case rss > maxRSS:
				j.Kill(fmt.Sprintf("it took %d MiB of memory, limit %d", rss>>20, maxRSS>>20))
			}
			if free, err := FreeBytes(j.tmp); err == nil && free < minFree {
				j.Kill(fmt.Sprintf("only %d MiB of disk are free", free>>20))
			}
		}
	}
}
