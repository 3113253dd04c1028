package runtime

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"talpa/device/virtual/wire"
)

// What a JVM and the processes below it may take of the machine, by what the watch sees.
// The launcher's limits hold at once; these hold after a period of the watch, and for what
// the kernel has no limit for: shared memory, all threads of one JVM where it shares a
// user, what was written in many files, computing while nothing is asked for.
const (
	maxProcesses = 20
	maxThreads   = 1000
	maxTasks     = maxThreads + maxProcesses + 1000 // of a control group, at once
	maxRSS       = 4 << 30                          // bytes, as are the next two
	minFree      = 256 << 20                        // of the disk, for all
	maxDisk      = 2 << 30                          // of the device's files
	maxFiles     = 100_000
	maxIdleCPU   = time.Minute
	// filesEvery is how many periods pass between two looks at the device's files.
	filesEvery = 5
)

// usage is what a JVM takes.
type usage struct {
	footprint
	idle  time.Duration // processor time since it was last asked for something
	free  int64         // bytes that are left on the disk; negative if not known
	files int
	disk  int64 // bytes of the files
}

// excess says in words what of a usage is too much, "" if nothing is.
func (u usage) excess() string {
	switch {
	case u.processes > maxProcesses:
		return fmt.Sprintf("it had %d processes, limit %d", u.processes, maxProcesses)
	case u.threads > maxThreads:
		return fmt.Sprintf("it had %d threads, limit %d", u.threads, maxThreads)
	case u.rss > maxRSS:
		return fmt.Sprintf("it took %d MiB of memory, limit %d", u.rss>>20, maxRSS>>20)
	case u.idle > maxIdleCPU:
		return fmt.Sprintf("it computed for %v while nothing was asked of it, limit %v", u.idle.Round(time.Second),
			maxIdleCPU)
	case u.files > maxFiles:
		return fmt.Sprintf("its device had more than %d files", maxFiles)
	case u.disk > maxDisk:
		return fmt.Sprintf("the files of its device took %d MiB, limit %d", u.disk>>20, maxDisk>>20)
	case u.free >= 0 && u.free < minFree:
		return fmt.Sprintf("only %d MiB are free in the temporary folder (TMPDIR chooses another)", u.free>>20)
	}
	return ""
}

// watch kills a JVM that takes too much of the machine.
func (j *JVM) watch() {
	tick := time.NewTicker(watchPeriod)
	defer tick.Stop()
	var u usage
	for period := 0; ; period++ {
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
			now := tree(j.proc.PID())
			if u.idle += now.cpu - u.cpu; period == 0 || j.Busy() {
				u.idle = 0
			}
			u.footprint = now
			var err error
			if u.free, err = FreeBytes(j.tmp); err != nil {
				u.free = -1
			}
			if period%filesEvery == 0 {
				u.files, u.disk = written(j.home, j.tmp)
			}
			if why := u.excess(); why != "" {
				j.Kill(why)
			}
		}
	}
}

// written is how many files folders hold, and their bytes; counting ends where it is too
// many. Files that come and go meanwhile may be missed.
func written(dirs ...string) (files int, bytes int64) {
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if files++; files > maxFiles {
				return fs.SkipAll
			}
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
			return nil
		})
	}
	return files, bytes
}
