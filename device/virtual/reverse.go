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
		r.d.mu.Lock()
		defer r.d.mu.Unlock()
		if p := r.d.alive(); p != nil {
			_ = r.d.lead(context.Background(), p)
		}
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
	d.mu.Lock()
	p := d.alive()
	if p != nil {
		err = d.lead(ctx, p)
	}
	d.mu.Unlock()
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// lead has a running app's loopback lead to the ports that are reversed now, and
// no others. d.mu is held.
func (d *Device) lead(ctx context.Context, p *process) error {
	return p.Reverse(ctx, d.reverses.List(), d.throughReverse)
}

// leadNew is lead for an app that is about to start.
func (d *Device) leadNew(ctx context.Context, p *process) {
	if len(d.reverses.List()) == 0 {
		return
	}
	if err := d.lead(ctx, p); err != nil {
		d.system('W', "adbd", fmt.Sprintf("reverse: cannot bind listener: %v", err))
	}
}

// throughReverse connects an app with what its port leads to.
func (d *Device) throughReverse(ctx context.Context, port int, c net.Conn) {
	defer c.Close()
	if !d.reverses.Has(port) {
		return
	}
	out, err := d.sockets.Dial(ctx, fmt.Sprintf("tcp:%d", port))
	if err != nil {
		return
	}
	defer out.Close()
	d.notes.add(fmt.Sprintf("the app spoke with a program of this computer through port %d (adb reverse)", port))
	go func() {
		_, _ = io.Copy(out, c)
		out.Close()
	}()
	_, _ = io.Copy(c, out)
}
