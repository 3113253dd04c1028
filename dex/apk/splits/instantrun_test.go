package splits_test

import (
	"archive/zip"
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/dex/apk/splits"
)

// archive is a zip archive with these entries, name and text in turn.
func archive(t *testing.T, entries ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		w, err := z.Create(entries[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(entries[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestJoinSlices: the slices become code after that of the APK, all else stays.
func TestJoinSlices(t *testing.T) {
	t.Parallel()
	sliced := build(t, "p", "", "21", map[string]string{
		"classes.dex": "loader", "classes2.dex": "more", "assets/a": "asset",
		"instant-run.zip": archive(t, "slice_0-classes.dex", "S", "readme.txt", "no code", "lib_1.0-classes.dex", "L"),
	})
	if !splits.Sliced(sliced) {
		t.Fatal("an APK of Instant Run is taken for a whole one")
	}
	c := splits.Cache{Dir: filepath.Join(t.TempDir(), "joined"), Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	joined, err := c.Whole(sliced)
	if err != nil {
		t.Fatal(err)
	}
	all := entries(t, joined)
	for name, want := range map[string]string{
		"classes.dex": "loader", "classes2.dex": "more", "classes3.dex": "S", "classes4.dex": "L", "assets/a": "asset",
	} {
		if all[name] != want {
			t.Errorf("%s holds %q, want %q", name, all[name], want)
		}
	}
	if _, ok := all["instant-run.zip"]; ok || splits.Sliced(joined) || len(all) != 6 {
		t.Errorf("the joined APK has %d entries, want 6 without the slices: %v", len(all), all)
	}
	if again, err := c.Whole(joined); err != nil || again != joined {
		t.Errorf("of a whole APK comes %s, %v", again, err)
	}
}

// TestJoinSlices_refuses: slices that cannot be read leave no file behind.
func TestJoinSlices_refuses(t *testing.T) {
	t.Parallel()
	var many []string
	for range 513 {
		many = append(many, "a.dex", "")
	}
	for want, slices := range map[string]string{
		"not a valid zip file": "junk",
		"more than 512 slices": archive(t, many...),
	} {
		out := filepath.Join(t.TempDir(), "out.apk")
		err := splits.JoinSlices(build(t, "p", "", "21", map[string]string{"instant-run.zip": slices}), out)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if left, _ := os.ReadDir(filepath.Dir(out)); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}
