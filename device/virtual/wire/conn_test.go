package wire

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"testing/iotest"
	"time"
)

// frame is a frame of text, followed by raw bytes.
func frame(text string, raw ...byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	return append(append(b, text...), raw...)
}

// agent answers each request by what reply gives for it; it ends when reply says so.
func agent(t *testing.T, reply func(e request, w io.Writer) bool) (*Conn, *[]Notice) {
	t.Helper()
	reqR, reqW := io.Pipe()
	ansR, ansW := io.Pipe()
	var notices []Notice
	c := NewConn(ansR, reqW, func(n Notice) { notices = append(notices, n) })
	go func() {
		defer ansW.Close()
		defer reqR.Close()
		for {
			e, _, err := readFrame(reqR)
			if err != nil || !reply(request{ID: e.ID}, ansW) {
				return
			}
		}
	}()
	t.Cleanup(func() { reqW.Close(); ansR.Close(); <-c.Done() })
	return c, &notices
}

func TestCall(t *testing.T) {
	t.Parallel()
	c, notices := agent(t, func(e request, w io.Writer) bool {
		w.Write(frame(`{"event":"log","p":"I","tag":"a","msg":"hello"}`))
		w.Write(frame(`{"id":1,"result":{"now":7},"bytes":3}`, 1, 2, 3))
		return true
	})
	var result struct{ Now int }
	raw, err := c.Call(t.Context(), "tap", map[string]int{"x": 1}, &result)
	if err != nil || result.Now != 7 || !bytes.Equal(raw, []byte{1, 2, 3}) {
		t.Fatalf("result %+v raw %v err %v", result, raw, err)
	}
	if len(*notices) != 1 || (*notices)[0].Msg != "hello" {
		t.Fatalf("notices before the answer: %+v", *notices)
	}
}

func TestCallErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer []byte
		want   error
	}{
		"end of input":  {nil, ErrGone},
		"cut frame":     {frame(`{"id":1}`)[:6], ErrGone},
		"cut raw bytes": {frame(`{"id":1,"bytes":9}`, 1, 2), ErrGone},
		"not JSON":      {frame(`nonsense`), ErrProtocol},
		"huge frame":    {[]byte{0xff, 0xff, 0xff, 0xff}, ErrProtocol},
		"huge raw":      {frame(`{"id":1,"bytes":1099511627776}`), ErrProtocol},
		"negative raw":  {frame(`{"id":1,"bytes":-1}`), ErrProtocol},
		"wrong result":  {frame(`{"id":1,"result":[1]}`), ErrProtocol},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := agent(t, func(e request, w io.Writer) bool { w.Write(test.answer); return false })
			var result struct{ Now int }
			if _, err := c.Call(t.Context(), "tap", nil, &result); !errors.Is(err, test.want) {
				t.Fatalf("err %v, want %v", err, test.want)
			}
		})
	}
}

func TestAgentError(t *testing.T) {
	t.Parallel()
	c, _ := agent(t, func(e request, w io.Writer) bool {
		w.Write(frame(`{"id":1,"error":{"kind":"app","message":"died"}}`))
		return true
	})
	_, err := c.Call(t.Context(), "tap", nil, nil)
	var said *Error
	if !errors.As(err, &said) || said.Kind != KindApp || said.Message != "died" {
		t.Fatalf("err %v", err)
	}
}

func TestCallContext(t *testing.T) {
	t.Parallel()
	answer := make(chan struct{})
	c, _ := agent(t, func(e request, w io.Writer) bool {
		<-answer
		w.Write(frame(`{"id":1,"result":{}}`))
		w.Write(frame(`{"id":2,"result":{}}`))
		return true
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := c.Call(ctx, "tap", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("err %v", err)
	}
	close(answer) // the late answer is dropped, the next call gets its own
	if _, err := c.Call(t.Context(), "tap", nil, nil); err != nil {
		t.Fatal(err)
	}
}

// FuzzReadFrame: whatever the agent sends, reading ends, within bounds, and a
// frame does not depend on how it was cut into reads.
func FuzzReadFrame(f *testing.F) {
	f.Add(frame(`{"id":1,"result":{}}`))
	f.Add(frame(`{"id":1,"bytes":2}`, 1, 2))
	f.Add(frame(`{"event":"crash","trace":"x"}`))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 'a'})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		e, raw, err := readFrame(bytes.NewReader(data))
		e2, raw2, err2 := readFrame(iotest.OneByteReader(bytes.NewReader(data)))
		if (err == nil) != (err2 == nil) || e.ID != e2.ID || !bytes.Equal(raw, raw2) {
			t.Fatalf("whole: %v %v, byte by byte: %v %v", e, err, e2, err2)
		}
		if len(raw) > len(data) {
			t.Fatalf("%d raw bytes from %d", len(raw), len(data))
		}
	})
}
