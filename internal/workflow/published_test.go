package workflow

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/fuzz/report"
	"talpa/internal/corpus"
	"talpa/internal/need"
)

// TestPublishedBugs: bugs that others published happen on the embedded device, and the oracle that found them sees
// them again (docs/oracles-measured.md has the table).
func TestPublishedBugs(t *testing.T) {
	need.OnlyWhole(t)
	startsDevices(t)
	diary := filepath.Join("cases", "ActivityDiary-285", "app.apk")
	for name, c := range map[string]struct{ app, want string }{
		"diary-undo":         {diary, "undo: "},
		"diary-end":          {diary, "end: "},
		"diary-history":      {diary, "history: "},
		"diary-delete":       {diary, "delete what was found: "},
		"diary-dates":        {diary, "java.lang.NullPointerException: "},
		"diary-recover":      {diary, "recover: "},
		"diary-names":        {filepath.Join("cases", "ActivityDiary-118", "app.apk"), "name again: "},
		"diary-rows-undo":    {diary, `"<No Activity>" (TextView) does not appear again by UNDO`},
		"diary-rows-history": {diary, `"Gardening" (TextView) does not appear`},
		"diary-rows-picture": {diary, `"Picture assigned to the diary entry" (ImageView) does not appear`},
		"anymemo-edit":       {filepath.Join("cases", "AnyMemo-422", "app.apk"), "edit a card of the list: "},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Replay(t.Context(), testMachine(t), ReplayOptions{
				Script: filepath.Join(root, "testdata", "properties", name+".talpa"),
				APK:    filepath.Join(corpus.Dir(t), c.app), Times: 1,
			})
			if err != nil || got.Verdict != report.Reproduced || !strings.HasPrefix(got.Crash, c.want) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}
