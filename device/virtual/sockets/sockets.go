// Package sockets is what programs of an embedded device listen on, and which ports
// of the app's loopback lead out of it (adb reverse). Nothing of it touches the
// host's network: connections are pipes within this process.
package sockets

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
)

// Table are the addresses on which programs of the device listen, in adb's
// words: "tcp:9008", "localabstract:name". They exist inside this process only;
// nothing of the host's network is touched. Safe for use by several goroutines.
type Table struct {
	mu   sync.Mutex
	open map[string]*Listener
}

// Listen opens an address; an error says that somebody listens there already.
func (s *Table) Listen(address string) (*Listener, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[address] != nil {
		return nil, fmt.Errorf("%s: address already in use", address)
	}
	l := &Listener{s: s, address: address, in: make(chan net.Conn), done: make(chan struct{})}
	if s.open == nil {
		s.open = map[string]*Listener{}
	}
	s.open[address] = l
	return l, nil
}

// Dial connects to an address; an error says that nobody listens there.
func (s *Table) Dial(ctx context.Context, address string) (net.Conn, error) {
	s.mu.Lock()
	l := s.open[address]
	s.mu.Unlock()
	if l == nil {
		return nil, fmt.Errorf("%s: connection refused", address)
	}
	ours, theirs := net.Pipe()
	select {
	case l.in <- theirs:
		return ours, nil
	case <-l.done:
	case <-ctx.Done():
	}
	ours.Close()
	theirs.Close()
	return nil, fmt.Errorf("%s: connection refused", address)
}

// Close closes all addresses.
func (s *Table) Close() {
	s.mu.Lock()
	var all []*Listener
	for _, l := range s.open {
		all = append(all, l)
	}
	s.mu.Unlock()
	for _, l := range all {
		l.Close()
	}
}

// Listener is one address, as a net.Listener.
type Listener struct {
	s       *Table
	address string
	in      chan net.Conn
	done    chan struct{}
	once    sync.Once
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.in:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *Listener) Close() error {
	l.once.Do(func() {
		close(l.done)
		l.s.mu.Lock()
		delete(l.s.open, l.address)
		l.s.mu.Unlock()
	})
	return nil
}

// Addr implements net.Listener.
func (l *Listener) Addr() net.Addr { return l }

// Network implements net.Addr.
func (l *Listener) Network() string { return "device" }

// String implements net.Addr.
func (l *Listener) String() string { return l.address }

// Reverses are the ports of the app's loopback that lead to the computer of an
// adb client, because it said so (adb reverse). Safe for use by several
// goroutines; its lock is not the device's, which is held while an app acts.
type Reverses struct {
	mu    sync.Mutex
	ports []int
}

func (r *Reverses) List() []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]int{}, r.ports...)
}

func (r *Reverses) Has(port int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Contains(r.ports, port)
}

func (r *Reverses) Add(port int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ports = append(r.ports, port)
}

func (r *Reverses) Remove(port int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ports = slices.DeleteFunc(r.ports, func(p int) bool { return p == port })
}
