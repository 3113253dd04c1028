package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// phone is a device with one app: a field, a button that crashes where the field is empty, a list.
type phone struct {
	t        *testing.T
	text     string
	log      string
	lost     bool
	resets   int
	did      []event.Event
	unseen   bool // the screen cannot be read
	pictures int
}

func (p *phone) Info() device.Info {
	return device.Info{Width: 400, Height: 800, Virtual: true, API: 35}
}
func (p *phone) Install(context.Context, string) (device.App, error) {
	return device.App{Package: "p"}, nil
}

func (p *phone) Do(_ context.Context, _ device.App, e event.Event) error {
	switch {
	case p.lost:
		return device.ErrLost
	case e.Kind == event.Tile:
		return device.ErrUnsupported
	case e.Kind == event.Text:
		p.text = e.Value
	case e.Kind == event.Tap && e.Target.ID == "p:id/save" && p.text == "":
		p.log = "11-27 10:00:00.000  10  10 E AndroidRuntime: FATAL EXCEPTION: main\n" +
			"11-27 10:00:00.000  10  10 E AndroidRuntime: Process: p, PID: 10\n" +
			"11-27 10:00:00.000  10  10 E AndroidRuntime: java.lang.NumberFormatException: For input string: \"\"\n" +
			"11-27 10:00:00.000  10  10 E AndroidRuntime: \tat p.Form.save(Form.java:7)\n"
	}
	p.did = append(p.did, e)
	return nil
}

func (p *phone) Screen(context.Context) (*ui.Screen, error) {
	if p.unseen {
		return nil, errors.New("an animation")
	}
	return form(p.t, p.text), nil
}

func (p *phone) Screenshot(context.Context) ([]byte, error) {
	p.pictures++
	return fmt.Appendf(nil, "picture %d", p.pictures), nil
}

func (p *phone) Log(context.Context) ([]byte, error) {
	log := p.log
	p.log = ""
	return []byte(log), nil
}
func (p *phone) Alive(context.Context, device.App) (bool, error) { return true, nil }
func (p *phone) Reset(context.Context, device.App) error {
	p.text, p.resets, p.did = "", p.resets+1, nil
	return nil
}
func (p *phone) Stop(context.Context, device.App) error { return nil }
func (p *phone) Close() error                           { return nil }

// form is the app's screen.
func form(t *testing.T, text string) *ui.Screen {
	t.Helper()
	return uitest.Screen(t, "Form",
		`<node class="android.widget.EditText" resource-id="p:id/name" package="p" enabled="true" clickable="true" text="`+
			text+`" bounds="[0,0][400,100]"/>`,
		`<node class="android.widget.Button" resource-id="p:id/save" package="p" enabled="true" clickable="true" text="Save"
			long-clickable="true" bounds="[0,100][400,200]"/>`,
		`<node class="android.widget.ListView" resource-id="p:id/rows" package="p" enabled="true" scrollable="true"
			bounds="[0,200][400,700]"><node class="android.widget.TextView" package="p" enabled="true" text="rye"
			bounds="[0,200][400,260]"/></node>`,
		`<node class="android.view.View" resource-id="p:id/art" package="p" enabled="true" bounds="[0,700][400,800]"/>`)
}

// TestGestures: what is done on the page is an event on the widget that takes it, at the very pixel.
func TestGestures(t *testing.T) {
	t.Parallel()
	const save = "id=p:id/save class=android.widget.Button label=Save"
	const name = "id=p:id/name class=android.widget.EditText"
	for _, c := range []struct {
		what string
		g    gesture
		want string // the event, or the refusal after "!"
	}{
		{"touch", gesture{Kind: "tap", X: 30, Y: 150}, "tap " + save + " at=30,150"},
		{"long touch", gesture{Kind: "longtap", X: 30, Y: 150}, "longtap " + save + " at=30,150"},
		{"row of a list", gesture{Kind: "tap", X: 30, Y: 220}, "tap class=android.widget.TextView label=rye at=30,220"},
		{"view without words", gesture{Kind: "tap", X: 9, Y: 790}, "tap id=p:id/art class=android.view.View at=9,790"},
		{"nothing there", gesture{Kind: "tap", X: 30, Y: 690}, "tap at=30,690"},
		{"text", gesture{Kind: "text", X: 9, Y: 9, Value: "a b"}, "text " + name + ` at=9,9 value="a b"`},
		{"empty a field", gesture{Kind: "clear", X: 9, Y: 9}, "clear " + name + " at=9,9"},
		{"text without a field", gesture{Kind: "text", X: 9, Y: 150, Value: "a"}, "!there is no text field"},
		{"scroll", gesture{Kind: "scroll", X: 9, Y: 300, Arg: "down"},
			"scroll down id=p:id/rows class=android.widget.ListView at=200,575 to=200,325"},
		{"scroll of what does not", gesture{Kind: "scroll", X: 9, Y: 300, Arg: "left"}, "scroll left at=9,300"},
		{"swipe", gesture{Kind: "swipe", X: 1, Y: 2, X2: 3, Y2: 4}, "swipe at=1,2 to=3,4"},
		{"another event", gesture{Kind: "line", Value: "config night value=yes"}, "config night value=yes"},
		{"an event that is none", gesture{Kind: "line", Value: "tapp"}, `!unknown event "tapp"`},
		{"a gesture that is none", gesture{Kind: "launch"}, `!no gesture "launch"`},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			e, err := c.g.event(form(t, ""))
			got := e.String()
			if err != nil {
				got = "!" + err.Error()
			}
			if got != c.want && (c.want[0] != '!' || !strings.HasPrefix(got, c.want)) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestGestures_withoutScreen: a screen that cannot be read is touched by pixels.
func TestGestures_withoutScreen(t *testing.T) {
	t.Parallel()
	if e, err := (gesture{Kind: "tap", X: 3, Y: 4}).event(nil); err != nil || e.String() != "tap at=3,4" {
		t.Errorf("%v, %v", e, err)
	}
}

// browser is a session with its server, as a browser has it.
type browser struct {
	*testing.T
	phone  *phone
	server *Server
	web    *httptest.Server
	saved  []string // the scripts, by their events
}

func open(t *testing.T, events ...event.Event) *browser {
	t.Helper()
	p := &browser{T: t, phone: &phone{t: t}}
	session := New(p.phone, fuzz.NewPlayer(p.phone, device.App{Package: "p"}, fuzz.ReplayOptions{}),
		&event.Script{Package: "p"}, func(s *event.Script) error {
			_, events, _ := strings.Cut(string(s.Encode()), "\n\n")
			p.saved = append(p.saved, events)
			return nil
		})
	if err := session.Begin(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	p.server = NewServer(session)
	p.web = httptest.NewServer(p.server.Handler(t.Context()))
	t.Cleanup(p.web.Close)
	return p
}

// ask asks for a part of the page.
func (p *browser) ask(method, name, body string) (status int, answer string) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), method, p.web.URL+p.server.Path()+name, strings.NewReader(body))
	if err != nil {
		p.Fatal(err)
	}
	response, err := p.web.Client().Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		p.Fatal(err)
	}
	return response.StatusCode, string(data)
}

// do does a gesture, and returns what the page shows then.
func (p *browser) do(body string) state {
	p.Helper()
	status, answer := p.ask("POST", "do", body)
	var now state
	if err := json.Unmarshal([]byte(answer), &now); err != nil || status != http.StatusOK {
		p.Fatalf("%s: %d %s", body, status, answer)
	}
	return now
}

// TestSession: a form is filled and sent, the app crashes, the last event is taken back, and all is on the page and saved.
func TestSession(t *testing.T) {
	t.Parallel()
	p := open(t, event.Event{Kind: event.Launch})
	now := p.do(`{"kind":"text","x":9,"y":9,"value":"rye"}`)
	if len(now.Steps) != 2 || now.Steps[1].Words != `Type "rye" into name` || now.Widgets[0].Text != "rye" ||
		!now.Widgets[0].Types {
		t.Errorf("%+v", now)
	}
	if now = p.do(`{"kind":"clear","x":9,"y":9}`); now.Remark != "" {
		t.Errorf("%+v", now)
	}
	p.phone.text = ""
	now = p.do(`{"kind":"tap","x":9,"y":150}`)
	if now.Crash == nil || !strings.HasPrefix(now.Crash.Title, "java.lang.NumberFormatException") ||
		!strings.Contains(now.Crash.Text, "at p.Form.save(Form.java:7)") || now.Version != 4 {
		t.Errorf("%+v", now)
	}
	if _, picture := p.ask("GET", "screen.png", ""); picture != "picture 4" {
		t.Errorf("%q", picture)
	}
	want := p.saved[2]
	if status, answer := p.ask("POST", "undo", ""); status != http.StatusOK || strings.Contains(answer, "NumberFormat") {
		t.Errorf("%d %s", status, answer)
	}
	if last := p.saved[len(p.saved)-1]; last != want || p.phone.resets != 2 || len(p.phone.did) != 3 {
		t.Errorf("saved %q, want %q; %d resets, %v", last, want, p.phone.resets, p.phone.did)
	}
	if status, _ := p.ask("POST", "end", ""); status != http.StatusNoContent {
		t.Error(status)
	}
	if err := <-p.server.Ended(); err != nil {
		t.Error(err)
	}
}

// TestSession_refused: what cannot be done is said on the page, and is no part of the script.
func TestSession_refused(t *testing.T) {
	t.Parallel()
	p := open(t)
	for body, want := range map[string]string{
		`{"kind":"line","value":"tapp"}`:                  `unknown event "tapp"`,
		`{"kind":"line","value":"rotate upwards"}`:        "upwards",
		`{"kind":"line","value":"tile click value=p/.T"}`: "this device cannot do it",
		`{"kind":"text","x":9,"y":790,"value":"a"}`:       "there is no text field",
		`no gesture`: "the request is no gesture",
		`{"kind":"line","value":"` + strings.Repeat("a", maxRequest) + `"}`: "too large",
	} {
		if now := p.do(body); !strings.Contains(now.Remark, want) || len(now.Steps) != 0 || len(now.Widgets) == 0 {
			t.Errorf("%.60s: %+v", body, now)
		}
	}
	if status, answer := p.ask("POST", "undo", ""); status != http.StatusOK ||
		!strings.Contains(answer, "nothing to take back") {
		t.Errorf("%d %s", status, answer)
	}
	if len(p.saved) != 0 {
		t.Errorf("saved %q", p.saved)
	}
	now := p.do(`{"kind":"line","value":"tap id=p:id/gone at=3,3"}`)
	if !strings.Contains(now.Remark, "step 1: the widget that it names is not on the screen") || len(now.Steps) != 1 {
		t.Errorf("%+v", now)
	}
}

// TestSession_unseen: a screen that cannot be read is told, and is touched by pixels.
func TestSession_unseen(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.phone.unseen = true
	if now := p.do(`{"kind":"line","value":"back"}`); !strings.Contains(now.Remark, "an animation") || len(now.Steps) != 1 {
		t.Errorf("%+v", now)
	}
	p.phone.unseen = false
	if now := p.do(`{"kind":"tap","x":9,"y":150}`); now.Steps[1].Line != "tap at=9,150" || now.Remark != "" {
		t.Errorf("%+v", now)
	}
}

// TestSession_lost: a device that is lost ends the session, and the script is as it was.
func TestSession_lost(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.do(`{"kind":"line","value":"back"}`)
	p.phone.lost = true
	if status, _ := p.ask("POST", "do", `{"kind":"line","value":"home"}`); status != http.StatusInternalServerError {
		t.Error(status)
	}
	if err := <-p.server.Ended(); !errors.Is(err, device.ErrLost) {
		t.Error(err)
	}
	if !slices.Equal(p.saved, []string{"back\n"}) {
		t.Errorf("%q", p.saved)
	}
}

// TestServer_strangers: neither other pages nor other users of the computer get to the app.
func TestServer_strangers(t *testing.T) {
	t.Parallel()
	p := open(t)
	h := p.server.Handler(t.Context())
	for name, c := range map[string]struct {
		path, host, origin string
		want               int
	}{
		"the page itself":    {p.server.Path(), "127.0.0.1:80", "", http.StatusOK},
		"without the secret": {"/", "127.0.0.1:80", "", http.StatusNotFound},
		"a wrong secret":     {"/AAAA/", "127.0.0.1:80", "", http.StatusNotFound},
		"a rebound name":     {p.server.Path(), "evil.example", "", http.StatusForbidden},
		"a page of another":  {p.server.Path(), "127.0.0.1:80", "https://evil.example", http.StatusForbidden},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, bytes.NewReader(nil))
		r.Host = c.host
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: %d, want %d", name, w.Code, c.want)
		}
		if w.Code == http.StatusOK && (!strings.Contains(w.Body.String(), "<h1>p</h1>") ||
			!strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'")) {
			t.Errorf("%s: %s %v", name, w.Body, w.Header())
		}
	}
	if other := NewServer(p.server.session); other.Path() == p.server.Path() || len(p.server.Path()) < 22 {
		t.Errorf("%q, %q", other.Path(), p.server.Path())
	}
}
