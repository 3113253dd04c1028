package splits

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"talpa/internal/files"
)

// maxJoined bounds the joined apps that are kept in the cache folder.
const maxJoined = 16

// Cache is a folder of joined apps, so that a set of APKs is joined once.
type Cache struct {
	Dir string // made when it is needed
	Now func() time.Time
	Log *slog.Logger
}

// Whole is the path of one APK with all of an app: path itself, or for a set of
// APKs (.apks, .xapk, .apkm, or a folder of them) and for one whose code lies in
// slices the joined APK in the cache. What cannot be read is returned as it is: who
// opens it says what is wrong with it.
func (c Cache) Whole(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() && (!info.Mode().IsRegular() || !IsSet(path) && !Sliced(path)) {
		return path, nil
	}
	if info.IsDir() {
		apks, err := In(path)
		if err != nil || len(apks) == 1 {
			return strings.Join(apks, ""), err
		}
	}
	key, err := digest(path, info.IsDir())
	if err != nil {
		return "", fmt.Errorf("reading the app: %w", err)
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".apk"
	dir := filepath.Join(c.Dir, key[:32])
	joined := filepath.Join(dir, name)
	now := c.Now()
	if os.Chtimes(dir, now, now) == nil {
		if _, err := os.Stat(joined); err == nil {
			return joined, nil
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("making the cache of joined apps: %w", err)
	}
	if err := c.join(path, dir, joined); err != nil {
		_ = os.Remove(dir) // it is empty
		return "", err
	}
	return joined, c.evict()
}

// digest identifies a set of APKs.
func digest(path string, folder bool) (string, error) {
	if !folder {
		return files.Digest(path)
	}
	apks, err := In(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, apk := range apks {
		one, err := files.Digest(apk)
		if err != nil {
			return "", err
		}
		h.Write([]byte(one))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// pieces returns the APKs of a set; those of an archive are written to a folder.
func pieces(path, work string) ([]part, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return unpackParts(path, work)
	}
	apks, err := In(path)
	return onDisk(apks), err
}

// join unpacks a set of APKs and joins them, or an APK and its slices.
func (c Cache) join(path, dir, joined string) error {
	work, err := os.MkdirTemp(dir, ".work-")
	if err != nil {
		return fmt.Errorf("joining %s: %w", path, err)
	}
	defer os.RemoveAll(work)
	if Sliced(path) {
		out := filepath.Join(work, "joined.apk")
		if err := JoinSlices(path, out); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		c.Log.Info("the app's code comes in slices of Instant Run: joined", "app", path)
		return os.Rename(out, joined)
	}
	apks, err := pieces(path, work)
	if err != nil {
		return err
	}
	out := apks[0].file // of an archive, so it lies in the work folder
	if len(apks) > 1 {
		out = filepath.Join(work, "joined.apk")
		names, err := join(apks, out)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		c.Log.Info("the app comes in splits: joined", "app", path, "splits", names)
	}
	return os.Rename(out, joined)
}

// evict removes the joined apps used longest ago.
func (c Cache) evict() error {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return fmt.Errorf("reading the cache of joined apps: %w", err)
	}
	age := func(e os.DirEntry) time.Time {
		if info, err := e.Info(); err == nil {
			return info.ModTime()
		}
		return time.Time{}
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return age(b).Compare(age(a)) })
	for _, e := range entries[min(len(entries), maxJoined):] {
		if err := os.RemoveAll(filepath.Join(c.Dir, e.Name())); err != nil {
			return fmt.Errorf("tidying the cache of joined apps: %w", err)
		}
	}
	return nil
}
