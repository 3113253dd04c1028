package adb

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"talpa/device"
	"talpa/internal/shellword"
)

const (
	dialTimeout = 10 * time.Second
	maxOutput   = 64 << 20 // bytes of one command
)

// link reaches one device through an adb server. Each call is a connection of
// its own, which ends with its context.
type link struct {
	addr    string
	serial  string
	options Options
	shellV2 bool
}

// features asks what the device's daemon can do.
func (l *link) features(ctx context.Context) error {
	c, err := l.dial(ctx, "host-serial:"+l.serial+":features")
	if err != nil {
		return err
	}
	defer c.Close()
	text, err := readText(c)
	if err != nil {
		return l.lost(err)
	}
	l.shellV2 = slices.Contains(strings.Split(text, ","), "shell_v2")
	return nil
}

func (l *link) lost(err error) error {
	return fmt.Errorf("%w: %s: %w", device.ErrLost, l.serial, err)
}

// dial connects to the adb server and sends one request, which it accepts.
func (l *link) dial(ctx context.Context, request string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: dialTimeout}
	c, err := dialer.DialContext(ctx, "tcp", l.addr)
	if err != nil {
		return nil, l.lost(err)
	}
	stop := context.AfterFunc(ctx, func() { c.Close() })
	bound := &boundConn{Conn: c, ended: ctx.Err, stop: stop}
	if err := ask(bound, request); err != nil {
		bound.Close()
		return nil, l.lost(err)
	}
	return bound, nil
}

// boundConn is closed when its context ends, and then says so in its errors.
type boundConn struct {
	net.Conn
	ended func() error // why the context ended; nil if it has not
	stop  func() bool
}

func (b *boundConn) Read(p []byte) (int, error) {
	n, err := b.Conn.Read(p)
	return n, b.why(err)
}

func (b *boundConn) Write(p []byte) (int, error) {
	n, err := b.Conn.Write(p)
	return n, b.why(err)
}

func (b *boundConn) why(err error) error {
	if err == nil {
		return nil
	}
	return cmp.Or(b.ended(), err)
}

func (b *boundConn) Close() error {
	b.stop()
	return b.Conn.Close()
}

// open connects to a service of the device.
func (l *link) open(ctx context.Context, service string) (net.Conn, error) {
	c, err := l.dial(ctx, "host:transport:"+l.serial)
	if err != nil {
		return nil, err
	}
	if err := ask(c, service); err != nil {
		c.Close()
		return nil, l.lost(err)
	}
	return c, nil
}

// ask sends a request and reads its status.
func ask(c io.ReadWriter, request string) error {
	if len(request) > 0xffff {
		return fmt.Errorf("request of %d bytes is too long for adb", len(request))
	}
	if _, err := fmt.Fprintf(c, "%04x%s", len(request), request); err != nil {
		return err
	}
	var status [4]byte
	if _, err := io.ReadFull(c, status[:]); err != nil {
		return err
	}
	switch string(status[:]) {
	case "OKAY":
		return nil
	case "FAIL":
		text, err := readText(c)
		if err != nil {
			return err
		}
		return errors.New(text)
	}
	return fmt.Errorf("not an adb server: answered %q", status)
}

// readText reads a text with its length before it.
func readText(r io.Reader) (string, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return "", err
	}
	n, err := strconv.ParseUint(string(head[:]), 16, 16)
	if err != nil {
		return "", fmt.Errorf("not an adb server: length %q", head)
	}
	text := make([]byte, n)
	_, err = io.ReadFull(r, text)
	return string(text), err
}

// commandError is a command that failed on the device.
type commandError struct {
	command string
	code    int
	said    string
}

func (e *commandError) Error() string {
	return fmt.Sprintf("%s: exit %d: %s", e.command, e.code, firstLine(e.said))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// run runs a command given as words and returns what it printed. A status
// other than 0 is a *commandError.
func (l *link) run(ctx context.Context, words ...string) (string, error) {
	out, err := l.script(ctx, shellword.Join(words))
	return string(out), err
}

// told runs a command given as words and returns what it printed on both streams, the
// errors last.
func (l *link) told(ctx context.Context, words ...string) (string, error) {
	out, said, err := l.streams(ctx, shellword.Join(words))
	return string(out) + "\n" + string(said), err
}

// script runs shell text.
func (l *link) script(ctx context.Context, line string) ([]byte, error) {
	out, _, err := l.streams(ctx, line)
	return out, err
}

// streams runs shell text and returns both streams; all is out where the daemon does not
// tell them apart.
func (l *link) streams(ctx context.Context, line string) (out, said []byte, err error) {
	var code int
	if l.shellV2 {
		out, said, code, err = l.scriptV2(ctx, line)
	} else {
		out, code, err = l.scriptV1(ctx, line)
	}
	if err == nil && code != 0 {
		why := said
		if len(why) == 0 {
			why = out
		}
		err = &commandError{line, code, string(why)}
	}
	return out, said, err
}

// The packets of the second shell protocol.
const (
	packetStdout = 1
	packetStderr = 2
	packetExit   = 3
)

func (l *link) scriptV2(ctx context.Context, line string) (out, said []byte, code int, err error) {
	c, err := l.open(ctx, "shell,v2,raw:"+line)
	if err != nil {
		return nil, nil, 0, err
	}
	defer c.Close()
	for {
		var head [5]byte
		if _, err := io.ReadFull(c, head[:]); err != nil {
			return out, said, 0, l.lost(fmt.Errorf("%s: %w", line, err))
		}
		n := binary.LittleEndian.Uint32(head[1:])
		if int64(n)+int64(len(out)) > maxOutput {
			return out, said, 0, l.lost(fmt.Errorf("%s: more than %d bytes of output", line, maxOutput))
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(c, body); err != nil {
			return out, said, 0, l.lost(fmt.Errorf("%s: %w", line, err))
		}
		switch head[0] {
		case packetStdout:
			out = append(out, body...)
		case packetStderr:
			said = append(said, body...)
		case packetExit:
			if len(body) > 0 {
				code = int(body[0])
			}
			return out, said, code, nil
		}
	}
}

// scriptV1 is for daemons older than Android 7: the exit code follows the
// output behind a marker.
func (l *link) scriptV1(ctx context.Context, line string) ([]byte, int, error) {
	const marker = "talpa-exit:"
	c, err := l.open(ctx, "shell:"+line+"; echo; echo "+marker+"$?")
	if err != nil {
		return nil, 0, err
	}
	defer c.Close()
	out, err := io.ReadAll(io.LimitReader(c, maxOutput))
	if err != nil {
		return out, 0, l.lost(fmt.Errorf("%s: %w", line, err))
	}
	at := bytes.LastIndex(out, []byte(marker))
	if at < 0 {
		return out, 0, l.lost(fmt.Errorf("%s: the output ends early", line))
	}
	code, err := strconv.Atoi(strings.TrimSpace(string(out[at+len(marker):])))
	if err != nil {
		return out, 0, l.lost(fmt.Errorf("%s: exit code: %w", line, err))
	}
	out = bytes.TrimRight(out[:at], "\r\n")
	return append(out, '\n'), code, nil
}
