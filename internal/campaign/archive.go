package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"talpa/internal/campaign/archive"
)

// runs is the folder of the object store for run folders.
const runs = "run/"

// keep stores the run folder of a job, packed in a scratch folder, and returns the object's name and
// SHA-256. Each try has its own, so that two workers at one job do not write to the same.
func (c *Campaign) keep(ctx context.Context, id, dir, scratch string) (name, sum string, err error) {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return "", "", nil // a job that keeps nothing
	}
	packed := filepath.Join(scratch, "run.tar.gz")
	sum, size, err := archive.Create(packed, dir)
	if err != nil {
		return "", "", fmt.Errorf("packing the run folder: %w", err)
	}
	name = runs + id + "/" + nuid.Next() + ".tar.gz"
	if err := c.files.storeObject(ctx, name, sum, size, func() (io.Reader, error) { return os.Open(packed) }); err != nil {
		return "", "", fmt.Errorf("storing the run folder: %w", err)
	}
	return name, sum, nil
}

// objects is the object store of a campaign, with what is read compared with its hash.
type objects struct {
	jetstream.ObjectStore
	log *slog.Logger
}

// storeTries is how often an object is written that does not come back as it was.
const storeTries = 3

// storeObject writes an object of that SHA-256 and reads it back: an upload that the server's
// death interrupts may succeed with chunks that are not what was sent (docs/dependencies.md).
func (o *objects) storeObject(ctx context.Context, name, sum string, size int64, open func() (io.Reader,
	error)) error {
	var damaged error
	for range storeTries {
		err := transfer(ctx, size, func(ctx context.Context) error {
			r, err := open()
			if err != nil {
				return err
			}
			if closer, ok := r.(io.Closer); ok {
				defer closer.Close()
			}
			_, err = o.Put(ctx, jetstream.ObjectMeta{Name: name}, r)
			return err
		})
		if err != nil {
			return err
		}
		damaged = transfer(ctx, size, func(ctx context.Context) error {
			return o.fetchWritten(ctx, name, sum, io.Discard)
		})
		if damaged == nil || !errors.Is(damaged, errDamaged) {
			return damaged
		}
		o.log.Info("an object is written again, it did not come back as it was", "name", name)
	}
	return damaged
}

// verify says whether an object is there and has that SHA-256; errDamaged if it is there and has not.
func (o *objects) verify(ctx context.Context, name, sum string) error {
	return o.fetch(ctx, name, sum, io.Discard)
}

// fetch writes an object of that SHA-256 to w; errDamaged where it has another one, and then w has
// what came. An attempt that failed half way is not gone on with but told.
func (o *objects) fetch(ctx context.Context, name, sum string, w io.Writer) error {
	var info *jetstream.ObjectInfo
	err := patiently(ctx, func(ctx context.Context) error {
		var err error
		info, err = o.GetInfo(ctx, name)
		return err
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, transferTime(int64(info.Size)))
	defer cancel()
	object, err := o.Get(ctx, name)
	if err != nil {
		return err
	}
	defer object.Close()
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(w, hash), object)
	if errors.Is(err, jetstream.ErrDigestMismatch) {
		return fmt.Errorf("the stored file %s is %w: its chunks are not those that were sent", name, errDamaged)
	}
	if err != nil {
		return err
	}
	if got := hex.EncodeToString(hash.Sum(nil)); sum != "" && got != sum {
		return fmt.Errorf("the stored file %s is %w: its SHA-256 is %s", name, errDamaged, got)
	}
	return nil
}

// lag is how long a server of a cluster may take to know what another one has stored: who asks is
// answered by any of them.
const lag = 10 * time.Second

// fetchWritten is fetch for an object that was written, and need not be everywhere yet.
func (o *objects) fetchWritten(ctx context.Context, name, sum string, w io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, 2*largestTransfer)
	defer cancel()
	waited, done := context.WithTimeout(ctx, lag)
	defer done()
	for {
		err := o.fetch(ctx, name, sum, w)
		if !errors.Is(err, jetstream.ErrObjectNotFound) || sleep(waited, retryPause) != nil {
			return err
		}
	}
}

// fetchFile is fetchWritten into a file, tried again while the server is away.
func (o *objects) fetchFile(ctx context.Context, name, sum, file string) error {
	return repeat(ctx, largestTransfer, 2*largestTransfer, func(ctx context.Context) error {
		f, err := os.Create(file)
		if err != nil {
			return err
		}
		return errors.Join(o.fetchWritten(ctx, name, sum, f), f.Close())
	})
}

// Extract unpacks the run folder of a job into dir, which is made. A job
// without one leaves nothing.
func (c *Campaign) Extract(ctx context.Context, o *Outcome, dir string) error {
	if o.Run == "" {
		return nil
	}
	if !validID(o.ID) || !strings.HasPrefix(o.Run, runs+o.ID+"/") {
		return fmt.Errorf("run folder of %v: %w: %.60q is not that of the job %.40q", o.Job, errDamaged, o.Run, o.ID)
	}
	packed, err := os.CreateTemp("", "talpa-run-*.tar.gz")
	if err != nil {
		return err
	}
	packed.Close()
	defer os.Remove(packed.Name())
	if err := c.files.fetchFile(ctx, o.Run, o.RunSum, packed.Name()); err != nil {
		return fmt.Errorf("fetching the run folder of %v: %w", o.Job, err)
	}
	f, err := os.Open(packed.Name())
	if err != nil {
		return err
	}
	defer f.Close()
	if err := archive.Unpack(f, dir); err != nil {
		return fmt.Errorf("run folder of %v: %w", o.Job, err)
	}
	return nil
}
