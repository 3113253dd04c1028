package platform

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The frames below are of AOSP's own sources: ActivityThread, Looper and ZygoteInit of one
// release each, at the lines where these call on.
func TestOf(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		frames []Frame
		want   []int
	}{
		"Android 8.1": {[]Frame{
			{"android.app.ActivityThread", "performLaunchActivity", 2778},
			{"android.app.ActivityThread", "handleLaunchActivity", 2856},
			{"android.os.Handler", "dispatchMessage", 106},
			{"android.os.Looper", "loop", 164},
			{"android.app.ActivityThread", "main", 6494},
			{"com.android.internal.os.ZygoteInit", "main", 807},
		}, []int{27}},
		"one frame is too few": {[]Frame{{"android.app.ActivityThread", "main", 6494}}, nil},
		"libraries only": {[]Frame{
			{"androidx.a.B", "c", 1}, {"androidx.a.B", "d", 2}, {"androidx.a.B", "e", 3}, {"androidx.a.B", "f", 4},
		}, nil},
		"without lines": {[]Frame{
			{"android.os.Looper", "loop", 0}, {"android.os.Handler", "dispatchMessage", 0}, {"android.view.View", "draw", 0},
		}, nil},
		"lines of no release": {[]Frame{
			{"android.os.Looper", "loop", 1}, {"android.os.Handler", "dispatchMessage", 1}, {"android.view.View", "draw", 1},
		}, nil},
	} {
		m, err := Of(test.frames)
		if err != nil || !slices.Equal(m.Levels, test.want) {
			t.Errorf("%s: %+v, %v; want %v", name, m, err, test.want)
		}
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for level, want := range map[int]string{27: "8.1", 32: "12L", 35: "15", 20: "", 99: ""} {
		if got := Name(level); got != want {
			t.Errorf("%d: %q, want %q", level, got, want)
		}
	}
}

// small has two classes in a block and one more behind each block's border.
func small(t *testing.T) *Builder {
	t.Helper()
	b := NewBuilder("made for a test")
	for i := range 2*perBlock + 1 {
		b.Set(21, fmt.Sprintf("a.Class%03d", i), "run", []Span{{10 * i, 10*i + 5}})
	}
	b.Set(21, "a.b.C", "m", []Span{{30, 40}, {10, 20}, {10, 20}})
	b.Set(22, "a.b.C", "m", []Span{{10, 20}, {30, 40}})
	b.Set(47, "a.b.C", "m", []Span{{100, 100}})
	return b
}

func encoded(t *testing.T, b *Builder) string {
	t.Helper()
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func all(string) bool { return true }

func TestTableRoundTrip(t *testing.T) {
	t.Parallel()
	b := small(t)
	data := encoded(t, b)
	if again := encoded(t, small(t)); data != again {
		t.Error("the same table is written in two ways")
	}
	table, err := decode(data)
	if err != nil || table.sources != "made for a test" || len(table.first) != 3 {
		t.Fatalf("%q, %d blocks, %v", table.sources, len(table.first), err)
	}
	r := &reader{table: table} // one for all, so that nothing of one class is left in another
	for class, want := range b.classes {
		got, err := r.class(class, all)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, %v; want %v", class, got, err, want)
		}
	}
	for _, absent := range []string{"", "a.Class000a", "a.b", "zz"} {
		if got, err := r.class(absent, all); got != nil || err != nil {
			t.Errorf("%q: %v, %v", absent, got, err)
		}
	}
	c, err := r.class("a.b.C", all)
	if err != nil {
		t.Fatal(err)
	}
	none, err := r.class("a.b.C", func(method string) bool { return method == "n" })
	if none == nil || len(none) != 0 || err != nil {
		t.Errorf("a method that is not wanted: %v, %v", none, err)
	}
	for line, want := range map[int][]int{9: nil, 10: {21, 22}, 20: {21, 22}, 25: nil, 40: {21, 22}, 100: {47}, 101: nil} {
		if got := c.levels("m", line); !slices.Equal(got, want) {
			t.Errorf("line %d: %v, want %v", line, got, want)
		}
	}
}

func TestMatchCountsLevels(t *testing.T) {
	t.Parallel()
	b := NewBuilder("")
	for i, name := range []string{"a", "b", "c", "d", "e"} {
		b.Set(21, "C", name, []Span{{i, i + 1}})
		b.Set(22, "C", name, []Span{{i, i + 1}})
		b.Set(23, "C", name, []Span{{100 + i, 101 + i}})
	}
	table, err := decode(encoded(t, b))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		frames []Frame
		want   Match
	}{
		"two levels alike": {
			[]Frame{{"C", "b", 1}, {"C", "c", 2}, {"C", "d", 3}}, Match{Levels: []int{21, 22}, Agree: 3, Known: 3},
		},
		"most win": {
			[]Frame{{"C", "b", 101}, {"C", "c", 102}, {"C", "d", 103}, {"C", "e", 4}}, Match{Levels: []int{23}, Agree: 3, Known: 4},
		},
		"fewer than half": {
			[]Frame{{"C", "b", 1}, {"C", "c", 2}, {"C", "d", 3}, {"C", "a", 9}, {"C", "b", 9}, {"C", "c", 9}, {"C", "d", 9}},
			Match{Known: 7},
		},
		"unknown methods do not count": {
			[]Frame{{"C", "b", 1}, {"C", "c", 2}, {"C", "d", 3}, {"C", "z", 1}, {"D", "b", 1}},
			Match{Levels: []int{21, 22}, Agree: 3, Known: 3},
		},
	} {
		got, err := table.match(test.frames)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, test.want)
		}
	}
}

// TestWholeTable unpacks every block of the table that the program holds.
func TestWholeTable(t *testing.T) {
	t.Parallel()
	table, err := decode(lines)
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{table: table}
	for _, first := range table.first {
		if m, err := r.class(first, all); err != nil || len(m) == 0 {
			t.Errorf("%s: %d methods, %v", first, len(m), err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	b := NewBuilder("x")
	b.Set(21, "a.b.C", "m", []Span{{30, 40}, {10, 20}})
	data, err := b.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add("")
	f.Fuzz(func(_ *testing.T, data string) {
		table, err := decode(data)
		if err != nil {
			return
		}
		for _, first := range append(table.first, "a.b.C") {
			_, _ = (&reader{table: table}).class(first, all)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	frames := []Frame{
		{"android.app.ActivityThread", "performLaunchActivity", 2778}, {"android.os.Handler", "dispatchMessage", 106},
		{"android.os.Looper", "loop", 164}, {"com.android.internal.os.ZygoteInit", "main", 807},
		{"android.view.View", "performClick", 4438}, {"android.widget.AdapterView", "performItemClick", 305},
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Of(frames); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLevels states on which levels classes have methods.
func TestLevels(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"android.util.PathParser.getFloats":   "[21 22 23]",
		"android.view.View.performClick":      "[16 17 18 19 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35]",
		"android.view.View.nothing":           "[]",
		"com.example.Nothing.that_there_is":   "[]",
		"android.graphics.drawable.No.method": "[]",
	} {
		dot := strings.LastIndexByte(name, '.')
		got, err := Levels(name[:dot], name[dot+1:])
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v; want %s", name, got, err, want)
		}
	}
}

// TestLevels_memory: what a question allocates is a fraction of the table, since traces are asked about in every
// analysis.
func TestLevels_memory(t *testing.T) {
	if _, err := inside(); err != nil {
		t.Fatal(err)
	}
	const most = 400 << 10
	got := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			if _, err := Levels("android.app.ActivityThread", "main"); err != nil {
				b.Fatal(err)
			}
		}
	}).AllocedBytesPerOp()
	if got > most {
		t.Errorf("%d bytes, at most %d expected", got, most)
	}
}
