// Package hub runs the NATS server of a campaign folder inside the processes that use the folder: they agree by
// a file lock on who has it, and another takes over when that one ends. The server listens on this computer only
// unless told otherwise, and answers whoever has the token that lies in the folder.
package hub

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"talpa/internal/files"
	"talpa/internal/flock"
)

// Files of a campaign folder.
const (
	lockFile    = "server.lock" // held by the process that runs the server
	addressFile = "server.json" // where the server is
	storeDir    = "store"       // JetStream's files
)

// Exists says whether a folder has, or had, a server.
func Exists(dir string) error {
	_, err := os.Stat(filepath.Join(dir, addressFile))
	return err
}

// takeoverPoll is how often a process looks whether the server has lost its host.
const takeoverPoll = 300 * time.Millisecond

// serverStart bounds how long a server may take to be there.
const serverStart = 20 * time.Second

// address is where the embedded server of a campaign folder is.
type address struct {
	Host  string `json:"host"`
	Port  int    `json:"port"`
	Token string `json:"token"` // whoever has it may use the server
}

// url is the address as NATS clients take it.
func (a address) url() string {
	return fmt.Sprintf("nats://%s@%s", a.Token, net.JoinHostPort(a.Host, strconv.Itoa(a.Port)))
}

// Hub is one process's view of the embedded server of a campaign folder: it
// runs the server if nobody else does, and takes over when the one who did is
// gone. The address stays the same then, so that clients reconnect.
type Hub struct {
	dir    string
	listen string // host:port asked for, "" = loopback and any port
	log    *slog.Logger
	stop   context.CancelFunc
	done   sync.WaitGroup

	mu   sync.Mutex
	lock *os.File // nil while another process hosts
	srv  *server.Server
}

// Open sees that the folder has a server and returns where it is, as NATS clients take it. listen is where it is to
// listen, "" is any port of the loopback.
func Open(ctx context.Context, dir, listen string, log *slog.Logger) (*Hub, string, error) {
	h := &Hub{dir: dir, listen: listen, log: log}
	at, err := h.find(ctx, serverStart)
	if err != nil {
		h.shutdown()
		return nil, "", err
	}
	watch, cancel := context.WithCancel(context.WithoutCancel(ctx))
	h.stop = cancel
	h.done.Go(func() { h.keep(watch) })
	return h, at.url(), nil
}

// find waits until the folder has a server that can be reached, here or in another process.
func (h *Hub) find(ctx context.Context, patience time.Duration) (address, error) {
	start, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		hosting, err := h.tryHost()
		if err != nil {
			return address{}, err
		}
		at, err := readAddress(h.dir)
		if err == nil && (hosting || reachable(at)) {
			return at, nil
		}
		if sleep(start, takeoverPoll) == nil {
			continue
		}
		if ctx.Err() != nil {
			return address{}, ctx.Err()
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return address{}, err
		}
		return address{}, fmt.Errorf("the server of %s does not answer; "+
			"a process that holds %s may be stuck", h.dir, filepath.Join(h.dir, lockFile))
	}
}

// keep takes over when the process that hosts the server is gone. What stays in the way of that is told once.
func (h *Hub) keep(ctx context.Context) {
	told := ""
	for sleep(ctx, takeoverPoll) == nil {
		now := ""
		if _, err := h.tryHost(); err != nil {
			now = err.Error()
		}
		if now != "" && now != told {
			h.log.Warn("taking over the campaign's server", "err", now)
		}
		told = now
	}
}

// tryHost starts the server unless some process, this one included, runs it
// already; true means that this process does.
func (h *Hub) tryHost() (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lock != nil {
		return true, nil
	}
	lock, err := flock.Open(filepath.Join(h.dir, lockFile), true, 0o600)
	if errors.Is(err, flock.ErrHeld) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("locking the campaign folder %s: %w", h.dir, err)
	}
	if err := h.host(); err != nil {
		lock.Close()
		return false, err
	}
	h.lock = lock
	return true, nil
}

// host starts the server where the last one was, or anywhere if there was none.
func (h *Hub) host() error {
	at, err := readAddress(h.dir)
	switch {
	case err == nil && h.listen == "":
	case err == nil || errors.Is(err, os.ErrNotExist):
		if at, err = newAddress(h.listen, at.Token); err != nil {
			return err
		}
	default:
		return err
	}
	return h.hostAt(at)
}

// hostAt starts the server at an address, or at another port of it where none was asked for.
func (h *Hub) hostAt(at address) (err error) {
	h.srv, err = serve(h.dir, at)
	if err != nil && h.listen == "" {
		// The old port may belong to somebody else by now.
		h.log.Info("the server's last port is not free, taking another", "err", err)
		at.Port = server.RANDOM_PORT
		h.srv, err = serve(h.dir, at)
	}
	if err != nil {
		return err
	}
	at.Port = h.srv.Addr().(*net.TCPAddr).Port
	if err := writeAddress(h.dir, at); err != nil {
		stop(h.srv) // without its address nobody finds it, and the lock on its files is given back
		return err
	}
	return nil
}

// serve starts a NATS server with its files in dir.
func serve(dir string, at address) (*server.Server, error) {
	if at.Port > 0 { // a taken port costs the server its whole time to start
		probe, err := net.Listen("tcp", net.JoinHostPort(at.Host, strconv.Itoa(at.Port)))
		if err != nil {
			return nil, fmt.Errorf("starting the campaign's server: %w", err)
		}
		probe.Close()
	}
	srv, err := server.NewServer(&server.Options{
		Host: at.Host, Port: at.Port, Authorization: at.Token,
		JetStream: true, StoreDir: filepath.Join(dir, storeDir), SyncAlways: true,
		NoLog: true, NoSigs: true, DisableJetStreamBanner: true,
	})
	if err != nil {
		return nil, fmt.Errorf("starting the campaign's server: %w", err)
	}
	srv.Start()
	if !srv.ReadyForConnections(serverStart) || !srv.JetStreamEnabled() {
		stop(srv)
		return nil, fmt.Errorf("the campaign's server did not start at %s:%d with its files in %s",
			at.Host, at.Port, dir)
	}
	return srv, nil
}

// Close ends this process's part; the server too, if it runs here.
func (h *Hub) Close() {
	h.stop()
	h.done.Wait()
	h.shutdown()
}

// shutdown ends the server if it runs here, and then gives its files back.
func (h *Hub) shutdown() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lock != nil {
		stop(h.srv)
		h.lock.Close()
		h.lock = nil
	}
}

// stop ends a server and waits until it is done with its files.
func stop(srv *server.Server) {
	srv.Shutdown()
	srv.WaitForShutdown()
}

// CheckListen returns an error for what is no host:port to listen on; "" is fine.
func CheckListen(listen string) error {
	if listen == "" {
		return nil
	}
	_, _, err := splitListen(listen)
	return err
}

// splitListen takes host:port apart; port 0 is any.
func splitListen(listen string) (string, int, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", 0, fmt.Errorf("--listen %q: want host:port, as in 0.0.0.0:4222", listen)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", 0, fmt.Errorf("--listen %q: %q is no port", listen, port)
	}
	return host, int(n), nil
}

// newAddress is the address for a first server; token is kept if there is one.
func newAddress(listen, token string) (address, error) {
	at := address{Host: "127.0.0.1", Port: server.RANDOM_PORT, Token: token}
	if at.Token == "" {
		at.Token = rand.Text()
	}
	if listen == "" {
		return at, nil
	}
	var err error
	if at.Host, at.Port, err = splitListen(listen); err != nil {
		return at, err
	}
	if at.Port == 0 {
		at.Port = server.RANDOM_PORT
	}
	return at, nil
}

// readAddress reads where the server of a campaign folder is.
func readAddress(dir string) (address, error) {
	var at address
	data, err := os.ReadFile(filepath.Join(dir, addressFile))
	if err != nil {
		return at, err
	}
	if err := json.Unmarshal(data, &at); err != nil || at.Token == "" || at.Port <= 0 {
		return address{}, fmt.Errorf("%s is damaged; remove it when no process uses the campaign",
			filepath.Join(dir, addressFile))
	}
	return at, nil
}

// writeAddress writes it whole or not at all; the token is for its owner only.
func writeAddress(dir string, at address) error {
	data, err := json.Marshal(at)
	if err != nil {
		return err
	}
	if err := files.Write(filepath.Join(dir, addressFile), data, 0o600); err != nil {
		return fmt.Errorf("campaign folder: %w", err)
	}
	return nil
}

// reachable says whether something listens there.
func reachable(at address) bool {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(at.Host, strconv.Itoa(at.Port)), time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// sleep waits for d or until ctx ends, whose error it returns.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
