package virtual

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"talpa/device/virtual/confine"
	"talpa/internal/execx"
	"talpa/internal/files"

	"talpa/device/agent"
)

const (
	convertMain    = "talpa.agent.convert.Main"
	convertTimeout = 10 * time.Minute
	largeHeap      = "-Xmx4g" // for the few apps that the flags' heap is too small for
	jarSuffix      = ".jar"
	factsSuffix    = ".json"
	verdictSuffix  = ".manifest"
	maxFacts       = 1 << 20 // bytes of the converter's answer
)

// conversion is an app's code as class files, and what the converter said of it.
type conversion struct {
	jar   string
	facts convertFacts
}

// verdict is what Android's parser of packages says of an app: why it is not
// installed, in the package manager's words, or nothing.
type verdict struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// verdict is the kept one, if there is one.
func (c conversion) verdict() (verdict, bool) {
	var v verdict
	data, err := os.ReadFile(strings.TrimSuffix(c.jar, jarSuffix) + verdictSuffix)
	if err != nil || json.Unmarshal(data, &v) != nil {
		return verdict{}, false
	}
	return v, true
}

// keep writes a verdict beside the converted code.
func (c conversion) keep(v verdict) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(c.jar, jarSuffix)
	return files.Write(base+verdictSuffix, data, 0o600)
}

type convertFacts struct {
	Classes int      `json:"classes"`
	Methods int      `json:"methods"`
	Failed  int      `json:"failed"`
	Native  []string `json:"native"`
}

// converter turns apps into class files, each once: the results lie in a cache
// that processes share. Files in it are complete or absent.
type converter struct {
	config launcherConfig
	dir    string
}

func newConverter(c launcherConfig) (*converter, error) {
	v := &converter{config: c, dir: filepath.Join(c.opts.CacheDir, "classes")}
	if err := os.MkdirAll(v.dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the cache of converted apps: %w", err)
	}
	return v, nil
}

// probes is the converter's option for code that records what is run of it.
const probes = "-probes"

// convert returns the converted form of an APK. The options are the converter's.
func (v *converter) convert(ctx context.Context, apk, sha string, options ...string) (conversion, error) {
	base := filepath.Join(v.dir, sha+"-"+v.config.agentID+strings.Join(options, ""))
	if c, err := cached(base); err == nil {
		return c, nil
	}
	work, err := os.MkdirTemp(v.dir, ".work-")
	if err != nil {
		return conversion{}, err
	}
	defer os.RemoveAll(work)
	out := filepath.Join(work, "classes"+jarSuffix)
	facts, err := v.run(ctx, apk, work, append(options, apk, out))
	if err != nil && strings.Contains(err.Error(), "OutOfMemoryError") {
		facts, err = v.run(ctx, apk, work, append(options, apk, out), largeHeap)
	}
	if err != nil {
		return conversion{}, fmt.Errorf("converting the app's code: %w", err)
	}
	// The facts first: an entry is complete when its jar is there.
	if err := os.WriteFile(base+factsSuffix, facts, 0o644); err != nil {
		return conversion{}, err
	}
	info, err := os.Lstat(out)
	if err != nil || !info.Mode().IsRegular() {
		return conversion{}, errors.New("converting the app's code: the converter wrote no file")
	}
	if err := os.Rename(out, base+jarSuffix); err != nil {
		return conversion{}, err
	}
	v.evict(base + jarSuffix)
	return cached(base)
}

// cached reads a cache entry and marks it as used.
func cached(base string) (conversion, error) {
	now := time.Now()
	if err := os.Chtimes(base+jarSuffix, now, now); err != nil {
		return conversion{}, err
	}
	c := conversion{jar: base + jarSuffix}
	data, err := os.ReadFile(base + factsSuffix)
	if err == nil {
		err = json.Unmarshal(data, &c.facts)
	}
	return c, err
}

// run runs the converter in a JVM of its own, which can write only its work folder.
func (v *converter) run(ctx context.Context, apk, work string, args []string, flags ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, convertTimeout)
	defer cancel()
	opts := v.config.opts
	java, err := filepath.EvalSymlinks(filepath.Join(opts.JavaHome, "bin", "java"))
	if err != nil {
		return nil, err
	}
	argv := append([]string{java}, flagLines(agent.ConvertFlags)...)
	argv = append(append(argv, flags...), "-Djava.io.tmpdir="+work, "-cp", filepath.Join(opts.AgentDir, "*"))
	argv = append(append(argv, convertMain), args...)
	config := v.config
	config.opts.Network = NetworkOff
	cmd, err := confine.Command(opts.Launcher, v.config.support, config.policy([]string{work}, apk), argv)
	if err != nil {
		return nil, err
	}
	cmd.Dir, cmd.MaxOutput = work, maxFacts
	res, err := execx.Run(ctx, cmd)
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

// evict removes the entries used longest ago until the cache is within its
// limit; keep stays. A JVM that has an evicted file open keeps it.
func (v *converter) evict(keep string) {
	entries, err := os.ReadDir(v.dir)
	if err != nil {
		return
	}
	var infos []fs.FileInfo
	var total int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), jarSuffix) {
			infos = append(infos, info)
			total += info.Size()
		}
	}
	sort.Slice(infos, func(i, j int) bool { return infos[i].ModTime().Before(infos[j].ModTime()) })
	for _, info := range infos {
		path := filepath.Join(v.dir, info.Name())
		if total <= v.config.opts.CacheLimit {
			return
		}
		if path == keep {
			continue
		}
		if err := os.Remove(path); err == nil {
			_ = os.Remove(strings.TrimSuffix(path, jarSuffix) + factsSuffix)
			_ = os.Remove(strings.TrimSuffix(path, jarSuffix) + verdictSuffix)
			total -= info.Size()
			v.config.opts.Log.Debug("virtual device: evicted a converted app", "file", info.Name())
		}
	}
}

// agentID identifies the agent's code: what a conversion depends on beside the app.
func agentID(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*"+jarSuffix))
	if err != nil || len(names) == 0 {
		return "", fmt.Errorf("no agent in %s: build it with `make agent`", dir)
	}
	h := sha256.New()
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, filepath.Base(name), info.Size())
		if strings.Contains(filepath.Base(name), "agent") {
			if err := copyInto(h, name); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}

// copyInto writes a file's bytes to w.
func copyInto(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
