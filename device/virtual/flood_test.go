package virtual

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	goruntime "runtime"
	"strconv"
	"testing"

	"talpa/device/virtual/wire"
)

// floodFrames is how many frames TestFloodOfNotifications sends unless TALPA_FRAMES says.
const floodFrames = 200_000

// maxFloodHeap is what the front may keep of an agent that never ends to speak.
const maxFloodHeap = 200 << 20

// flood is what an agent writes: notifications of all kinds, each with words of its own,
// so that whatever is kept by name grows.
type flood struct {
	left, sent int
	rest       []byte
	peak       uint64 // of the heap, in bytes
}

// shapes are the frames; %d is a number that no other frame has.
var shapes = []string{
	`{"event":"log","p":"E","tag":"t%d","msg":"line\nof two","tid":%[1]d,"pid":1}`,
	`{"event":"crash","thread":"t%d","trace":"a.B: c\n\tat d.E.f(E.java:1)","modelled":["m%[1]d"],"limit":"stack"}`,
	`{"event":"unsupported","kind":"native","detail":"lib%d.so"}`,
	`{"event":"answered","name":"host%d","kind":"k","detail":"/%[1]d","value":"v"}`,
	`{"event":"unreachable","name":"host%d"}`,
	`{"event":"permission","name":"android.permission.P%d","held":true,"refusals":%[1]d}`,
	`{"event":"setting","space":"system","name":"n%d","value":"v%[1]d"}`,
	`{"event":"external","intent":"act=%d","answer":"none"}`,
	`{"event":"died","reason":"%d"}`,
	`{"event":"anr","reason":"%d","trace":"\tat a.B.c(B.java:2)\n"}`,
	`{"id":%d,"result":{"nobody":"asked"}}`,
}

// sampleEvery is how many frames pass between two looks at the heap.
const sampleEvery = 50_000

func (f *flood) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		if f.left == 0 {
			return 0, io.EOF
		}
		if f.sent%sampleEvery == 0 {
			var m goruntime.MemStats
			goruntime.ReadMemStats(&m)
			f.peak = max(f.peak, m.HeapAlloc)
		}
		text := fmt.Sprintf(shapes[f.sent%len(shapes)], f.sent)
		f.rest = append(binary.BigEndian.AppendUint32(f.rest[:0], uint32(len(text))), text...)
		f.left--
		f.sent++
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// TestFloodOfNotifications: an agent that speaks without end is heard to its end, and
// what the front keeps of it is bounded.
func TestFloodOfNotifications(t *testing.T) {
	frames := floodFrames
	if s := os.Getenv("TALPA_FRAMES"); s != "" {
		var err error
		if frames, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	h, p := bareHardware()
	f := &flood{left: frames}
	heard := 0
	c := wire.NewConn(f, io.Discard, func(n wire.Notice) {
		heard++
		h.notice(p, n)
	})
	<-c.Done()
	if want := frames - frames/len(shapes); heard < want-1 || heard > want+1 {
		t.Errorf("%d notifications of %d frames were heard: %v", heard, frames, c.Err())
	}
	if f.peak > maxFloodHeap {
		t.Errorf("the heap grew to %d MiB", f.peak>>20)
	}
	t.Logf("%d frames, heap at most %d MiB", frames, f.peak>>20)
}
