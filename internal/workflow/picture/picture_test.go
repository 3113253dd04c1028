package picture_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/internal/diagram"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/picture"
)

const burrow = "../../../testdata/apps/burrow.apk"

func open(t *testing.T) *input.App {
	t.Helper()
	a, err := input.OpenProgram(t.Context(), burrow, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// limit are the options of a picture around burrow's crash in NotesActivity.add.
func limit(t *testing.T, a *input.App, of string) picture.Options {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/traces/burrow-limit.txt")
	if err != nil {
		t.Fatal(err)
	}
	target, err := input.Wanted(input.Text{Name: "t", Text: string(text)}, a)
	if err != nil {
		t.Fatal(err)
	}
	return picture.Options{Of: of, Target: &target, Guide: func(ctx context.Context) (*guide.Guide, error) {
		return asra.Analyze(ctx, a.Program, target, asra.Options{
			Level: guide.LevelASRA, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		})
	}}
}

func labels(d *diagram.Diagram) []string {
	var all []string
	for _, n := range d.Nodes() {
		all = append(all, n.Label)
	}
	return all
}

// Each graph of burrow has the node that its users look for.
func TestDraw(t *testing.T) {
	t.Parallel()
	a := open(t)
	for _, c := range []struct {
		of, want string
		options  picture.Options
	}{
		{"widgets", "note_text\nEditText", picture.Options{}},
		{"screens", "NotesActivity", picture.Options{}},
		{"layouts", "add_note\n\"Add\"\nButton", picture.Options{}},
		{"callgraph", "add()", picture.Options{}},
		{"icfg", "NotesActivity$1.onClick\nid/add_note", picture.Options{}},
		{"cfg", "onClick", picture.Options{Method: "dev.talpa.burrow.HomeActivity.onClick"}},
	} {
		c.options.Of = c.of
		d, err := picture.Draw(t.Context(), a, c.options)
		if err != nil {
			t.Errorf("%s: %v", c.of, err)
			continue
		}
		if c.of == "cfg" {
			if len(d.Nodes()) < 3 || !strings.Contains(d.Title, c.want) {
				t.Errorf("cfg: %d blocks, %q", len(d.Nodes()), d.Title)
			}
			continue
		}
		if !slices.Contains(labels(d), c.want) {
			t.Errorf("%s: %q is not among %q", c.of, c.want, labels(d))
		}
	}
	if kinds := picture.Kinds(); len(kinds) != 6 {
		t.Errorf("%d kinds are told of, 6 are drawn", len(kinds))
	}
}

// With a crash its target is marked, and a depth leaves what is near it.
func TestDraw_aroundTheTarget(t *testing.T) {
	t.Parallel()
	a := open(t)
	for _, of := range []string{"widgets", "screens", "callgraph", "icfg", "cfg"} {
		o := limit(t, a, of)
		whole, err := picture.Draw(t.Context(), a, o)
		if err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		if of != "cfg" && len(whole.Targets()) == 0 {
			t.Errorf("%s marks no target", of)
		}
		if o.Depth = 1; of == "cfg" {
			continue
		}
		near, err := picture.Draw(t.Context(), a, o)
		if err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		if n := len(near.Nodes()); n == 0 || n >= len(whole.Nodes()) {
			t.Errorf("%s: %d nodes one step around the target, %d without a bound", of, n, len(whole.Nodes()))
		}
	}
}

// A package bounds a picture to classes that begin with it.
func TestDraw_package(t *testing.T) {
	t.Parallel()
	a := open(t)
	d, err := picture.Draw(t.Context(), a, picture.Options{Of: "callgraph", Package: "dev.talpa.burrow.Timer"})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range d.Groups() {
		if strings.HasSuffix(g.ID, "/NotesActivity;") {
			t.Errorf("%s is drawn", g.ID)
		}
	}
}

// Only what no option bounds is a whole picture; a cfg is of one method.
func TestWhole(t *testing.T) {
	t.Parallel()
	for _, o := range []picture.Options{{Of: "cfg"}, {Of: "icfg", Depth: 1}, {Of: "icfg", Package: "p"}, {Of: "icfg",
		Method: "p.A.b"}} {
		if o.Whole() {
			t.Errorf("%+v is whole", o)
		}
	}
	if o := (picture.Options{Of: "icfg"}); !o.Whole() {
		t.Errorf("%+v is bounded", o)
	}
}

// What cannot be drawn is told with what to write instead.
func TestDraw_refuses(t *testing.T) {
	t.Parallel()
	a := open(t)
	of := func(kind, method string, depth int) picture.Options {
		return picture.Options{Of: kind, Method: method, Depth: depth}
	}
	for _, c := range []struct {
		options picture.Options
		want    string
	}{
		{of("tree", "", 0), "widgets, screens, layouts, callgraph, icfg, cfg"},
		{of("cfg", "", 0), "--of cfg draws one method"},
		{of("cfg", "onClick", 0), "want com.foo.Main.onClick"},
		{of("cfg", "dev.talpa.burrow.Gone.onClick", 0), "no class dev.talpa.burrow.Gone"},
		{of("cfg", "dev.talpa.burrow.HomeActivity.gone", 0), "has no method gone"},
		{of("icfg", "Ldev/talpa/burrow/HomeActivity;->gone()V", 1), "no method Ldev/talpa/burrow/HomeActivity;->gone()V"},
		{of("callgraph", "a->", 0), "not a method"},
		{of("screens", "", 2), "--depth counts from the target"},
	} {
		_, err := picture.Draw(t.Context(), a, c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.options, err, c.want)
		}
	}
	o, fault := limit(t, a, "widgets"), errors.New("no guide")
	o.Guide = func(context.Context) (*guide.Guide, error) { return nil, fault }
	if _, err := picture.Draw(t.Context(), a, o); !errors.Is(err, fault) {
		t.Errorf("an analysis that fails: %v", err)
	}
}
