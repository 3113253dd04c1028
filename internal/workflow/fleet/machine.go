// Package fleet has the devices of a job: which computer runs them, the embedded ones that a job starts or the
// device that somebody else runs, and the slots on which scripts are replayed. It also serves embedded devices to
// other programs, lists those of an adb server, and checks what this computer lacks for them.
package fleet

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"talpa/device/virtual"
	"talpa/dex/apk/splits"
	"talpa/internal/bundle"
	"talpa/internal/workflow/input"
)

// Machine says where the parts are that a job needs on this computer.
type Machine struct {
	AgentDir string   // the embedded device's agent: jars and sdk/
	CacheDir string   // converted apps
	JavaHome string   // "" = java in PATH
	Confine  []string // argv prefix of the launcher that confines the JVM
	// Unconfined runs apps also where this machine cannot keep them from its files.
	Unconfined bool
	Layout     string // program that lays out graphs: dot in, SVG out
	Version    string // of talpa
	Now        func() time.Time
	Log        *slog.Logger
}

// options are the options of the embedded device on this machine.
func (m Machine) options() virtual.Options {
	return virtual.Options{
		AgentDir: m.AgentDir,
		JavaHome: m.JavaHome,
		CacheDir: m.CacheDir, ImageDir: filepath.Join(m.CacheDir, "jvm"),
		Launcher: m.Confine, Unconfined: m.Unconfined,
		Manifest: input.Manifest,
		Join:     func(files []string, out string) error { _, err := splits.Join(files, out); return err },
		Extract:  splits.Extract,
		Sliced:   splits.Sliced, JoinSlices: splits.JoinSlices,
		Log: m.Log,
	}
}

// unpacked is m with the agent's folder as it is needed. An agent that came packed is unpacked now, if no earlier
// run has done so.
func (m Machine) unpacked(ctx context.Context) (Machine, error) {
	packed := filepath.Join(filepath.Dir(m.AgentDir), bundle.Name)
	if _, err := os.Stat(m.AgentDir); err == nil || m.AgentDir == "" {
		return m, nil
	}
	if _, err := os.Stat(packed); err != nil {
		return m, nil //nolint:nilerr // nothing is packed: the device says what is missing
	}
	m.Log.Info("unpacking the embedded device, once", "archive", packed, "to", m.CacheDir)
	var err error
	m.AgentDir, err = bundle.Unpack(ctx, packed, m.CacheDir)
	return m, err
}
