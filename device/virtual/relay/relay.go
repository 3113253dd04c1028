// Package relay lets the connections of an app out to the networks that this computer is in,
// and to no address of the computer itself. The app has a network of its own without any
// way out; its agent asks here, by a socket file, and gets a stream of bytes: never a socket of
// this computer, which native code could turn to another address.
//
// A request is a line of text, and so is its answer:
//
//	lookup NAME                   ok ADDRESS...
//	connect ADDRESS PORT MILLIS   ok, then the bytes of the connection, both ways
//	                              fail KIND: unknown, unreachable, refused, timeout or other
//	datagrams ADDRESS PORT        ok, then datagrams, both ways, each behind its length in two bytes
//
// Each address is judged when it is connected to, and connected to as it was judged: a name that
// means another address the second time (DNS rebinding) gains nothing.
//
// Not modelled: connections from outside, datagrams of others than who was sent one, groups. Not
// kept away: other computers of the networks that this one is in.
package relay

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Relay is where connections go. The zero value is the network of this computer without the
// computer.
type Relay struct {
	// Refuse judges addresses; nil: Refuse.
	Refuse func(netip.Addr) error
	// Told is told of each address that was refused; nil: nobody.
	Told func(netip.AddrPort)
}

const (
	maxLine     = 1 << 10          // bytes of a request
	helloTime   = 20 * time.Second // until the request is there
	lookupTime  = 20 * time.Second
	connectTime = 2 * time.Minute // at most, as Linux tries
	maxAnswers  = 32              // addresses of a name
)

// Serve serves one connection of an agent, and closes it.
func (r *Relay) Serve(ctx context.Context, c net.Conn) {
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	_ = c.SetDeadline(time.Now().Add(helloTime))
	in := bufio.NewReaderSize(c, maxLine)
	line, err := in.ReadSlice('\n')
	if err != nil {
		return
	}
	_ = c.SetDeadline(time.Time{})
	switch fields := strings.Fields(string(line)); {
	case len(fields) == 2 && fields[0] == "lookup":
		r.lookup(ctx, c, fields[1])
	case len(fields) == 4 && fields[0] == "connect":
		r.connect(ctx, c, in, fields[1:])
	case len(fields) == 3 && fields[0] == "datagrams":
		r.datagrams(ctx, c, in, fields[1:])
	default:
		answer(c, "fail other")
	}
}

// answer writes a line; who does not read it is left.
func answer(c net.Conn, line string) bool {
	_ = c.SetWriteDeadline(time.Now().Add(helloTime))
	_, err := io.WriteString(c, line+"\n")
	_ = c.SetWriteDeadline(time.Time{})
	return err == nil
}

func (r *Relay) lookup(ctx context.Context, c net.Conn, name string) {
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
	line := "ok"
	for _, a := range all[:min(len(all), maxAnswers)] {
		line += " " + a.Unmap().WithZone("").String()
	}
	if err != nil || len(all) == 0 {
		line = "fail unknown"
	}
	answer(c, line)
}

func (r *Relay) connect(ctx context.Context, c net.Conn, in io.Reader, words []string) {
	out, leave := r.open(ctx, c, "tcp", words)
	if out == nil {
		return
	}
	defer leave()
	var ways sync.WaitGroup
	ways.Go(func() { pass(out, in, c) })
	ways.Go(func() { pass(c, out, out) })
	ways.Wait()
}

// open opens a socket to what the words of a request name, and answers it; nil if that failed. The socket is closed
// by leave, or when the context ends.
func (r *Relay) open(
	ctx context.Context, c net.Conn, network string, words []string,
) (out net.Conn, leave func()) {
	to, limit, err := target(words)
	if err != nil {
		answer(c, "fail other")
		return nil, nil
	}
	out, err = r.dial(ctx, network, to, limit)
	if err != nil {
		answer(c, "fail "+kind(err))
		return nil, nil
	}
	stop := context.AfterFunc(ctx, func() { out.Close() })
	leave = func() {
		stop()
		out.Close()
	}
	if !answer(c, "ok") {
		leave()
		return nil, nil
	}
	return out, leave
}

// target reads what is to be connected to, and how long that may take.
func target(words []string) (netip.AddrPort, time.Duration, error) {
	address, err := netip.ParseAddr(words[0])
	if err != nil {
		return netip.AddrPort{}, 0, err
	}
	port, err := strconv.ParseUint(words[1], 10, 16)
	if err != nil {
		return netip.AddrPort{}, 0, err
	}
	millis, err := strconv.ParseUint(words[2], 10, 31)
	if err != nil {
		return netip.AddrPort{}, 0, err
	}
	limit := time.Duration(millis) * time.Millisecond
	if limit == 0 || limit > connectTime {
		limit = connectTime
	}
	return netip.AddrPortFrom(address, uint16(port)), limit, nil
}

func (r *Relay) dial(ctx context.Context, network string, to netip.AddrPort, limit time.Duration) (net.Conn, error) {
	refuse := r.Refuse
	if refuse == nil {
		refuse = Refuse
	}
	if err := refuse(to.Addr()); err != nil {
		if r.Told != nil {
			r.Told(to)
		}
		return nil, fmt.Errorf("%v: %w", to, err)
	}
	d := net.Dialer{Timeout: limit}
	return d.DialContext(ctx, network, to.String())
}

// kind is what became of an attempt, in one word.
func kind(err error) string {
	switch {
	case errors.Is(err, ErrRefused), errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return "unreachable"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, syscall.ETIMEDOUT):
		return "timeout"
	}
	return "other"
}

// pass copies what comes until its end, which it passes on. Where the other side takes no more,
// nothing more is read either: source is then closed.
func pass(to net.Conn, from io.Reader, source net.Conn) {
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		source.Close()
		return
	}
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}
