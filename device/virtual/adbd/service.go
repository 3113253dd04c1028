package adbd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"talpa/internal/shellword"
)

// stream is a client's connection to a service, over either protocol.
type stream interface {
	io.Reader
	io.Writer
}

// open finds a service by its name, "shell,v2,raw:ls" and the like.
func (s *Server) open(d Device, service string, p peer) (func(context.Context, stream), error) {
	name, arg, _ := strings.Cut(service, ":")
	kind, options, _ := strings.Cut(name, ",")
	switch kind {
	case "shell":
		v2 := false
		for _, o := range strings.Split(options, ",") {
			v2 = v2 || o == "v2"
		}
		if v2 {
			return func(ctx context.Context, c stream) { shellV2(ctx, d, arg, c) }, nil
		}
		return func(ctx context.Context, c stream) { shellV1(ctx, d, arg, c) }, nil
	case "exec":
		return func(ctx context.Context, c stream) { raw(ctx, d, arg, c) }, nil
	case "abb_exec":
		return func(ctx context.Context, c stream) { raw(ctx, d, cmdLine(arg), c) }, nil
	case "abb":
		return func(ctx context.Context, c stream) { shellV2(ctx, d, cmdLine(arg), c) }, nil
	case "tcp", "localabstract", "localreserved", "localfilesystem", "local", "dev":
		conn, err := d.Dial(s.ctx, service)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, c stream) { bridge(ctx, c, conn) }, nil
	case "sync":
		return func(_ context.Context, c stream) { syncFiles(d.Files(), c) }, nil
	case "remount", "root", "unroot", "disable-verity", "enable-verity", "tcpip", "usb":
		return say("not possible on this device\n"), nil
	case "reboot":
		return func(ctx context.Context, c stream) { raw(ctx, d, "reboot "+arg, c) }, nil
	case "reverse":
		return s.reverseService(d, arg, p), nil
	}
	return nil, errors.New("closed")
}

// cmdLine is a call of a system service, its words divided by zero bytes, as a
// line of the shell.
func cmdLine(words string) string {
	return "cmd " + shellword.Join(strings.Split(strings.TrimSuffix(words, "\x00"), "\x00"))
}

func say(text string) func(context.Context, stream) {
	return func(_ context.Context, c stream) { _, _ = io.WriteString(c, text) }
}

// bridge connects a client with a socket of the device until one of them ends.
func bridge(ctx context.Context, c stream, conn io.ReadWriteCloser) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	go func() {
		_, _ = io.Copy(conn, c)
		conn.Close()
	}()
	_, _ = io.Copy(c, conn)
}

// shellV1 is raw for the first shell protocol. There a client that goes away
// ends its command, even one that neither reads nor writes.
func shellV1(ctx context.Context, d Device, line string, c stream) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in, feed := io.Pipe()
	defer in.Close()
	go func() {
		_, err := io.Copy(feed, c)
		feed.Close()
		if !errors.Is(err, io.ErrClosedPipe) {
			cancel()
		}
	}()
	raw(ctx, d, line, struct {
		io.Reader
		io.Writer
	}{in, c})
}

// raw runs a command with its bytes as they are: exec, and the first shell
// protocol. Without a command it is an interactive shell.
func raw(ctx context.Context, d Device, line string, c stream) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := &failing{w: c, cancel: cancel}
	if line == "" {
		interactive(ctx, d, c, out)
		return
	}
	d.Shell(ctx, line, c, out, out)
}

// interactive runs one line after the other.
func interactive(ctx context.Context, d Device, in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxRequest)
	for {
		if _, err := io.WriteString(out, "talpa:/ $ "); err != nil {
			return
		}
		if !lines.Scan() || ctx.Err() != nil {
			return
		}
		line := strings.TrimRight(lines.Text(), "\r")
		if line == "exit" {
			return
		}
		d.Shell(ctx, line, strings.NewReader(""), out, out)
	}
}

// failing cancels the command when its client cannot be written to any more.
type failing struct {
	w      io.Writer
	cancel context.CancelFunc
}

func (f *failing) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if err != nil {
		f.cancel()
	}
	return n, err
}

// The packets of the second shell protocol.
const (
	packetStdin      = 0
	packetStdout     = 1
	packetStderr     = 2
	packetExit       = 3
	packetCloseStdin = 4

	maxPacket = 1 << 20
)

// shellV2 runs a command with separate outputs and an exit code.
func shellV2(ctx context.Context, d Device, line string, c stream) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in, feed := io.Pipe()
	go func() {
		feed.CloseWithError(readStdin(c, feed))
		cancel() // the client is gone
	}()
	var mu sync.Mutex
	out := &packets{w: &failing{c, cancel}, mu: &mu, id: packetStdout}
	errw := &packets{w: out.w, mu: &mu, id: packetStderr}
	code := 0
	if line == "" {
		interactive(ctx, d, in, out)
	} else {
		code = d.Shell(ctx, line, in, out, errw)
	}
	in.Close()
	last := &packets{w: out.w, mu: &mu, id: packetExit}
	_, _ = last.Write([]byte{byte(code)})
}

// readStdin feeds the client's input packets to w. It returns nil when the
// client said that its input ended and then went away.
func readStdin(r io.Reader, w *io.PipeWriter) error {
	var head [5]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return io.EOF
		}
		n := binary.LittleEndian.Uint32(head[1:])
		if n > maxPacket {
			return fmt.Errorf("input packet of %d bytes, limit %d", n, maxPacket)
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return io.EOF
		}
		switch head[0] {
		case packetStdin:
			if _, err := w.Write(body); err != nil {
				w = closedPipe // the command does not read: go on to see the client go
			}
		case packetCloseStdin:
			w.Close()
		}
	}
}

var closedPipe = func() *io.PipeWriter {
	r, w := io.Pipe()
	r.Close()
	return w
}()

// packets writes each write as one packet.
type packets struct {
	w  io.Writer
	mu *sync.Mutex
	id byte
}

func (p *packets) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for rest := b; ; {
		n := min(len(rest), 64<<10)
		packet := binary.LittleEndian.AppendUint32([]byte{p.id}, uint32(n))
		if _, err := p.w.Write(append(packet, rest[:n]...)); err != nil {
			return len(b) - len(rest), err
		}
		if rest = rest[n:]; len(rest) == 0 {
			return len(b), nil
		}
	}
}
