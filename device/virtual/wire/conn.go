package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrGone is wrapped by the errors of calls on an agent whose process ended.
var ErrGone = errors.New("the agent is gone")

// Kinds of Error: whose fault it is.
const (
	KindApp   = "app"   // the app died or does not answer
	KindAgent = "agent" // the agent failed
	KindUsage = "usage" // the request was wrong
)

// Error is the agent's answer to a request that it could not do.
type Error struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// Error says whose fault it was, and the agent's words.
func (e *Error) Error() string { return fmt.Sprintf("agent: %s: %s", e.Kind, e.Message) }

// Notice is a notification; Event says which fields mean something.
type Notice struct {
	Event string `json:"event"`
	T     int64  `json:"t"` // virtual wall clock, ms since 1970

	// log
	Priority string `json:"p"` // V D I W E F
	Tag      string `json:"tag"`
	TID      int    `json:"tid"`
	PID      int    `json:"pid"`
	Msg      string `json:"msg"`
	// crash, anr
	Thread   string   `json:"thread"`
	Process  string   `json:"process"`
	Trace    string   `json:"trace"`
	Modelled []string `json:"modelled"`
	Reason   string   `json:"reason"`
	// exit
	Code int `json:"code"`
	// unsupported; answered, with Name; unreachable has a Name only
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
	// external
	Intent string `json:"intent"`
	Answer string `json:"answer"`
	// permission
	Name     string `json:"name"`
	Held     bool   `json:"held"`
	Refusals int    `json:"refusals"`
	// setting, with Name
	Space   string `json:"space"`
	Value   string `json:"value"`
	Removed bool   `json:"removed"`
}

// The notifications.
const (
	EventLog         = "log"
	EventCrash       = "crash"
	EventANR         = "anr"
	EventExit        = "exit"
	EventUnsupported = "unsupported"
	EventExternal    = "external"
	EventAnswered    = "answered"
	EventUnreachable = "unreachable"
	EventPermission  = "permission"
	EventSetting     = "setting"
)

// Conn is a connection to one agent. It is safe for use by several goroutines.
type Conn struct {
	notify func(Notice)

	sendMu sync.Mutex // one frame at a time
	w      io.Writer
	out    []byte

	mu      sync.Mutex // guards what follows
	next    int64
	waiting map[int64]chan answer
	err     error

	done chan struct{}
}

// answer is what came back for one request.
type answer struct {
	envelope
	raw []byte
}

// NewConn speaks the protocol over r and w until r ends. notify is called for
// every notification, in order, and before the answer to the request that
// caused it is delivered; it must not call the connection.
func NewConn(r io.Reader, w io.Writer, notify func(Notice)) *Conn {
	c := &Conn{notify: notify, w: w, waiting: map[int64]chan answer{}, done: make(chan struct{})}
	go c.read(bufio.NewReaderSize(r, 64<<10))
	return c
}

// Done is closed when the agent's output has ended or broke the protocol.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err says why the connection ended; nil while it lives.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Call performs one request. result may be nil. The raw bytes that came with
// the answer are returned. The error is an *Error if the agent answered with
// one, wraps ErrGone if it will never answer, or is the context's: the request
// then may still be performed, and its answer is dropped.
func (c *Conn) Call(ctx context.Context, method string, params, result any) ([]byte, error) {
	if params == nil {
		params = struct{}{}
	}
	ch := make(chan answer, 1)
	id, err := c.send(ch, method, params)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a, ok := <-ch:
		return c.finish(method, a, ok, result)
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		return nil, fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// finish turns an answer into the result of Call.
func (c *Conn) finish(method string, a answer, ok bool, result any) ([]byte, error) {
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: %w", method, c.Err())
	case a.Error != nil:
		return nil, fmt.Errorf("%s: %w", method, a.Error)
	case result == nil || len(a.Result) == 0:
		return a.raw, nil
	}
	if err := json.Unmarshal(a.Result, result); err != nil {
		return nil, fmt.Errorf("%s: %w: result: %w", method, ErrProtocol, err)
	}
	return a.raw, nil
}

// send registers ch for the answer and writes the request.
func (c *Conn) send(ch chan answer, method string, params any) (int64, error) {
	c.sendMu.Lock()
	defer c.sendMu.Unlock()
	c.mu.Lock()
	if c.err != nil {
		defer c.mu.Unlock()
		return 0, c.err
	}
	c.next++
	id := c.next
	c.waiting[id] = ch
	c.mu.Unlock()

	frame, err := appendFrame(c.out[:0], request{id, method, params})
	if err == nil {
		c.out = frame
		_, err = c.w.Write(frame)
		if err != nil {
			err = fmt.Errorf("%w: %w", ErrGone, err)
		}
	}
	if err != nil {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}
	return id, err
}

// read delivers frames until the input ends.
func (c *Conn) read(r io.Reader) {
	for {
		e, raw, err := readFrame(r)
		if err != nil {
			c.end(err)
			return
		}
		if e.Event != "" {
			c.notify(e.Notice)
			continue
		}
		c.mu.Lock()
		ch := c.waiting[e.ID]
		delete(c.waiting, e.ID)
		c.mu.Unlock()
		if ch != nil {
			ch <- answer{e, raw}
		}
	}
}

// end fails every waiting call and all later ones.
func (c *Conn) end(err error) {
	if !errors.Is(err, ErrProtocol) {
		err = fmt.Errorf("%w: %w", ErrGone, err)
	}
	c.mu.Lock()
	c.err = err
	waiting := c.waiting
	c.waiting = nil
	c.mu.Unlock()
	for _, ch := range waiting {
		close(ch)
	}
	close(c.done)
}
