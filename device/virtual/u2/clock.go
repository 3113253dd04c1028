package u2

import (
	"context"
	"sync"
	"time"
)

const (
	// Time between two calls below minPause is the client's own, not a pause of
	// its script; maxPause bounds what one pause costs.
	minPause = 400 * time.Millisecond
	maxPause = 30 * time.Second
)

// clock lets the time that a client takes between two calls pass on the device, too.
type clock struct {
	d     Device
	now   func() time.Time
	sleep func(context.Context, time.Duration)

	mu   sync.Mutex
	last time.Time // end of the last call
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// catchUp lets the time since the last call pass on the device.
func (c *clock) catchUp(ctx context.Context) error {
	now := c.now()
	c.mu.Lock()
	gone := now.Sub(c.last)
	first := c.last.IsZero()
	c.last = now
	c.mu.Unlock()
	if first || gone < minPause {
		return nil
	}
	return c.d.Wait(ctx, min(gone, maxPause).Round(time.Millisecond))
}

// ended notes the end of a call.
func (c *clock) ended() {
	now := c.now()
	c.mu.Lock()
	c.last = now
	c.mu.Unlock()
}

// service says whether the server of JSON-RPC runs: a client may stop it, and the
// next call starts it again.
type service struct {
	mu      sync.Mutex
	stopped bool
}

func (s *service) set(runs bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = !runs
}

func (s *service) runs() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.stopped
}
