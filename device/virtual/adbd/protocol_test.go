package adbd

import (
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// head is the head of a sync request or answer: four letters and a number.
func head(id string, n int) string { return string(le.AppendUint32([]byte(id), uint32(n))) }

// named is a sync request with a path.
func named(id, path string) string { return head(id, len(path)) + path }

// syncTalk is what a sync session answers to requests.
func syncTalk(t *testing.T, s *Server, requests ...string) string {
	t.Helper()
	return strings.TrimPrefix(talk(t, s, req("host:transport-any", "sync:")+strings.Join(requests, "")), "OKAYOKAY")
}

// TestSyncStat: files, folders and what is missing, in both forms of the answer.
func TestSyncStat(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	talk(t, s, req("host:transport-any", "exec:cd /sdcard; mkdir d; printf abc > f"))
	for name, test := range map[string]struct {
		path, kind string // "" for missing
		size       uint32
	}{
		"file":          {"/sdcard/f", "file", 3},
		"folder":        {"/sdcard/d", "folder", 0},
		"above a mount": {"/", "folder", 0},
		"missing":       {"/sdcard/none", "", 0},
		"host's own":    {"/etc/passwd", "", 0},
		"no path":       {"", "folder", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := map[string]uint32{"file": 0o100000, "folder": 0o040000, "": 0}[test.kind]
			one := syncTalk(t, s, named("STAT", test.path), head("QUIT", 0))
			if len(one) != 16 || !strings.HasPrefix(one, "STAT") {
				t.Fatalf("STAT: %q", one)
			}
			if mode := le.Uint32([]byte(one[4:])); mode&0o170000 != want {
				t.Errorf("STAT: mode %o, want %o", mode, want)
			}
			if size := le.Uint32([]byte(one[8:])); test.kind == "file" && size != test.size {
				t.Errorf("STAT: %d bytes", size)
			}
			for _, id := range []string{"STA2", "LST2"} {
				two := syncTalk(t, s, named(id, test.path), head("QUIT", 0))
				if len(two) != 72 || !strings.HasPrefix(two, id) {
					t.Fatalf("%s: %q", id, two)
				}
				if failed := le.Uint32([]byte(two[4:])); (failed != 0) != (test.kind == "") {
					t.Errorf("%s: error %d", id, failed)
				}
				if mode := le.Uint32([]byte(two[24:])); mode&0o170000 != want {
					t.Errorf("%s: mode %o, want %o", id, mode, want)
				}
			}
		})
	}
}

// TestSyncList: one entry a file, in order, then DONE; a missing folder is an empty one.
func TestSyncList(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	talk(t, s, req("host:transport-any", "exec:cd /sdcard; touch b a; mkdir c"))
	for path, want := range map[string]string{"/sdcard": "a b c", "/": "sdcard", "/sdcard/c": "", "/none": ""} {
		got, names := syncTalk(t, s, named("LIST", path), head("QUIT", 0)), []string{}
		for strings.HasPrefix(got, "DENT") {
			n := 20 + int(le.Uint32([]byte(got[16:])))
			names, got = append(names, got[20:n]), got[n:]
		}
		if strings.Join(names, " ") != want || got != head("DONE", 0)+strings.Repeat("\x00", 12) {
			t.Errorf("%s: %v, then %q; want %s", path, names, got, want)
		}
	}
}

// TestSyncSend: files come whole or not at all, with the reason once the sender is done.
func TestSyncSend(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spec, want string // of the answer
		there      string // what `cat` prints of /sdcard/f afterwards
	}{
		"file":                 {"/sdcard/f,33188", "OKAY", "abcdef"},
		"without a mode":       {"/sdcard/f", "OKAY", "abcdef"},
		"in new folders":       {"/sdcard/x/y/f,420", "OKAY", ""},
		"link":                 {"/sdcard/f,41471", "FAIL/sdcard/f: links cannot be sent", ""},
		"mode is no number":    {"/sdcard/f,rw", "FAIL/sdcard/f: bad mode \"rw\"", ""},
		"over a folder":        {"/sdcard,420", "FAIL/sdcard: open /sdcard: is a directory", ""},
		"outside of all":       {"/system/f,420", "FAIL/system/f: mkdir /system: read-only file system", ""},
		"comma in the name":    {"/sdcard/a,b,420", "OKAY", ""},
		"out of a mount by ..": {"/sdcard/../f,420", "FAIL/sdcard/../f: open /sdcard/../f: read-only file system", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, newPhone(t, "talpa-1"))
			got := syncTalk(t, s, named("SEND", test.spec), head("DATA", 3)+"abc", head("DATA", 0), head("DATA", 3)+"def", head("DONE", 1), head("QUIT", 0))
			if strings.HasPrefix(got, "FAIL") && len(got) > 8 {
				got = "FAIL" + got[8:]
			}
			if !strings.HasPrefix(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
			if file := talk(t, s, req("host:transport-any", "exec:cat /sdcard/f 2>/dev/null")); file != "OKAYOKAY"+test.there {
				t.Errorf("the file holds %q", file)
			}
		})
	}
}

// TestShellV2: both outputs and the exit code apart, and input that ends.
func TestShellV2(t *testing.T) {
	t.Parallel()
	packet := func(id byte, text string) string {
		return string(binary.LittleEndian.AppendUint32([]byte{id}, uint32(len(text)))) + text
	}
	exit := func(code byte) string { return packet(packetExit, string([]byte{code})) }
	for name, test := range map[string]struct{ line, input, want string }{
		"output":             {"echo a", "", packet(packetStdout, "a\n") + exit(0)},
		"errors":             {"nope", "", packet(packetStderr, "sh: nope: inaccessible or not found\n") + exit(127)},
		"exit code":          {"exit 7", "", exit(7)},
		"broken line":        {"echo 'a", "", packet(packetStderr, "sh: syntax error: 1:6: reached EOF without closing quote `'`\n") + exit(2)},
		"input that ends":    {"cat; echo end", packet(packetStdin, "a\n") + packet(packetStdin, "b\n") + packet(packetCloseStdin, ""), packet(packetStdout, "a\n") + packet(packetStdout, "b\n") + packet(packetStdout, "end\n") + exit(0)},
		"input nobody reads": {"true", packet(packetStdin, "a\n") + packet(packetCloseStdin, ""), exit(0)},
		"unknown packet":     {"cat", packet(99, "x") + packet(packetStdin, "a") + packet(packetCloseStdin, ""), packet(packetStdout, "a") + exit(0)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, newPhone(t, "talpa-1"))
			if got := shellTalk(t, s, req("host:transport-any", "shell,v2,raw:"+test.line)+test.input); got != "OKAYOKAY"+test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// shellTalk is talk that keeps its side open until the answer is whole, as adb does.
func shellTalk(t *testing.T, s *Server, send string) string {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	if _, err := io.WriteString(c, send); err != nil {
		t.Fatal(err)
	}
	got, _ := io.ReadAll(c)
	return string(got)
}

// TestForwardTable: forwards are made anew, kept or refused as the client asks.
func TestForwardTable(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	got := talk(t, s, req("host-serial:talpa-1:forward:tcp:0;tcp:7"))
	local := "tcp:" + strings.TrimPrefix(got, "OKAYOKAY")[4:]
	for _, step := range []struct{ request, want string }{
		{"host:list-forward", okayText("talpa-1 " + local + " tcp:7\n")},
		{"host-serial:talpa-1:forward:norebind:" + local + ";tcp:8", "FAIL001dcannot rebind existing socket"},
		{"host-serial:talpa-1:forward:" + local + ";tcp:8", "OKAYOKAY"},
		{"host:list-forward", okayText("talpa-1 " + local + " tcp:8\n")},
		{"host-serial:talpa-1:forward:" + local, "FAIL0016malformed forward spec"},
		{"host-serial:talpa-1:forward:tcp:99999;tcp:1", "FAIL"},
		{"host-serial:talpa-1:killforward:tcp:1", "FAIL001alistener 'tcp:1' not found"},
		{"host-serial:talpa-1:killforward:" + local, "OKAYOKAY"},
		{"host:list-forward", "OKAY0000"},
	} {
		if got := talk(t, s, req(step.request)); got != step.want && (step.want != "FAIL" || !strings.HasPrefix(got, "FAIL")) {
			t.Errorf("%s: %q, want %q", step.request, got, step.want)
		}
	}
}
