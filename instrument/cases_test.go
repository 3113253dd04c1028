package instrument_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"talpa/dex"
	"talpa/dex/apk"
	"talpa/instrument"
	"talpa/instrument/dexpatch"
	"talpa/instrument/seal"
	"talpa/internal/corpus"
	"talpa/internal/execx"
)

// Real apps keep what they are: AOSP's verifier, which dexdump runs, accepts the patched code,
// apksigner and zipalign accept some of the signed results.
func TestCases(t *testing.T) {
	t.Parallel()
	key, err := seal.SeededKey("test")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range corpus.Part(corpus.Cases(t), 4) {
		a, err := apk.Open(c.APK)
		if err != nil {
			t.Fatal(err)
		}
		plan := eventPlan(openSet(t, a), instrument.Return, instrument.Log)
		out := filepath.Join(t.TempDir(), "new.apk")
		report, err := instrument.Apply(context.Background(), instrument.Options{
			APK: c.APK, Out: out, Plan: plan, Rewriter: dexpatch.Rewriter{}, Sealer: seal.Native{Key: key},
		})
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if len(report.Changed) < len(plan.Methods)/2 {
			t.Errorf("%s: %d of %d methods changed: %v", c.Name, len(report.Changed), len(plan.Methods), report.Kept)
		}
		b, err := apk.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		for j, data := range b.DEX() {
			dexdump(t, c.Name, data)
			sameTables(t, c.Name, a.DEX()[j], data)
		}
		if i%5 == 0 {
			if err := seal.Verify(context.Background(), out, 0); err != nil && !errors.Is(err, execx.ErrNotFound) {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
}

func dexdump(t *testing.T, name string, data []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "classes.dex")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := execx.Run(context.Background(), execx.Cmd{Name: "dexdump", Args: []string{path}, Stdout: io.Discard})
	if err != nil && !errors.Is(err, execx.ErrNotFound) {
		t.Errorf("%s: %v", name, err)
	}
}

// sameTables checks that no index in the code can have changed its meaning.
func sameTables(t *testing.T, name string, before, after []byte) {
	t.Helper()
	old, err := dex.Parse(before)
	if err != nil {
		t.Fatal(err)
	}
	now, err := dex.Parse(after)
	if err != nil {
		t.Fatal(err)
	}
	if len(now.Warnings) > len(old.Warnings) || len(now.Classes) != len(old.Classes) {
		t.Errorf("%s: warnings %v, %d classes, had %d", name, now.Warnings, len(now.Classes), len(old.Classes))
	}
	for i := range uint32(old.NumMethods()) {
		if old.MethodAt(i) != now.MethodAt(i) {
			t.Errorf("%s: method %d is %v, was %v", name, i, now.MethodAt(i), old.MethodAt(i))
			return
		}
	}
}
