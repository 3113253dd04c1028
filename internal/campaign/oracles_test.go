package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOracleFiles: a worker has the files that oracles judge by, with those that are read beside them, whatever becomes
// of the files of who submitted the job.
func TestOracleFiles(t *testing.T) {
	t.Parallel()
	from := filepath.Join("..", "workflow", "testdata")
	dir := t.TempDir()
	files := map[string]string{}
	for _, name := range []string{"dmf_granary.json", "keyviews_granary.json", "granary.star"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, options(t.TempDir()))
	s := submission(1)
	s.Job.Oracles = []string{"crash", "dmf=" + filepath.Join(dir, "dmf_granary.json"),
		"property=" + filepath.Join(dir, "granary.star")}
	submit(t, c, s)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	var got []string
	work(t, c, "w", func(_ context.Context, task Task) (*Result, error) {
		got = task.Oracles
		for i, name := range []string{"dmf_granary.json", "granary.star", "keyviews_granary.json"} {
			path := strings.SplitAfterN(task.Oracles[1+i%2], "=", 2)[1]
			data, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
			if err != nil || string(data) != files[name] {
				return nil, fmt.Errorf("%s: %.20q, %w", name, data, err)
			}
		}
		return &Result{}, nil
	})
	if len(got) != 3 || got[0] != "crash" || !strings.HasPrefix(got[1], "dmf=/") {
		t.Errorf("oracles %v", got)
	}
	for _, o := range allOutcomes(t, c) {
		if want := []string{"crash", "dmf=dmf_granary.json", "property=granary.star"}; o.Result == nil ||
			!slices.Equal(o.Job.Oracles, want) || len(o.Job.OracleFiles) != 3 {
			t.Errorf("outcome %+v", o)
		}
	}
}

// TestReadJob_oracleFiles: the files of a job are written into the worker's folder and nowhere else.
func TestReadJob_oracleFiles(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256(nil)
	name := hex.EncodeToString(sum[:])
	for file, ok := range map[string]bool{"0/dmf.json=" + name: true, "../x=" + name: false, "/x=" + name: false,
		"0/../../x=" + name: false, "0/x=" + name[1:]: false, "0/x": false, "": false} {
		job := Job{APK: name, OracleFiles: []string{file}}
		data, err := json.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readJob(job.ID(), data); (err == nil) != ok || err != nil && !errors.Is(err, errDamaged) {
			t.Errorf("%q: %v", file, err)
		}
	}
}
