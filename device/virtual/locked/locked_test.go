package locked

import (
	"sync"
	"testing"
)

// TestWith/side_by_side: the race detector sees a use of the value without the lock,
// and an update that is lost shows in the sum.
func TestWith(t *testing.T) {
	t.Parallel()
	t.Run("side by side", func(t *testing.T) {
		t.Parallel()
		type counter struct{ n int }
		l := New(&counter{})
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				for range 100 {
					l.With(func(c *counter) { c.n++ })
				}
			})
		}
		wg.Wait()
		l.With(func(c *counter) {
			if c.n != 5000 {
				t.Errorf("%d increments, want 5000", c.n)
			}
		})
	})
	t.Run("free after a panic", func(t *testing.T) {
		t.Parallel()
		l := New(new(int))
		func() {
			defer func() { _ = recover() }()
			l.With(func(*int) { panic("in f") })
		}()
		done := make(chan bool)
		go func() { l.With(func(n *int) { *n = 1 }); close(done) }()
		<-done
	})
}
