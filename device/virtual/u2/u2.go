// Package u2 imitates, in front of an embedded device, the server programs that
// the Python client uiautomator2 pushes to a phone and talks to over HTTP, so
// that scripts written for that client run unchanged. It follows the client:
//
//   - its generation 3 starts a server of its own with app_process (port 9008
//     unless told otherwise) and sends it JSON-RPC 2.0;
//   - its generation 2 talks to the program atx-agent (port 7912), which adds
//     shell commands, files, packages and screenshots, and passes JSON-RPC on.
//
// One Server answers both. Objects are found by the rules of UiSelector in the
// hierarchy that the device dumps, gestures become the device's own. Time that
// a client lets pass between two calls passes on the device's virtual clock
// before the second one: a script's sleep is a sleep of the app too.
//
// Not modelled: watchers of the server's own (clients keep theirs
// themselves), the notification shade, web views, several displays, icons,
// and the look-arounds of regular expressions.
//
// The functions of JSON-RPC are cut by what they are about: display, views, gestures, typing,
// scroller and messages; agent is the rest of atx-agent's HTTP.
//
// Every byte comes from outside: bodies, selectors and searches are bounded, and
// what is not understood is answered with an error.
package u2

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"time"

	"talpa/internal/localhttp"
)

// Ports on which clients expect the servers.
const (
	PortServer = 9008 // generation 3
	PortAgent  = 7912 // generation 2: atx-agent
)

const (
	// pollEvery is how often a wait for an object looks; as much virtual time passes.
	pollEvery = 200 * time.Millisecond
	maxWait   = 10 * time.Minute
)

// Point is a place on the display, in pixels.
type Point struct{ X, Y float64 }

// Screen is what a device shows.
type Screen struct {
	XML           string // as `uiautomator dump` writes it
	Front         string // activity in front, "package/class"; "" for the home screen
	Width, Height int    // as turned, pixels
	Rotation      int    // quarter turns, 0 to 3
	Density       int    // dots per inch
	API           int
}

// Device is what a Server drives. Its methods are called by several goroutines.
// An app that dies of an input is no error.
type Device interface {
	// Serial names the device.
	Serial() string
	// Shell runs a command line and returns its exit code.
	Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int
	// Screen looks at the display.
	Screen(ctx context.Context) (Screen, error)
	// Screenshot is the display as PNG.
	Screenshot(ctx context.Context) ([]byte, error)
	// Press touches a place for so long; 0 is a tap.
	Press(ctx context.Context, at Point, long time.Duration) error
	// Fingers moves one or two fingers along their points, after they rested for hold.
	Fingers(ctx context.Context, paths [][]Point, hold, long time.Duration) error
	// Touch is a single event of a finger: "down", "move" or "up".
	Touch(ctx context.Context, action string, at Point) error
	// Key presses a key by its Android name without KEYCODE_, or its number.
	Key(ctx context.Context, name string, meta int) error
	// Type types text into the focused field, which is emptied first if clear is set.
	Type(ctx context.Context, text string, clear bool) error
	// Rotate turns the display to so many quarter turns.
	Rotate(ctx context.Context, rotation int) error
	// Wait lets virtual time pass.
	Wait(ctx context.Context, d time.Duration) error
	// Clipboard is its text, replaced first by *text unless that is nil.
	Clipboard(ctx context.Context, text *string) (string, error)
	// Toast is the text of the newest toast, and how many the app has shown.
	Toast(ctx context.Context) (text string, count int, err error)
}

// Server answers the clients of one device. Safe for use by several goroutines.
type Server struct {
	rpc   *rpc
	agent *agent
}

// New returns the server of a device.
func New(d Device, log *slog.Logger) *Server {
	return newServer(d, log, &clock{d: d, now: time.Now, sleep: pause})
}

func newServer(d Device, log *slog.Logger, c *clock) *Server {
	runs := &service{}
	show := &display{d: d}
	find := &views{d: d, display: show, clock: c, handles: map[string]query{}}
	methods := map[string]method{}
	for _, part := range []interface{ methods() map[string]method }{
		show, find, &gestures{d: d, views: find}, &typing{d: d, views: find},
		&scroller{d: d, display: show, views: find}, &messages{d: d},
	} {
		maps.Copy(methods, part.methods())
	}
	return &Server{
		rpc:   &rpc{methods: methods, clock: c, service: runs, log: log},
		agent: &agent{d: d, display: show, clock: c, service: runs},
	}
}

// Handler answers the requests of both generations, of programs of this machine: not
// those that a web page sends.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.rpc.route(mux)
	s.agent.route(mux)
	return localhttp.Only(mux)
}
