package campaign

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// unattended reads two chunks of a bucket's size. While the first is sent no server answers for the
// bucket, as when a cluster chooses a leader; when the second is read there is one again.
type unattended struct {
	t     *testing.T
	c     *Campaign
	chunk byte // the next
	read  int  // bytes of it
}

// chunkSize is that of the object store by default, in bytes.
const chunkSize = 128 << 10

func (u *unattended) Read(b []byte) (int, error) {
	if u.chunk == 2 {
		return 0, io.EOF
	}
	if u.read == 0 && u.chunk == 0 {
		if err := u.c.js.DeleteObjectStore(u.t.Context(), u.c.bucketName()); err != nil {
			u.t.Error(err)
		}
	}
	if u.read == 0 && u.chunk == 1 {
		time.Sleep(100 * time.Millisecond) // that nobody answers is heard of, and not yet tried again
		_, err := u.c.js.CreateObjectStore(u.t.Context(), jetstream.ObjectStoreConfig{Bucket: u.c.bucketName()})
		if err != nil {
			u.t.Error(err)
		}
	}
	n := min(len(b), chunkSize-u.read)
	for i := range n {
		b[i] = 'a' + u.chunk
	}
	if u.read += n; u.read == chunkSize {
		u.read, u.chunk = 0, u.chunk+1
	}
	return n, nil
}

// twoChunks is what it reads.
func twoChunks() []byte {
	data := make([]byte, 2*chunkSize)
	for i := range data {
		data[i] = 'a' + byte(i/chunkSize)
	}
	return data
}

// chunks are the first bytes of the chunks that are stored, in their order.
func chunks(t *testing.T, c *Campaign) string {
	t.Helper()
	stored, err := c.js.Stream(t.Context(), "OBJ_"+c.bucketName())
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for seq := uint64(1); ; seq++ {
		msg, err := stored.GetMsg(t.Context(), seq)
		if err != nil {
			return string(first)
		}
		if len(msg.Data) == chunkSize {
			first = append(first, msg.Data[0])
		}
	}
}

// TestNATSObjectStorePut_NoServerForAMoment shows the fault of nats.go that docs/dependencies.md
// tells of: Put succeeds, and what is stored is not what was sent. If this fails, the fault is
// gone, and the text there with it.
func TestNATSObjectStorePut_NoServerForAMoment(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	if _, err := c.files.Put(t.Context(), jetstream.ObjectMeta{Name: "x"}, &unattended{t: t, c: c}); err != nil {
		t.Fatalf("Put fails, as it should: %v", err)
	}
	data, err := c.files.GetBytes(t.Context(), "x")
	if err == nil && string(data) == string(twoChunks()) {
		t.Fatal("Put stored what it was given, as it should")
	}
	if got := chunks(t, c); got != "bb" {
		t.Errorf("the chunks %q are stored: the second in the place of the first was to be expected", got)
	}
	if err := c.files.verify(t.Context(), "x", ""); !errors.Is(err, errDamaged) {
		t.Errorf("reading back: %v", err)
	}
}
