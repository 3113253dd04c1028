package relay

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"syscall"
)

// maxDatagram is what a length in two bytes can say.
const maxDatagram = 1<<16 - 1

// datagrams exchanges datagrams with one port of one other computer, whose address is judged as those of
// connections are: the socket here takes none of anybody else.
func (r *Relay) datagrams(ctx context.Context, c net.Conn, in io.Reader, words []string) {
	out, leave := r.open(ctx, c, "udp", append(words, "0")) // no time: nobody has to answer
	if out == nil {
		return
	}
	defer leave()
	var ways sync.WaitGroup
	ways.Go(func() {
		defer out.Close()
		send(out, in)
	})
	ways.Go(func() {
		defer c.Close()
		receive(c, out)
	})
	ways.Wait()
}

// lost says that a datagram came to nothing, as they may: nobody was there, it was too long, or the network is full.
func lost(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.EMSGSIZE) ||
		errors.Is(err, syscall.EHOSTUNREACH) || errors.Is(err, syscall.ENETUNREACH) ||
		errors.Is(err, syscall.ENOBUFS) || errors.Is(err, syscall.EPERM)
}

// send sends the datagrams that the app's stream holds, until its end.
func send(out net.Conn, in io.Reader) {
	var head [2]byte
	buffer := make([]byte, maxDatagram)
	for {
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return
		}
		one := buffer[:binary.BigEndian.Uint16(head[:])]
		if _, err := io.ReadFull(in, one); err != nil {
			return
		}
		if _, err := out.Write(one); err != nil && !lost(err) {
			return
		}
	}
}

// receive writes what comes to the app's stream, until one of them is closed.
func receive(c net.Conn, out net.Conn) {
	buffer := make([]byte, 2+maxDatagram)
	for {
		n, err := out.Read(buffer[2:])
		if err != nil {
			if lost(err) {
				continue
			}
			return
		}
		binary.BigEndian.PutUint16(buffer, uint16(n))
		if _, err := c.Write(buffer[:2+n]); err != nil {
			return
		}
	}
}
