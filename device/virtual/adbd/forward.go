package adbd

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

// forwards are the ports of the host that clients asked to be forwarded to a
// socket of a device. Where nobody listens on the device, a connection is closed
// at once, as on a phone.
type forwards struct {
	mu  sync.Mutex
	all []forward
}

type forward struct {
	serial, local, remote string
	listener              net.Listener
}

func (f *forwards) list(serial string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b strings.Builder
	for _, one := range f.all {
		if serial == "" || one.serial == serial {
			fmt.Fprintf(&b, "%s %s %s\n", one.serial, one.local, one.remote)
		}
	}
	return b.String()
}

// remove closes the forwards of a local address; false if there are none.
func (f *forwards) remove(local string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	kept, found := f.all[:0], false
	for _, one := range f.all {
		if one.local == local {
			one.listener.Close()
			found = true
			continue
		}
		kept = append(kept, one)
	}
	f.all = kept
	return found
}

func (f *forwards) closeAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.all {
		one.listener.Close()
	}
	f.all = nil
}

// add listens on the local address and returns its port; accept takes the connections.
func (f *forwards) add(
	listen func(port string) (net.Listener, error), serial, local, remote string, accept func(net.Conn),
) (string, error) {
	port, ok := strings.CutPrefix(local, "tcp:")
	if !ok {
		return "", fmt.Errorf("cannot forward %s: only tcp ports", local)
	}
	l, err := listen(port)
	if err != nil {
		return "", fmt.Errorf("cannot bind listener: %w", err)
	}
	_, bound, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		l.Close()
		return "", err
	}
	f.mu.Lock()
	f.all = append(f.all, forward{serial, "tcp:" + bound, remote, l})
	f.mu.Unlock()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go accept(c)
		}
	}()
	return bound, nil
}

// forward answers the forward requests of one device.
func (s *Server) forward(c net.Conn, d Device, req string) error {
	switch verb, arg, _ := strings.Cut(req, ":"); verb {
	case "list-forward":
		return okay(c, s.forwards.list(d.Serial()))
	case "killforward":
		if !s.forwards.remove(arg) {
			return fail(c, fmt.Sprintf("listener '%s' not found", arg))
		}
		_, err := io.WriteString(c, "OKAYOKAY")
		return err
	default:
		arg, norebind := strings.CutPrefix(arg, "norebind:")
		local, remote, ok := strings.Cut(arg, ";")
		if !ok {
			return fail(c, "malformed forward spec")
		}
		if s.forwards.has(local) {
			if norebind {
				return fail(c, "cannot rebind existing socket")
			}
			s.forwards.remove(local)
		}
		port, err := s.forwards.add(s.listen, d.Serial(), local, remote, func(c net.Conn) { s.forwarded(c, d, remote) })
		if err != nil {
			return fail(c, err.Error())
		}
		if _, err := io.WriteString(c, "OKAY"); err != nil {
			return err
		}
		if local != "tcp:0" {
			port = ""
		}
		if port == "" {
			_, err = io.WriteString(c, "OKAY")
			return err
		}
		return okay(c, port)
	}
}

// forwarded connects one client of a forward.
func (s *Server) forwarded(c net.Conn, d Device, remote string) {
	s.join(c, "forward", remote, func() (io.ReadWriteCloser, error) { return d.Dial(s.ctx, remote) })
}

// join bridges a connection with what dial gives, if the server has room for one more;
// what and to are for the log.
func (s *Server) join(c net.Conn, what, to string, dial func() (io.ReadWriteCloser, error)) {
	defer c.Close()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		return
	}
	conn, err := dial()
	if err != nil {
		s.log.Debug("adb: "+what, "to", to, "err", err)
		return
	}
	stop := context.AfterFunc(s.ctx, func() { c.Close() })
	defer stop()
	bridge(s.ctx, c, conn)
}

func (f *forwards) has(local string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.all {
		if one.local == local {
			return true
		}
	}
	return false
}
