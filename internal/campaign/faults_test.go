package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// plain starts a server in this process, at any port if that is 0.
func plain(t *testing.T, port int, store string) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: cmp.Or(port, -1), NoLog: true, NoSigs: true,
		JetStream: store != "", StoreDir: store})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not begin")
	}
	return s
}

// A server that has no stream to offer yet, as a cluster seconds after the death of its leader, is waited for.
func TestOpen_ServerNotReady_Waited(t *testing.T) {
	t.Parallel()
	first := plain(t, 0, "")
	o := options(t.TempDir())
	o.URL, o.Dir = first.ClientURL(), ""
	opened := make(chan error)
	go func() {
		c, err := Open(t.Context(), o)
		if err == nil {
			c.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("it was not waited for: %v", err)
	case <-time.After(3 * retryPause):
	}
	port := first.Addr().(*net.TCPAddr).Port
	first.Shutdown()
	first.WaitForShutdown()
	plain(t, port, t.TempDir())
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// slowStore is an object store whose server is away for the first request, and which notes how long each may take.
type slowStore struct {
	jetstream.ObjectStore
	limits []time.Duration
}

func (s *slowStore) GetInfo(
	ctx context.Context, name string, opts ...jetstream.GetObjectInfoOpt,
) (*jetstream.ObjectInfo, error) {
	deadline, _ := ctx.Deadline()
	s.limits = append(s.limits, time.Until(deadline))
	if len(s.limits) == 1 {
		return nil, nats.ErrTimeout
	}
	return s.ObjectStore.GetInfo(ctx, name, opts...)
}

// What an object is, is asked with the short limit of small requests and again, however large the object: a host that
// died stalls nobody for the time of a transfer.
func TestFetch_ServerAway_AskedAgainSoon(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	if _, err := c.files.PutBytes(t.Context(), "x", []byte("text")); err != nil {
		t.Fatal(err)
	}
	s := &slowStore{ObjectStore: c.files.ObjectStore}
	var text strings.Builder
	if err := (&objects{s, c.options.Log}).fetch(t.Context(), "x", "", &text); err != nil || text.String() != "text" {
		t.Fatalf("%q, %v", text.String(), err)
	}
	for _, limit := range s.limits {
		if limit > requestTime {
			t.Errorf("a request may take %v", limit)
		}
	}
	if len(s.limits) != 2 {
		t.Errorf("%d requests", len(s.limits))
	}
}

// A run folder is stored in chunks of the size that they may have, however small the pieces that it is packed in.
func TestKeep_ManySmallFiles_FewChunks(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	dir, r := t.TempDir(), rand.NewChaCha8([32]byte{1})
	for i := range 100 {
		data := make([]byte, 4000)
		_, _ = r.Read(data) // never fails
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	name, _, err := c.keep(t.Context(), "id", dir, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	info, err := c.files.GetInfo(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size < 400_000 || info.Chunks > 5 {
		t.Errorf("%d bytes in %d chunks", info.Size, info.Chunks)
	}
}

// A worker that was not heard of for longer than its lease is told as such, and not as one that works.
func TestStatus_WorkerThatDied_Silent(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(1))
	ctx, die := context.WithCancel(t.Context())
	begun := make(chan bool)
	var worker sync.WaitGroup
	worker.Go(func() {
		_, _ = c.Work(ctx, WorkOptions{Worker: "w", Slots: 1, Dir: t.TempDir(), Log: c.options.Log,
			Run: func(ctx context.Context, _ Task) (*Result, error) {
				close(begun)
				<-ctx.Done()
				return nil, errors.New("dead")
			}})
	})
	defer worker.Wait()
	defer die()
	<-begun
	later := *c
	for wait, want := range map[time.Duration]bool{0: false, c.lease + 2*silence: true} {
		later.options.Now = func() time.Time { return time.Now().Add(wait) }
		s, err := later.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Running) != 1 || s.Running[0].Silent != want {
			t.Errorf("after %v: %+v", wait, s.Running)
		}
	}
}

// Two apps whose files have one name are two rows, which say what tells them apart.
func TestNewReport_AppsOfOneName_RowsOfTheirOwn(t *testing.T) {
	t.Parallel()
	job := func(sum string) Job {
		return Job{App: "app.apk", APK: strings.Repeat(sum, 64), Configuration: Configuration{"asra", "guided"}, Seed: 1}
	}
	r := NewReport("c", []*Outcome{
		{Job: job("a"), Result: &Result{Success: true}}, {Job: job("b"), Result: &Result{}},
	})
	text := r.Summary()
	if len(r.Rows) != 2 || !strings.Contains(text, "app aaaaaaaa") || !strings.Contains(text, "app bbbbbbbb") {
		t.Errorf("%s", text)
	}
}

// A second submission that asks for another lease than the campaign has is told that it gets none.
func TestOpen_OtherLease_Told(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	open(t, o)
	for _, asked := range []bool{false, true} {
		var log strings.Builder
		again := o
		again.Lease, again.AskedLease, again.AskedReplicas = 2*o.Lease, asked, true
		again.Log = slog.New(slog.NewTextHandler(&log, nil))
		c := open(t, again)
		told := strings.Contains(log.String(), "flag=--lease asked=2m0s kept=1m0s")
		if told != asked || strings.Contains(log.String(), "--replicas") || c.lease != o.Lease {
			t.Errorf("asked %v: lease %v, log %s", asked, c.lease, log.String())
		}
	}
}
