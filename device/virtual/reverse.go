package virtual

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"talpa/device/virtual/sockets"
)

// firstAnyPort is the first port of the device that "tcp:0" can mean.
const firstAnyPort = 40000

// reversed is a listener of Device.Listen: who accepts meets the app's connections.
type reversed struct {
	*sockets.Listener
	d    *Device
	port int
	once sync.Once
}

// Close implements net.Listener.
func (r *reversed) Close() error {
	r.once.Do(func() {
		r.Listener.Close()
		r.d.reverses.Remove(r.port)
		r.d.system.With(func(s *system) { _ = s.leadFront(context.Background()) })
	})
	return nil
}

// Listen implements adbd.Device: a port of the app's loopback.
func (d *Device) Listen(ctx context.Context, address string) (net.Listener, error) {
	port, err := strconv.Atoi(strings.TrimPrefix(address, "tcp:"))
	if err != nil || !strings.HasPrefix(address, "tcp:") {
		return nil, fmt.Errorf("%s: only tcp ports are possible", address)
	}
	var l *sockets.Listener
	if port == 0 {
		for port = firstAnyPort; l == nil; port++ {
			l, _ = d.sockets.Listen(fmt.Sprintf("tcp:%d", port))
		}
		port--
	} else if l, err = d.sockets.Listen(address); err != nil {
		return nil, syscall.EADDRINUSE
	}
	r := &reversed{Listener: l, d: d, port: port}
	d.reverses.Add(port)
	d.system.With(func(s *system) { err = s.leadFront(ctx) })
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// leadFront is lead for the app that runs, if one does.
func (s *processes) leadFront(ctx context.Context) error {
	if p := s.alive(); p != nil {
		return s.lead(ctx, p)
	}
	return nil
}

// lead has a running app's loopback lead to the ports that are reversed now, and
// no others.
func (s *processes) lead(ctx context.Context, p *process) error {
	return p.Reverse(ctx, s.reverses.List(), s.throughReverse)
}

// leadNew is lead for an app that is about to start.
func (s *processes) leadNew(ctx context.Context, p *process) {
	if len(s.reverses.List()) == 0 {
		return
	}
	if err := s.lead(ctx, p); err != nil {
		s.logSystem('W', "adbd", fmt.Sprintf("reverse: cannot bind listener: %v", err))
	}
}

// throughReverse connects an app with what its port leads to.
func (h *hardware) throughReverse(ctx context.Context, port int, c net.Conn) {
	defer c.Close()
	if !h.reverses.Has(port) {
		return
	}
	out, err := h.sockets.Dial(ctx, fmt.Sprintf("tcp:%d", port))
	if err != nil {
		return
	}
	defer out.Close()
	h.notes.Add(fmt.Sprintf("the app spoke with a program of this computer through port %d (adb reverse)", port))
	go func() {
		_, _ = io.Copy(out, c)
		out.Close()
	}()
	_, _ = io.Copy(c, out)
}
