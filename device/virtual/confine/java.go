package confine

import (
	"io/fs"
	"os"
	"path/filepath"
)

// systemFiles is what a JVM on Linux reads beside its own files and its class
// path: libraries, one locale, the processors and limits it adapts to.
var systemFiles = []string{
	"/lib", "/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64",
	"/usr/lib/locale/C.utf8", "/usr/lib/locale/locale-archive",
	"/proc", "/sys/devices/system/cpu", "/sys/kernel/mm", "/sys/fs/cgroup",
	"/etc/ld.so.cache", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/timezone",
	"/etc/ssl/certs/java",
	"/dev/random",
}

// loaders are the programs that map a dynamically linked java into memory.
var loaders = []string{
	"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1",
}

// Java is the policy under which a JVM can start, and do nothing else: the
// caller adds the class path and the folders. home is the JDK's folder. On
// merged-/usr systems /lib is /usr/lib and so grants reading all libraries.
func Java(home string) Policy {
	java, err := filepath.EvalSymlinks(filepath.Join(home, "bin", "java"))
	if err != nil {
		java = filepath.Join(home, "bin", "java")
	}
	real := filepath.Dir(filepath.Dir(java))
	p := Policy{
		Exec:      append([]string{java}, loaders...),
		ReadOnly:  append([]string{real}, systemFiles...),
		ReadWrite: []string{"/dev/null", "/dev/urandom"},
		OpenFiles: 8192,
		FileSize:  1 << 30,
		Threads:   2048,
		// The heap, compiled code, classes, and a thousand stacks of 4 MiB.
		Data: 8 << 30,
	}
	p.ReadOnly = append(p.ReadOnly, linkTargets(real)...)
	return p
}

// linkTargets is where the links of a folder tree lead: distributions keep the
// JDK's configuration under /etc.
func linkTargets(dir string) []string {
	var targets []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // unreadable parts cannot be granted either
		}
		if d.IsDir() && (d.Name() == "legal" || d.Name() == "man" || d.Name() == "docs") {
			return filepath.SkipDir
		}
		if d.Type()&os.ModeSymlink != 0 {
			if target, err := filepath.EvalSymlinks(path); err == nil {
				targets = append(targets, target)
			}
		}
		return nil
	})
	return targets
}
