package runtime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"talpa/device/virtual/confine"
	"talpa/device/virtual/zygote"
	"talpa/internal/procfs"
)

// imageGrace is how much longer a device stays for the image that others will have their JVMs from.
const imageGrace = 5 * time.Second

// answerOfCopy is how long a copy may take to answer for the first time.
const answerOfCopy = 20 * time.Second

// spawner makes the JVMs of a pool: where the machine allows it one boots, runs no app
// ever, and all others are copies of it, which cost a hundredth of a boot. A copy is as
// fresh as its original. Else each boots.
type spawner struct {
	config Config
	at     quarters // of the JVMs' folders, of which each gets one below at.top
	images images
	free   func(dir string) (int64, error)

	making   sync.WaitGroup // of an image
	hurry    chan struct{}  // closed when nobody waits any more for an image that is being made
	hurried  sync.Once
	mu       sync.Mutex
	original *JVM
	former   []*JVM // that were copied before: their copies end with them
	count    int    // of JVMs
	filter   []byte // of copies
	never    bool   // copies cannot be made here
}

func newSpawner(c Config, at quarters) *spawner {
	b := &spawner{config: c, at: at, images: newImages(c), free: FreeBytes, hurry: make(chan struct{})}
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
func (b *spawner) next(ctx context.Context) (*JVM, error) {
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
		j, err := b.copy(ctx, original, b.filter)
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
func (b *spawner) giveUp(why error) {
	b.never = true
	b.config.Log.Debug("virtual device: each JVM boots", "why", why)
}

// ready is the JVM that is copied, booted if there is none; nil if none can be.
func (b *spawner) ready(ctx context.Context) (*JVM, error) {
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
func (b *spawner) boot(ctx context.Context) (*JVM, error) {
	for _, i := range []images{b.images.warm(), b.images} {
		if !i.exists() {
			continue
		}
		j, err := i.restore(ctx, b.config, b.ownLocked())
		if err == nil && i == b.images && b.images.warm().wanted() {
			b.makeImages(j)
		}
		if err == nil || ctx.Err() != nil {
			return j, err
		}
		b.config.Log.Debug("virtual device: the image of a JVM is of no use", "err", errors.Join(err, i.drop()))
	}
	j, err := startJVM(ctx, b.config, b.ownLocked(), true)
	if err == nil && j.Mounted && (b.images.wanted() || b.images.warm().wanted()) {
		b.makeImages(j)
	}
	return j, err
}

// makeImages begins to make the image that the next device has its JVM from, if it lacks: of a copy that
// is warmed, or, where that fails, of one that is as the JVM is. The JVM itself serves meanwhile.
func (b *spawner) makeImages(original *JVM) {
	b.making.Go(func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			select {
			case <-b.hurry:
				cancel()
			case <-ctx.Done():
			}
		}()
		err := b.makeWarm(ctx, original)
		if err != nil && ctx.Err() == nil {
			err = errors.Join(err, b.images.warm().drop()) // else the next device makes it
		}
		if !b.images.warm().exists() && b.images.wanted() {
			err = errors.Join(err, b.makeCold(original))
		}
		if err != nil {
			b.config.Log.Debug("virtual device: an image of a JVM was not made", "err", err)
		}
	})
}

// makeCold keeps the image of a copy.
func (b *spawner) makeCold(original *JVM) error {
	j, err := b.copy(context.Background(), original, nil)
	if err != nil {
		return err
	}
	err = b.images.keep(j)
	j.Kill("its image is made")
	<-j.gone
	return err
}

// makeWarm warms a copy, keeps its image, and has it copied from now on.
func (b *spawner) makeWarm(ctx context.Context, original *JVM) error {
	warm := b.images.warm()
	lock, err := warm.lock(warmLock)
	if err != nil || lock == nil {
		return err
	}
	defer lock.Close()
	if !warm.wanted() {
		return nil // somebody else has made it
	}
	j, err := b.copy(ctx, original, nil)
	if err != nil {
		return err
	}
	missed, err := j.warm(ctx, agentPath)
	if err == nil {
		b.config.Log.Debug("virtual device: a JVM is warm", "cpu", procfs.CPUTime(j.HostPID()), "missed", missed)
		if err = warm.keep(j); err == nil && b.adopt(original, j) {
			return nil
		}
	}
	j.Kill("it is not needed")
	<-j.gone
	return err
}

// adopt has another JVM copied from now on in place of one; false if that one is not copied any more.
func (b *spawner) adopt(original, j *JVM) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.original != original {
		return false
	}
	b.former = append(b.former, original)
	b.original = j
	return true
}

// own is where the next JVM.
func (b *spawner) own() quarters {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ownLocked()
}

func (b *spawner) ownLocked() quarters {
	b.count++
	at := b.at
	at.tmp = filepath.Join(at.top, strconv.Itoa(b.count))
	return at
}

// copy makes a copy of a JVM, with a folder, a wire and a filter of its own (none for one that runs no
// other's code). Its network is still
// closed: an image has no open socket in its folder.
func (b *spawner) copy(ctx context.Context, original *JVM, filter []byte) (*JVM, error) {
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
	proc, err := zygote.Copy(original.HostPID(), zygote.Order{Dir: j.tmp, Streams: streams.names, Filter: filter})
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

// close ends the JVMs that were copied, and with them their copies.
func (b *spawner) close() {
	b.finish()
	b.mu.Lock()
	all := b.former
	if b.original != nil {
		all = append(all, b.original)
	}
	b.original, b.former = nil, nil
	b.mu.Unlock()
	slices.Reverse(all) // those made later are copies of those before
	for _, j := range all {
		j.Kill("it is not needed")
		<-j.gone
	}
}

// finish waits for an image that is being made, but not long.
func (b *spawner) finish() {
	made := make(chan struct{})
	go func() {
		defer close(made)
		b.making.Wait()
	}()
	select {
	case <-made:
	case <-time.After(imageGrace):
	}
	b.hurried.Do(func() { close(b.hurry) })
	<-made
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
