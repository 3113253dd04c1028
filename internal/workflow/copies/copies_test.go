package copies

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"talpa/asra/guide"
	"talpa/instrument"
)

// TestMake: what is cached of a copy by its digest is found again only if the next run's copy
// of the same app by the same guide is the same.
func TestMake(t *testing.T) {
	t.Parallel()
	burrow := filepath.Join("..", "..", "..", "testdata", "apps", "burrow.apk")
	var made [][]byte
	for range 2 {
		g := &guide.Guide{Level: guide.LevelASRA}
		c, err := Make(t.Context(), burrow, filepath.Join(t.TempDir(), "pruned.apk"), g, instrument.ModeLog, "dex", nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(c.Path)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, data)
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Error("the same copy made twice differs")
	}
}

// TestPrunes states which verdicts have a copy do less than the app.
func TestPrunes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		callback guide.Callback
		want     bool
	}{
		"necessary":  {guide.Callback{Verdict: guide.Necessary}, false},
		"irrelevant": {guide.Callback{Verdict: guide.Irrelevant}, true},
		"guarded":    {guide.Callback{Verdict: guide.Necessary, Guard: &guide.Guard{}}, true},
	} {
		if got := prunes(&guide.Guide{Callbacks: []guide.Callback{c.callback}}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestCheck: a name that no rewriter has is the user's mistake, and the error names those there are.
func TestCheck(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"dex": "", "apktool": "", "": `no rewriter "": dex or apktool`,
		"none": `no rewriter "none": dex or apktool`} {
		got := ""
		if err := Check(name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestModeOf: each level has the mode of its name, but where nothing is pruned callbacks log.
func TestModeOf(t *testing.T) {
	t.Parallel()
	for level, want := range map[guide.Level]instrument.Mode{guide.LevelNone: instrument.ModeLog,
		guide.LevelReach: "reach", guide.LevelPaper: "paper", guide.LevelASRA: "asra"} {
		if got := ModeOf(level); got != want {
			t.Errorf("%s: %s, want %s", level, got, want)
		}
	}
}

// TestAvailable: what needs no program of others is never replaced.
func TestAvailable(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dex", "none", ""} {
		if got, remark := Available(name); got != name || remark != "" {
			t.Errorf("%q: %q, %q", name, got, remark)
		}
	}
}
