package input

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/files"
)

// Script reads a script and returns its path too: a run directory stands for the script that the run
// found.
func Script(path string) (string, *event.Script, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if path, err = scriptOf(path); err != nil {
			return "", nil, err
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", nil, fmt.Errorf("reading the script: %w", err)
	}
	if bytes.HasPrefix(text, []byte("PK\x03\x04")) {
		return "", nil, fmt.Errorf("%s is a zip archive and no script: the script comes first, then the app", path)
	}
	script, err := event.Decode(text)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	return path, script, nil
}

// scriptOf is the script that the run in a folder found.
func scriptOf(dir string) (string, error) {
	script, unconfirmed := filepath.Join(dir, report.FileScript), filepath.Join(dir, report.FileUnconfirmed)
	switch {
	case files.IsFile(script):
		return script, nil
	case files.IsFile(unconfirmed):
		return "", fmt.Errorf("%s has no confirmed script; %s caused the crash, but was not confirmed", dir, unconfirmed)
	case !files.IsFile(filepath.Join(dir, report.FileRun)):
		return "", fmt.Errorf("%s is no run directory: it has neither %s nor %s", dir, report.FileScript, report.FileRun)
	}
	return "", fmt.Errorf("%s has no %s: that run reproduced nothing; scripts of fuzz are %s", dir, report.FileScript,
		filepath.Join(dir, "findings", "N.talpa"))
}

// CheckSeedData returns an error for a folder of files for the device that is none: before a device
// starts, which would fail of it. "" is no folder.
func CheckSeedData(dir string) error {
	if dir == "" {
		return nil
	}
	if info, err := os.Stat(dir); err != nil {
		return fmt.Errorf("--seed-data: %w", err)
	} else if !info.IsDir() {
		return fmt.Errorf("--seed-data %s is no folder", dir)
	}
	return nil
}
