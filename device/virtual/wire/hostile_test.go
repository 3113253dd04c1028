package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// callTimeout is when a test takes a call for hung.
const callTimeout = time.Minute

// within runs a call that must come back.
func within(t testing.TB, what string, call func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); call() }()
	select {
	case <-done:
	case <-time.After(callTimeout):
		t.Fatalf("%s hangs", what)
	}
}

// TestAgentStopsReading: a frame that the agent does not take holds nobody longer than
// its context, neither the caller that sent it nor those behind it.
func TestAgentStopsReading(t *testing.T) {
	t.Parallel()
	answers, agentOut := io.Pipe()
	agentIn, requests := io.Pipe()
	c := NewConn(answers, requests, func(Notice) {})
	within(t, "a call on an agent that does not read", func() {
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			if _, err := c.Call(ctx, "tap", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("err %v", err)
			}
			cancel()
		}
	})
	if n := len(c.waiting); n != 0 {
		t.Errorf("%d calls are waited for", n)
	}
	within(t, "the end", func() {
		var wg sync.WaitGroup
		wg.Go(func() { // has no limit: the end of the agent ends it
			if _, err := c.Call(t.Context(), "tap", nil, nil); !errors.Is(err, ErrGone) {
				t.Errorf("err %v", err)
			}
		})
		agentOut.Close()
		agentIn.Close()
		wg.Wait()
		<-c.Done()
	})
}

// TestAgentStopsReadingThenReads: the frame that was in the way goes out whole, so the
// next request is understood.
func TestAgentStopsReadingThenReads(t *testing.T) {
	t.Parallel()
	answers, agentOut := io.Pipe()
	agentIn, requests := io.Pipe()
	c := NewConn(answers, requests, func(Notice) {})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	var head [3]byte
	go io.ReadFull(agentIn, head[:]) // a part of the first frame, then nothing
	if _, err := c.Call(ctx, "first", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("err %v", err)
	}
	go func() {
		in := io.MultiReader(bytes.NewReader(head[:]), agentIn)
		for range 2 {
			e, _, err := readFrame(in)
			if err != nil {
				t.Errorf("the agent reads: %v", err)
				return
			}
			agentOut.Write(frame(fmt.Sprintf(`{"id":%d,"result":{"id":%[1]d}}`, e.ID)))
		}
	}()
	within(t, "the second call", func() {
		var result struct{ ID int }
		if _, err := c.Call(t.Context(), "second", nil, &result); err != nil || result.ID != 2 {
			t.Errorf("result %+v, err %v", result, err)
		}
	})
	agentOut.Close()
	<-c.Done()
	agentIn.Close()
}

// TestAgentClosesInput: a request that cannot be written is one to an agent that is gone.
func TestAgentClosesInput(t *testing.T) {
	t.Parallel()
	answers, agentOut := io.Pipe()
	agentIn, requests := io.Pipe()
	c := NewConn(answers, requests, func(Notice) {})
	agentIn.Close()
	within(t, "a call", func() {
		if _, err := c.Call(t.Context(), "tap", nil, nil); !errors.Is(err, ErrGone) {
			t.Errorf("err %v", err)
		}
	})
	agentOut.Close()
	<-c.Done()
}

// TestAgentCloses ends the agent's output after each number of bytes of a notification
// and an answer: the call gets the answer or fails, and nothing is made up.
func TestAgentCloses(t *testing.T) {
	t.Parallel()
	notice := frame(`{"event":"log","msg":"hello"}`)
	all := append(bytes.Clone(notice), frame(`{"id":1,"result":{"now":7},"bytes":3}`, 1, 2, 3)...)
	for n := range len(all) + 1 {
		c, notices := agent(t, func(_ request, w io.Writer) bool { w.Write(all[:n]); return false })
		within(t, fmt.Sprintf("a call that gets %d bytes", n), func() {
			var result struct{ Now int }
			raw, err := c.Call(t.Context(), "tap", nil, &result)
			if whole := n == len(all); whole != (err == nil) || !whole && !errors.Is(err, ErrGone) {
				t.Errorf("after %d of %d bytes: err %v", n, len(all), err)
			}
			if err == nil && (result.Now != 7 || !bytes.Equal(raw, []byte{1, 2, 3})) {
				t.Errorf("result %+v, raw %v", result, raw)
			}
			<-c.Done()
		})
		if got, want := len(*notices), 0; n >= len(notice) && got != 1 || n < len(notice) && got != want {
			t.Errorf("after %d bytes %d notifications", n, got)
		}
		if err := c.Err(); !errors.Is(err, ErrGone) {
			t.Errorf("after %d bytes the connection ended for %v", n, err)
		}
		if _, err := c.Call(t.Context(), "tap", nil, nil); !errors.Is(err, ErrGone) {
			t.Errorf("a call after the end: %v", err)
		}
	}
}

// TestAnswersOutOfOrder: each call gets the answer with its own id; one that nobody
// asked for, or that comes twice, is dropped.
func TestAnswersOutOfOrder(t *testing.T) {
	t.Parallel()
	const calls = 20
	answers, agentOut := io.Pipe()
	agentIn, requests := io.Pipe()
	c := NewConn(answers, requests, func(Notice) {})
	go func() {
		type asked struct {
			ID     int64
			Params struct{ N int }
		}
		var all []asked
		for range calls {
			var head [4]byte
			io.ReadFull(agentIn, head[:])
			body := make([]byte, int(head[2])<<8|int(head[3]))
			io.ReadFull(agentIn, body)
			var a asked
			if err := json.Unmarshal(body, &a); err != nil {
				t.Error(err)
			}
			all = append(all, a)
		}
		for i := len(all) - 1; i >= 0; i-- {
			agentOut.Write(frame(`{"id":999,"result":{"n":-1}}`))
			for range 2 {
				agentOut.Write(frame(fmt.Sprintf(`{"id":%d,"result":{"n":%d}}`, all[i].ID, all[i].Params.N)))
			}
		}
	}()
	within(t, "the calls", func() {
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() {
				var result struct{ N int }
				if _, err := c.Call(t.Context(), "tap", map[string]int{"n": i}, &result); err != nil || result.N != i {
					t.Errorf("call %d: %+v, %v", i, result, err)
				}
			})
		}
		wg.Wait()
	})
	agentOut.Close()
	<-c.Done()
	agentIn.Close()
}

// TestBadRequest: a request that cannot be sent is refused, and the connection goes on.
func TestBadRequest(t *testing.T) {
	t.Parallel()
	c, _ := agent(t, func(e request, w io.Writer) bool {
		w.Write(frame(fmt.Sprintf(`{"id":%d,"result":{}}`, e.ID)))
		return true
	})
	for name, params := range map[string]any{
		"no JSON":  make(chan int),
		"too long": strings.Repeat("x", MaxFrame),
	} {
		if _, err := c.Call(t.Context(), "tap", params, nil); err == nil || errors.Is(err, ErrGone) {
			t.Errorf("%s: err %v", name, err)
		}
	}
	if _, err := c.Call(t.Context(), "tap", nil, nil); err != nil {
		t.Errorf("the next request: %v", err)
	}
}

// FuzzAgent is an agent that answers two calls by any bytes and goes: each call comes
// back, with an error or an answer to it, and every notification is told of once.
func FuzzAgent(f *testing.F) {
	f.Add([]byte{}, frame(`{"id":1,"result":{"now":3}}`), uint16(9))
	f.Add(frame(`{"event":"log","msg":"\n\n"}`), frame(`{"id":2,"bytes":2}`, 1, 2), uint16(0))
	f.Add(frame(`{"id":1,"error":{"kind":"app"}}`), frame(`{"id":-1,"event":"exit"}`), uint16(4))
	f.Add([]byte{0, 0, 0, 200, '{'}, []byte{0xff, 0xff, 0xff, 0xff}, uint16(3))
	f.Fuzz(func(t *testing.T, one, two []byte, cut uint16) {
		all := append(bytes.Clone(one), two...)
		at := min(int(cut), len(all))
		answers, agentOut := io.Pipe()
		agentIn, requests := io.Pipe()
		told := 0
		c := NewConn(answers, requests, func(n Notice) {
			if n.Event == "" {
				t.Error("told of no event")
			}
			told++
		})
		go func() {
			defer agentOut.Close()
			defer agentIn.Close()
			for _, part := range [][]byte{all[:at], all[at:]} {
				if _, _, err := readFrame(agentIn); err != nil {
					return
				}
				agentOut.Write(part)
			}
		}()
		within(t, "a call", func() {
			var wg sync.WaitGroup
			for range 2 {
				wg.Go(func() {
					var result struct{ Now int }
					if raw, err := c.Call(t.Context(), "tap", nil, &result); err == nil && len(raw) > len(all) {
						t.Errorf("%d raw bytes of %d", len(raw), len(all))
					}
				})
			}
			wg.Wait()
			answers.Close() // the rest of what the agent says is not waited for
			<-c.Done()
		})
		if most := len(all) / len("0000{\"event\":\"e\"}"); told > most {
			t.Errorf("%d notifications in %d bytes", told, len(all))
		}
	})
}
