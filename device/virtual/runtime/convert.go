package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"talpa/device/virtual/cgroup"
	"talpa/device/virtual/confine"
	"talpa/internal/execx"
	"talpa/internal/files"
	"talpa/internal/flock"

	"talpa/device/agent"
)

const (
	// ConvertMain is the converter's main class.
	ConvertMain   = "talpa.agent.convert.Main"
	largeHeap     = "-Xmx4g" // for the few apps that the flags' heap is too small for
	factsSuffix   = ".json"
	verdictSuffix = ".manifest"
)

// Conversion is an app's code as class files, and what the converter said of it.
type Conversion struct {
	Classes string // the host's store of the classes that were asked for
	Facts   Facts
	source  *source // of the store
	apk     string
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
	data, err := os.ReadFile(c.base() + verdictSuffix)
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
	return files.Write(c.base()+verdictSuffix, data, 0o600)
}

// base is how the files of its entry in the cache begin.
func (c Conversion) base() string { return strings.TrimSuffix(c.Classes, filepath.Ext(c.Classes)) }

// Facts is what the converter said of an app's code.
type Facts struct {
	Classes int      `json:"classes"`
	Methods int      `json:"methods"`
	Failed  int      `json:"failed"`
	Native  []string `json:"native"` // native libraries, by their path in the APK
}

// Converter turns apps into class files, each once: the results lie in a cache
// that processes share. Files in it are complete or absent.
type Converter struct {
	config Config
	Dir    string

	mu          sync.Mutex
	sources     map[string]*source     // open ones, by how their files in the cache begin
	translators map[string]*translator // by the hash of their APK
}

// NewConverter opens the cache, and makes it if there is none.
func NewConverter(c Config) (*Converter, error) {
	v := &Converter{
		config: c, Dir: filepath.Join(c.CacheDir, "classes"),
		sources: map[string]*source{}, translators: map[string]*translator{},
	}
	if err := os.MkdirAll(v.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the cache of converted apps in %s (choose another with --cache-dir): %w",
			c.CacheDir, err)
	}
	return v, nil
}

// Convert returns the form of an APK that JVMs run, with or without probes. Its classes are converted when a process
// first asks for them.
func (v *Converter) Convert(ctx context.Context, apk, sha string, probed bool) (Conversion, error) {
	s, err := v.open(ctx, apk, sha, probed)
	if err != nil && ctx.Err() == nil {
		err = v.config.cacheRoom().explain(err, FreeBytes)
	}
	if err != nil {
		return Conversion{}, err
	}
	facts := s.facts
	facts.Failed = s.store.Failed()
	return Conversion{Classes: s.base + storeSuffix, Facts: facts, source: s, apk: apk}, nil
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
	f, err := flock.Wait(ctx, filepath.Join(dir, fmt.Sprintf("%02x", h.Sum32()%converting)), 0o644)
	if err != nil {
		return nil, err
	}
	return func() { f.Close() }, nil
}

// converting is the number of lock files, and of conversions at once.
const converting = 64

// command is the converter in a JVM of its own, confined, and the control group that it is in.
func (v *Converter) command(apk, work string, flags []string) (execx.Cmd, *cgroup.Group, error) {
	opts := v.config
	java, err := filepath.EvalSymlinks(filepath.Join(opts.JavaHome, "bin", "java"))
	if err != nil {
		return execx.Cmd{}, nil, err
	}
	argv := append([]string{java}, flagLines(agent.ConvertFlags)...)
	argv = append(append(argv, flags...), "-Djava.io.tmpdir="+work, "-cp", filepath.Join(opts.AgentDir, "*"),
		ConvertMain, "-serve", apk)
	config := v.config
	config.Network = NetworkOff
	policy := config.policy([]string{work}, apk)
	cmd, err := confine.Command(opts.Launcher, v.config.Support, policy, argv)
	if err != nil {
		return execx.Cmd{}, nil, err
	}
	group, err := opts.group()
	if err != nil {
		return execx.Cmd{}, nil, err
	}
	cmd.Dir, cmd.Group = work, group.FD()
	return cmd, group, nil
}
