package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// ErrClosed says that a pool was closed.
var ErrClosed = errors.New("the virtual device was closed")

// Pool keeps warm JVMs for one device.
type Pool struct {
	Home   string // the device's folder, written by every JVM
	apps   string // folder of the APKs
	tmps   string // folder of the JVMs' own folders
	source *spawner

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	count  int          // JVMs ever started
	spares []chan spare // each delivers once
	closed bool
	all    map[*JVM]bool
}

// spare is a JVM that booted, or why it did not.
type spare struct {
	jvm *JVM
	err error
}

// NewPool is a pool without JVMs yet. home is the folder of the device's files, which
// every JVM writes; apps that of the APKs, which every JVM reads as it does reads; tmps
// gets a folder for each JVM's own files.
func NewPool(c Config, home, apps, tmps string, reads ...string) *Pool {
	ctx, cancel := context.WithCancel(context.Background())
	return &Pool{
		Home: home, apps: apps, tmps: tmps, source: newSpawner(c, quarters{home: home, apps: apps, top: tmps, reads: reads}),
		ctx: ctx, cancel: cancel, all: map[*JVM]bool{},
	}
}

// Fill starts JVMs until there are as many spares as wanted.
func (p *Pool) Fill(want int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.spares) < want && !p.closed {
		p.spares = append(p.spares, p.start())
	}
}

// start begins to boot a JVM. p.mu is held.
func (p *Pool) start() chan spare {
	p.count++
	ch := make(chan spare, 1)
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		j, err := p.source.next(p.ctx)
		if err == nil && !p.adopt(j) {
			j.Kill("the device was closed")
			<-j.gone
			j, err = nil, ErrClosed
		}
		ch <- spare{j, err}
	}()
	return ch
}

// adopt remembers a JVM until it has ended; false if the pool is closed.
func (p *Pool) adopt(j *JVM) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.all[j] = true
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		<-j.gone
		p.mu.Lock()
		delete(p.all, j)
		p.mu.Unlock()
	}()
	return true
}

// Take is a warm JVM: a spare, or a new one. Those who take at once each get their own.
func (p *Pool) Take(ctx context.Context) (*JVM, error) {
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, ErrClosed
		}
		if len(p.spares) == 0 {
			p.spares = append(p.spares, p.start())
		}
		ch := p.spares[0]
		p.spares = p.spares[1:]
		p.mu.Unlock()
		select {
		case s := <-ch:
			if s.err != nil {
				return nil, s.err
			}
			if s.jvm.Ended() {
				continue // a spare that died while it waited
			}
			return s.jvm, nil
		case <-ctx.Done():
			p.mu.Lock()
			p.spares = slices.Insert(p.spares, 0, ch) // it boots on, for the next
			p.mu.Unlock()
			return nil, fmt.Errorf("waiting for a virtual device to boot: %w", ctx.Err())
		}
	}
}

// Counts tells how many JVMs were ever started, how many of them are spares, and
// how many of these have booted or failed to.
func (p *Pool) Counts() (started, spares, ready int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, ch := range p.spares {
		ready += len(ch)
	}
	return p.count, len(p.spares), ready
}

// Borrow lets use work with a spare and keeps it; false if there is none. Not for
// use beside take.
func (p *Pool) Borrow(ctx context.Context, use func(*JVM) error) (bool, error) {
	p.mu.Lock()
	none := len(p.spares) == 0
	p.mu.Unlock()
	if none {
		return false, nil
	}
	j, err := p.Take(ctx)
	if err != nil {
		return false, err
	}
	err = use(j)
	ch := make(chan spare, 1)
	ch <- spare{jvm: j}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spares = slices.Insert(p.spares, 0, ch)
	return true, err
}

// Close kills all JVMs and waits until they are gone.
func (p *Pool) Close() {
	p.cancel()
	p.mu.Lock()
	p.closed = true
	for j := range p.all {
		j.Kill("the device was closed")
	}
	p.mu.Unlock()
	p.wg.Wait()
	p.source.close() // last, so that the processor time of its copies is known
}
