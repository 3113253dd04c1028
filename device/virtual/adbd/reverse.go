package adbd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

// peer is who speaks adb with us.
type peer interface {
	// dial connects to a socket of the peer's computer, named in adb's words.
	dial(ctx context.Context, address string) (io.ReadWriteCloser, error)
}

const hostDialTimeout = 10 * time.Second

// serverPeer is a client of the server protocol: its adb server is this one, so
// its computer is this one's loopback.
type serverPeer struct{}

func (serverPeer) dial(ctx context.Context, address string) (io.ReadWriteCloser, error) {
	port, err := tcpPort(address)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: hostDialTimeout}
	var errs []error
	for _, ip := range []string{"127.0.0.1", "::1"} {
		c, err := d.DialContext(ctx, "tcp", net.JoinHostPort(ip, strconv.Itoa(port)))
		if err == nil {
			return c, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// tcpPort is the port of "tcp:PORT".
func tcpPort(address string) (int, error) {
	text, ok := strings.CutPrefix(address, "tcp:")
	if !ok {
		return 0, fmt.Errorf("%s: only tcp ports are possible", address)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("%s: bad port number", address)
	}
	return int(port), nil
}

// reverse is a socket of a device that leads to one of the host.
type reverse struct {
	device   Device
	local    string
	remote   string
	peer     peer
	listener net.Listener
}

// reverses are all of them, until they are removed, or the client's connection
// ends where the daemon protocol set them.
type reverses struct {
	mu  sync.Mutex
	all []*reverse
}

// find is the reverse of a device's socket; nil if there is none.
func (r *reverses) find(d Device, local string) *reverse {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.all {
		if one.device == d && one.local == local {
			return one
		}
	}
	return nil
}

// list is what `adb reverse --list` shows: whose they are, from where, to where.
func (r *reverses) list(d Device, id int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b strings.Builder
	for _, one := range r.all {
		if one.device == d {
			fmt.Fprintf(&b, "host-%d %s %s\n", id, one.local, one.remote)
		}
	}
	return b.String()
}

// remove closes those that match; false if none does.
func (r *reverses) remove(match func(*reverse) bool) bool {
	r.mu.Lock()
	var kept, gone []*reverse
	for _, one := range r.all {
		if match(one) {
			gone = append(gone, one)
		} else {
			kept = append(kept, one)
		}
	}
	r.all = kept
	r.mu.Unlock()
	for _, one := range gone {
		one.listener.Close()
	}
	return len(gone) > 0
}

// rebind leads a device's socket elsewhere; false if it leads nowhere yet.
func (r *reverses) rebind(d Device, local, remote string, p peer) bool {
	one := r.find(d, local)
	if one == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	one.remote, one.peer = remote, p
	return true
}

// target is where a reverse leads now.
func (r *reverses) target(one *reverse) (string, peer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return one.remote, one.peer
}

// reverseService answers "reverse:" and what follows it: unlike the server's own
// requests, with one status.
func (s *Server) reverseService(d Device, request string, p peer) func(context.Context, stream) {
	return func(ctx context.Context, c stream) {
		verb, arg, _ := strings.Cut(request, ":")
		switch verb {
		case "list-forward":
			text := s.reverses.list(d, s.id(d))
			_, _ = fmt.Fprintf(c, "%04x%s", len(text), text)
		case "killforward-all":
			s.reverses.remove(func(r *reverse) bool { return r.device == d })
			_, _ = io.WriteString(c, "OKAY")
		case "killforward":
			if !s.reverses.remove(func(r *reverse) bool { return r.device == d && r.local == arg }) {
				_ = fail(c, fmt.Sprintf("listener '%s' not found", arg))
				return
			}
			_, _ = io.WriteString(c, "OKAY")
		case "forward":
			s.addReverse(ctx, d, arg, p, c)
		default:
			_ = fail(c, "not a reverse forwarding command")
		}
	}
}

// addReverse leads a socket of the device, which a program of it can connect to,
// to the host: "[norebind:]tcp:PORT;tcp:PORT", port 0 of the device is any.
func (s *Server) addReverse(ctx context.Context, d Device, spec string, p peer, c stream) {
	spec, norebind := strings.CutPrefix(spec, "norebind:")
	local, remote, ok := strings.Cut(spec, ";")
	if !ok {
		_ = fail(c, "bad forward: "+spec)
		return
	}
	for _, address := range []string{local, remote} {
		if _, err := tcpPort(address); err != nil {
			_ = fail(c, err.Error())
			return
		}
	}
	if norebind && s.reverses.find(d, local) != nil {
		_ = fail(c, "cannot rebind existing socket")
		return
	}
	if s.reverses.rebind(d, local, remote, p) {
		_, _ = io.WriteString(c, "OKAY")
		return
	}
	l, err := d.Listen(ctx, local)
	if err != nil {
		_ = fail(c, fmt.Sprintf("cannot bind listener: %v", err))
		return
	}
	r := &reverse{device: d, local: l.Addr().String(), remote: remote, peer: p, listener: l}
	s.reverses.mu.Lock()
	s.reverses.all = append(s.reverses.all, r)
	s.reverses.mu.Unlock()
	go s.serveReverse(r)
	_, _ = io.WriteString(c, "OKAY")
	if local == "tcp:0" {
		port := strings.TrimPrefix(r.local, "tcp:")
		_, _ = fmt.Fprintf(c, "%04x%s", len(port), port)
	}
}

// serveReverse connects the programs of a device with the host until the
// listener is closed.
func (s *Server) serveReverse(r *reverse) {
	for {
		c, err := r.listener.Accept()
		if err != nil {
			return
		}
		go s.reversed(r, c)
	}
}

// reversed connects one program of a device.
func (s *Server) reversed(r *reverse, c net.Conn) {
	remote, p := s.reverses.target(r)
	s.join(c, "reverse", remote, func() (io.ReadWriteCloser, error) { return p.dial(s.ctx, remote) })
}
