package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"talpa/device/virtual/confine"
	"talpa/internal/execx"
	"talpa/internal/files"

	"talpa/device/agent"
)

const (
	// ConvertMain is the converter's main class.
	ConvertMain    = "talpa.agent.convert.Main"
	convertTimeout = 10 * time.Minute
	largeHeap      = "-Xmx4g" // for the few apps that the flags' heap is too small for
	jarSuffix      = ".jar"
	factsSuffix    = ".json"
	verdictSuffix  = ".manifest"
	maxFacts       = 1 << 20 // bytes of the converter's answer
)

// Conversion is an app's code as class files, and what the converter said of it.
type Conversion struct {
	Jar   string // the host's file of classes
	Facts Facts
}

// Verdict is what Android's parser of packages says of an app: why it is not
// installed, in the package manager's words, or nothing.
type Verdict struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// Verdict is the kept one, if there is one.
func (c Conversion) Verdict() (Verdict, bool) {
	var v Verdict
	data, err := os.ReadFile(strings.TrimSuffix(c.Jar, jarSuffix) + verdictSuffix)
	if err != nil || json.Unmarshal(data, &v) != nil {
		return Verdict{}, false
	}
	return v, true
}

// KeepVerdict writes a verdict beside the converted code.
func (c Conversion) KeepVerdict(v Verdict) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(c.Jar, jarSuffix)
	return files.Write(base+verdictSuffix, data, 0o600)
}

// Facts is what the converter said of an app's code.
type Facts struct {
	Classes int      `json:"classes"`
	Methods int      `json:"methods"`
	Failed  int      `json:"failed"`
	Reused  int      `json:"reused"` // classes that were taken from earlier conversions
	Native  []string `json:"native"` // native libraries, by their path in the APK
}

// Converter turns apps into class files, each once: the results lie in a cache
// that processes share. Files in it are complete or absent.
type Converter struct {
	config Config
	Dir    string
}

// NewConverter opens the cache, and makes it if there is none.
func NewConverter(c Config) (*Converter, error) {
	v := &Converter{config: c, Dir: filepath.Join(c.CacheDir, "classes")}
	if err := os.MkdirAll(v.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the cache of converted apps in %s (choose another with --cache-dir): %w",
			c.CacheDir, err)
	}
	return v, nil
}

// Probes is the converter's option for code that records what is run of it.
const Probes = "-probes"

// Convert returns the converted form of an APK. The options are the converter's.
func (v *Converter) Convert(ctx context.Context, apk, sha string, options ...string) (Conversion, error) {
	c, err := v.convert(ctx, apk, sha, options)
	if ctx.Err() != nil {
		return c, err
	}
	return c, v.config.cacheRoom().explain(err, FreeBytes)
}

func (v *Converter) convert(ctx context.Context, apk, sha string, options []string) (Conversion, error) {
	kind := "-" + v.config.AgentID + strings.Join(options, "")
	base := filepath.Join(v.Dir, sha+kind)
	if c, err := cached(base); err == nil {
		return c, nil
	}
	release, err := v.lock(ctx, sha+kind)
	if err != nil {
		return Conversion{}, err
	}
	defer release()
	if c, err := cached(base); err == nil { // meanwhile
		return c, nil
	}
	work, err := os.MkdirTemp(v.Dir, ".work-")
	if err != nil {
		return Conversion{}, err
	}
	defer os.RemoveAll(work)
	out := filepath.Join(work, "classes"+jarSuffix)
	task := conversion{apk: apk, work: work, earlier: v.latest(kind + jarSuffix), args: append(options, apk, out)}
	facts, err := v.run(ctx, task)
	if err != nil && strings.Contains(err.Error(), "OutOfMemoryError") {
		facts, err = v.run(ctx, task, largeHeap)
	}
	if err != nil {
		return Conversion{}, fmt.Errorf("converting the app's code: %w", err)
	}
	if err := store(base, facts, out); err != nil {
		return Conversion{}, err
	}
	v.evict(base + jarSuffix)
	return cached(base)
}

// lock waits until nobody else makes an entry of the cache, in any process: devices side by side that want the same
// one get it from the first. There are a few lock files for all.
func (v *Converter) lock(ctx context.Context, name string) (release func(), err error) {
	dir := filepath.Join(v.config.CacheDir, "converting")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // a hash takes all
	return files.Lock(ctx, filepath.Join(dir, fmt.Sprintf("%02x", h.Sum32()%converting)))
}

// converting is the number of lock files, and of conversions at once.
const converting = 64

// store makes a cache entry of what the converter said and wrote. Others may convert the
// same app at the same time, or read the entry that they made: each file is replaced as
// a whole, the facts first, since an entry is complete when its jar is there.
func store(base string, facts []byte, jar string) error {
	if err := files.Write(base+factsSuffix, facts, 0o644); err != nil {
		return err
	}
	info, err := os.Lstat(jar)
	if err != nil || !info.Mode().IsRegular() {
		return errors.New("converting the app's code: the converter wrote no file")
	}
	return os.Rename(jar, base+jarSuffix)
}

// cached reads a cache entry and marks it as used.
func cached(base string) (Conversion, error) {
	now := time.Now()
	if err := os.Chtimes(base+jarSuffix, now, now); err != nil {
		return Conversion{}, err
	}
	c := Conversion{Jar: base + jarSuffix}
	data, err := os.ReadFile(base + factsSuffix)
	if err == nil {
		err = json.Unmarshal(data, &c.Facts)
	}
	return c, err
}

// maxEarlier is how many earlier conversions the converter looks for the same classes in.
const maxEarlier = 4

// latest are the jars of a kind that were used last: most likely an app's before its pruned copy, or
// another build of it.
func (v *Converter) latest(suffix string) []string {
	var jars []string
	for _, e := range slices.Backward(v.entries()) {
		if len(jars) < maxEarlier && strings.HasSuffix(e.Name(), suffix) {
			jars = append(jars, filepath.Join(v.Dir, e.Name()))
		}
	}
	return jars
}

// conversion is one run of the converter.
type conversion struct {
	apk     string
	work    string   // all that it can write
	earlier []string // jars that it may take classes from
	args    []string
}

// run runs the converter in a JVM of its own.
func (v *Converter) run(ctx context.Context, task conversion, flags ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, convertTimeout)
	defer cancel()
	opts := v.config
	java, err := filepath.EvalSymlinks(filepath.Join(opts.JavaHome, "bin", "java"))
	if err != nil {
		return nil, err
	}
	argv := append([]string{java}, flagLines(agent.ConvertFlags)...)
	argv = append(append(argv, flags...), "-Djava.io.tmpdir="+task.work, "-cp", filepath.Join(opts.AgentDir, "*"))
	argv = append(argv, ConvertMain)
	for _, jar := range task.earlier {
		argv = append(argv, "-earlier", jar)
	}
	argv = append(argv, task.args...)
	config := v.config
	config.Network = NetworkOff
	policy := config.policy([]string{task.work}, append(task.earlier, task.apk)...)
	cmd, err := confine.Command(opts.Launcher, v.config.Support, policy, argv)
	if err != nil {
		return nil, err
	}
	group, err := opts.group()
	if err != nil {
		return nil, err
	}
	cmd.Dir, cmd.MaxOutput, cmd.Group = task.work, maxFacts, group.FD()
	res, err := execx.Run(ctx, cmd)
	if why := group.Exhausted(); err != nil && why != "" {
		err = fmt.Errorf("%s: %w", why, err)
	}
	if left := group.Close(); left != nil {
		opts.Log.Warn("virtual device: ending what a conversion left", "err", left)
	}
	if err != nil {
		return nil, fmt.Errorf("%w%s", err, (&tail{buf: res.Stderr}).quoted())
	}
	lines := bytes.Split(bytes.TrimSpace(res.Stdout), []byte("\n"))
	facts := lines[len(lines)-1]
	if !json.Valid(facts) {
		return nil, fmt.Errorf("the converter answered %.200q", facts)
	}
	return facts, nil
}
