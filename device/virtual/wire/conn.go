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
	Limit    string   `json:"limit"` // of the virtual machine: memory, stack
	Reason   string   `json:"reason"`
	// exit
	Code int `json:"code"`
	// unsupported; answered, with Name; unreachable and class have a Name only
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
	EventDied        = "died" // after a crash, with a Reason
	EventExit        = "exit"
	EventUnsupported = "unsupported"
	EventExternal    = "external"
	EventAnswered    = "answered"
	EventUnreachable = "unreachable"
	EventRefused     = "refused" // of the front's relay, not of the agent
	EventPermission  = "permission"
	EventSetting     = "setting"
	EventUnconverted = "unconverted" // of the front's converter: a Detail
	EventClass       = "class"       // a class of the app that is to be converted, with its internal Name
)

// Conn is a connection to one agent. It is safe for use by several goroutines.
type Conn struct {
	notify func(Notice)
	frames chan outgoing // to the one goroutine that writes

	mu      sync.Mutex // guards what follows
	next    int64
	waiting map[int64]chan answer
	err     error

	done chan struct{}
}

// answer is what came back for one request, or why nothing will.
type answer struct {
	envelope
	raw []byte
	err error
}

// outgoing is the frame of one request.
type outgoing struct {
	id    int64
	bytes []byte
}

// NewConn speaks the protocol over r and w until r ends. notify is called for
// every notification, in order, and before the answer to the request that
// caused it is delivered; it must not call the connection.
//
// A frame is written whole or not at all, by a goroutine of its own: an agent that
// does not read holds that goroutine, and no caller longer than its context. Whoever
// ends the agent ends it, since the write then fails.
func NewConn(r io.Reader, w io.Writer, notify func(Notice)) *Conn {
	c := &Conn{
		notify: notify, frames: make(chan outgoing), waiting: map[int64]chan answer{}, done: make(chan struct{}),
	}
	go c.read(bufio.NewReaderSize(r, 64<<10))
	go c.write(w)
	return c
}

// Done is closed when the agent's output has ended or broke the protocol.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Busy says whether an answer is waited for.
func (c *Conn) Busy() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting) > 0
}

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
	id, ch, err := c.send(ctx, method, params)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a, ok := <-ch:
		return c.finish(method, a, ok, result)
	case <-ctx.Done():
		c.forget(id)
		return nil, fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// finish turns an answer into the result of Call.
func (c *Conn) finish(method string, a answer, ok bool, result any) ([]byte, error) {
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: %w", method, c.Err())
	case a.err != nil:
		return nil, fmt.Errorf("%s: %w", method, a.err)
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

// send hands a request to the writer, and returns where its answer will come.
func (c *Conn) send(ctx context.Context, method string, params any) (int64, chan answer, error) {
	c.mu.Lock()
	if c.err != nil {
		defer c.mu.Unlock()
		return 0, nil, c.err
	}
	c.next++
	id, ch := c.next, make(chan answer, 1)
	c.waiting[id] = ch
	c.mu.Unlock()

	frame, err := appendFrame(nil, request{id, method, params})
	if err == nil {
		select {
		case c.frames <- outgoing{id, frame}:
			return id, ch, nil
		case <-c.done:
			err = c.Err()
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	c.forget(id)
	return 0, nil, err
}

// forget drops the answer to a request, and returns where it would have come; nil if
// it has come.
func (c *Conn) forget(id int64) chan answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch := c.waiting[id]
	delete(c.waiting, id)
	return ch
}

// write writes frames until the connection has ended. What cannot be written fails
// that request alone: whether the agent is gone its output tells.
func (c *Conn) write(w io.Writer) {
	for {
		select {
		case f := <-c.frames:
			if _, err := w.Write(f.bytes); err != nil {
				if ch := c.forget(f.id); ch != nil {
					ch <- answer{err: fmt.Errorf("%w: %w", ErrGone, err)}
				}
			}
		case <-c.done:
			return
		}
	}
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
		if ch := c.forget(e.ID); ch != nil {
			ch <- answer{envelope: e, raw: raw}
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
