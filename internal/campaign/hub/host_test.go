package hub

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// open opens the server of a folder as one process does, and closes it with the test.
func open(t *testing.T, dir, listen string, log *slog.Logger) (*Hub, string) {
	t.Helper()
	h, url, err := Open(t.Context(), dir, listen, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h, url
}

// quiet is the log of a hub that has nothing to say.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// hosts says whether the server runs in this hub.
func (h *Hub) hosts() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lock != nil
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("never: " + what)
		}
	}
}

// TestOpen_together: of several processes that open a folder at once one runs the server, and all get its address.
func TestOpen_together(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := Exists(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder without a server: %v", err)
	}
	var all [4]*Hub
	var urls [4]string
	var opened sync.WaitGroup
	for i := range all {
		opened.Go(func() {
			h, url, err := Open(t.Context(), dir, "", quiet())
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(h.Close)
			all[i], urls[i] = h, url
		})
	}
	opened.Wait()
	hosting := 0
	for i, h := range all {
		if h == nil {
			return
		}
		if h.hosts() {
			hosting++
		}
		if urls[i] != urls[0] {
			t.Errorf("one is sent to %s, another to %s", urls[i], urls[0])
		}
	}
	if hosting != 1 {
		t.Errorf("%d of 4 run the server", hosting)
	}
	if err := Exists(dir); err != nil {
		t.Error(err)
	}
}

// TestOpen_takeover: when the process with the server ends, another takes over at the same address, with what was
// stored, and clients of the first are connected again.
func TestOpen_takeover(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, url := open(t, dir, "", quiet())
	second, _ := open(t, dir, "", quiet())
	conn, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := conn.JetStream()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.AddStream(&nats.StreamConfig{Name: "jobs", Subjects: []string{"job"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish("job", []byte("first")); err != nil {
		t.Fatal(err)
	}
	if second.hosts() {
		t.Fatal("two processes run the server of one folder")
	}
	first.Close()
	eventually(t, "the second takes over", second.hosts)
	eventually(t, "the client finds what was stored", func() bool {
		info, err := js.StreamInfo("jobs")
		return err == nil && info.State.Msgs == 1
	})
	if third, again := open(t, dir, "", quiet()); again != url || third.hosts() {
		t.Errorf("a third is sent to %s, not to %s", again, url)
	}
}

// TestOpen_token: whoever lacks the token of the folder is refused.
func TestOpen_token(t *testing.T) {
	t.Parallel()
	_, url := open(t, t.TempDir(), "", quiet())
	_, at, _ := strings.Cut(url, "@")
	for _, stranger := range []string{"nats://" + at, "nats://guess@" + at} {
		if conn, err := nats.Connect(stranger); err == nil {
			conn.Close()
			t.Errorf("%s is let in", stranger)
		} else if !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: %v", stranger, err)
		}
	}
}

// TestOpen_listen: every address of this computer and any port, as --listen :0 asks for, is one that clients can use.
func TestOpen_listen(t *testing.T) {
	t.Parallel()
	_, url := open(t, t.TempDir(), ":0", quiet())
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	conn.Close()
}

// TestOpen_portTaken: a server without a wish takes another port when somebody else has its last one; one that is to
// listen there says so.
func TestOpen_portTaken(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	dir := t.TempDir()
	if err := writeAddress(dir, address{Host: "127.0.0.1", Port: port, Token: "kept"}); err != nil {
		t.Fatal(err)
	}
	h, url := open(t, dir, "", quiet())
	if at, err := readAddress(dir); err != nil || at.Port == port || at.Token != "kept" || at.url() != url || !h.hosts() {
		t.Errorf("at %+v, %v; %s", at, err, url)
	}
	if _, _, err := Open(t.Context(), t.TempDir(), taken.Addr().String(), quiet()); err == nil ||
		!strings.Contains(err.Error(), "address already in use") {
		t.Errorf("asked for a port that is taken: %v", err)
	}
}

// TestOpen_refused: what is wrong with a folder is told, and no server is left behind that holds it.
func TestOpen_refused(t *testing.T) {
	t.Parallel()
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, addressFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ dir, listen, want string }{
		"no folder":           {filepath.Join(t.TempDir(), "none"), "", "no such file"},
		"a damaged address":   {damaged, "", "is damaged"},
		"no address to be at": {t.TempDir(), "nonsense", "want host:port"},
	} {
		h, _, err := Open(t.Context(), c.dir, c.listen, quiet())
		if err == nil {
			h.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := os.Remove(filepath.Join(damaged, addressFile)); err != nil {
		t.Fatal(err)
	}
	open(t, damaged, "", quiet())
}

// TestOpen_addressNotWritten: a server whose address cannot be written is ended, so that the next attempt can start one
// on the same files.
func TestOpen_addressNotWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	blocked := filepath.Join(dir, addressFile)
	h := &Hub{dir: dir, log: quiet()}
	if err := os.Mkdir(blocked, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := h.hostAt(address{Host: "127.0.0.1", Port: -1, Token: "x"}); err == nil || h.srv.Running() {
		t.Errorf("%v, runs: %v", err, h.srv.Running())
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	open(t, dir, "", quiet())
}

// TestFind_ends: who waits for a server that does not come ends with its context, and in time with a reason.
func TestFind_ends(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	holder := &Hub{dir: dir, log: quiet()}
	if hosting, err := holder.tryHost(); !hosting || err != nil {
		t.Fatal(hosting, err)
	}
	t.Cleanup(holder.shutdown)
	waiter := &Hub{dir: dir, log: quiet()}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(dir, addressFile)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := waiter.find(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if _, err := waiter.find(t.Context(), time.Millisecond); err == nil ||
		!strings.Contains(err.Error(), "may be stuck") || !strings.Contains(err.Error(), lockFile) {
		t.Errorf("a holder without an address: %v", err)
	}
	if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := waiter.find(t.Context(), time.Millisecond); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("a damaged address: %v", err)
	}
}

// TestKeep_saysOnce: what stays in the way of taking over is logged once, not several times a second.
func TestKeep_saysOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := &Hub{dir: filepath.Join(t.TempDir(), "none"), log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, cancel := context.WithTimeout(t.Context(), 5*takeoverPoll)
	defer cancel()
	h.keep(ctx)
	if n := strings.Count(log.String(), "taking over"); n != 1 {
		t.Errorf("said %d times:\n%s", n, &log)
	}
}
