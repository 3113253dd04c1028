package droidbot

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// phone is a device whose screens a test hands it, one for each look.
type phone struct {
	off     bool
	screens chan string
	passed  time.Duration // virtual time
}

func (p *phone) ServiceRuns() bool { return !p.off }

func (p *phone) Wait(_ context.Context, d time.Duration) error {
	p.passed += d
	return nil
}

func (p *phone) Hierarchy(ctx context.Context) (string, error) {
	select {
	case xml := <-p.screens:
		return xml, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func hierarchy(nodes string) string { return `<hierarchy rotation="0">` + nodes + `</hierarchy>` }

// receive reads a message as DroidBot does.
func receive(t *testing.T, c net.Conn) map[string]any {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
	var head [6]byte
	if _, err := io.ReadFull(c, head[:]); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, binary.BigEndian.Uint32(head[2:]))
	if _, err := io.ReadFull(c, text); err != nil {
		t.Fatal(err)
	}
	body, ok := strings.CutPrefix(string(text), "AccEvent >>> ")
	if !ok {
		t.Fatalf("message %q", text)
	}
	var event struct {
		Root map[string]any `json:"root_node"`
	}
	if err := json.Unmarshal([]byte(body), &event); err != nil {
		t.Fatal(err)
	}
	return event.Root
}

// TestServe_screenThatChanged: a screen is sent once, its successor too, and the time between two looks passes on the
// device.
func TestServe_screenThatChanged(t *testing.T) {
	ours, theirs := net.Pipe()
	p := &phone{screens: make(chan string)}
	looks := make(chan time.Time)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		serve(ctx, theirs, p, looks)
		close(over)
	}()
	now := time.Unix(1000, 0)
	look := func(text string) {
		now = now.Add(600 * time.Millisecond)
		looks <- now
		p.screens <- hierarchy(`<node text="` + text + `" bounds="[0,0][10,20]"/>`)
	}
	look("one")
	if got := receive(t, ours)["text"]; got != "one" {
		t.Fatalf("first screen: %v", got)
	}
	look("one") // were it sent again, the next message would be it
	look("two")
	if got := receive(t, ours)["text"]; got != "two" {
		t.Errorf("second screen: %v", got)
	}
	cancel()
	<-over
	if p.passed != 1200*time.Millisecond {
		t.Errorf("passed on the device: %v, want 1.2s", p.passed)
	}
}

// TestServe_clientGone: nothing is looked at for a client that has gone.
func TestServe_clientGone(t *testing.T) {
	ours, theirs := net.Pipe()
	p := &phone{screens: make(chan string, 1)}
	p.screens <- hierarchy(`<node text="one"/>`)
	over := make(chan struct{})
	go func() {
		attend(t.Context(), theirs, p)
		close(over)
	}()
	receive(t, ours)
	ours.Close()
	select {
	case <-over:
	case <-time.After(10 * time.Second):
		t.Error("the service goes on for a client that has gone")
	}
}

// TestServe_serviceOff: a client is turned away as long as the service does not run.
func TestServe_serviceOff(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go Serve(t.Context(), l, &phone{off: true})
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
	if n, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("read %d bytes, %v; want the end of the stream", n, err)
	}
}

// TestMessage_windowOnTop: the tree is that of the last window, with every attribute that DroidBot reads.
func TestMessage_windowOnTop(t *testing.T) {
	text, err := message(hierarchy(`<node text="below"/>` +
		`<node class="android.widget.FrameLayout" package="p" bounds="[0,5][720,1280]">` +
		`<node class="android.widget.EditText" package="p" text="a &lt; b" content-desc="name" resource-id="p:id/name" ` +
		`checkable="true" checked="true" clickable="true" long-clickable="true" enabled="true" focusable="true" ` +
		`focused="true" scrollable="true" selected="true" password="true" visible-to-user="false" input-type="1" ` +
		`bounds="[1,2][3,4]"/></node>`))
	if err != nil {
		t.Fatal(err)
	}
	want := `AccEvent >>> {"root_node":{"class":"android.widget.FrameLayout","package":"p","text":null,` +
		`"content_description":null,"resource_id":null,"bounds":[0,5,720,1280],"visible":true,"checkable":false,` +
		`"checked":false,"clickable":false,"long_clickable":false,"enabled":false,"focusable":false,"focused":false,` +
		`"scrollable":false,"selected":false,"is_password":false,"editable":false,"child_count":1,"children":[` +
		`{"class":"android.widget.EditText","package":"p","text":"a \u003c b","content_description":"name",` +
		`"resource_id":"p:id/name","bounds":[1,2,3,4],"visible":false,"checkable":true,"checked":true,"clickable":true,` +
		`"long_clickable":true,"enabled":true,"focusable":true,"focused":true,"scrollable":true,"selected":true,` +
		`"is_password":true,"editable":true,"child_count":0,"children":[]}]}}`
	if string(text) != want {
		t.Errorf("message\n%s\nwant\n%s", text, want)
	}
}

func TestMessage_noViews(t *testing.T) {
	for _, xml := range []string{hierarchy(""), "", "<hierarchy><node>", hierarchy(strings.Repeat("<node>", 20_000))} {
		if text, err := message(xml); err == nil {
			t.Errorf("%.40q gives %.40q", xml, text)
		}
	}
}

func TestTyped(t *testing.T) {
	for _, c := range []struct {
		action  string
		extras  map[string]any
		text    string
		replace bool
		ok      bool
	}{
		{"DROIDBOT_INPUT_TEXT", map[string]any{"text": "two--words", "mode": int64(0)}, "two words", true, true},
		{"DROIDBOT_INPUT_TEXT", map[string]any{"text": "more", "mode": int64(1)}, "more", false, true},
		{"ADB_INPUT_TEXT", map[string]any{"text": "more"}, "", false, false},
	} {
		text, replace, ok := Typed(c.action, c.extras)
		if text != c.text || replace != c.replace || ok != c.ok {
			t.Errorf("%s %v: %q, %v, %v", c.action, c.extras, text, replace, ok)
		}
	}
}
