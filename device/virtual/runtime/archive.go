package runtime

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The class archive of the agent's folder: the JDK's classes that a boot loads,
// parsed and laid out as memory (class data sharing). It fits one build of the
// JDK only, whose key lies beside it.
const (
	archiveFile = "jdk.jsa"
	archiveKey  = "jdk.jsa.key"
)

// archiveFlags are the options that have a JVM map the class archive; none if it
// is missing or of another JDK: such an archive would turn off the JDK's own.
// The JVM sees the agent's folder at the path agentAt.
func archiveFlags(agentDir, agentAt, javaHome string) []string {
	if CheckArchive(agentDir, javaHome) != nil {
		return nil
	}
	return []string{"-XX:SharedArchiveFile=" + filepath.Join(agentAt, archiveFile)}
}

// CheckArchive says why the class archive cannot be used, nil if it can.
func CheckArchive(agentDir, javaHome string) error {
	if _, err := os.Stat(filepath.Join(agentDir, archiveFile)); errors.Is(err, fs.ErrNotExist) {
		return errors.New("none is here, since it fits one JDK only: a boot takes a little longer")
	} else if err != nil {
		return err
	}
	want, err := os.ReadFile(filepath.Join(agentDir, archiveKey))
	if err != nil {
		return err
	}
	is, err := jdkKey(javaHome)
	if err != nil {
		return err
	}
	if strings.TrimSpace(string(want)) != is {
		return fmt.Errorf("it was made by another JDK than the one in %s", javaHome)
	}
	return nil
}

// jdkKey identifies a build of the JDK: sizes and times, in ms since 1970, of its classes and its machine.
// The agent's ArchiveMain writes the same.
func jdkKey(javaHome string) (string, error) {
	var parts []string
	for _, name := range []string{"lib/modules", "lib/server/libjvm.so"} {
		info, err := os.Stat(filepath.Join(javaHome, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf("%s %d %d", name, info.Size(), info.ModTime().UnixMilli()))
	}
	return strings.Join(parts, ", "), nil
}
