package runtime

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"talpa/device/virtual/relay"
	"talpa/device/virtual/wire"
)

const (
	// tunnelFile is the socket in a JVM's own folder by which connections leave it.
	tunnelFile = "tunnel"
	// relayFile is the one by which they leave it for the network, see package relay.
	relayFile = "network"
	// maxSocketPath is what an address of a socket in the file system holds, in bytes.
	maxSocketPath = 100
	// maxTunnelled bounds the connections that leave a JVM at a time.
	maxTunnelled = 64
	maxRelayed   = 256
	tunnelHello  = 20 * time.Second
	reverseLimit = 20 * time.Second
)

// Reverse has these ports of the app's loopback, and no others, lead out of the
// JVM: through is called with each connection and its port, until the JVM ends.
func (j *JVM) Reverse(ctx context.Context, ports []int, through func(ctx context.Context, port int, c net.Conn)) error {
	if err := j.tunnel(through); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, reverseLimit)
	defer cancel()
	_, err := j.Call(ctx, "reverse", map[string]any{"ports": ports, "socket": tunnelFile}, nil)
	var said *wire.Error
	if errors.As(err, &said) && said.Kind == wire.KindUsage {
		return errors.New(said.Message)
	}
	return err
}

// tunnel lets connections leave the JVM, once in its life: through is called with
// each, and the port that it says it is for.
func (j *JVM) tunnel(through func(ctx context.Context, port int, c net.Conn)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.tunnelled {
		return nil
	}
	err := j.serveSocket(tunnelFile, maxTunnelled, func(ctx context.Context, c net.Conn) {
		if port, err := tunnelPort(c); err == nil {
			through(ctx, port, c)
		}
	})
	j.tunnelled = err == nil
	return err
}

// letOut has the app's connections leave the JVM by way of a relay.
func (j *JVM) letOut(r relay.Relay) error {
	r.Told = func(to netip.AddrPort) { j.notice(wire.Notice{Event: wire.EventRefused, Name: to.String()}) }
	return j.serveSocket(relayFile, maxRelayed, r.Serve)
}

// serveSocket listens on a socket file in the JVM's own folder until the JVM ends, and serves
// so many connections at a time.
func (j *JVM) serveSocket(file string, most int, serve func(ctx context.Context, c net.Conn)) error {
	l, err := listenUnix(filepath.Join(j.tmp, file))
	if err != nil {
		return fmt.Errorf("opening a way out of the app's network: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-j.gone
		cancel()
		l.Close()
	}()
	slots := make(chan struct{}, most)
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
				serve(ctx, c)
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
