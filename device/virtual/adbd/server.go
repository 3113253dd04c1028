// Package adbd lets programs that speak adb use devices that are not Android's:
// it is an adb server (the protocol of port 5037: host services, then a stream
// to a device) and an adb daemon (the packet protocol that `adb connect` uses)
// on one port, told apart by their first bytes.
//
// It follows AOSP's SERVICES.TXT, protocol.txt and SYNC.TXT at protocol version
// 1.0.41. Modelled: shell (1 and 2), exec, sync (STAT, LIST and their second
// versions, SEND, RECV), forwards and reverse forwards of tcp ports, device
// tracking. Its ports are on loopback and answer the user only who started them.
// Not modelled: authentication and TLS, USB, forwards of other sockets of the host, compression, framebuffer.
//
// Every byte comes from outside: lengths are bounded, and a client that does
// not speak the protocol is disconnected.
package adbd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"talpa/device/virtual/peercred"
)

// version is the adb server version that clients of protocol 1.0.41 insist on.
const version = "0029"

// features is what the devices can do, in adb's words.
const features = "shell_v2,cmd,abb,abb_exec,stat_v2,fixed_push_mkdir"

const (
	maxConns       = 256
	requestTimeout = 20 * time.Second
	maxRequest     = 0xffff
)

// Device is what the server offers to clients.
type Device interface {
	// Serial names the device; it holds no blank, and does not change.
	Serial() string
	// Product is "product model device", three words.
	Product() string
	// Shell runs a command line and returns its exit code. It returns soon after
	// the context ended or an output fails.
	Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int
	// Files are the files that sync sees.
	Files() Files
	// Dial connects to a socket that a program of the device listens on, named
	// in adb's words: "tcp:9008", "localabstract:name".
	Dial(ctx context.Context, address string) (net.Conn, error)
	// Listen opens a socket of the device, to which its programs can connect:
	// "tcp:8081", or "tcp:0" for any port. The address of the listener is in the
	// same words.
	Listen(ctx context.Context, address string) (net.Listener, error)
}

// Files is the file system of a device, by its absolute paths.
type Files interface {
	Stat(name string) (fs.FileInfo, error)
	Open(name string) (*os.File, error)
	Create(name string, appending bool) (io.WriteCloser, error)
	ReadDir(name string) ([]fs.FileInfo, error)
	Mkdir(name string, all bool) error
}

// Server serves devices over adb.
type Server struct {
	listener net.Listener
	devices  []Device
	log      *slog.Logger
	ctx      context.Context
	cancel   context.CancelFunc
	wg       sync.WaitGroup
	slots    chan struct{}
	forwards forwards
	reverses reverses
}

// Listen starts to serve on a loopback port; 0 takes any.
func Listen(port int, devices []Device, log *slog.Logger) (*Server, error) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Server{devices: devices, log: log, ctx: ctx, cancel: cancel, slots: make(chan struct{}, maxConns)}
	var err error
	if s.listener, err = s.listen(strconv.Itoa(port)); err != nil {
		cancel()
		return nil, fmt.Errorf("serving adb: %w", err)
	}
	s.wg.Add(1)
	go s.accept()
	return s, nil
}

// listen opens a port on loopback that answers the user of this process only.
func (s *Server) listen(port string) (net.Listener, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return nil, err
	}
	return peercred.Only(l, os.Geteuid(), func(err error) {
		level := slog.LevelWarn
		if errors.Is(err, peercred.ErrUnknown) {
			level = slog.LevelDebug // the client has gone
		}
		s.log.Log(s.ctx, level, "adb: a connection is refused", "err", err)
	}), nil
}

// Addr is "127.0.0.1:PORT".
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close disconnects every client and waits for their commands to end.
func (s *Server) Close() error {
	s.cancel()
	err := s.listener.Close()
	s.forwards.closeAll()
	s.reverses.remove(func(*reverse) bool { return true })
	s.wg.Wait()
	return err
}

func (s *Server) accept() {
	defer s.wg.Done()
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return
		}
		select {
		case s.slots <- struct{}{}:
		default:
			s.log.Warn("adb: too many clients", "limit", maxConns)
			c.Close()
			continue
		}
		s.wg.Add(1)
		go func() {
			defer s.wg.Done()
			defer func() { <-s.slots }()
			s.serve(c)
		}()
	}
}

// serve speaks to one client until it or the server ends.
func (s *Server) serve(c net.Conn) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	defer c.Close()
	var head [4]byte
	_ = c.SetReadDeadline(time.Now().Add(requestTimeout))
	if _, err := io.ReadFull(c, head[:]); err != nil {
		return
	}
	var err error
	if string(head[:]) == "CNXN" {
		err = s.transport(ctx, c, head)
	} else {
		err = s.smartSocket(ctx, c, head)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) {
		s.log.Debug("adb: client disconnected", "err", err)
	}
}

// smartSocket answers host requests until one of them becomes a stream.
func (s *Server) smartSocket(ctx context.Context, c net.Conn, head [4]byte) error {
	var chosen Device
	for {
		n, err := strconv.ParseUint(string(head[:]), 16, 16)
		if err != nil {
			return fmt.Errorf("request length %q is not hexadecimal", head[:])
		}
		req := make([]byte, n)
		_ = c.SetReadDeadline(time.Now().Add(requestTimeout))
		if _, err := io.ReadFull(c, req); err != nil {
			return fmt.Errorf("reading a request of %d bytes: %w", n, err)
		}
		_ = c.SetReadDeadline(time.Time{})
		request := string(req)
		if chosen != nil && !strings.HasPrefix(request, "host") {
			return s.service(ctx, chosen, request, c)
		}
		d, more, err := s.host(ctx, c, request, chosen)
		if err != nil || !more {
			return err
		}
		if d != nil {
			chosen = d
		}
		_ = c.SetReadDeadline(time.Now().Add(requestTimeout))
		if _, err := io.ReadFull(c, head[:]); err != nil {
			return err
		}
	}
}

// service connects a client of the server protocol to a device's service.
func (s *Server) service(ctx context.Context, d Device, name string, c net.Conn) error {
	f, err := s.open(d, name, serverPeer{})
	if err != nil {
		return fail(c, err.Error())
	}
	if _, err := io.WriteString(c, "OKAY"); err != nil {
		return err
	}
	f(ctx, c)
	return nil
}

func okay(w io.Writer, text string) error {
	_, err := fmt.Fprintf(w, "OKAY%04x%s", len(text), text)
	return err
}

func fail(w io.Writer, reason string) error {
	if len(reason) > maxRequest {
		reason = reason[:maxRequest]
	}
	_, err := fmt.Fprintf(w, "FAIL%04x%s", len(reason), reason)
	return err
}
