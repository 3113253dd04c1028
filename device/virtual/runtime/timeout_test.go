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

// TestAfterFairShare/classes: an app that waits for the converter is not slow by itself.
func TestAfterFairShare(t *testing.T) {
	t.Parallel()
	t.Run("classes", func(t *testing.T) {
		t.Parallel()
		j := &JVM{proc: thisProcess{}, log: slog.New(slog.DiscardHandler), asked: 1}
		const limit = 300 * time.Millisecond
		begin, over := time.Now(), make(chan struct{})
		stop := j.afterFairShare(limit, func() { close(over) })
		defer stop()
		<-over
		if took := time.Since(begin); took < maxExtensions*limit {
			t.Errorf("a JVM that waits for a class is given up after %v, want %v at least", took, maxExtensions*limit)
		}
	})
}
