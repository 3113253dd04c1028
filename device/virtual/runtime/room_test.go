package runtime

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestRoom_explain: a full disk is told with its folder, what is free and the way out; other
// failures stay as they are.
func TestRoom_explain(t *testing.T) {
	t.Parallel()
	free := func(bytes int64, err error) func(string) (int64, error) {
		return func(string) (int64, error) { return bytes, err }
	}
	other := errors.New("the converter broke")
	full := &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	for name, c := range map[string]struct {
		err  error
		free func(string) (int64, error)
		want string
	}{
		"said by the system": {fmt.Errorf("writing: %w", full), free(0, nil),
			"no space left in the cache folder /c: 0 MB free"},
		"quota": {syscall.EDQUOT, free(5<<30, nil),
			"5120 MB free; free some, or choose another with --cache-dir"},
		"said by a child only":    {other, free(12<<20, nil), "no space left in the cache folder /c: 12 MB free"},
		"another failure":         {other, free(1<<30, nil), "the converter broke"},
		"another, nothing known":  {other, free(0, other), "the converter broke"},
		"said, and nothing known": {full, free(0, other), "no space left"},
	} {
		got := Config{CacheDir: "/c"}.cacheRoom().explain(c.err, c.free)
		if got == nil || !strings.Contains(got.Error(), c.want) || !errors.Is(got, c.err) ||
			strings.Contains(got.Error(), "no space") != strings.Contains(c.want, "free") && c.want != "no space left" {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
	if err := tmpRoom("/t").enough(9<<20, free(8<<20, nil)); err == nil || !strings.Contains(err.Error(),
		"temporary folder /t: 8 MB free, 9 wanted") || !strings.Contains(err.Error(), "TMPDIR") {
		t.Error(err)
	}
	for _, enough := range []error{tmpRoom("/t").enough(9, free(9, nil)), tmpRoom("/t").enough(9, free(0, other))} {
		if enough != nil {
			t.Error(enough)
		}
	}
	onFull := spawner{at: quarters{top: "/t"}, free: free(0, nil)}
	if _, err := onFull.next(t.Context()); !errors.Is(err, ErrBoot) || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("a JVM is made on a full disk: %v", err)
	}
	if err := tmpRoom("/t").explain(nil, free(0, nil)); err != nil {
		t.Errorf("no failure became %v", err)
	}
	if err := tmpRoom("/t").explain(full, free(0, nil)); !strings.Contains(err.Error(), "temporary folder /t") ||
		!strings.Contains(err.Error(), "TMPDIR") {
		t.Error(err)
	}
}
