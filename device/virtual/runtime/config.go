// Package runtime runs apps on JVMs: it converts their code once and caches it,
// starts and confines JVMs with the agent in them, keeps warm ones ready, and speaks
// with the process that an app is. It takes the place of Android's zygote and of the
// compiler behind an installation (dexopt).
//
//	Config     what every JVM of a server is started with
//	Converter  DEX to class files, in a JVM of its own, with a cache
//	Pool       warm JVMs of one device
//	JVM        one agent: booted, confined, watched; it loads one app at a time
//	Process    one run of an app in a JVM
//
// It knows nothing of what is installed, of settings, screens or the log: that is the
// device's business. Not modelled: several processes of one app, native code.
package runtime

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"talpa/device/agent"
	"talpa/device/virtual/cgroup"
	"talpa/device/virtual/confine"
	"talpa/device/virtual/relay"
)

// Config is what every JVM of a server is started with. All of it but Groups,
// ImageDir, JavaFlags, Launcher, Network and Relay is required.
type Config struct {
	API     int    // the level that apps see
	Release string // what people call it, "8.1.0"
	// AgentDir holds the agent: *.jar and sdk/; AgentID identifies its jars.
	AgentDir, AgentID string
	JavaHome          string // of a JDK 17 or later
	JavaFlags         []string
	CacheDir          string // of converted apps; several processes may share it
	CacheLimit        int64  // bytes of them
	// ImageDir keeps booted JVMs as files, which several processes may share; "" keeps none.
	ImageDir string
	// Launcher is the command that confines a JVM and becomes it, by what the machine
	// supports; without one nothing is confined.
	Launcher []string
	Support  confine.Support
	// Groups holds the control groups of JVMs; nil where the machine lets this program have none.
	Groups  *cgroup.Tree
	Network Network
	Relay   relay.Relay // where connections go with NetworkOn
	Display Display
	Log     *slog.Logger
}

// flagLines are the lines of a file of JVM options: one a line, # begins a comment.
func flagLines(text string) []string {
	var flags []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			flags = append(flags, line)
		}
	}
	return flags
}

// java is the program.
func (c Config) java() string {
	java := filepath.Join(c.JavaHome, "bin", "java")
	if real, err := filepath.EvalSymlinks(java); err == nil {
		return real
	}
	return java
}

// flags are the options of an app's JVM that works in the folder tmp and sees the agent's folder
// at a path.
func (c Config) flags(tmp, agentAt string) []string {
	flags := append(flagLines(agent.JVMFlags), archiveFlags(c.AgentDir, agentAt, c.JavaHome)...)
	dir := tmp
	if _, err := os.Stat(selfDir); err == nil {
		dir = selfDir
	}
	flags = append(flags, c.Network.flags()...)
	return append(append(flags, c.JavaFlags...),
		"-Drobolectric.dependency.dir="+filepath.Join(agentAt, "sdk"),
		"-Djava.io.tmpdir="+dir, "-Duser.home="+dir, "-Duser.dir="+dir, "-Duser.timezone=UTC",
		"-XX:ErrorFile="+filepath.Join(dir, "hs_err.log"),
		"-cp", filepath.Join(agentAt, "*"), AgentMain)
}

// bootParams are what the agent is told at its boot.
func (c Config) bootParams() map[string]any {
	return map[string]any{
		"width": c.Display.Width, "height": c.Display.Height, "density": c.Display.Density,
		"qualifiers": c.Display.Qualifiers(), "epoch": int64(Epoch), "api": c.API, "release": c.Release,
	}
}

// jvmPolicy is what a JVM may touch, or, where it is copied, it and its copies.
func (c Config) jvmPolicy(at quarters, copied bool) confine.Policy {
	own := at.tmp
	if copied {
		own = at.top // the folders of its copies are there
	}
	policy := c.policy([]string{at.home, own}, append([]string{at.apps}, at.reads...)...)
	policy.Mounts, policy.Copied = mounts(c.AgentDir, at), copied
	return policy
}

// agentSeen is where a JVM sees the agent's folder.
func (c Config) agentSeen(p confine.Policy) string {
	if c.Support.Shows(p) {
		return agentPath
	}
	return c.AgentDir
}

// policy is what a JVM with its own folders may touch. reads are read-only.
func (c Config) policy(writes []string, reads ...string) confine.Policy {
	p := confine.Java(c.JavaHome)
	p.ReadOnly = append(append(p.ReadOnly, c.AgentDir), reads...)
	p.ReadOnly = append(p.ReadOnly, linked(c.AgentDir)...)
	p.ReadWrite = append(p.ReadWrite, writes...)
	p.Env = []string{"LANG=C.UTF-8", "TZ=UTC", "HOME=" + writes[len(writes)-1], "PATH=/usr/bin:/bin",
		// Two arenas of the C library's: each keeps what it was once given.
		"MALLOC_ARENA_MAX=2"}
	return p
}

// linked is where the links among the agent's jars lead.
func linked(dir string) []string {
	var targets []string
	for _, pattern := range []string{"*", "sdk/*"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range names {
			if target, err := filepath.EvalSymlinks(name); err == nil && target != name {
				targets = append(targets, target)
			}
		}
	}
	return targets
}
