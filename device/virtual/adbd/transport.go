package adbd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// The packets of the daemon protocol, and its limits.
const (
	cmdCNXN = 0x4e584e43
	cmdOPEN = 0x4e45504f
	cmdOKAY = 0x59414b4f
	cmdCLSE = 0x45534c43
	cmdWRTE = 0x45545257

	transportVersion = 0x01000001 // without checksums
	maxData          = 1 << 20
	maxStreams       = 64
	maxQueued        = 64 // packets that a stream has not read yet; clients wait for OKAY, so one is the rule
)

// transport speaks the daemon protocol: it is the first device, reached with
// `adb connect`. head are the bytes already read.
func (s *Server) transport(ctx context.Context, c net.Conn, head [4]byte) error {
	ctx, cancel := context.WithCancel(ctx)
	t := &transport{s: s, d: s.devices[0], ctx: ctx, c: c, max: 4096, streams: map[uint32]*muxed{}}
	defer t.wg.Wait()
	defer t.closeAll()
	defer s.reverses.remove(func(r *reverse) bool { return r.peer == peer(t) })
	defer cancel()
	defer c.Close()
	r := io.MultiReader(strings.NewReader(string(head[:])), c)
	for {
		p, err := readPacket(r)
		if err != nil {
			return err
		}
		_ = c.SetReadDeadline(time.Time{})
		if err := t.handle(p); err != nil {
			return err
		}
	}
}

type packet struct {
	cmd, arg0, arg1 uint32
	data            []byte
}

func readPacket(r io.Reader) (packet, error) {
	var head [24]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return packet{}, err
	}
	p := packet{cmd: le.Uint32(head[0:]), arg0: le.Uint32(head[4:]), arg1: le.Uint32(head[8:])}
	n := le.Uint32(head[12:])
	if p.cmd^0xffffffff != le.Uint32(head[20:]) {
		return packet{}, errors.New("packet with a wrong magic number")
	}
	if n > maxData {
		return packet{}, fmt.Errorf("packet of %d bytes, limit %d", n, maxData)
	}
	p.data = make([]byte, n)
	_, err := io.ReadFull(r, p.data)
	return p, err
}

// transport is one connection of the daemon protocol.
type transport struct {
	s   *Server
	d   Device
	ctx context.Context
	c   net.Conn
	wg  sync.WaitGroup

	sendMu sync.Mutex
	sum    bool // the peer wants checksums

	mu      sync.Mutex
	max     int
	last    uint32
	streams map[uint32]*muxed
}

func (t *transport) send(cmd, arg0, arg1 uint32, data []byte) error {
	t.sendMu.Lock()
	defer t.sendMu.Unlock()
	var sum uint32
	if t.sum {
		for _, b := range data {
			sum += uint32(b)
		}
	}
	out := make([]byte, 0, 24+len(data))
	for _, v := range []uint32{cmd, arg0, arg1, uint32(len(data)), sum, cmd ^ 0xffffffff} {
		out = le.AppendUint32(out, v)
	}
	_, err := t.c.Write(append(out, data...))
	return err
}

func (t *transport) handle(p packet) error {
	switch p.cmd {
	case cmdCNXN:
		t.mu.Lock()
		t.max = int(min(max(p.arg1, 4096), maxData))
		t.mu.Unlock()
		t.sendMu.Lock()
		t.sum = p.arg0 < transportVersion
		t.sendMu.Unlock()
		product, model, device := words(t.d)
		banner := fmt.Sprintf("device::ro.product.name=%s;ro.product.model=%s;ro.product.device=%s;features=%s",
			product, model, device, features)
		return t.send(cmdCNXN, transportVersion, maxData, []byte(banner))
	case cmdOPEN:
		return t.open(p)
	case cmdOKAY, cmdWRTE, cmdCLSE:
		t.mu.Lock()
		m := t.streams[p.arg1]
		t.mu.Unlock()
		if m == nil {
			return nil
		}
		return m.handle(p)
	}
	return fmt.Errorf("unknown packet %#x", p.cmd)
}

func (t *transport) open(p packet) error {
	f, err := t.s.open(t.d, strings.TrimRight(string(p.data), "\x00"), t)
	t.mu.Lock()
	full := len(t.streams) >= maxStreams
	if err != nil || full {
		t.mu.Unlock()
		return t.send(cmdCLSE, 0, p.arg0, nil)
	}
	m := t.add(p.arg0)
	t.mu.Unlock()
	if err := t.send(cmdOKAY, m.local, m.remote, nil); err != nil {
		return err
	}
	t.wg.Add(1)
	go func() {
		defer t.wg.Done()
		f(t.ctx, m)
		m.close(true)
	}()
	return nil
}

// add makes a stream; remote is 0 until the peer has named its end. t.mu is held.
func (t *transport) add(remote uint32) *muxed {
	t.last++
	m := &muxed{
		t: t, local: t.last, remote: remote,
		in: make(chan []byte, maxQueued), ack: make(chan struct{}, 1), done: make(chan struct{}),
	}
	t.streams[m.local] = m
	return m
}

// dial implements peer: the adb server at the other end connects.
func (t *transport) dial(ctx context.Context, address string) (io.ReadWriteCloser, error) {
	t.mu.Lock()
	if t.ctx.Err() != nil || len(t.streams) >= maxStreams {
		t.mu.Unlock()
		return nil, errors.New("no stream is left to the peer")
	}
	m := t.add(0)
	t.mu.Unlock()
	if err := t.send(cmdOPEN, m.local, 0, append([]byte(address), 0)); err != nil {
		m.Close()
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, hostDialTimeout)
	defer cancel()
	select {
	case <-m.ack:
		return m, nil
	case <-m.done:
		return nil, fmt.Errorf("%s: the peer does not connect", address)
	case <-ctx.Done():
		m.Close()
		return nil, fmt.Errorf("%s: %w", address, ctx.Err())
	}
}

func (t *transport) closeAll() {
	t.mu.Lock()
	var all []*muxed
	for _, m := range t.streams {
		all = append(all, m)
	}
	t.mu.Unlock()
	for _, m := range all {
		m.close(false)
	}
}

// muxed is one stream inside a transport. A write waits for the peer's OKAY.
type muxed struct {
	t             *transport
	local, remote uint32 // remote is set once, before anybody but the reader of packets uses it
	in            chan []byte
	rest          []byte
	ack           chan struct{}
	done          chan struct{}
	once          sync.Once
}

func (m *muxed) handle(p packet) error {
	switch p.cmd {
	case cmdOKAY:
		m.t.mu.Lock()
		if m.remote == 0 {
			m.remote = p.arg0
		}
		m.t.mu.Unlock()
		select {
		case m.ack <- struct{}{}:
		default:
		}
	case cmdWRTE:
		select {
		case m.in <- p.data:
		default:
			return errors.New("the peer does not wait for its writes to be taken")
		}
	case cmdCLSE:
		m.close(false)
	}
	return nil
}

// Read implements io.Reader.
func (m *muxed) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		select {
		case b := <-m.in:
			m.rest = b
			if err := m.t.send(cmdOKAY, m.local, m.remote, nil); err != nil {
				return 0, err
			}
		case <-m.done:
			return 0, io.EOF
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// Write implements io.Writer.
func (m *muxed) Write(p []byte) (int, error) {
	m.t.mu.Lock()
	limit := m.t.max
	m.t.mu.Unlock()
	written := 0
	for len(p) > 0 {
		n := min(len(p), limit)
		if err := m.t.send(cmdWRTE, m.local, m.remote, p[:n]); err != nil {
			return written, err
		}
		select {
		case <-m.ack:
		case <-m.done:
			return written, io.ErrClosedPipe
		}
		written += n
		p = p[n:]
	}
	return written, nil
}

// Close implements io.Closer.
func (m *muxed) Close() error {
	m.close(true)
	return nil
}

// close ends the stream, and tells the peer if tell is set.
func (m *muxed) close(tell bool) {
	m.once.Do(func() {
		close(m.done)
		m.t.mu.Lock()
		delete(m.t.streams, m.local)
		remote := m.remote
		m.t.mu.Unlock()
		if tell {
			_ = m.t.send(cmdCLSE, m.local, remote, nil)
		}
	})
}
