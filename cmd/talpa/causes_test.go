package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
	"talpa/fuzz/report"
	"talpa/instrument/seal"
	"talpa/internal/need"
)

// cause is what a run can fail of.
type cause struct {
	args   []string // flags of reproduce
	env    []string
	mount  string   // folder that is a disk with little room meanwhile
	inputs []string // app and trace, nil for those of reproduceArgs
	says   []string // what the message names: the cause, and the way out
	folder bool     // false: there can be no run directory
}

// TestCauses: whatever of ours a run fails of, text, JSON, run.json, page, exit code, JUnit, SARIF and Markdown have
// the same verdict, and the message names the cause and the way out. What goes wrong with a device while it is
// searched is TestCauses_lost's, what signals do TestSignals'.
func TestCauses(t *testing.T) {
	tmp := t.TempDir()
	folder := func(name string) string {
		path := filepath.Join(tmp, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	broken := folder("broken/bin")
	if err := os.WriteFile(filepath.Join(broken, "java"), []byte("#!/bin/sh\necho no such luck >&2\nexit 7\n"),
		0o755); err != nil {
		t.Fatal(err)
	}
	aged := folder("aged/bin")
	if err := errors.Join(os.WriteFile(filepath.Join(aged, "java"), nil, 0o755), os.WriteFile(
		filepath.Join(filepath.Dir(aged), "release"), []byte("JAVA_VERSION=\"11.0.2\"\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	talpa := program(t)
	for name, c := range map[string]cause{
		"no java": {args: []string{"--java-home", "/nope"}, says: []string{"no Java in /nope", "--java-home"},
			folder: true},
		"broken java": {args: []string{"--java-home", filepath.Dir(broken)}, says: []string{"java", "doctor", "--java-home"},
			folder: true},
		"old java": {args: []string{"--java-home", filepath.Dir(aged)}, folder: true,
			says: []string{"is too old: it is Java 11, and 17 or newer is needed", "--java-home"}},
		"no agent": {args: []string{"--agent-dir", "nowhere"}, says: []string{"nowhere", "make agent"}, folder: true},
		"no cache": {args: []string{"--cache-dir", "/dev/null/cache"}, says: []string{"/dev/null/cache", "--cache-dir"},
			folder: true},
		"no phone": {args: []string{"--device", "nobody", "--adb", "127.0.0.1:1"},
			says: []string{"no adb server at 127.0.0.1:1", "adb start-server"}, folder: true},
		"full cache": {args: []string{"--cache-dir", folder("cache")}, mount: folder("cache"),
			says: []string{"no space left in the cache folder", "--cache-dir"}, folder: true},
		"full cache for splits": {args: []string{"--cache-dir", folder("splits")}, mount: folder("splits"),
			inputs: []string{filepath.Join("..", "..", "testdata", "apps", "brood.apks")},
			says:   []string{"joined", "no space left", "--cache-dir"}},
		"full TMPDIR": {env: []string{"TMPDIR=" + folder("tmp")}, mount: folder("tmp"),
			says: []string{"no space left in the temporary folder", "TMPDIR"}, folder: true},
		"full output":  {mount: folder("out"), says: []string{"is full", "-o"}},
		"out of limit": {args: []string{"--limit", "1ms"}, says: []string{"more --limit"}},
		"too few":      {args: []string{"--time", "1ms"}, says: []string{"too few to say", "more --time"}, folder: true},
		"never starts": {args: []string{"--events", "20", "--time", "5m"}, inputs: neverStarts(t), folder: true,
			says: []string{"the app never came to the front in 20 events", "has no code of dev.talpa.stillborn.Main"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var runs [2]ended
			for i := range runs {
				runs[i] = c.run(t, talpa, i == 1)
			}
			oneVerdict(t, runs[0], runs[1], report.NoVerdict, c.folder)
			for _, r := range runs {
				for _, word := range c.says {
					if !strings.Contains(r.out+r.errors, word) {
						t.Errorf("nothing says %q:\n%s\n%s", word, r.out, r.errors)
					}
				}
				if strings.Contains(r.errors, "WARN") || strings.Contains(r.errors, "goroutine") {
					t.Errorf("not for people:\n%s", r.errors)
				}
			}
		})
	}
}

// program is the path of a program that is talpa, no link: it starts itself again by its own name.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "talpa")
	if os.Link(self, path) == nil {
		return path
	}
	data, err := os.ReadFile(self) // the two lie on different disks
	if err := errors.Join(err, os.WriteFile(path, data, 0o755)); err != nil {
		t.Fatal(err)
	}
	return path
}

// reproduceArgs are the arguments of a job that is over in seconds where all is well.
func reproduceArgs(t *testing.T, dir string) []string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	agent := filepath.Join(root, "lib", "agent")
	if _, err := os.Stat(filepath.Join(agent, ".built")); err != nil {
		need.Missing(t, need.Agent, "make agent")
	}
	return []string{"reproduce", filepath.Join(root, "testdata", "apps", "burrow.apk"),
		filepath.Join(root, "testdata", "traces", "burrow-form.txt"), "-o", dir, "--time=1m", "--confirm=1",
		"--agent-dir", agent, "--cache-dir", filepath.Join(root, "out", "cache", "talpa")}
}

// run runs reproduce until it fails.
func (c cause) run(t *testing.T, talpa string, asJSON bool) ended {
	t.Helper()
	r := ended{dir: filepath.Join(t.TempDir(), "run")}
	if c.mount != "" && !c.folder {
		r.dir = filepath.Join(c.mount, "run")
	}
	argv := append(append([]string{talpa}, reproduceArgs(t, r.dir)...), append(r.formats(t), c.args...)...)
	copy(argv[2:], c.inputs)
	if asJSON {
		argv = append(argv, "--json")
	}
	if c.mount != "" {
		space := []string{"unshare", "-m"}
		if os.Geteuid() != 0 {
			space = []string{"unshare", "-rm"}
		}
		if err := exec.CommandContext(t.Context(), space[0], append(space[1:], "true")...).Run(); err != nil {
			need.Missing(t, need.Kernel, "mounts of its own: "+err.Error())
		}
		argv = append(append(space, "sh", "-c", `mount -t tmpfs -o size=16k none "$0" && exec "$@"`, c.mount), argv...)
	}
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), c.env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	r.code, r.out, r.errors = cmd.ProcessState.ExitCode(), out.String(), errs.String()
	return r
}

// formats are the flags that have the run write JUnit, SARIF and Markdown.
func (r *ended) formats(t *testing.T) []string {
	t.Helper()
	r.forms = t.TempDir()
	return []string{"--junit", filepath.Join(r.forms, "junit.xml"), "--sarif", filepath.Join(r.forms, "talpa.sarif"),
		"--summary", filepath.Join(r.forms, "summary.md")}
}

// inFormats demands that these files have the verdict.
func (r ended) inFormats(t *testing.T, want report.Verdict) {
	t.Helper()
	word := strings.ReplaceAll(string(want), "-", " ")
	for name, has := range map[string][]string{
		"junit.xml":   {fmt.Sprintf(`name="verdict" value="%s"`, want)},
		"talpa.sarif": {fmt.Sprintf(`"verdict": "%s"`, want), fmt.Sprintf(`"exitCode": %d`, want.ExitCode())},
		"summary.md":  {"## talpa reproduce: " + word + "\n"},
	} {
		data, err := os.ReadFile(filepath.Join(r.forms, name))
		if err != nil {
			t.Error(err)
		}
		for _, text := range has {
			if !strings.Contains(string(data), text) {
				t.Errorf("%s lacks %s:\n%s", name, text, data)
			}
		}
	}
}

// neverStarts is an app whose activity has no code, and the trace of a crash in the code that it has.
func neverStarts(t *testing.T) []string {
	t.Helper()
	const pkg = "dev.talpa.stillborn"
	app := apktest.New(pkg)
	app.Manifest(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="` + pkg + `">
		<uses-sdk android:minSdkVersion="21" android:targetSdkVersion="33"/>
		<application><activity android:name="` + pkg + `.Main" android:exported="true"><intent-filter>
			<action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/>
		</intent-filter></activity></application></manifest>`)
	app.DEX(dextest.Bytes(t, `
.class public Ldev/talpa/stillborn/Work;
.super Landroid/app/Activity;
.source "Work.java"
.method public onCreate(Landroid/os/Bundle;)V
    .registers 3
    .line 7
    new-instance v0, Ljava/lang/IllegalStateException;
    invoke-direct {v0}, Ljava/lang/IllegalStateException;-><init>()V
    throw v0
.end method`))
	key, err := seal.SeededKey(pkg)
	if err != nil {
		t.Fatal(err)
	}
	signed, _, err := seal.Sign(app.Build(), key, 21)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	inputs := []string{filepath.Join(dir, "app.apk"), filepath.Join(dir, "trace.txt")}
	if err := errors.Join(os.WriteFile(inputs[0], signed, 0o600), os.WriteFile(inputs[1], []byte(
		"java.lang.IllegalStateException\n\tat "+pkg+".Work.onCreate(Work.java:7)\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	return inputs
}

// oneVerdict demands that text, JSON, run.json, page, exit code, JUnit, SARIF and Markdown have the verdict.
func oneVerdict(t *testing.T, text, asJSON ended, want report.Verdict, folder bool) {
	t.Helper()
	var result struct{ Verdict report.Verdict }
	if err := json.Unmarshal([]byte(asJSON.out), &result); err != nil || result.Verdict != want {
		t.Errorf("JSON has verdict %q, want %q, %v\n%s\n%s", result.Verdict, want, err, asJSON.out, asJSON.errors)
	}
	word := strings.ReplaceAll(string(want), "-", " ")
	if !strings.HasPrefix(text.out, word+":") {
		t.Errorf("the text does not begin with %q:\n%s", word, text.out)
	}
	for _, r := range []ended{text, asJSON} {
		if r.code != want.ExitCode() {
			t.Errorf("exit code %d, want %d\n%s\n%s", r.code, want.ExitCode(), r.out, r.errors)
		}
		r.inFormats(t, want)
		state, page := r.files(t)
		if folder && (state != want || !strings.Contains(strings.ToLower(page), "<strong>"+word)) {
			t.Errorf("run.json has %q, and the page %d bytes; want %q in both", state, len(page), want)
		}
	}
}

// TestCauses_lost: a device that goes away while it is searched, with its server or alone, ends the job
// without a verdict, and the message names the device.
func TestCauses_lost(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the embedded device")
	}
	talpa := program(t)
	for name, lose := range map[string]func(*cable){"server": (*cable).cut, "unplugged": (*cable).unplug} {
		t.Run(name, func(t *testing.T) {
			var runs [2]ended
			for i := range runs {
				runs[i] = loseWhileSearching(t, talpa, i == 1, lose)
			}
			oneVerdict(t, runs[0], runs[1], report.NoVerdict, true)
			for _, r := range runs {
				if !strings.Contains(r.errors, "talpa-1") && !strings.Contains(r.errors, "no adb server") {
					t.Errorf("nothing names what was lost:\n%s", r.errors)
				}
			}
		})
	}
}

// loseWhileSearching runs reproduce on a device of a server, and loses it once events were tried.
func loseWhileSearching(t *testing.T, talpa string, asJSON bool, lose func(*cable)) ended {
	t.Helper()
	r := ended{dir: filepath.Join(t.TempDir(), "run")}
	args := reproduceArgs(t, r.dir)
	c := plugIn(t, serveDevice(t, talpa, args[len(args)-4:]))
	args = append(args, "--device", "talpa-1", "--adb", c.listener.Addr().String(), "--progress", "json",
		"--generator", "random", "--level", "none")
	args = append(args, r.formats(t)...)
	if asJSON {
		args = append(args, "--json")
	}
	cmd := exec.CommandContext(t.Context(), talpa, args...)
	var out, errs bytes.Buffer
	cmd.Stdout = &out
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		var now struct{ Events int }
		if json.Unmarshal(lines.Bytes(), &now) != nil {
			errs.Write(append(lines.Bytes(), '\n'))
		}
		if now.Events > 0 && lose != nil {
			lose(c)
			lose = nil
		}
	}
	var failed *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	r.code, r.out, r.errors = cmd.ProcessState.ExitCode(), out.String(), errs.String()
	return r
}

// serveDevice runs `talpa device serve` until the test ends, and returns its address.
func serveDevice(t *testing.T, talpa string, where []string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), talpa, append([]string{"device", "serve"}, where...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	_, rest, ok := strings.Cut(line, "adb server on ")
	addr, _, found := strings.Cut(rest, ": ")
	if err != nil || !ok || !found {
		t.Fatalf("%q, %v", line, err)
	}
	return addr
}

// cable is an adb server that hands all on to another one, until somebody pulls it out.
type cable struct {
	listener net.Listener
	server   string

	mu    sync.Mutex
	out   bool // unplugged
	lines []net.Conn
}

func plugIn(t *testing.T, server string) *cable {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{listener: l, server: server}
	t.Cleanup(c.cut)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go c.serve(conn)
		}
	}()
	return c
}

// cut ends the server.
func (c *cable) cut() {
	c.listener.Close()
	c.unplug()
}

// unplug ends all connections with the device, which the server knows no more.
func (c *cable) unplug() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = true
	for _, line := range c.lines {
		line.Close()
	}
	c.lines = nil
}

// serve hands on one connection, or answers that there is no such device.
func (c *cable) serve(client net.Conn) {
	defer client.Close()
	c.mu.Lock()
	out := c.out
	c.mu.Unlock()
	if out {
		var size [4]byte
		var n [2]byte
		if _, err := io.ReadFull(client, size[:]); err != nil {
			return
		}
		if _, err := hex.Decode(n[:], size[:]); err != nil {
			return
		}
		request := make([]byte, binary.BigEndian.Uint16(n[:]))
		if _, err := io.ReadFull(client, request); err != nil {
			return
		}
		if strings.HasPrefix(string(request), "host:devices") {
			_, _ = io.WriteString(client, "OKAY0000")
			return
		}
		_, _ = io.WriteString(client, "FAIL001adevice 'talpa-1' not found")
		return
	}
	device, err := (&net.Dialer{Timeout: time.Second}).Dial("tcp", c.server)
	if err != nil {
		return
	}
	defer device.Close()
	c.mu.Lock()
	c.lines = append(c.lines, client, device)
	c.mu.Unlock()
	go func() {
		_, _ = io.Copy(device, client)
		device.Close()
	}()
	_, _ = io.Copy(client, device)
}
