package live

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"strconv"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
	"talpa/internal/localhttp"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageCode string

var page = template.Must(template.New("page").Parse(pageSource))

// maxRequest bounds the body of a request in bytes: a text of 64 kB, with its escapes.
const maxRequest = 1 << 20

// Server answers the page of a session. Whoever knows its Path may work the app: it has 128 bits that nobody guesses,
// since other users of the computer reach the port, too.
type Server struct {
	session *Session
	path    string
	ended   chan error // gets the outcome once
}

// NewServer returns the server of a session that has begun.
func NewServer(s *Session) *Server {
	return &Server{session: s, path: "/" + rand.Text() + "/", ended: make(chan error, 1)}
}

// Path is where the page is.
func (s *Server) Path() string { return s.path }

// Ended gets nil when the person says that it is enough, or what failed.
func (s *Server) Ended() <-chan error { return s.ended }

// Handler answers the page's requests. What is done on the device ends with ctx, which is the job's: a page that is
// closed meanwhile does not cut it off.
func (s *Server) Handler(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	on := func(method, name string, work func(context.Context, *http.Request) error) {
		mux.HandleFunc(method+" "+s.path+name, func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
			s.answer(ctx, w, r, work)
		})
	}
	mux.HandleFunc("GET "+s.path+"{$}", s.page)
	mux.HandleFunc("GET "+s.path+"screen.png", s.picture)
	on("GET", "state", func(context.Context, *http.Request) error { return nil })
	on("POST", "do", s.session.doRequest)
	on("POST", "undo", func(ctx context.Context, _ *http.Request) error { return s.session.undo(ctx) })
	mux.HandleFunc("POST "+s.path+"end", func(w http.ResponseWriter, _ *http.Request) {
		s.end(nil)
		w.WriteHeader(http.StatusNoContent)
	})
	return localhttp.Only(mux)
}

// end tells the outcome; the first one counts.
func (s *Server) end(err error) {
	select {
	case s.ended <- err:
	default:
	}
}

func (s *Server) page(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy",
		"default-src 'none'; img-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'")
	h.Set("Referrer-Policy", "no-referrer") // the address is the secret
	h.Set("Cache-Control", "no-store")
	//nolint:gosec // both are this package's own files
	_ = page.Execute(w, map[string]any{"Style": template.CSS(pageStyle), "Code": template.JS(pageCode),
		"Package": s.session.Script().Package})
}

func (s *Server) picture(w http.ResponseWriter, _ *http.Request) {
	s.session.mu.Lock()
	data := s.session.picture
	s.session.mu.Unlock()
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data)
}

// doRequest performs what the body tells of.
func (s *Session) doRequest(ctx context.Context, r *http.Request) error {
	var g gesture
	if err := json.NewDecoder(r.Body).Decode(&g); err != nil {
		return errRefused{"the request is no gesture: " + err.Error()}
	}
	e, err := g.event(s.screen)
	if err != nil {
		return err
	}
	return s.do(ctx, e)
}

// answer works the session and answers with what the page is to show. What is refused is a remark on the page; what
// fails ends the session.
func (s *Server) answer(
	ctx context.Context, w http.ResponseWriter, r *http.Request, work func(context.Context, *http.Request) error,
) {
	s.session.mu.Lock()
	defer s.session.mu.Unlock()
	var refused errRefused
	switch err := work(ctx, r); {
	case errors.As(err, &refused):
		s.session.remark = refused.why
	case err != nil:
		s.end(err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(s.session.state())
}

// state is what the page shows.
type state struct {
	Version  int      `json:"version"`
	Activity string   `json:"activity"`
	Widgets  []widget `json:"widgets"`
	Steps    []step   `json:"steps"`
	Remark   string   `json:"remark,omitempty"`
	Crash    *failure `json:"crash,omitempty"`
}

// widget is what a pointer over it shows. Bounds are left, top, right, bottom in pixels.
type widget struct {
	Bounds [4]int `json:"bounds"`
	Name   string `json:"name"`
	Text   string `json:"text,omitempty"` // what is typed into a field
	Types  bool   `json:"types,omitempty"`
}

// step is one event: in words, and as a line of the script.
type step struct {
	Words string `json:"words"`
	Line  string `json:"line"`
}

// failure is a crash of the app.
type failure struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// state is what there is to show now.
func (s *Session) state() state {
	now := state{Version: s.version, Remark: s.remark, Widgets: []widget{}, Steps: []step{}}
	if s.screen != nil {
		now.Activity, now.Widgets = s.screen.Activity, widgets(s.screen)
	}
	for _, e := range s.script.Events {
		now.Steps = append(now.Steps, step{e.Describe(), e.String()})
	}
	if c := s.crash; c != nil {
		now.Crash = &failure{c.Title(), c.Trace.Format()}
	}
	return now
}

// widgets are those that something can be done to.
func widgets(s *ui.Screen) []widget {
	list := []widget{}
	last := -1
	for _, a := range s.Actions() {
		if a.Widget == last {
			continue
		}
		last = a.Widget
		w := &s.Widgets[a.Widget]
		b := w.Bounds
		shown := widget{Bounds: [4]int{b.Left, b.Top, b.Right, b.Bottom}, Types: w.Editable()}
		sel := s.Selector(a.Widget)
		shown.Name = event.Event{Kind: event.Tap, Target: sel}.Describe()
		if shown.Types {
			shown.Text = w.Typed()
		}
		list = append(list, shown)
	}
	return list
}
