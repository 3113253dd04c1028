package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// serverConfig, when set, turns the test binary into a NATS server of this configuration.
const serverConfig = "TALPA_TEST_SERVER"

// alone is how a server of the tests is started.
type alone struct {
	Name, Dir     string
	Port, Cluster int   // ports of 127.0.0.1, for clients and for the other servers
	Routes        []int // of the others
}

// serveAlone is a NATS server with JetStream, synced as nats-server's default has it.
func serveAlone(config string) error {
	var a alone
	if err := json.Unmarshal([]byte(config), &a); err != nil {
		return err
	}
	o := &server.Options{
		ServerName: a.Name, Host: "127.0.0.1", Port: a.Port, JetStream: true, StoreDir: a.Dir, NoLog: true, NoSigs: true,
		DisableJetStreamBanner: true,
	}
	if len(a.Routes) > 1 {
		o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: a.Cluster}
		for _, port := range a.Routes {
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return errors.New("the server ended")
}

// node is a NATS server in a process of its own.
type node struct {
	config alone
	url    string
	cmd    *exec.Cmd
}

// start starts it, with the files that it has.
func (n *node) start(t *testing.T) {
	t.Helper()
	config, err := json.Marshal(n.config)
	if err != nil {
		t.Fatal(err)
	}
	n.cmd = exec.Command(os.Args[0])
	n.cmd.Env = append(os.Environ(), serverConfig+"="+string(config))
	n.cmd.Stderr = t.Output()
	if err := n.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

// kill ends it without a word.
func (n *node) kill() {
	_ = n.cmd.Process.Kill()
	_ = n.cmd.Wait() // it was killed
}

// startServers starts a cluster of servers, which ends with the test.
func startServers(t *testing.T, count int) []*node {
	t.Helper()
	dir := t.TempDir()
	var ports []int
	for range 2 * count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	var nodes []*node
	for i := range count {
		n := &node{
			config: alone{
				Name: fmt.Sprintf("n%d", i), Dir: filepath.Join(dir, fmt.Sprint(i)), Port: ports[i], Cluster: ports[count+i],
				Routes: ports[count:],
			},
			url: fmt.Sprintf("nats://127.0.0.1:%d", ports[i]),
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// urls are those of all servers.
func urls(nodes []*node) string {
	var all []string
	for _, n := range nodes {
		all = append(all, n.url)
	}
	return strings.Join(all, ",")
}

// begin starts the servers once their ports are free, and waits until they serve.
func begin(t *testing.T, nodes []*node) {
	t.Helper()
	for _, n := range nodes {
		n.start(t)
		t.Cleanup(n.kill)
	}
	for _, n := range nodes {
		limit := time.Now().Add(30 * time.Second)
		for !answers(n.config.Port) {
			if time.Now().After(limit) {
				t.Fatal("a server does not answer")
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// answers says whether something listens at a port of this computer.
func answers(port int) bool {
	c, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), time.Second)
	if err != nil {
		return false
	}
	c.Close()
	return true
}
