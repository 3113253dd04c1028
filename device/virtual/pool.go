package virtual

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
)

// pool keeps warm JVMs for one device.
type pool struct {
	config launcherConfig
	home   string   // the device's folder, written by every JVM
	apps   string   // folder of the APKs
	tmps   string   // folder of the JVMs' own folders
	reads  []string // read by every JVM

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	count  int          // JVMs ever started
	spares []chan spare // each delivers once
	closed bool
	all    map[*jvm]bool
}

// spare is a JVM that booted, or why it did not.
type spare struct {
	jvm *jvm
	err error
}

func newPool(c launcherConfig, home, apps, tmps string, reads ...string) *pool {
	ctx, cancel := context.WithCancel(context.Background())
	return &pool{
		config: c, home: home, apps: apps, tmps: tmps, reads: reads, ctx: ctx, cancel: cancel, all: map[*jvm]bool{},
	}
}

// fill starts JVMs until there are as many spares as wanted.
func (p *pool) fill(want int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.spares) < want && !p.closed {
		p.spares = append(p.spares, p.start())
	}
}

// start begins to boot a JVM. p.mu is held.
func (p *pool) start() chan spare {
	p.count++
	tmp := filepath.Join(p.tmps, fmt.Sprint(p.count))
	ch := make(chan spare, 1)
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		j, err := startJVM(p.ctx, p.config, p.home, p.apps, tmp, p.reads...)
		if err == nil && !p.adopt(j) {
			err = context.Canceled
		}
		ch <- spare{j, err}
	}()
	return ch
}

// adopt remembers a JVM until it has ended; false if the pool is closed.
func (p *pool) adopt(j *jvm) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		j.kill("the device was closed")
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

// take is a warm JVM: a spare, or a new one.
func (p *pool) take(ctx context.Context) (*jvm, error) {
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, errClosed
		}
		if len(p.spares) == 0 {
			p.spares = append(p.spares, p.start())
		}
		ch := p.spares[0]
		p.mu.Unlock()
		select {
		case s := <-ch:
			p.mu.Lock()
			p.spares = p.spares[1:]
			p.mu.Unlock()
			if s.err != nil {
				return nil, s.err
			}
			if s.jvm.ended() {
				continue // a spare that died while it waited
			}
			return s.jvm, nil
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for a virtual device to boot: %w", ctx.Err())
		}
	}
}

// borrow lets use work with a spare and keeps it; false if there is none. Not for
// use beside take.
func (p *pool) borrow(ctx context.Context, use func(*jvm) error) (bool, error) {
	p.mu.Lock()
	none := len(p.spares) == 0
	p.mu.Unlock()
	if none {
		return false, nil
	}
	j, err := p.take(ctx)
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

// close kills all JVMs and waits until they are gone.
func (p *pool) close() {
	p.cancel()
	p.mu.Lock()
	p.closed = true
	for j := range p.all {
		j.kill("the device was closed")
	}
	p.mu.Unlock()
	p.wg.Wait()
}
