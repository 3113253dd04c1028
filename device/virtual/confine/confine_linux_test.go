package confine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"talpa/internal/execx"
	"talpa/internal/need"
)

// TestMain makes the test program its own launcher and its own attacker.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "__confine":
			os.Exit(Main(os.Args[2:], os.Stdout, os.Stderr))
		case "__nothing":
			os.Exit(0)
		case "__files":
			var limit unix.Rlimit
			err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit)
			fmt.Println(limit.Cur, limit.Max, err)
			os.Exit(0)
		case "__without":
			os.Exit(probeWithout(os.Args[0]))
		case "__attack":
			attack(os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6])
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// probeWithout has the user namespace of this program allow no others, and prints what it then finds.
func probeWithout(self string) int {
	if err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0); err != nil {
		fmt.Println(err)
		return 1
	}
	s, err := Probe(context.Background(), []string{self, "__confine"})
	data, _ := json.Marshal(s)
	fmt.Printf("%s %v", data, err)
	return 0
}

// attack tries what a confined program must not do, and prints what worked.
func attack(inside, outside, port, parent, descriptor string) {
	worked := map[string]string{}
	try := func(name string, err error) {
		worked[name] = ""
		if err != nil {
			worked[name] = err.Error()
		}
	}
	try("write inside", os.WriteFile(filepath.Join(inside, "f"), []byte("x"), 0o600))
	try("rename inside", os.Rename(filepath.Join(inside, "f"), filepath.Join(inside, "g")))
	try("write outside", os.WriteFile(filepath.Join(outside, "evil"), []byte("x"), 0o600))
	try("truncate outside", os.Truncate(filepath.Join(outside, "secret"), 0))
	_, err := os.ReadFile(filepath.Join(outside, "secret"))
	try("read outside", err)
	_, err = os.ReadFile("/etc/hostname")
	try("read /etc", err)
	_ = os.Symlink(filepath.Join(outside, "secret"), filepath.Join(inside, "link"))
	_, err = os.ReadFile(filepath.Join(inside, "link"))
	try("read through a link", err)
	_, err = execx.Run(context.Background(), execx.Cmd{Name: "/bin/sh", Args: []string{"-c", "true"}})
	try("execute", err)
	_, err = net.Dial("tcp", "127.0.0.1:"+port)
	try("connect", err)
	var plain net.ListenConfig
	plain.SetMultipathTCP(false) // Landlock knows TCP only; the namespace is what stops the other
	l, err := plain.Listen(context.Background(), "tcp4", "127.0.0.1:0")
	try("listen inside", err)
	if err == nil {
		var own net.Conn
		if own, err = net.Dial("tcp4", l.Addr().String()); err == nil {
			own.Close()
		}
		l.Close()
	}
	try("connect to itself inside", err)
	_, err = plain.Listen(context.Background(), "tcp4", "127.0.0.1:80")
	try("listen on a privileged port", err)
	try("set a network interface", raiseLoopback())
	udp, err := net.Dial("udp", "127.0.0.1:"+port)
	if err == nil {
		_, err = udp.Write([]byte("x"))
	}
	try("send UDP inside", err) // its own loopback: the tests look whether ours got it
	err = syscall.Mount("tmpfs", inside, "tmpfs", 0, "")
	try("mount", err)
	if err == nil {
		_ = syscall.Unmount(inside, 0)
	}
	_, err = os.ReadDir(hostRoot)
	try("reach the machine's root", err)
	number, _ := strconv.Atoi(parent)
	try("signal", syscall.Kill(number, 0))
	try("be root again", syscall.Setuid(0))
	attackNatively(try, inside, outside)
	number, _ = strconv.Atoi(descriptor)
	_, err = unix.Pread(number, make([]byte, 1), 0)
	try("read an inherited descriptor", err)
	_, err = os.ReadFile("/proc/" + parent + "/cmdline")
	try("read another process's command line", err)
	data, _ := json.Marshal(worked)
	os.Stdout.Write(data)
}

// attackNatively makes the system calls that native code of an app could.
func attackNatively(try func(string, error), inside, outside string) {
	c, err := net.Dial("unix", filepath.Join(outside, "socket"))
	try("connect to a UNIX socket", err)
	if err == nil {
		c.Close()
	}
	secret := filepath.Join(outside, "secret")
	try("change a mode outside", os.Chmod(secret, 0o644))
	try("change a time outside", os.Chtimes(secret, time.Now(), time.Now()))
	try("set an attribute outside", unix.Setxattr(secret, "user.evil", []byte("x"), 0))
	_, err = os.Stat(secret)
	try("look at a file outside", err)
	own := filepath.Join(inside, "own")
	try("make a file with a mode inside", os.WriteFile(own, []byte("x"), 0o755))
	try("have a file run as its owner", os.Chmod(own, 0o755|os.ModeSetuid))
	_, err = syscall.Open(filepath.Join(inside, "setuid"), os.O_CREATE|os.O_WRONLY, 0o4755)
	try("make a file that runs as its owner", err)

	fd, err := unix.MemfdCreate("evil", 0)
	try("make a file without a name", err)
	try("execute a file without a name", executeMemory(fd, err))
	try("make a process", makeProcess(0))
	try("make a user namespace", makeProcess(unix.CLONE_NEWUSER))
	try("leave the session", leaveSession())
	call := func(name string, number, a, b, c uintptr) {
		_, _, errno := unix.RawSyscall(number, a, b, c)
		if errno == 0 {
			try(name, nil)
		} else {
			try(name, errno)
		}
	}
	var params [120]byte
	call("use io_uring", unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)), 0)
	call("handle page faults", unix.SYS_USERFAULTFD, unix.O_CLOEXEC|1, 0, 0)
	name := []byte("user\x00evil\x00")
	_, _, errno := unix.RawSyscall6(unix.SYS_ADD_KEY, uintptr(unsafe.Pointer(&name[0])), uintptr(unsafe.Pointer(&name[5])),
		uintptr(unsafe.Pointer(&name[0])), 4, ^uintptr(1), 0) // the process's keyring
	try("keep a key", failure(errno))
	for _, socket := range []struct {
		name                 string
		family, kind, number int
	}{
		{"speak to the packet filter", unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER},
		{"speak to the host of a virtual machine", unix.AF_VSOCK, unix.SOCK_STREAM, 0},
		{"use the kernel's ciphers", unix.AF_ALG, unix.SOCK_SEQPACKET, 0},
	} {
		fd, err := unix.Socket(socket.family, socket.kind, socket.number)
		try(socket.name, err)
		if err == nil {
			unix.Close(fd)
		}
	}
	// The last: what follows would be in other namespaces. It is the thread's own.
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and ends with it
		done <- unix.Unshare(unix.CLONE_NEWNET)
	}()
	try("make a namespace", <-done)
}

func failure(errno syscall.Errno) error {
	if errno == 0 {
		return nil
	}
	return errno
}

// executeMemory has a child execute a copy of /bin/true in a file without a name.
func executeMemory(fd int, err error) error {
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	program, err := os.ReadFile("/bin/true")
	if err != nil {
		return err
	}
	if _, err := unix.Write(fd, program); err != nil {
		return err
	}
	_, err = execx.Run(context.Background(), execx.Cmd{Name: fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd)})
	return err
}

// makeProcess forks a child that ends at once, in namespaces by flags of clone(2).
func makeProcess(namespaces uintptr) error {
	child, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD)|namespaces, 0, 0, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	if child == 0 {
		unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	_, err := unix.Wait4(int(child), nil, 0, nil)
	return err
}

// leaveSession is what a program does that would outlive its group.
func leaveSession() error {
	if _, err := unix.Setsid(); err != nil && !errors.Is(err, unix.EPERM) {
		return err
	} else if err == nil {
		return nil
	}
	return unix.Setpgid(0, 0) // a leader of a group cannot leave its session, but found a group
}

// policy is the least under which the test program runs.
func policy(t *testing.T, inside string) Policy {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Policy{
		Exec:      append([]string{self}, loaders...),
		ReadOnly:  []string{"/lib", "/lib64", "/proc", "/missing"},
		ReadWrite: []string{inside, "/dev/null"},
		OpenFiles: 512, FileSize: 1 << 20, Threads: 500,
	}
}

// launcher is the test program as launcher, and what the machine supports.
func launcher(t *testing.T) ([]string, Support) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	prefix := []string{self, "__confine"}
	s, err := Probe(t.Context(), prefix)
	if err != nil {
		t.Fatal(err)
	}
	return prefix, s
}

// mounts are those of the tests: a folder, a link to it, and one beside what the
// machine has of that name.
func mounts(inside string) []Mount {
	return []Mount{
		{Path: "/data/user/0", Host: inside}, {Path: "/data/data", Link: "user/0"}, {Path: "/tmp/talpa place", Host: inside},
	}
}

func TestConfined(t *testing.T) {
	t.Parallel()
	for _, shown := range []bool{false, true} {
		t.Run(fmt.Sprintf("mounts=%v", shown), func(t *testing.T) {
			t.Parallel()
			prefix, support := launcher(t)
			if support.Landlock < FullLandlock || !support.Namespaces {
				need.Missing(t, need.Kernel, fmt.Sprint(support.Gaps()))
			}
			inside, outside := t.TempDir(), t.TempDir()
			p := policy(t, inside)
			seen := inside
			if shown {
				inside = filepath.Join(inside, "below")
				if err := os.Mkdir(inside, 0o755); err != nil {
					t.Fatal(err)
				}
				p.Mounts = mounts(inside)
				if !support.Shows(p) {
					need.Missing(t, need.Kernel, "mounts in a namespace")
				}
				seen = "/data/data"
			}
			testConfined(t, prefix, support, p, seen, outside)
			if _, err := os.Stat(filepath.Join(inside, "g")); err != nil {
				t.Error(err)
			}
		})
	}
}

// testConfined has the attacker use inside, as it sees it.
func testConfined(t *testing.T, prefix []string, support Support, p Policy, inside, outside string) {
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())

	heard := listenUDP(t, port)
	result := runAttack(t, prefix, support, p, inside, outside, port)
	if heard() {
		t.Error("the UDP packet came out")
	}
	for name, failure := range result {
		allowed := strings.HasSuffix(name, " inside")
		if allowed != (failure == "") {
			t.Errorf("%s: allowed %v, failure %q", name, allowed, failure)
		}
	}
	if len(result) < 37 {
		t.Errorf("only %d attempts reported: %v", len(result), result)
	}
	if data, _ := os.ReadFile(filepath.Join(outside, "secret")); string(data) != "secret" {
		t.Errorf("the file outside is now %q", data)
	}
}

// TestAttackWorksUnconfined: the attacks of TestConfined are real ones.
func TestAttackWorksUnconfined(t *testing.T) {
	t.Parallel()
	inside, outside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	heard := listenUDP(t, port)
	result := runAttack(t, nil, Support{}, Policy{}, inside, outside, port)
	if !heard() {
		t.Error("the UDP packet did not arrive")
	}
	for name, failure := range result {
		if failure != "" && name != "be root again" && name != "read /etc" &&
			name != "listen on a privileged port" && name != "set a network interface" &&
			name != "mount" && name != "reach the machine's root" &&
			(name != "make a namespace" || os.Getuid() == 0) && !absent(failure) {
			t.Errorf("%s fails without confinement: %s", name, failure)
		}
	}
}

// absent says that this machine's kernel does not have what was tried.
func absent(failure string) bool {
	return slices.Contains([]string{
		unix.EAFNOSUPPORT.Error(), unix.ENOSYS.Error(), unix.EPROTONOSUPPORT.Error(), unix.EOPNOTSUPP.Error(),
	}, failure)
}

// listenUDP hears on this machine's loopback; the result says whether a packet came.
func listenUDP(t *testing.T, port string) func() bool {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return func() bool {
		if err := c.SetReadDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		_, _, err := c.ReadFrom(make([]byte, 8))
		return err == nil
	}
}

func runAttack(t *testing.T, prefix []string, s Support, p Policy, inside, outside, port string) map[string]string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := unix.Open(filepath.Join(outside, "secret"), unix.O_RDONLY, 0) // not closed when a program is executed
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(secret)
	l, err := net.Listen("unix", filepath.Join(outside, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cmd, err := Command(prefix, s, p, []string{
		self, "__attack", inside, outside, port, strconv.Itoa(os.Getpid()), strconv.Itoa(secret),
	})
	if err != nil {
		t.Fatal(err)
	}
	res, err := execx.Run(t.Context(), cmd)
	if err != nil {
		t.Fatalf("%v\n%s", err, res.Stderr)
	}
	var result map[string]string
	if err := json.Unmarshal(res.Stdout, &result); err != nil {
		t.Fatalf("%v in %q", err, res.Stdout)
	}
	return result
}

// TestConfined_limits: a limit of the policy holds, and one that the machine set lower stays, which only
// root could raise.
func TestConfined_limits(t *testing.T) {
	t.Parallel()
	prefix, support := launcher(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]string{"600": "512 512 <nil>\n", "400": "400 400 <nil>\n"} {
		lower := append([]string{"/bin/sh", "-c", "ulimit -n " + given + ` && exec "$@"`, "sh"}, prefix...)
		cmd, err := Command(lower, support, policy(t, t.TempDir()), []string{self, "__files"})
		if err != nil {
			t.Fatal(err)
		}
		res, err := execx.Run(t.Context(), cmd)
		if err != nil || string(res.Stdout) != want {
			t.Errorf("given %s: %q, want %q; %v %s", given, res.Stdout, want, err, res.Stderr)
		}
	}
}

func TestLauncherRefuses(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"other"}, {"run"}, {"run", "{}"}, {"run", "no json", "x"}} {
		var stderr strings.Builder
		if code := Main(args, os.Stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "confine:") {
			t.Errorf("%q: exit %d, %q", args, code, stderr.String())
		}
	}
}

// TestShows: mounts are not used where they would hide what the program needs.
func TestShows(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		s    Support
		read string
		want bool
	}{
		{Support{Mounts: true}, "/usr/lib", true},
		{Support{Mounts: true}, "/data/jdk", true},
		{Support{Mounts: true}, "/data/user/jdk", true},
		{Support{Mounts: true}, "/data/user/0/jdk", false},
		{Support{Mounts: true}, "/data/user/0", false},
		{Support{}, "/usr/lib", false},
	} {
		p := Policy{ReadOnly: []string{test.read}, Mounts: mounts("/x")}
		if got := test.s.Shows(p); got != test.want {
			t.Errorf("%+v, %s: %v, want %v", test.s, test.read, got, test.want)
		}
	}
}

// TestProbe_NoUserNamespaces: where a machine gives none, as containers do, they are not among the layers, those that
// need none still are, and talpa refuses to run an app as root.
func TestProbe_NoUserNamespaces(t *testing.T) {
	t.Parallel()
	prefix, support := launcher(t)
	if !support.Namespaces {
		need.Missing(t, need.Kernel, fmt.Sprint(support.Gaps()))
	}
	res, err := execx.Run(t.Context(), execx.Cmd{Name: prefix[0], Args: []string{"__without"}, Confine: &execx.Confinement{
		Namespaces: unix.CLONE_NEWUSER,
		UIDs:       []execx.IDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GIDs:       []execx.IDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
	}})
	if err != nil {
		t.Fatalf("%v: %s", err, res.Stdout)
	}
	want := Support{Landlock: support.Landlock, Seccomp: support.Seccomp}
	data, _ := json.Marshal(want)
	if got := string(res.Stdout); got != string(data)+" <nil>" {
		t.Errorf("found %s, want %s", got, data)
	}
	if gaps := strings.Join(want.Gaps(), " "); !strings.Contains(gaps, "no user namespaces") || want.Essential(true) == nil {
		t.Errorf("%q, %v", gaps, want.Essential(true))
	}
}

func TestGaps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		s    Support
		want int
	}{
		{Support{Landlock: 7, Namespaces: true, Mounts: true, Processes: true, Seccomp: true}, 0},
		{Support{Landlock: 3, Namespaces: true, Mounts: true, Processes: true, Seccomp: true}, 1},
		{Support{Landlock: 7, Namespaces: true, Mounts: true, Seccomp: true}, 1},
		{Support{Landlock: 7, Namespaces: true, Seccomp: true}, 2},
		{Support{Landlock: 7, Seccomp: true}, 1},
		{Support{}, 3},
	} {
		if gaps := test.s.Gaps(); len(gaps) != test.want {
			t.Errorf("%+v: %q", test.s, gaps)
		}
		open := !test.s.Namespaces && test.s.Landlock < 4
		if gaps := strings.Join(test.s.Gaps(), " "); strings.Contains(gaps, "loopback") != open {
			t.Errorf("%+v: the loopback is open: %t; told: %q", test.s, open, gaps)
		}
	}
}

func TestEssential(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		s          Support
		root, fine bool
	}{
		{Support{Mounts: true, Namespaces: true}, true, true},
		{Support{Mounts: true, Namespaces: true}, false, true},
		{Support{Landlock: 7, Namespaces: true, Seccomp: true}, true, false},
		{Support{Landlock: 1}, false, true},
		{Support{Namespaces: true, Seccomp: true}, false, false},
	} {
		if err := test.s.Essential(test.root); (err == nil) != test.fine || err != nil && !errors.Is(err, ErrOpen) {
			t.Errorf("%+v, root %v: %v", test.s, test.root, err)
		}
	}
}

// TestJavaRuns: a JVM starts under the policy for it.
func TestJavaRuns(t *testing.T) {
	t.Parallel()
	java, err := filepath.EvalSymlinks(need.Program(t, "java", "a JDK"))
	if err != nil {
		t.Fatal(err)
	}
	prefix, support := launcher(t)
	tmp := t.TempDir()
	p := Java(filepath.Dir(filepath.Dir(java)))
	p.ReadWrite = append(p.ReadWrite, tmp)
	cmd, err := Command(prefix, support, p, []string{java, "-XX:-UsePerfData", "-Djava.io.tmpdir=" + tmp, "-version"})
	if err != nil {
		t.Fatal(err)
	}
	res, err := execx.Run(t.Context(), cmd)
	if err != nil {
		t.Fatalf("%v\n%s", err, res.Stderr)
	}
}

// javaAttack tries from Java what an app could.
const javaAttack = `
import java.io.*;
import java.net.*;
import java.nio.file.*;

public class Attack {
  interface Deed { void run() throws Throwable; }

  static void attempt(String name, Deed d) {
    try {
      d.run();
      System.out.println(name + ": worked");
    } catch (Throwable e) {
      System.out.println(name + ": failed");
    }
  }

  public static void main(String[] args) {
    String inside = args[0], outside = args[1];
    attempt("write inside", () -> Files.writeString(Path.of(inside, "f"), "x"));
    attempt("write outside", () -> Files.writeString(Path.of(outside, "evil"), "x"));
    attempt("read outside", () -> Files.readString(Path.of(outside, "secret")));
    attempt("list outside", () -> { if (new File(outside).list() == null) throw new IOException(); });
    attempt("delete outside", () -> Files.delete(Path.of(outside, "secret")));
    attempt("link inside to outside", () -> {
      Files.createSymbolicLink(Path.of(inside, "l"), Path.of(outside, "secret"));
      Files.readString(Path.of(inside, "l"));
    });
    attempt("exec", () -> Runtime.getRuntime().exec("/bin/true").waitFor());
    attempt("exec java", () -> new ProcessBuilder(ProcessHandle.current().info().command().get(),
	"-version").start().waitFor());
    attempt("connect", () -> new Socket("127.0.0.1", Integer.parseInt(args[2])).close());
    attempt("listen inside", () -> {
      ServerSocket s = new ServerSocket(0);
      new Socket(InetAddress.getLoopbackAddress(), s.getLocalPort()).close();
    });
    attempt("resolve", () -> InetAddress.getByName("example.com"));
    attempt("send", () -> new DatagramSocket().send(new DatagramPacket(new byte[1], 1,
	InetAddress.getByName("192.0.2.1"), 9)));
    System.exit(0);
  }
}
`

func TestJavaConfined(t *testing.T) {
	t.Parallel()
	java, err := filepath.EvalSymlinks(need.Program(t, "java", "a JDK"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(java), "javac")); err != nil {
		need.Missing(t, "javac", "a JDK: no compiler beside java")
	}
	prefix, support := launcher(t)
	if support.Landlock < FullLandlock || !support.Namespaces {
		need.Missing(t, need.Kernel, fmt.Sprint(support.Gaps()))
	}
	inside, outside := t.TempDir(), t.TempDir()
	source := filepath.Join(inside, "Attack.java")
	if err := os.WriteFile(source, []byte(javaAttack), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	p := Java(filepath.Dir(filepath.Dir(java)))
	p.ReadWrite = append(p.ReadWrite, inside)
	cmd, err := Command(prefix, support, p, []string{java, "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1",
		"-Djava.io.tmpdir=" + inside, "-Dsun.net.inetaddr.ttl=0", source, inside, outside, port})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	res, err := execx.Run(ctx, cmd)
	if err != nil {
		t.Fatalf("%v\n%s%s", err, res.Stdout, res.Stderr)
	}
	lines := strings.Split(strings.TrimSpace(string(res.Stdout)), "\n")
	for _, line := range lines {
		if strings.HasSuffix(line, ": worked") != strings.Contains(line, " inside:") {
			t.Error(line)
		}
	}
	if len(lines) != 12 {
		t.Errorf("%d of 12 attempts reported:\n%s", len(lines), res.Stdout)
	}
}

// BenchmarkLaunch is what a start of a program costs without and with confinement.
func BenchmarkLaunch(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	prefix := []string{self, "__confine"}
	support, err := Probe(b.Context(), prefix)
	if err != nil {
		b.Fatal(err)
	}
	for name, launcher := range map[string][]string{"plain": nil, "confined": prefix} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			p := Java("/usr/lib/jvm/none")
			p.Exec, p.ReadWrite, p.Mounts = append(p.Exec, self), append(p.ReadWrite, dir), mounts(dir)
			cmd, err := Command(launcher, support, p, []string{self, "__nothing"})
			if err != nil {
				b.Fatal(err)
			}
			var used time.Duration // which other work on the machine does not change
			for b.Loop() {
				res, err := execx.Run(b.Context(), cmd)
				if err != nil {
					b.Fatal(err)
				}
				used += res.Usage.User + res.Usage.System
			}
			b.ReportMetric(used.Seconds()*1000/float64(b.N), "cpu-ms")
		})
	}
}
