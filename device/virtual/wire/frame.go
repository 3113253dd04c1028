// Package wire is the front's end of the protocol between talpa and the JVM
// that runs an app (the agent): frames of JSON over a pair of pipes, requests
// that are answered in order, and notifications between them.
//
// A frame is a big-endian length of four bytes and that many bytes of JSON. A
// JSON object with a member "bytes" is followed by that many raw bytes. The
// peer runs untrusted code, so every length is bounded before memory is taken,
// and a frame that breaks the rules ends the connection.
package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const (
	// MaxFrame bounds the JSON of a frame, in bytes.
	MaxFrame = 64 << 20
	// MaxRaw bounds the raw bytes after a frame.
	MaxRaw = 64 << 20
	// readStep is how much memory is taken before the bytes have come.
	readStep = 1 << 20
)

// ErrProtocol is wrapped by the errors for a peer that breaks the protocol.
var ErrProtocol = errors.New("agent protocol violated")

// envelope is every member that a frame from the agent can have.
type envelope struct {
	ID     int64           `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
	Bytes  int64           `json:"bytes"`
	Notice
}

// request is a frame to the agent.
type request struct {
	ID     int64  `json:"id"`
	Method string `json:"method"`
	Params any    `json:"params"`
}

// readFrame reads one frame and the raw bytes that follow it. A clean end of
// input before the first byte is io.EOF.
func readFrame(r io.Reader) (envelope, []byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return envelope{}, nil, err
	}
	n := int64(binary.BigEndian.Uint32(head[:]))
	if n > MaxFrame {
		return envelope{}, nil, fmt.Errorf("%w: frame of %d bytes, limit %d", ErrProtocol, n, MaxFrame)
	}
	body, err := readExactly(r, n)
	if err != nil {
		return envelope{}, nil, fmt.Errorf("reading a frame of %d bytes: %w", n, err)
	}
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return envelope{}, nil, fmt.Errorf("%w: frame is not JSON: %w", ErrProtocol, err)
	}
	if e.Bytes < 0 || e.Bytes > MaxRaw {
		return envelope{}, nil, fmt.Errorf("%w: %d raw bytes, limit %d", ErrProtocol, e.Bytes, MaxRaw)
	}
	raw, err := readExactly(r, e.Bytes)
	if err != nil {
		return envelope{}, nil, fmt.Errorf("reading %d raw bytes: %w", e.Bytes, err)
	}
	return e, raw, nil
}

// readExactly reads n bytes and takes memory only as they come.
func readExactly(r io.Reader, n int64) ([]byte, error) {
	buf := make([]byte, 0, min(n, readStep))
	for int64(len(buf)) < n {
		step := min(n-int64(len(buf)), readStep)
		at := len(buf)
		buf = append(buf, make([]byte, step)...)
		if _, err := io.ReadFull(r, buf[at:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return buf, nil
}

// appendFrame appends the frame of v to dst.
func appendFrame(dst []byte, v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if len(body) > MaxFrame {
		return nil, fmt.Errorf("request of %d bytes, limit %d", len(body), MaxFrame)
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(body)))
	return append(dst, body...), nil
}
