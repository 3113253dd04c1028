package runtime

import (
	"log/slog"
	"os"
	"testing"
	"time"
)

// thisProcess stands in for the process of a JVM.
type thisProcess struct{ program }

func (thisProcess) PID() int { return os.Getpid() }

// TestAfterFairShare/class, classes: an app that waits for the converter is not slow by itself.
func TestAfterFairShare(t *testing.T) {
	t.Parallel()
	const limit = 300 * time.Millisecond
	given := func(j *JVM, meanwhile func()) time.Duration {
		j.proc, j.log = thisProcess{}, slog.New(slog.DiscardHandler)
		begin, over := time.Now(), make(chan struct{})
		stop := j.afterFairShare(limit, func() { close(over) })
		defer stop()
		meanwhile()
		<-over
		return time.Since(begin)
	}
	t.Run("class", func(t *testing.T) {
		t.Parallel()
		j := &JVM{classes: classWait{now: 1, since: time.Now()}}
		if took := given(j, func() {}); took < maxExtensions*limit {
			t.Errorf("a JVM that waits for a class is given up after %v, want %v at least", took, maxExtensions*limit)
		}
	})
	t.Run("classes", func(t *testing.T) {
		t.Parallel()
		j := &JVM{}
		took := given(j, func() {
			j.mu.Lock()
			defer j.mu.Unlock()
			begin := time.Now()
			j.classes.begin(begin)
			j.classes.begin(begin)
			j.classes.end(begin.Add(limit / 4))
			j.classes.end(begin.Add(limit / 2))
		})
		if took < 2*limit {
			t.Errorf("a JVM that waited for classes half of the time is given up after %v, want %v at least", took, 2*limit)
		}
	})
}
