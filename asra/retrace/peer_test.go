package retrace

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/internal/execx"
)

// TestRetracePeer retraces a frame of each range of a mapping with talpa and with R8's
// own tool. TALPA_RETRACE names R8's jar, TALPA_MAPPING the mapping that R8 wrote.
func TestRetracePeer(t *testing.T) {
	jar, path := os.Getenv("TALPA_RETRACE"), os.Getenv("TALPA_MAPPING")
	if jar == "" || path == "" {
		t.Skip("no R8: set TALPA_RETRACE and TALPA_MAPPING")
	}
	stacks := stacksOf(t, path)
	in := filepath.Join(t.TempDir(), "stacks.txt")
	if err := os.WriteFile(in, []byte(strings.Join(stacks, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	res, err := execx.Run(t.Context(), execx.Cmd{
		Name: "java", Args: []string{"-cp", jar, "com.android.tools.r8.retrace.Retrace", "--quiet", path, in},
		MaxOutput: 64 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	mapping, err := Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	wants := strings.SplitAfter(string(res.Stdout), "\tat end.Of.stack(Of.java:1)\n")
	differ := 0
	for i, stack := range stacks {
		traces, err := trace.Parse(stack)
		if err != nil {
			t.Fatalf("%v in\n%s", err, stack)
		}
		if got := mapping.Retrace(traces[0]).Format(); got != wants[i] {
			differ++
			t.Logf("%s\ngot\n%s\nwant\n%s", stack, got, wants[i])
		}
	}
	t.Logf("%d of %d stacks differ", differ, len(stacks))
	if differ*100 > len(stacks) {
		t.Error("more than one in a hundred")
	}
}

// stacksOf makes a stack of one frame for each range of a mapping.
func stacksOf(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	class := regexp.MustCompile(`^\S+ -> (\S+):$`)
	method := regexp.MustCompile(`^\s+(\d+):\d+:\S+ [^(]+\([^)]*\)\S* -> (\S+)$`)
	var stacks []string
	name := ""
	seen := map[string]bool{}
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		if m := class.FindStringSubmatch(scanner.Text()); m != nil {
			name = m[1]
		} else if m := method.FindStringSubmatch(scanner.Text()); m != nil {
			frame := fmt.Sprintf("%s.%s(SourceFile:%s)", name, m[2], m[1])
			if !seen[frame] {
				seen[frame] = true
				stacks = append(stacks, "java.lang.Error: x\n\tat "+frame+"\n\tat end.Of.stack(Of.java:1)\n")
			}
		}
	}
	if len(stacks) == 0 {
		t.Fatal("the mapping has no ranges")
	}
	return stacks
}
