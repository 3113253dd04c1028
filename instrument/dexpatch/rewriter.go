package dexpatch

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"

	"talpa/dex/apk"
	"talpa/instrument"
	"talpa/instrument/seal"
)

// Rewriter patches the DEX files of an APK in place.
type Rewriter struct{}

// Name is the word for reports.
func (Rewriter) Name() string { return "dex" }

// Rewrite patches every DEX file of the app that defines a planned method, and
// copies all other entries as they lie.
func (Rewriter) Rewrite(ctx context.Context, job instrument.Job) (*instrument.Changes, error) {
	data, err := os.ReadFile(job.APK)
	if err != nil {
		return nil, fmt.Errorf("reading the app: %w", err)
	}
	app, err := apk.Parse(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	changes := &instrument.Changes{}
	replace := map[string][]byte{}
	for i, dexFile := range app.DEX() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := app.DEXNames()[i]
		r, err := Patch(dexFile, job.Actions, job.Guards)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if r.Data != nil {
			replace[name] = r.Data
		}
		changes.Changed = append(changes.Changed, r.Changed...)
		changes.Silent = append(changes.Silent, r.Silent...)
		changes.Failed = append(changes.Failed, r.Failed...)
		job.Log.Debug("patched", "file", name, "methods", len(r.Changed))
	}
	return changes, writeAPK(job.Out, data, replace)
}

func writeAPK(path string, data []byte, replace map[string][]byte) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("writing the packed app: %w", err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := seal.Pack(w, bytes.NewReader(data), int64(len(data)), replace); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing the packed app: %w", err)
	}
	return f.Close()
}
