// Package agenttest is a stand-in for the agent, for tests of what is in front of it:
// the test program itself is started as "java", speaks the agent's wire, and runs no
// app. What it does at a request the app's APK says, which is text:
//
//	PACKAGE        the first line
//	METHOD ACTION    at this method of the wire do this, see Actions
//
// The real agent is tested in device/adb.
package agenttest

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/virtual/confine"
)

// confineCommand is the argument by which the test program is the launcher.
const confineCommand = "__confine"

// Actions are what the stand-in can be told to do at a request.
var Actions = []string{
	"crash",   // tell of a crash, and fail for the app's fault
	"die",     // end the process
	"leave",   // no activity of the app is in front from then on
	"hang",    // do not answer
	"garbage", // break the protocol
	"fail",    // fail for the agent's fault
	"usage",   // refuse the request
	"flood",   // write 200,000 log lines first
	"blank",   // write one log message first that is as large as a frame may be, all line ends
	"deaf",    // answer, and read nothing more
	"log",     // write the request's parameters to the log, tag "agent", first
	"class",   // ask for the class p/Main first
	"half",    // ask for the class p/Half first, of which a method cannot be converted
	"odd",     // ask for the class p/Odd first, which the converter ends of
	"classes", // ask for more classes than are given at once
}

// Main is TestMain of a package whose tests use a stand-in.
func Main(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == confineCommand:
		os.Exit(confine.Main(os.Args[2:], os.Stdout, os.Stderr))
	case slices.Contains(os.Args, "talpa.agent.Main"):
		os.Exit(serve(os.Stdin, os.Stdout))
	case slices.Contains(os.Args, "talpa.agent.convert.Main"):
		os.Exit(convert(os.Args[len(os.Args)-1], os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// Setup is where the stand-in is found, in the words of virtual.Options and
// runtime.Config.
type Setup struct {
	AgentDir, JavaHome string
	Launcher           []string
}

// New makes the folders of a stand-in whose java is this test program.
func New(t testing.TB) Setup {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := Setup{AgentDir: t.TempDir(), JavaHome: t.TempDir(), Launcher: []string{self, confineCommand}}
	if err := os.Mkdir(filepath.Join(s.JavaHome, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(s.JavaHome, "bin", "java")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.AgentDir, "agent.jar"), []byte("jar"), 0o644); err != nil {
		t.Fatal(err)
	}
	return s
}

// APK writes an app of this package with actions and returns its file.
func APK(t testing.TB, pkg string, actions ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "app.apk")
	if err := os.WriteFile(file, []byte(pkg+"\n"+strings.Join(actions, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// Manifest reads such an APK: it asks for the camera and the internet, has an
// activity Main, and is signed unless its package is "unsigned".
func Manifest(path string) (device.Manifest, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return device.Manifest{}, err
	}
	pkg, _, ok := strings.Cut(string(data), "\n")
	if !ok {
		return device.Manifest{}, errors.New("not an APK")
	}
	return device.Manifest{
		Package: pkg, Launcher: pkg + "/" + pkg + ".Main", Signed: pkg != "unsigned", TargetSDK: 30,
		Permissions: []string{
			"android.permission.CAMERA", "android.permission.INTERNET", "android.permission.SYSTEM_ALERT_WINDOW",
			"android.permission.PACKAGE_USAGE_STATS",
		},
	}, nil
}

// Classes are those that the stand-in for the converter says an app has. One method of the second fails, and at the
// third the converter ends.
var Classes = []string{"p/Main", "p/Half", "p/Odd"}

// convert stands in for the converter: it refuses an APK that says unconvertible. A class file says which class it is
// of, and whether it has probes.
func convert(apk string, stdin io.Reader, stdout io.Writer) int {
	frame := func(b []byte) { _, _ = stdout.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...)) }
	data, err := os.ReadFile(apk)
	if err != nil || strings.Contains(string(data), "unconvertible") {
		frame([]byte(`{"unreadable":"the code is odd"}`))
		return 1
	}
	frame([]byte(`{"classes":3,"methods":10,"native":["armeabi/libx.so"]}`))
	frame([]byte(strings.Join(Classes, "\n")))
	in := bufio.NewReader(stdin)
	for {
		kind, name, err := asked(in)
		if err != nil {
			return 0
		}
		if name == Classes[2] {
			fmt.Fprintln(os.Stderr, "an odd class")
			return 1
		}
		failed := byte(0)
		if name == Classes[1] {
			failed = 1
		}
		frame(fmt.Appendf([]byte{0, 0, 0, failed}, "%s %c", name, kind))
	}
}

// asked is a request of the converter.
func asked(in io.Reader) (kind byte, name string, err error) {
	var head [5]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return 0, "", err
	}
	b := make([]byte, binary.BigEndian.Uint32(head[:])-1)
	_, err = io.ReadFull(in, b)
	return head[4], string(b), err
}

// request is a frame from the front.
type request struct {
	ID     int
	Method string
	Params map[string]any
}

// agent is the stand-in's side of a connection.
type agent struct {
	out     io.Writer
	actions map[string]string
	told    bool // the places of its probes
	left    bool // no window of the app is shown
	waits   int  // the request that waits for a class, 0 if none does
}

// serve speaks the wire until the front goes or a action ends it.
func serve(stdin io.Reader, stdout io.Writer) int {
	a := &agent{out: stdout, actions: map[string]string{}}
	in := bufio.NewReader(stdin)
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return 0
		}
		body := make([]byte, binary.BigEndian.Uint32(head[:]))
		if _, err := io.ReadFull(in, body); err != nil {
			return 0
		}
		var r request
		if err := json.Unmarshal(body, &r); err != nil {
			return 1
		}
		if code, end := a.answer(r); end {
			return code
		}
	}
}

// frame writes one.
func (a *agent) frame(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	_, _ = a.out.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...))
}

// answer does what is told for a request; end says that the process ends with code.
func (a *agent) answer(r request) (code int, end bool) {
	result, raw, err := a.result(r)
	if err != nil {
		return 1, true
	}
	if r.Method == "class" && a.waits != 0 {
		a.frame(`{"id":%d,"result":%s}`, a.waits, result)
		a.waits = 0
	}
	switch a.actions[r.Method] {
	case "class", "half", "odd":
		name := map[string]string{"class": Classes[0], "half": Classes[1], "odd": Classes[2]}[a.actions[r.Method]]
		a.frame(`{"event":"class","name":%q}`, name)
		a.waits = r.ID
		return 0, false
	case "classes":
		for range 10_000 {
			a.frame(`{"event":"class","name":%q}`, Classes[0])
		}
		return 0, false
	case "die":
		fmt.Fprintln(os.Stderr, "dying words")
		return 7, true
	case "hang":
		return 0, false
	case "garbage":
		_, _ = io.WriteString(a.out, "\xff\xff\xff\xffgarbage")
		return 0, false
	case "crash":
		a.frame(`{"event":"crash","thread":"main","process":"p","trace":"java.lang.Error: x\n\tat p.Main.a(Main.java:1)",` +
			`"modelled":["m.M"],"t":1750000000500}`)
		a.frame(`{"event":"died","reason":"it crashed"}`)
		a.frame(`{"id":%d,"error":{"kind":"app","message":"crashed"}}`, r.ID)
		return 0, false
	case "fail":
		a.frame(`{"id":%d,"error":{"kind":"agent","message":"our fault"}}`, r.ID)
		return 0, false
	case "usage":
		a.frame(`{"id":%d,"error":{"kind":"usage","message":"not like this"}}`, r.ID)
		return 0, false
	case "flood":
		for i := range 200_000 {
			a.frame(`{"event":"log","p":"I","tag":"flood","msg":"line %d","t":1750000000500}`, i)
		}
	case "blank":
		a.frame(`{"event":"log","p":"I","tag":"blank","msg":"%s|","t":1750000000500}`, strings.Repeat(`\n`, 32<<20-100))
	case "deaf":
		a.frame(`{"id":%d,"result":%s}`, r.ID, result)
		if silent, _, err := os.Pipe(); err == nil {
			_, _ = silent.Read(make([]byte, 1)) // nobody writes: it lasts until the process is ended
		}
	case "log":
		params, _ := json.Marshal(r.Params)
		msg, _ := json.Marshal(r.Method + " " + string(params))
		a.frame(`{"event":"log","p":"D","tag":"agent","msg":%s,"t":1750000000500}`, msg)
	}
	a.frame(`{"id":%d,"result":%s,"bytes":%d}`, r.ID, result, len(raw))
	_, _ = io.WriteString(a.out, raw)
	return 0, false
}

// result is what a request that works is answered with.
func (a *agent) result(r request) (result, raw string, err error) {
	if a.actions[r.Method] == "leave" {
		a.left = true
	}
	switch r.Method {
	case "hello":
		return fmt.Sprintf(`{"protocol":1,"agent":"fake","api":35,"pid":%d}`, os.Getpid()), "", nil
	case "load":
		apk, err := os.ReadFile(fmt.Sprint(r.Params["apk"]))
		if err != nil {
			return "", "", err
		}
		for _, line := range strings.Split(string(apk), "\n") {
			if method, action, ok := strings.Cut(line, " "); ok {
				a.actions[method] = action
			}
		}
	case "dump":
		if a.left {
			return `{"xml":"<hierarchy rotation=\"0\"></hierarchy>"}`, "", nil
		}
		return `{"xml":"<hierarchy rotation=\"0\"><node class=\"a.B\" bounds=\"[0,0][9,9]\"/></hierarchy>"}`, "", nil
	case "recorded":
		table := "+\tLp/Main;\na\t()V\t1\t2\t3\nb\t()V\t0\n"
		if a.told {
			table = ""
		}
		a.told = true
		raw = table + "=\t0\t0\t2\t3\n"
	case "content":
		return `{"lines":["Row: 0 name=x"]}`, "", nil
	case "unload":
		a.actions = map[string]string{}
		return `{"clean":true,"threads":0}`, "", nil
	case "threads":
		return `{"text":"\"main\" prio=5\n\tat p.Main.loop(Main.java:7)"}`, "", nil
	}
	if a.left {
		return `{"idle":true,"now":100,"top":"","alive":true}`, raw, nil
	}
	return `{"idle":true,"now":100,"top":"p/p.Main","alive":true}`, raw, nil
}
