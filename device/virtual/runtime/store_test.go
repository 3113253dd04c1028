package runtime

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestStore_sideBySide: who reads an entry that several write at once finds it whole.
func TestStore_sideBySide(t *testing.T) {
	t.Parallel()
	const writers, rounds = 4, 200
	dir := t.TempDir()
	base := filepath.Join(dir, "app")
	facts := []byte(`{"classes": 23, "methods": 60, "failed": 0, "native": ["lib/x86_64/libdig.so"]}`)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range rounds {
				jar := filepath.Join(dir, fmt.Sprintf("work-%d-%d", w, i))
				if err := os.WriteFile(jar, []byte("PK"), 0o600); err != nil {
					t.Error(err)
					return
				}
				if err := store(base, facts, jar); err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
				if c, err := cached(base); err != nil || c.Facts.Classes != 23 {
					t.Errorf("writer %d, round %d: %+v, %v", w, i, c.Facts, err)
					return
				}
			}
		})
	}
	wg.Wait()
}
