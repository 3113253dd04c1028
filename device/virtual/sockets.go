package virtual

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Limits of the device's own HTTP servers.
const (
	headTimeout = 20 * time.Second
	idleTimeout = 2 * time.Minute
	maxHead     = 64 << 10 // bytes of a request's head
)

// sockets are the addresses on which programs of the device listen, in adb's
// words: "tcp:9008", "localabstract:name". They exist inside this process only;
// nothing of the host's network is touched. Safe for use by several goroutines.
type sockets struct {
	mu   sync.Mutex
	open map[string]*listener
}

// listen opens an address; an error says that somebody listens there already.
func (s *sockets) listen(address string) (*listener, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[address] != nil {
		return nil, fmt.Errorf("%s: address already in use", address)
	}
	l := &listener{s: s, address: address, in: make(chan net.Conn), done: make(chan struct{})}
	if s.open == nil {
		s.open = map[string]*listener{}
	}
	s.open[address] = l
	return l, nil
}

// dial connects to an address; an error says that nobody listens there.
func (s *sockets) dial(ctx context.Context, address string) (net.Conn, error) {
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

// close closes all addresses.
func (s *sockets) close() {
	s.mu.Lock()
	var all []*listener
	for _, l := range s.open {
		all = append(all, l)
	}
	s.mu.Unlock()
	for _, l := range all {
		l.Close()
	}
}

// listener is one address, as a net.Listener.
type listener struct {
	s       *sockets
	address string
	in      chan net.Conn
	done    chan struct{}
	once    sync.Once
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.in:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *listener) Close() error {
	l.once.Do(func() {
		close(l.done)
		l.s.mu.Lock()
		delete(l.s.open, l.address)
		l.s.mu.Unlock()
	})
	return nil
}

// Addr implements net.Listener.
func (l *listener) Addr() net.Addr { return l }

// Network implements net.Addr.
func (l *listener) Network() string { return "device" }

// String implements net.Addr.
func (l *listener) String() string { return l.address }

// serveHTTP serves a handler on an address of the device until the context ends
// or the address is closed.
func (d *Device) serveHTTP(ctx context.Context, address string, h http.Handler) error {
	l, err := d.sockets.listen(address)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(d.opts.Log.Handler(), slog.LevelDebug),
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	_ = server.Serve(l) // ends when the address is closed, and says only that
	server.Close()
	return nil
}
