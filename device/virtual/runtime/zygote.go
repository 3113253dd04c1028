package runtime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"talpa/device/virtual/confine"
	"talpa/device/virtual/zygote"
)

// answerOfCopy is how long a copy may take to answer for the first time.
const answerOfCopy = 20 * time.Second

// breeder makes the JVMs of a pool: where the machine allows it one boots, runs no app
// ever, and all others are copies of it, which cost a hundredth of a boot. A copy is as
// fresh as its original. Else each boots.
type breeder struct {
	config Config
	at     quarters // of the JVMs' folders, of which each gets one below at.top
	images images
	free   func(dir string) (int64, error)

	making   sync.WaitGroup // of an image
	mu       sync.Mutex
	original *JVM
	count    int    // of JVMs
	filter   []byte // of copies
	never    bool   // copies cannot be made here
}

func newBreeder(c Config, at quarters) *breeder {
	b := &breeder{config: c, at: at, images: newImages(c), free: FreeBytes}
	// Without processes of its own a copy would be left behind when its original dies; without
	// folders of its own it would have the paths of its original.
	b.never = !zygote.Supported() || !c.Support.Processes || !c.Support.Mounts
	if !b.never && c.Support.Seccomp {
		var err error
		if b.filter, err = confine.CopyFilter(); err != nil {
			b.never = true
		}
	}
	return b
}

// next is a warm JVM that has run no app. None is made where the watch would end it at once.
func (b *breeder) next(ctx context.Context) (*JVM, error) {
	if err := tmpRoom(b.at.top).enough(minFree, b.free); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBoot, err)
	}
	for {
		original, err := b.ready(ctx)
		if err != nil {
			return nil, err
		}
		if original == nil {
			return startJVM(ctx, b.config, b.own(), false)
		}
		j, err := b.copy(ctx, original)
		if err == nil {
			if err = j.openNetwork(b.config); err == nil {
				return j, nil
			}
		}
		if ctx.Err() != nil {
			return nil, err
		}
		if original.Ended() {
			continue // another one boots
		}
		b.mu.Lock()
		b.giveUp(err)
		b.mu.Unlock()
	}
}

// giveUp has all JVMs from now on boot. The original stays: the copies that run would end with
// it. b.mu is held.
func (b *breeder) giveUp(why error) {
	b.never = true
	b.config.Log.Debug("virtual device: each JVM boots", "why", why)
}

// ready is the JVM that is copied, booted if there is none; nil if none can be.
func (b *breeder) ready(ctx context.Context) (*JVM, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.never {
		return nil, nil
	}
	if b.original == nil || b.original.Ended() {
		j, err := b.boot(ctx)
		switch {
		case errors.Is(err, errSingle):
			b.giveUp(err)
			return nil, nil
		case err != nil:
			return nil, err
		}
		b.original = j
	}
	return b.original, nil
}

// boot is the JVM that is to be copied: out of its image, or booted. b.mu is held.
func (b *breeder) boot(ctx context.Context) (*JVM, error) {
	if b.images.exists() {
		j, err := b.images.restore(ctx, b.config, b.ownLocked())
		if err == nil || ctx.Err() != nil {
			return j, err
		}
		b.config.Log.Debug("virtual device: the image of a JVM is of no use", "err", errors.Join(err, b.images.drop()))
	}
	j, err := startJVM(ctx, b.config, b.ownLocked(), true)
	if err == nil && b.images.wanted() && j.Mounted {
		b.making.Go(func() { b.makeImage(j) })
	}
	return j, err
}

// makeImage makes the image of a JVM that has booted, for the next device: of a copy, so that the
// JVM itself serves meanwhile.
func (b *breeder) makeImage(original *JVM) {
	j, err := b.copy(context.Background(), original)
	if err == nil {
		err = b.images.keep(j)
		j.Kill("its image is made")
		<-j.gone
	}
	if err != nil {
		b.config.Log.Debug("virtual device: no image of a JVM was made", "err", err)
	}
}

// own is where the next JVM.
func (b *breeder) own() quarters {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ownLocked()
}

func (b *breeder) ownLocked() quarters {
	b.count++
	at := b.at
	at.tmp = filepath.Join(at.top, strconv.Itoa(b.count))
	return at
}

// copy makes a copy of a JVM, with a folder, a wire and a filter of its own. Its network is still
// closed: an image has no open socket in its folder.
func (b *breeder) copy(ctx context.Context, original *JVM) (*JVM, error) {
	j := newJVM(b.config, b.own())
	j.Mounted, j.Hello = original.Mounted, original.Hello
	streams, err := newStreams(original.tmp, j.tmp)
	if err == nil {
		j.group, err = b.config.group()
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(j.tmp))
	}
	b.mu.Lock()
	proc, err := zygote.Copy(original.HostPID(), zygote.Order{Dir: j.tmp, Streams: streams.names, Filter: b.filter})
	b.mu.Unlock()
	if err == nil {
		// It was made in its original's group, and has run nothing of an app yet.
		if err = errors.Join(streams.opened(), j.group.Add(proc.PID())); err != nil {
			proc.Kill()
		}
	}
	if err != nil {
		streams.close()
		return nil, errors.Join(err, j.group.Close(), os.RemoveAll(j.tmp))
	}
	go func() { _, _ = io.Copy(j.stderr, streams.err); streams.err.Close() }()
	j.live(proc, streams.in, streams.out)
	go j.watch()
	ctx, cancel := context.WithTimeout(ctx, answerOfCopy)
	defer cancel()
	if _, err := j.Call(ctx, "threads", nil, nil); err != nil {
		j.Kill("it does not answer")
		<-j.gone
		return nil, fmt.Errorf("a copy does not answer: %w%s", err, j.stderr.quoted())
	}
	return j, nil
}

// close ends the JVM that is copied, and with it its copies.
func (b *breeder) close() {
	b.mu.Lock()
	original := b.original
	b.original = nil
	b.mu.Unlock()
	if original != nil {
		original.Kill("it is not needed")
		<-original.gone
	}
	b.making.Wait()
}

// streams are the standard streams of a copy, pipes with names that only it and we see.
type streams struct {
	names    [3]string
	in       *os.File // we write
	out, err *os.File // we read
}

// newStreams makes a copy's folder, which begins as its original's is, and its streams
// there.
func newStreams(from, tmp string) (*streams, error) {
	if err := os.Mkdir(tmp, 0o755); err != nil {
		return nil, err
	}
	if err := os.CopyFS(tmp, os.DirFS(from)); err != nil {
		return nil, fmt.Errorf("copying a JVM's folder: %w", err)
	}
	s := &streams{}
	var err error
	for i, name := range []string{"stdin", "stdout", "stderr"} {
		s.names[i] = filepath.Join(tmp, name)
		err = errors.Join(err, unix.Mkfifo(s.names[i], 0o600))
	}
	if err != nil {
		return nil, err
	}
	// Opened for both, no end waits for the other, and none is lost before the copy has it.
	open := func(i, mode int) *os.File {
		f, e := os.OpenFile(s.names[i], mode|unix.O_NONBLOCK, 0)
		err = errors.Join(err, e)
		return f
	}
	s.in, s.out, s.err = open(0, os.O_RDWR), open(1, os.O_RDONLY), open(2, os.O_RDONLY)
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// opened is to be called when the copy has its ends: then no end of its input is left with
// us but the one that we write to.
func (s *streams) opened() error {
	in, err := os.OpenFile(s.names[0], os.O_WRONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	s.in.Close()
	s.in = in
	for _, name := range s.names {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

func (s *streams) close() {
	for _, f := range []*os.File{s.in, s.out, s.err} {
		if f != nil {
			f.Close()
		}
	}
}
