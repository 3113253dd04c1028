package runtime

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckJava states which folders hold a Java that can run the agent, by what lies there: none is started.
func TestCheckJava(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mode    os.FileMode // of bin/java; 0: there is none
		release string
		want    string // in the error; "": it will do
	}{
		"no java":         {0, "", "no Java in "},
		"not executable":  {0o644, "", "cannot be executed"},
		"of unknown age":  {0o755, "", ""},
		"17":              {0o755, "IMPLEMENTOR=\"D\"\nJAVA_VERSION=\"17.0.15\"\n", ""},
		"21":              {0o755, "JAVA_VERSION=\"21\"\n", ""},
		"11":              {0o755, "JAVA_RUNTIME_VERSION=\"11.0.2+9\"\nJAVA_VERSION=\"11.0.2\"\n", "too old: it is Java 11, and 17 or newer is needed"},
		"8, as it said":   {0o755, "JAVA_VERSION=\"1.8.0_392\"\n", "too old: it is Java 8,"},
		"not understood":  {0o755, "JAVA_VERSION=\"new\"\n", ""},
		"only in another": {0o755, "XJAVA_VERSION=\"11\"\n", ""},
	} {
		home := t.TempDir()
		err := os.Mkdir(filepath.Join(home, "bin"), 0o755)
		if c.mode != 0 {
			err = errors.Join(err, os.WriteFile(filepath.Join(home, "bin", "java"), nil, c.mode))
		}
		if c.release != "" {
			err = errors.Join(err, os.WriteFile(filepath.Join(home, "release"), []byte(c.release), 0o644))
		}
		if err != nil {
			t.Fatal(err)
		}
		err = CheckJava(home)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
