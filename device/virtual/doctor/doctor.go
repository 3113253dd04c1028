// Package doctor says what this machine lacks for the embedded device, and how to get it.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"talpa/device/virtual"
	"talpa/device/virtual/confine"
	"talpa/device/virtual/runtime"
	"talpa/internal/execx"
)

// Check is one line of Run: something that the embedded device needs.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Warn says that the device works without, with less: a check that is not OK
	// and not Warn keeps it from running.
	Warn   bool   `json:"warn"`
	Detail string `json:"detail"`         // what was found
	Cure   string `json:"cure,omitempty"` // how to get it; "" if OK
}

const (
	minDisk   = 2 << 30 // bytes, for converted apps and running devices
	minMemory = 1500 << 20
	minSDKJar = 50 << 20 // a smaller file is a broken download
)

// Run says what this machine lacks for the embedded device. The last check
// starts one if nothing else forbids it.
func Run(ctx context.Context, o virtual.Options) []Check {
	checks := []Check{checkJava(ctx, o), checkAgent(o), checkSDK(o)}
	checks = append(checks, checkConfinement(ctx, o)...)
	checks = append(checks, checkArchive(o), checkOlder(o), checkDisk(o), checkMemory())
	for _, c := range checks {
		if !c.OK && !c.Warn {
			return checks
		}
	}
	return append(checks, checkBoot(ctx, o))
}

func ok(name, detail string) Check { return Check{Name: name, OK: true, Detail: detail} }

func missing(name, detail, cure string) Check { return Check{Name: name, Detail: detail, Cure: cure} }

func warning(name, detail, cure string) Check {
	return Check{Name: name, Warn: true, Detail: detail, Cure: cure}
}

var javaVersion = regexp.MustCompile(`version "(\d+)[^"]*"`)

func checkJava(ctx context.Context, o virtual.Options) Check {
	const name = "java"
	const cure = "install Java 17 or later (Debian: apt install openjdk-17-jre-headless), or name it with JAVA_HOME"
	home := o.JavaHome
	if home == "" {
		var err error
		if home, err = runtime.FindJava(); err != nil {
			return missing(name, "not found", cure)
		}
	}
	res, err := execx.Run(ctx, execx.Cmd{Name: filepath.Join(home, "bin", "java"), Args: []string{"-version"}})
	if err != nil {
		return missing(name, err.Error(), cure)
	}
	m := javaVersion.FindStringSubmatch(string(res.Stderr))
	if m == nil {
		return missing(name, "its version is not understood", cure)
	}
	if n, _ := strconv.Atoi(m[1]); n < runtime.MinJava {
		return missing(name, "version "+m[1]+" in "+home, cure)
	}
	return ok(name, "version "+m[1]+" in "+home)
}

func checkAgent(o virtual.Options) Check {
	const name = "agent"
	const cure = "leave lib beside bin, as in the download, or build it with `make agent` (needs Maven)"
	if _, err := runtime.AgentID(o.AgentDir); err != nil {
		return missing(name, "none in "+o.AgentDir, cure)
	}
	jars, _ := filepath.Glob(filepath.Join(o.AgentDir, "*.jar"))
	return ok(name, fmt.Sprintf("%d jars in %s", len(jars), o.AgentDir))
}

func checkSDK(o virtual.Options) Check {
	const name = "android framework"
	const cure = "`make agent` fetches it into lib/agent/sdk (about 200 MB)"
	jars, _ := filepath.Glob(filepath.Join(o.AgentDir, "sdk", "android-all-instrumented-*.jar"))
	for _, jar := range jars {
		if info, err := os.Stat(jar); err == nil && info.Size() >= minSDKJar {
			return ok(name, filepath.Base(jar))
		}
	}
	return missing(name, fmt.Sprintf("no android-all-instrumented-*.jar in %s", filepath.Join(o.AgentDir, "sdk")), cure)
}

// checkOlder tells whether devices of older levels have a framework of their own, which nothing needs.
func checkOlder(o virtual.Options) Check {
	const name = "older framework"
	if dir, missing := runtime.AgentFor(o.AgentDir, runtime.OlderAPI); len(missing) == 0 {
		return ok(name, fmt.Sprintf("for --api %d and below, in %s", runtime.OlderAPI, dir))
	}
	return ok(name, fmt.Sprintf("none: with --api %d and below Android 15 shows itself as an older one; %s",
		runtime.OlderAPI, runtime.HowOlder))
}

func checkArchive(o virtual.Options) Check {
	const name = "class archive"
	home := o.JavaHome
	if home == "" {
		home, _ = runtime.FindJava() // its absence is checkJava's to tell
	}
	if err := runtime.CheckArchive(o.AgentDir, home); err != nil {
		return warning(name, err.Error(),
			"in a checkout: build the agent with the JDK that runs it (`make -B agent`)")
	}
	return ok(name, "made by this JDK")
}

func checkConfinement(ctx context.Context, o virtual.Options) []Check {
	const files = "landlock"
	const throughTalpa = "run the device through the talpa program"
	if len(o.Launcher) == 0 {
		return []Check{warning(files, "no launcher is given: the app's code is not confined", throughTalpa)}
	}
	s, err := confine.Probe(ctx, o.Launcher)
	if err != nil {
		return []Check{missing(files, err.Error(), throughTalpa)}
	}
	var checks []Check
	if s.Landlock >= confine.FullLandlock {
		checks = append(checks, ok(files, fmt.Sprintf("version %d", s.Landlock)))
	} else {
		detail := fmt.Sprintf("version %d, full confinement needs %d", s.Landlock, confine.FullLandlock)
		checks = append(checks, warning(files, detail, "use Linux 6.12 or later with landlock among the kernel's lsm=; "+
			"until then run only apps that you trust, or in a container"))
	}
	checks = append(checks, checkNamespaces(s)...)
	const calls = "seccomp"
	if s.Seccomp {
		checks = append(checks, ok(calls, "a filter of system calls"))
	} else {
		checks = append(checks, warning(calls, "no filter of system calls",
			"use a kernel with CONFIG_SECCOMP_FILTER, on amd64 or arm64"))
	}
	checks = append(checks, checkGroups(ctx, o.Launcher))
	if err := s.Essential(os.Geteuid() == 0); err != nil {
		checks = append(checks, missing("confinement", err.Error(),
			"run talpa as another user, or say --unconfined for apps that you trust"))
	}
	return checks
}

// checkGroups tells which limits control groups keep.
func checkGroups(ctx context.Context, launcher []string) Check {
	const name = "control groups"
	tree, err := confine.Groups(ctx, launcher)
	detail := ""
	if err = errors.Join(err, tree.Close()); err != nil {
		detail = " (" + err.Error() + ")"
	}
	if gaps := tree.State().Gaps(); len(gaps) > 0 {
		return warning(name, strings.Join(gaps, "; ")+detail,
			"run talpa in a group of its own to which memory, pids and cpu are delegated: "+
				"systemd-run --user --scope -p Delegate=yes talpa ...")
	}
	return ok(name, "memory, processes and processors of each JVM are bounded, and all of them end with it"+detail)
}

func checkNamespaces(s confine.Support) []Check {
	const spaces = "namespaces"
	switch {
	case !s.Namespaces:
		return []Check{warning(spaces, "no user namespaces",
			"allow them: sysctl kernel.unprivileged_userns_clone=1 or kernel.apparmor_restrict_unprivileged_userns=0")}
	case !s.Mounts:
		return []Check{warning(spaces,
			"user and network namespaces; no mounts there: apps see their folders by other paths, "+
				"and this machine's UNIX sockets", "in a container, leave the system calls of mounts to it")}
	case !s.Processes:
		return []Check{warning(spaces,
			"user, network and mount namespaces; no /proc of its own: apps see this machine's processes",
			"in a container, have nothing mounted over parts of /proc")}
	}
	return []Check{ok(spaces, "user, network, mount and PID namespaces, a root of the app's own")}
}

func checkDisk(o virtual.Options) Check {
	const name = "disk"
	dir := o.CacheDir
	for dir != "" && dir != filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	free, err := runtime.FreeBytes(dir)
	if err != nil {
		return warning(name, err.Error(), "")
	}
	detail := fmt.Sprintf("%d MiB free at %s", free>>20, dir)
	if free < minDisk {
		return warning(name, detail, fmt.Sprintf("free %d MiB, or name another cache folder", int64(minDisk)>>20))
	}
	return ok(name, detail)
}

func checkMemory() Check {
	const name = "memory"
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return ok(name, "not known on this system")
	}
	for _, line := range strings.Split(string(data), "\n") {
		var kb int64
		if _, err := fmt.Sscanf(line, "MemAvailable: %d kB", &kb); err != nil {
			continue
		}
		detail := fmt.Sprintf("%d MiB available", kb>>10)
		if kb<<10 < minMemory {
			return warning(name, detail,
				fmt.Sprintf("each device takes up to %d MiB: close other programs", int64(minMemory)>>20))
		}
		return ok(name, detail)
	}
	return ok(name, "not known on this system")
}

// checkBoot starts a device and looks at its screen.
func checkBoot(ctx context.Context, o virtual.Options) Check {
	const name = "start"
	const cure = "see the message; if it does not help, report it with the output of `talpa device doctor`"
	o.Spares = -1
	o.Devices = 1
	begin := time.Now()
	s, err := virtual.Start(ctx, o)
	if err != nil {
		return missing(name, err.Error(), cure)
	}
	defer s.Close()
	agent, err := s.Boot(ctx)
	if err != nil {
		return missing(name, err.Error(), cure)
	}
	return ok(name, fmt.Sprintf("a device (API %d, agent %s, Java %s) started in %.1f s",
		agent.API, agent.Agent, agent.Java, time.Since(begin).Seconds()))
}
