package runtime

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"talpa/device/virtual/classstore"
	"talpa/device/virtual/wire"
	"talpa/internal/execx"
	"talpa/internal/files"
)

const (
	storeSuffix  = ".classes"
	probesSuffix = "-probes" // of the conversion with probes
	// classTimeout bounds the conversion of one class.
	classTimeout = 2 * time.Minute
	// serverIdle is how long a converter stays that nobody asks for a class.
	serverIdle = 30 * time.Second
	// maxAsked is how many classes a process may wait for at once: as many as it has threads.
	maxAsked = 4096
	maxFrame = 80 << 20
)

// source is an app whose classes are converted when one of its processes first asks for them. Most are never asked
// for: a start and a short search load a fifth of the classes that come with an app.
type source struct {
	by     *translator
	base   string // of its files in the cache
	probed bool
	store  *classstore.Store
	facts  Facts
}

// translator is the converter of an app, with and without probes.
type translator struct {
	conv *Converter

	mu     sync.Mutex   // one class at a time
	server *classServer // nil while none is needed
	idle   *time.Timer
}

// open is an app's source, made if there is none.
func (v *Converter) open(ctx context.Context, apk, sha string, probed bool) (*source, error) {
	kind := "-" + v.config.AgentID
	if probed {
		kind += probesSuffix
	}
	base := filepath.Join(v.Dir, sha+kind)
	if s := v.source(base); s != nil {
		return s, nil
	}
	release, err := v.lock(ctx, sha+kind)
	if err != nil {
		return nil, err
	}
	defer release()
	if s := v.source(base); s != nil { // meanwhile
		return s, nil
	}
	s := &source{by: v.translator(sha), base: base, probed: probed}
	if err := s.load(); err != nil { // else another process has made it
		if err := s.make(ctx, apk); err != nil {
			return nil, err
		}
		v.evict(base + storeSuffix)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sources[base] = s
	return s, nil
}

// source is an open one whose file is still in the cache.
func (v *Converter) source(base string) *source {
	v.mu.Lock()
	defer v.mu.Unlock()
	if s := v.sources[base]; s != nil && s.use() == nil {
		return s
	}
	return nil
}

// translator is the one of an app.
func (v *Converter) translator(sha string) *translator {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.translators[sha] == nil {
		v.translators[sha] = &translator{conv: v}
	}
	return v.translators[sha]
}

// use marks a source as used; it fails if its file is gone, or another process has made another one in its place.
func (s *source) use() error {
	path := s.base + storeSuffix
	if !s.store.Is(path) {
		return os.ErrNotExist
	}
	now := time.Now()
	return os.Chtimes(path, now, now)
}

// load opens what is in the cache.
func (s *source) load() error {
	data, err := os.ReadFile(s.base + factsSuffix)
	if err == nil {
		err = json.Unmarshal(data, &s.facts)
	}
	if err != nil {
		return err
	}
	if s.store, err = classstore.Open(s.base + storeSuffix); err != nil {
		return err
	}
	return s.use()
}

// make makes an entry of the cache without classes.
func (s *source) make(ctx context.Context, apk string) error {
	facts, names, err := s.by.describe(ctx, apk)
	if err != nil {
		return fmt.Errorf("converting the app's code: %w", err)
	}
	if err := files.Write(s.base+factsSuffix, facts, 0o644); err != nil {
		return err
	}
	if err := classstore.Create(s.base+storeSuffix, names); err != nil {
		return err
	}
	return s.load()
}

// provide sees to it that a class is in the store if the app has it. failed are the methods that could not be
// converted.
func (s *source) provide(ctx context.Context, apk, class string) (failed int, err error) {
	if !s.store.Names(class) || s.store.Has(class) {
		return 0, nil
	}
	t := s.by
	t.mu.Lock()
	defer t.mu.Unlock()
	if s.store.Has(class) { // meanwhile
		return 0, nil
	}
	c, err := t.convert(ctx, apk, s, class)
	if err != nil {
		t.stop()
		return 0, fmt.Errorf("converting the class %s: %w", class, err)
	}
	return c.Failed, t.conv.config.cacheRoom().explain(s.store.Add(c), FreeBytes)
}

// ForProcess is what Convert gives for a process that is about to start. Stand-in servers answer by what the whole code
// of an app reads, so that with them all classes are converted before.
func (v *Converter) ForProcess(ctx context.Context, apk, sha string, probed bool) (Conversion, error) {
	c, err := v.Convert(ctx, apk, sha, probed)
	if err != nil || v.config.Network != NetworkStandIn {
		return c, err
	}
	for _, class := range c.source.store.Missing() {
		if _, err := c.source.provide(ctx, apk, class); err != nil {
			return Conversion{}, err
		}
	}
	return c, nil
}

// describe says what an app is, and names its classes.
func (t *translator) describe(ctx context.Context, apk string) (facts []byte, names []string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.serve(ctx, apk); err != nil {
		return nil, nil, err
	}
	return t.server.facts, t.server.names, nil
}

// convert asks the converter for a class. t.mu is held.
func (t *translator) convert(ctx context.Context, apk string, s *source, class string) (classstore.Class, error) {
	ctx, cancel := context.WithTimeout(ctx, classTimeout)
	defer cancel()
	if err := t.serve(ctx, apk); err != nil {
		return classstore.Class{}, err
	}
	c, err := t.server.convert(ctx, class, s.probed)
	if err != nil && strings.Contains(err.Error(), "OutOfMemoryError") {
		t.stop()
		if err := t.serve(ctx, apk, largeHeap); err != nil {
			return c, err
		}
		c, err = t.server.convert(ctx, class, s.probed)
	}
	return c, err
}

// serve starts the converter unless it runs. t.mu is held.
func (t *translator) serve(ctx context.Context, apk string, flags ...string) error {
	if t.server == nil {
		server, err := t.conv.start(ctx, apk, flags...)
		if err != nil {
			return err
		}
		t.server = server
		t.idle = time.AfterFunc(serverIdle, t.rest)
	}
	t.idle.Reset(serverIdle)
	return nil
}

// rest ends a converter that nobody asks.
func (t *translator) rest() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop()
}

// stop ends the converter. t.mu is held.
func (t *translator) stop() {
	if t.server != nil {
		t.idle.Stop()
		if err := t.server.close(); err != nil {
			t.conv.config.Log.Warn("virtual device: ending a converter", "err", err)
		}
		t.server = nil
	}
}

// Close ends what converts.
func (v *Converter) Close() error {
	if v == nil {
		return nil
	}
	v.mu.Lock()
	sources, translators := slices.Collect(maps.Values(v.sources)), slices.Collect(maps.Values(v.translators))
	clear(v.sources)
	v.mu.Unlock()
	var err error
	for _, t := range translators {
		t.rest()
	}
	for _, s := range sources {
		err = errors.Join(err, s.store.Close())
	}
	return err
}

// classServer is a converter that is asked for one class after the other.
type classServer struct {
	facts []byte // as JSON
	names []string

	proc   *execx.Process
	out    *bufio.Reader
	said   *tail
	tidied func() error
}

// start starts a converter for an APK and awaits what it says of it.
func (v *Converter) start(ctx context.Context, apk string, flags ...string) (*classServer, error) {
	work, err := os.MkdirTemp(v.Dir, ".work-")
	if err != nil {
		return nil, err
	}
	c := &classServer{said: &tail{limit: stderrKept}}
	cmd, group, err := v.command(apk, work, flags)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(work))
	}
	c.tidied = func() error { return errors.Join(group.Close(), os.RemoveAll(work)) }
	cmd.Stderr, cmd.MaxOutput = c.said, 0
	if c.proc, err = execx.Start(context.WithoutCancel(ctx), cmd); err != nil {
		return nil, errors.Join(err, c.tidied())
	}
	c.out = bufio.NewReader(c.proc.Stdout)
	if c.facts, err = c.read(ctx); err == nil {
		err = checkFacts(c.facts)
	}
	if err == nil {
		var names []byte
		names, err = c.read(ctx)
		c.names = strings.Split(string(names), "\n")
	}
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// convert asks for a class.
func (c *classServer) convert(ctx context.Context, name string, probed bool) (classstore.Class, error) {
	kind := byte('C')
	if probed {
		kind = 'P'
	}
	request := binary.BigEndian.AppendUint32(nil, uint32(1+len(name)))
	request = append(append(request, kind), name...)
	if _, err := c.proc.Stdin.Write(request); err != nil {
		return classstore.Class{}, c.explain(err)
	}
	b, err := c.read(ctx)
	if err != nil {
		return classstore.Class{}, err
	}
	const head = 4
	if len(b) < head {
		return classstore.Class{}, fmt.Errorf("the converter answered %.200q", b)
	}
	return classstore.Class{Name: name, Failed: int(binary.BigEndian.Uint32(b)), File: b[head:]}, nil
}

// ErrUnreadable means that the code of an app cannot be read: the app is at fault, not what reads it.
var ErrUnreadable = errors.New("the app's code cannot be read")

// checkFacts is the error of a converter's first answer: it is no facts, or tells that the APK cannot be read.
func checkFacts(facts []byte) error {
	var answer struct{ Unreadable string }
	if err := json.Unmarshal(facts, &answer); err != nil {
		return fmt.Errorf("the converter said %.200q", facts)
	}
	if answer.Unreadable != "" {
		return fmt.Errorf("%w: %s", ErrUnreadable, answer.Unreadable)
	}
	return nil
}

// read reads a frame; a converter that writes none in time is ended.
func (c *classServer) read(ctx context.Context) ([]byte, error) {
	defer context.AfterFunc(ctx, c.proc.Kill)()
	var head [4]byte
	if _, err := io.ReadFull(c.out, head[:]); err != nil {
		return nil, c.explain(err)
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > maxFrame {
		return nil, fmt.Errorf("the converter announces %d bytes", n)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(c.out, b); err != nil {
		return nil, c.explain(err)
	}
	return b, nil
}

// explain is an error with what the converter said before it ended.
func (c *classServer) explain(err error) error {
	c.proc.Kill()
	<-c.proc.Done()
	return fmt.Errorf("the converter has ended: %w%s", err, c.said.quoted())
}

// close ends it.
func (c *classServer) close() error {
	c.proc.Stdin.Close()
	c.proc.Kill()
	<-c.proc.Done()
	c.proc.Stdout.Close()
	return c.tidied()
}

// classWanted has a class converted that a JVM's app asks for, and says when it is there. It does not wait. A JVM
// whose class cannot be had is ended: its app is not to blame.
func (j *JVM) classWanted(name string) {
	j.mu.Lock()
	code := j.code
	j.classes.begin(time.Now())
	many := j.classes.now > maxAsked
	j.mu.Unlock()
	if many || code.source == nil {
		j.Kill("it broke the protocol: it asks for too many classes, or without an app")
		return
	}
	go func() {
		failed, err := code.source.provide(context.Background(), code.apk, name)
		j.mu.Lock()
		j.classes.end(time.Now())
		f := j.notify
		j.mu.Unlock()
		if err != nil {
			j.Kill(err.Error())
			return
		}
		if failed > 0 && f != nil {
			f(wire.Notice{Event: wire.EventUnconverted, Detail: fmt.Sprintf(
				"%d methods of %s could not be converted; they throw VerifyError", failed, strings.ReplaceAll(name, "/", "."))})
		}
		_, _ = j.Call(context.Background(), "class", map[string]any{"name": name}, nil) // a JVM that is gone asks no more
	}()
}

// classWait is how long a JVM has waited for classes.
type classWait struct {
	now   int       // classes that it waits for
	since time.Time // it does, if for any
	spent time.Duration
}

func (w *classWait) begin(at time.Time) {
	if w.now++; w.now == 1 {
		w.since = at
	}
}

func (w *classWait) end(at time.Time) {
	if w.now--; w.now == 0 {
		w.spent += at.Sub(w.since)
	}
}

// until is the sum up to a moment.
func (w *classWait) until(at time.Time) time.Duration {
	if w.now > 0 {
		return w.spent + at.Sub(w.since)
	}
	return w.spent
}

// waitedForClasses is how long the app's threads have waited for classes so far.
func (j *JVM) waitedForClasses() time.Duration {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.classes.until(time.Now())
}
