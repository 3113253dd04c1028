package draw_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"talpa/cfg/icfg/draw"
	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/icfg/screen"
	"talpa/dex/dextest"
	"talpa/internal/diagram"
	"talpa/internal/golden"
)

const burrow = "../../../testdata/apps/burrow.apk"

func TestDraw(t *testing.T) {
	t.Parallel()
	p := icfgtest.Load(t, burrow)
	sync := dextest.Method(t, p.Hierarchy.Set(), "Ldev/talpa/burrow/SyncService;->onStartCommand(Landroid/content/Intent;II)I")
	for name, o := range map[string]draw.Options{
		"burrow-mains.json":  {},
		"burrow-around.json": {Around: sync, Depth: 4},
	} {
		picture, err := draw.Mains(p, o)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, picture)
	}
	compare(t, "burrow-screens.json", draw.Screens(p, screen.Find(p), draw.Options{Target: sync}))
	compare(t, "burrow-layouts.json", draw.Layouts(p, screen.Find(p), draw.Options{}))
	other := icfgtest.Load(t, burrow)
	if _, err := draw.Mains(other, draw.Options{Around: sync}); err == nil {
		t.Error("a method of another program is drawn")
	}
}

func compare(t *testing.T, name string, picture *diagram.Diagram) {
	t.Helper()
	var out bytes.Buffer
	if err := picture.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", name), out.Bytes())
}
