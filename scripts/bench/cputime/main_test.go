package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestKindOfCommand: a process is known by its program and what is above it.
func TestKindOfCommand(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line, want string
	}{
		"converter":  {"/jdk/bin/java\x00-Xss8m\x00talpa.agent.convert.Main\x00a.apk\x00", convert},
		"JVM":        {"/jdk/bin/java\x00@wait\x00", original},
		"launcher":   {"/usr/bin/talpa\x00confined\x00", talpa},
		"other tool": {"/usr/bin/dot\x00-Tsvg\x00", other},
	} {
		if got := kindOfCommand(c.line); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := kindOf(1, original); got != process {
		t.Errorf("below a JVM that is copied: %q, want %q", got, process)
	}
}

// TestListen: the parts of a job are those that talpa tells of, each once; events are no parts.
func TestListen(t *testing.T) {
	t.Parallel()
	p := newProfile(0)
	p.listen(strings.NewReader(`time=x level=DEBUG msg="starting the device" detail="" events=0
time=x level=DEBUG msg=event worker=0 number=1 event=launch
time=x level=DEBUG msg=searching detail="14 a second" events=5
time=x level=DEBUG msg="virtual device: a JVM is warm" cpu=6.74s
time=x level=DEBUG msg=confirming detail="" events=0
time=x level=DEBUG msg=searching detail="" events=9
`))
	p.spent["searching"][process] = 1500 * time.Millisecond
	want := `| part | talpa | conversion | JVM that is copied | app processes | other |
|---|---|---|---|---|---|
| start | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 |
| starting the device | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 |
| searching | 0.00 | 0.00 | 0.00 | 1.50 | 0.00 |
| confirming | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 |
| all | 0.00 | 0.00 | 0.00 | 1.50 | 0.00 |
`
	if got := p.table(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestRun: the processor time of a command is charged to the part that it tells of, and its failure is told
// beside the table.
func TestRun(t *testing.T) {
	t.Parallel()
	const script = `busy() { i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; }
echo 'time=x level=DEBUG msg=searching detail="" events=5' >&2
busy
exit 3`
	var out strings.Builder
	err := run([]string{"sh", "-c", script}, &out)
	if err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("a command that fails: %v", err)
	}
	var charged, all, wall float64
	for _, line := range strings.Split(out.String(), "\n") {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| searching |") {
			charged = seconds(t, strings.TrimSuffix(cells[len(cells)-1], " |"))
		}
		if strings.HasPrefix(line, "all:") {
			if _, err := fmt.Sscanf(line, "all: %f s of CPU, %f s", &all, &wall); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
	// What is used after the last look is not seen, and before the first line it is another part's.
	if charged < all/2 || charged > all+0.02 || all < 0.1 {
		t.Errorf("%.2f s are charged of %.2f s:\n%s", charged, all, out.String())
	}
	if err := run([]string{"/none/such"}, &out); err == nil {
		t.Error("a program that there is not is no error")
	}
}

func seconds(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
	return n
}
