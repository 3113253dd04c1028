package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"talpa/internal/execx"
)

// jarSuffix is how the names of archives of classes end.
const jarSuffix = ".jar"

// FindJava is the home of the java in PATH.
func FindJava() (string, error) {
	java, err := execx.LookPath("java")
	if err != nil {
		return "", err
	}
	if java, err = filepath.EvalSymlinks(java); err != nil {
		return "", err
	}
	return filepath.Dir(filepath.Dir(java)), nil
}

// MinJava is the oldest Java that runs the agent.
const MinJava = 17

// CheckJava says whether a JDK or JRE that is new enough is in the folder home, before anything waits for it.
func CheckJava(home string) error {
	java := filepath.Join(home, "bin", "java")
	info, err := os.Stat(java)
	switch {
	case err != nil:
		return fmt.Errorf("no Java in %s: %w", home, err)
	case info.IsDir() || info.Mode()&0o111 == 0:
		return fmt.Errorf("no Java in %s: %s cannot be executed", home, java)
	}
	if version := releasedJava(home); version > 0 && version < MinJava {
		return fmt.Errorf("the Java in %s is too old: it is Java %d, and %d or newer is needed", home, version, MinJava)
	}
	return nil
}

var releaseVersion = regexp.MustCompile(`(?m)^JAVA_VERSION="(?:1\.)?(\d+)`)

// releasedJava is the version that the file "release" of a JDK or JRE names, 0 if that is not known.
func releasedJava(home string) int {
	text, err := os.ReadFile(filepath.Join(home, "release"))
	if err != nil {
		return 0
	}
	m := releaseVersion.FindSubmatch(text)
	if m == nil {
		return 0
	}
	version, _ := strconv.Atoi(string(m[1]))
	return version
}

// CheckAgent says whether a folder holds the agent, and where one comes from.
func CheckAgent(dir string) error {
	if names, err := filepath.Glob(filepath.Join(dir, "*"+jarSuffix)); err == nil && len(names) > 0 {
		return nil
	}
	return fmt.Errorf("the agent is missing, build it with `make agent`, or unpack the whole download and leave its lib "+
		"beside bin; --agent-dir names another folder than %s", dir)
}

// AgentID identifies the agent's code: what a conversion depends on beside the app.
func AgentID(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*"+jarSuffix))
	if err != nil || len(names) == 0 {
		return "", fmt.Errorf("no agent in %s", dir)
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
