package runtime

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"talpa/device/virtual/zygote"
	"talpa/internal/flock"
)

const (
	// imageProcess, imageTmp and imageHello are, in the folder of an image, the process, its working
	// folder, and what the agent said of itself.
	imageProcess = "process"
	imageTmp     = "tmp"
	imageHello   = "hello.json"
	// imageLock is held by who keeps an image, warmLock by who warms a JVM for one, which takes longer.
	imageLock = "lock"
	warmLock  = "warming"
	// warmSuffix is, behind a key, of the image of a JVM that was warmed.
	warmSuffix = "-warm"
	// maxImages is how many are kept, of other settings and other builds: each takes some 250 MB.
	maxImages = 4
	// retryAfter is how long no other image is made in the place of one that was of no use.
	retryAfter = time.Hour
	// waitFile is, in a JVM's working folder, what the process waits for that becomes one of an image.
	waitFile    = "wait"
	waitTimeout = 10 * time.Second
)

// images are booted JVMs as files: the next device has one in a fiftieth of the time of a boot.
// Each is of one build of the agent and the JDK, one set of flags, and one run of the machine's
// kernel, since what a process holds is worth nothing under another. Several processes may share
// the folder; an image in it is whole or absent.
type images struct {
	dir string // "" keeps none
	key string
}

func newImages(c Config) images {
	if c.ImageDir == "" || !zygote.Supported() {
		return images{}
	}
	key, err := c.imageKey()
	if err != nil {
		c.Log.Debug("virtual device: no images of JVMs", "err", err)
		return images{}
	}
	return images{dir: c.ImageDir, key: key}
}

// imageKey names all that an image hangs on.
func (c Config) imageKey() (string, error) {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", err
	}
	jdk, err := jdkKey(c.JavaHome)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, string(boot), jdk, c.java(), c.AgentID, c.flags("", agentPath), c.bootParams(), c.Support)
	// The jars are in AgentID.
	err = filepath.WalkDir(c.AgentDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		if err == nil && !strings.HasSuffix(path, jarSuffix) {
			fmt.Fprintln(h, strings.TrimPrefix(path, c.AgentDir), info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
	return hex.EncodeToString(h.Sum(nil))[:16], err
}

// warm are the images of the same JVMs that were warmed.
func (i images) warm() images { return images{dir: i.dir, key: i.key + warmSuffix} }

// lock takes a lock, until the file is closed; nil if somebody else has it.
func (i images) lock(name string) (*os.File, error) {
	if err := os.MkdirAll(i.dir, 0o700); err != nil {
		return nil, err
	}
	f, err := flock.Open(filepath.Join(i.dir, name), true, 0o600)
	if errors.Is(err, flock.ErrHeld) {
		return nil, nil
	}
	return f, err
}

// path is where the image is, or will be.
func (i images) path() string { return filepath.Join(i.dir, i.key) }

// exists says that there is an image.
func (i images) exists() bool {
	if i.dir == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(i.path(), imageProcess))
	return err == nil
}

// drop removes an image that was of no use. An empty folder is left, which says since when.
func (i images) drop() error {
	if err := os.RemoveAll(i.path()); err != nil {
		return err
	}
	return os.Mkdir(i.path(), 0o700)
}

// wanted says that there is no image and one is to be made.
func (i images) wanted() bool { return i.dir != "" && !i.exists() && !i.failed() }

// failed says that an image was of no use lately: another one would be made in vain each time.
func (i images) failed() bool {
	info, err := os.Stat(i.path())
	return err == nil && !i.exists() && time.Since(info.ModTime()) < retryAfter
}

// keep makes the image of a JVM that is idle, unless somebody else does.
func (i images) keep(j *JVM) error {
	lock, err := i.lock(imageLock)
	if err != nil || lock == nil {
		return err
	}
	defer lock.Close()
	if !i.wanted() {
		return nil // somebody else has made it
	}
	if err := i.sweep(); err != nil {
		return err
	}
	made, err := os.MkdirTemp(i.dir, "making-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	if err := zygote.Save(j.HostPID(), filepath.Join(made, imageProcess)); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(made, imageTmp), os.DirFS(j.tmp)); err != nil {
		return err
	}
	hello, err := json.Marshal(j.Hello)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(made, imageHello), hello, 0o600); err != nil {
		return err
	}
	return os.Rename(made, i.path())
}

// sweep removes the images that were made longest ago, and what an interrupted process left.
func (i images) sweep() error {
	entries, err := os.ReadDir(i.dir)
	if err != nil {
		return err
	}
	var dirs []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil || !e.IsDir():
		case strings.HasPrefix(e.Name(), "making-"): // nobody does: the lock is ours
			err = os.RemoveAll(filepath.Join(i.dir, e.Name()))
		default:
			dirs = append(dirs, info)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	slices.SortFunc(dirs, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for len(dirs) >= maxImages {
		if err := os.RemoveAll(filepath.Join(i.dir, dirs[len(dirs)-1].Name())); err != nil {
			return err
		}
		dirs = dirs[:len(dirs)-1]
	}
	return nil
}

// restore is a JVM as the image has it, to be copied.
func (i images) restore(ctx context.Context, c Config, at quarters) (*JVM, error) {
	if err := os.MkdirAll(at.tmp, 0o755); err != nil {
		return nil, err
	}
	if err := os.CopyFS(at.tmp, os.DirFS(filepath.Join(i.path(), imageTmp))); err != nil {
		return nil, err
	}
	wait := filepath.Join(at.tmp, waitFile)
	if err := unix.Mkfifo(wait, 0o600); err != nil {
		return nil, err
	}
	at.reads = append(slices.Clone(at.reads), i.path())
	// Java reads its arguments before anything else, and there it stands.
	j, err := spawn(ctx, c, at, c.jvmPolicy(at, true), []string{"@" + wait})
	if err != nil {
		return nil, err
	}
	if err := i.fill(ctx, j, wait); err != nil {
		j.Kill("it is not what it was to be")
		<-j.gone
		return nil, fmt.Errorf("%w%s", err, j.stderr.quoted())
	}
	return j, nil
}

// fill makes a process that waits the JVM of the image.
func (i images) fill(ctx context.Context, j *JVM, wait string) error {
	if !j.Mounted {
		return errors.New("it does not see the folders of a device at their places")
	}
	hello, err := os.ReadFile(filepath.Join(i.path(), imageHello))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(hello, &j.Hello); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, waitTimeout)
	defer cancel()
	f, err := awaitReader(ctx, j, wait)
	if err != nil {
		return err
	}
	defer f.Close()
	process := filepath.Join(i.path(), imageProcess)
	if err := zygote.Restore(j.HostPID(), process, process, j.tmp); err != nil {
		return err
	}
	if err := os.Remove(wait); err != nil {
		return err
	}
	if _, err := j.Call(ctx, "threads", nil, nil); err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	return nil
}

// awaitReader opens a pipe that a JVM's process reads, as soon as it does.
func awaitReader(ctx context.Context, j *JVM, name string) (*os.File, error) {
	const period = time.Millisecond
	for {
		f, err := os.OpenFile(name, os.O_WRONLY|unix.O_NONBLOCK, 0)
		if !errors.Is(err, unix.ENXIO) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-j.proc.Done():
			return nil, errors.New("it has ended")
		case <-time.After(period):
		}
	}
}
