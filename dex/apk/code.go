package apk

import (
	"context"
	"fmt"

	"talpa/dex"
)

// Code parses all DEX files of the archive. Methods whose code is broken count
// as empty, and notes say how many there are. The error names the file that
// cannot be read at all, or is that of ctx.
func (a *Archive) Code(ctx context.Context) (set *dex.Set, notes []string, err error) {
	var files []*dex.File
	for i, data := range a.dex {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		parsed, err := dex.ParseAll(data)
		if err != nil {
			return nil, nil, fmt.Errorf("reading %s: %w", a.dexNames[i], err)
		}
		for _, f := range parsed {
			if n := len(f.Faults); n > 0 {
				notes = append(notes, fmt.Sprintf("%s: %d methods have broken code and are taken as empty", a.dexNames[i], n))
			}
		}
		files = append(files, parsed...)
	}
	return dex.NewSet(files...), notes, nil
}
