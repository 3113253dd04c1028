package adbd

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestPortsAnswerTheirUserOnly speaks to the server's port and to a forwarded one, whose
// service says what it hears, as this user and as another.
func TestPortsAnswerTheirUserOnly(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can be another user")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash, which connects by itself")
	}
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	said := talk(t, s, req("host-serial:talpa-1:forward:tcp:0;tcp:7"))
	if len(said) < 13 || said[:8] != "OKAYOKAY" {
		t.Fatalf("forward: %q", said)
	}
	_, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, port, send, want string }{
		{"server", port, req("host:version"), okayText(version)},
		{"forward", said[12:], "hello", "hello"},
	} {
		ask := func(user uint32) string {
			script := fmt.Sprintf("exec 3<>/dev/tcp/127.0.0.1/%s && printf %s >&3 && head -c %d <&3",
				test.port, test.send, len(test.want))
			cmd := exec.CommandContext(t.Context(), bash, "-c", script)
			cmd.Dir = "/"
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
			out, _ := cmd.Output() // a connection that is closed may be an error, or not
			return string(out)
		}
		if got := ask(0); got != test.want {
			t.Errorf("%s: this user reads %q, want %q", test.name, got, test.want)
		}
		if got := ask(65534); strings.TrimSpace(got) != "" {
			t.Errorf("%s: another user reads %q", test.name, got)
		}
	}
}
