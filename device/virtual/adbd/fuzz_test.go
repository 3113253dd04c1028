package adbd

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
)

// client is what a client sends; what it gets is counted.
type client struct {
	io.Reader
	got int
}

func (c *client) Write(p []byte) (int, error) {
	c.got += len(p)
	return len(p), nil
}

// FuzzPacket: a packet of the daemon protocol is read within its limits, and
// only if it is whole.
func FuzzPacket(f *testing.F) {
	for _, n := range []uint32{0, 5, maxData, maxData + 1, 1 << 31} {
		head := words32(cmdOPEN, 1, 0, n, 0, cmdOPEN^0xffffffff)
		f.Add(append(head, "exec:"...))
	}
	f.Add(words32(cmdOPEN, 1, 0, 0, 0, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := readPacket(bytes.NewReader(data))
		if err == nil && (len(p.data) > maxData || 24+len(p.data) > len(data)) {
			t.Errorf("a packet with %d bytes of data out of %d bytes", len(p.data), len(data))
		}
	})
}

func words32(words ...uint32) []byte {
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// FuzzRequests: any host requests are answered or end the connection.
func FuzzRequests(f *testing.F) {
	f.Add(req("host:transport:talpa-1", "shell:echo hi"))
	f.Add(req("host-serial:talpa-1:features"))
	f.Add(req("host:transport-id:1", "host-serial::get-state"))
	f.Add("zzzz" + req("host:devices-l"))
	f.Add("ffff")
	f.Fuzz(func(t *testing.T, data string) {
		if len(data) < 4 || strings.Contains(data, "sleep") || strings.Contains(data, "forward") {
			t.Skip("takes its time, or a port, by design")
		}
		s := serve(t, newPhone(t, "talpa-1"))
		ours, theirs := net.Pipe()
		go func() {
			_, _ = io.Copy(io.Discard, ours)
		}()
		go func() {
			_, _ = io.WriteString(ours, data[4:])
			ours.Close()
		}()
		_ = s.smartSocket(t.Context(), theirs, [4]byte([]byte(data[:4])))
		theirs.Close()
	})
}

// FuzzSync: any requests for files are answered or end the service, and none
// reaches a file outside the device.
func FuzzSync(f *testing.F) {
	head := func(id string, n uint32) string { return string(le.AppendUint32([]byte(id), n)) }
	f.Add(head("SEND", 13) + "/sdcard/f,420" + head("DATA", 2) + "hi" + head("DONE", 1) + head("RECV", 9) + "/sdcard/f")
	f.Add(head("LIST", 7) + "/sdcard" + head("STA2", 7) + "/sdcard" + head("STAT", 1) + "/" + head("QUIT", 0))
	f.Add(head("RECV", 26) + "/sdcard/../../../etc/passwd")
	f.Add(head("SEND", 1<<30) + head("DATA", 1<<31))
	f.Fuzz(func(t *testing.T, data string) {
		phone := newPhone(t, "talpa-1")
		c := &client{Reader: strings.NewReader(data)}
		syncFiles(phone.Files(), c)
		const most = 1 << 20 // of answers to a request: folders here hold little
		if c.got > most*(1+len(data)) {
			t.Errorf("%d bytes are answered to %d", c.got, len(data))
		}
	})
}

// FuzzShellV2: any packets of the second shell protocol feed the command or end it.
func FuzzShellV2(f *testing.F) {
	f.Add([]byte("\x00\x02\x00\x00\x00hi\x04\x00\x00\x00\x00"))
	f.Add([]byte("\x00\xff\xff\xff\xffhi"))
	f.Add([]byte("\x05\x08\x00\x00\x0024x80,0x0\x04\x00\x00\x00\x00\x00\x01\x00\x00\x00x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, w := io.Pipe()
		done := make(chan int64)
		go func() {
			n, _ := io.Copy(io.Discard, r)
			done <- n
		}()
		w.CloseWithError(readStdin(bytes.NewReader(data), w))
		if n := <-done; n > int64(len(data)) {
			t.Errorf("%d bytes of input out of %d", n, len(data))
		}
	})
}
