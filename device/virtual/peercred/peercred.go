// Package peercred tells which user a TCP connection on this machine comes from, and
// makes listeners that answer one user only: a port on loopback is open to all users of
// a machine, and adb knows no password.
//
// The kernel tells it in /proc/net/tcp (proc_pid_net(5)): the user of the socket at the
// other end. A socket that its program has closed is listed as root's, without an inode,
// and counts as nobody's. Root is answered, as it may do what the user may. Not modelled:
// IPv6, and systems without that file, where every connection is taken; Supported says so.
package peercred

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"time"
)

// table lists the TCP sockets of this network namespace.
const table = "/proc/net/tcp"

// root is the user that may do everything.
const root = 0

// The kernel lists sockets while they come and go, and may leave one out: whoever is not
// found is looked for again.
const (
	looks = 3
	pause = 10 * time.Millisecond
)

// ErrUnknown says that no open socket of this machine is the other end of a connection.
var ErrUnknown = errors.New("the peer of the connection is not known")

// Supported says whether this system tells who is at the other end.
func Supported() bool {
	_, err := os.Stat(table)
	return err == nil
}

// User is the id of the user whose socket is at the other end of a connection over IPv4
// on this machine.
func User(c net.Conn) (int, error) {
	from, err := address(c.RemoteAddr())
	if err != nil {
		return 0, err
	}
	to, err := address(c.LocalAddr())
	if err != nil {
		return 0, err
	}
	for look := 1; ; look++ {
		user, err := read(from, to)
		if !errors.Is(err, ErrUnknown) || look == looks {
			return user, err
		}
		time.Sleep(pause)
	}
}

func read(from, to netip.AddrPort) (int, error) {
	f, err := os.Open(table)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return search(f, from, to)
}

// address is an address of a socket over IPv4.
func address(a net.Addr) (netip.AddrPort, error) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}, fmt.Errorf("%v is no TCP address", a)
	}
	p := tcp.AddrPort()
	p = netip.AddrPortFrom(p.Addr().Unmap(), p.Port())
	if !p.Addr().Is4() {
		return netip.AddrPort{}, fmt.Errorf("%v is no address of IPv4", a)
	}
	return p, nil
}

// The columns of the table.
const (
	columnLocal  = 1
	columnRemote = 2
	columnUser   = 7
	columnInode  = 9
)

// search finds the user of the socket that leads from an address to another.
func search(r io.Reader, from, to netip.AddrPort) (int, error) {
	local, remote := hexadecimal(from), hexadecimal(to)
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) <= columnInode || f[columnLocal] != local || f[columnRemote] != remote {
			continue
		}
		if f[columnInode] == "0" {
			return 0, ErrUnknown // closed: the kernel has forgotten whose it was
		}
		user, err := strconv.ParseUint(f[columnUser], 10, 32)
		if err != nil {
			return 0, fmt.Errorf("%s: the user of a socket: %w", table, err)
		}
		return int(user), nil
	}
	if err := lines.Err(); err != nil {
		return 0, err
	}
	return 0, ErrUnknown
}

// hexadecimal is an address as the table has it: the bytes of the host's order, the port.
func hexadecimal(a netip.AddrPort) string {
	ip := a.Addr().As4()
	return fmt.Sprintf("%08X:%04X", binary.NativeEndian.Uint32(ip[:]), a.Port())
}

// Listener takes connections of one user, and of root, and closes all others.
type Listener struct {
	net.Listener
	user    int
	refused func(error)
}

// Only makes a listener answer the user alone; refused is told of each connection that
// is not answered.
func Only(l net.Listener, user int, refused func(error)) *Listener {
	return &Listener{Listener: l, user: user, refused: refused}
}

// Accept waits for the next connection of the user.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if err := l.check(c); err != nil {
			l.refused(err)
			c.Close()
			continue
		}
		return c, nil
	}
}

func (l *Listener) check(c net.Conn) error {
	if !Supported() {
		return nil
	}
	user, err := User(c)
	if err != nil {
		return fmt.Errorf("%v: %w", c.RemoteAddr(), err)
	}
	if user != l.user && user != root {
		return fmt.Errorf("%v: user %d is not user %d, whose port this is", c.RemoteAddr(), user, l.user)
	}
	return nil
}
