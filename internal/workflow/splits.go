package workflow

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"talpa/dex/apk/splits"
	"talpa/internal/files"
)

// maxJoined bounds the joined apps that are kept in the cache folder.
const maxJoined = 16

// WholeApp is the path of one APK with all of an app: path itself, or for a set
// of APKs (.apks, .xapk, .apkm, or a folder of them) the joined APK in the cache
// folder.
func WholeApp(m Machine, path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() && (!info.Mode().IsRegular() || !splits.IsSet(path)) {
		return path, nil // who opens it says what is wrong with it
	}
	if info.IsDir() {
		apks, err := splits.In(path)
		if err != nil || len(apks) == 1 {
			return strings.Join(apks, ""), err
		}
	}
	key, err := digest(path, info.IsDir())
	if err != nil {
		return "", fmt.Errorf("reading the app: %w", err)
	}
	all := filepath.Join(m.CacheDir, "joined")
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".apk"
	dir := filepath.Join(all, key[:32])
	joined := filepath.Join(dir, name)
	now := time.Now()
	if os.Chtimes(dir, now, now) == nil {
		if _, err := os.Stat(joined); err == nil {
			return joined, nil
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("making the cache of joined apps: %w", err)
	}
	if err := join(m, path, dir, joined); err != nil {
		return "", err
	}
	return joined, evictJoined(all)
}

// digest identifies a set of APKs.
func digest(path string, folder bool) (string, error) {
	if !folder {
		return files.Digest(path)
	}
	apks, err := splits.In(path)
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

// unpack returns the APKs of a set; those of an archive are written to a folder.
func unpack(path, work string) ([]string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return splits.Unpack(path, work)
	}
	return splits.In(path)
}

// join unpacks a set of APKs and joins them.
func join(m Machine, path, dir, joined string) error {
	work, err := os.MkdirTemp(dir, ".work-")
	if err != nil {
		return fmt.Errorf("joining %s: %w", path, err)
	}
	defer os.RemoveAll(work)
	apks, err := unpack(path, work)
	if err != nil {
		return err
	}
	out := apks[0] // of an archive, so it lies in the work folder
	if len(apks) > 1 {
		out = filepath.Join(work, "joined.apk")
		names, err := splits.Join(apks, out)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		m.Log.Info("the app comes in splits: joined", "app", path, "splits", names)
	}
	return os.Rename(out, joined)
}

// evictJoined removes the joined apps used longest ago.
func evictJoined(all string) error {
	entries, err := os.ReadDir(all)
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
		if err := os.RemoveAll(filepath.Join(all, e.Name())); err != nil {
			return fmt.Errorf("tidying the cache of joined apps: %w", err)
		}
	}
	return nil
}

// joinAPKs is splits.Join for the device.
func joinAPKs(files []string, out string) error {
	_, err := splits.Join(files, out)
	return err
}
