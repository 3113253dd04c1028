package virtual

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"talpa/device/virtual/sockets"
	"talpa/device/virtual/wire"
)

const (
	// firstAnyPort is the first port of the device that "tcp:0" can mean.
	firstAnyPort = 40000
	// tunnelFile is the socket in a JVM's own folder by which connections leave it.
	tunnelFile = "tunnel"
	// maxSocketPath is what an address of a socket in the file system holds, in bytes.
	maxSocketPath = 100
	// maxTunnelled bounds the connections that leave a JVM at a time.
	maxTunnelled = 64
	tunnelHello  = 20 * time.Second
	reverseLimit = 20 * time.Second
)

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
	if err := p.tunnel(d.throughReverse); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, reverseLimit)
	defer cancel()
	_, err := p.Call(ctx, "reverse", map[string]any{"ports": d.reverses.List(), "socket": tunnelFile}, nil)
	var said *wire.Error
	if errors.As(err, &said) && said.Kind == wire.KindUsage {
		return errors.New(said.Message)
	}
	return err
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

// tunnel lets connections leave the JVM, once in its life: through is called with
// each, and the port that it says it is for.
func (j *jvm) tunnel(through func(ctx context.Context, port int, c net.Conn)) error {
	if j.tunnelled {
		return nil
	}
	l, err := listenUnix(filepath.Join(j.tmp, tunnelFile))
	if err != nil {
		return fmt.Errorf("opening a way out of the app's network: %w", err)
	}
	j.tunnelled = true
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-j.gone
		cancel()
		l.Close()
	}()
	slots := make(chan struct{}, maxTunnelled)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				stop := context.AfterFunc(ctx, func() { c.Close() })
				defer stop()
				if port, err := tunnelPort(c); err == nil {
					through(ctx, port, c)
				}
				c.Close()
			}()
		}
	}()
	return nil
}

// tunnelPort reads what a connection begins with: its port, two bytes, the first
// the larger.
func tunnelPort(c net.Conn) (int, error) {
	var head [2]byte
	_ = c.SetReadDeadline(time.Now().Add(tunnelHello))
	if _, err := io.ReadFull(c, head[:]); err != nil {
		return 0, err
	}
	return int(binary.BigEndian.Uint16(head[:])), c.SetReadDeadline(time.Time{})
}

// listenUnix listens on a socket of the file system, whose path may be too long
// for an address.
func listenUnix(path string) (net.Listener, error) {
	if len(path) > maxSocketPath {
		dir, err := os.Open(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		defer dir.Close()
		path = fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(path))
	}
	l, err := net.Listen("unix", path)
	if err == nil {
		l.(*net.UnixListener).SetUnlinkOnClose(false) // its folder goes with the JVM
	}
	return l, err
}
