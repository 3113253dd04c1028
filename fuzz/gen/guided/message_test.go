package guided

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

func TestQuoted(t *testing.T) {
	for _, c := range []struct {
		exception, message string
		want               []string
	}{
		{"java.lang.NumberFormatException", `For input string: "12,5"`, []string{"12,5"}},
		{"java.lang.NumberFormatException", `For input string: ""`, []string{""}},
		{"java.lang.NumberFormatException", `Invalid int: "x y"`, []string{"x y"}},
		{"java.text.ParseException", `Unparseable date: "31.2."`, []string{"31.2."}},
		{"android.database.sqlite.SQLiteException",
			"near \"s\": syntax error (code 1): , while compiling: SELECT a FROM t WHERE n='it's'", []string{"s"}},
		{"java.net.MalformedURLException", "no protocol: news.example", []string{"news.example"}},
		{"java.net.URISyntaxException", "Illegal character in authority at index 7: http://a b", []string{"http://a b"}},
		{"java.lang.IllegalArgumentException", "unexpected url: news/api/login", []string{"news/api/login", "news"}},
		{"java.lang.IllegalArgumentException", "unexpected url: y", []string{"y"}},
		{"java.lang.IllegalArgumentException", "File a/b.txt contains a path separator", []string{"a/b.txt"}},
		{"java.lang.NullPointerException",
			"Attempt to invoke virtual method 'int java.lang.String.length()' on a null object reference", nil},
		{"java.lang.ClassNotFoundException", `Didn't find class "com.foo.Bar" on path`, nil},
		{"java.lang.IllegalArgumentException", "Expected scheme 'http' but was 'gopher'", []string{"http", "gopher"}},
	} {
		got := quoted(c.exception, c.message)
		for _, v := range c.want {
			if !slices.Contains(got, v) {
				t.Errorf("%s: %s quotes %q, want %q", c.exception, c.message, got, c.want)
			}
		}
		if len(c.want) == 0 && len(got) > 0 {
			t.Errorf("%s: %s quotes %q", c.exception, c.message, got)
		}
	}
}

func TestTells(t *testing.T) {
	for message, want := range map[string]bool{
		"java.lang.NumberFormatException: Invalid int: \"1 1\"":                                true,
		"java.lang.NumberFormatException: null":                                                false,
		"java.lang.IllegalArgumentException: unexpected url: y":                                true,
		"java.lang.IllegalArgumentException: column 'cursor_position' does not exist":          false,
		"android.database.sqlite.SQLiteException: near \"bug\": syntax error (code 1)":         true,
		"android.database.sqlite.SQLiteException: no such table: 'a'":                          false,
		"java.lang.NullPointerException: Attempt to get length of null array 'x'":              false,
		"java.text.ParseException: Unparseable date: \"31.2.\"":                                true,
		"java.lang.ClassCastException: android.widget.Button cannot be cast to 'android.View'": false,
	} {
		exception, text, _ := strings.Cut(message, ": ")
		if got := tells(exception, text); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
}

// FuzzQuoted: whatever a message is, few and short values come out.
func FuzzQuoted(f *testing.F) {
	f.Add("java.lang.NumberFormatException", `For input string: "x"`)
	f.Add("SQLiteException", "near \"'\": 'a' `b`\n'")
	f.Fuzz(func(t *testing.T, exception, message string) {
		values := quoted(exception, message)
		if len(values) > maxQuoted {
			t.Errorf("%d values", len(values))
		}
		for _, v := range values {
			if len(v) > maxValue+1 {
				t.Errorf("a value of %d bytes", len(v))
			}
		}
	})
}

// What the message says is typed, done and kept empty.
func TestMessageIsUsed(t *testing.T) {
	g := &guide.Guide{Target: guide.Target{Exception: "java.lang.NumberFormatException", Message: `For input string: "1,5"`}}
	texts, rng, typed := textsOf(g), rand.New(rand.NewSource(1)), 0
	for range 100 {
		if texts.Value(&ui.Widget{Class: "android.widget.EditText"}, gen.EdgeValue, rng) == "1,5" {
			typed++
		}
	}
	if typed < 30 {
		t.Errorf("the quoted value was typed %d of 100 times", typed)
	}
	g.Target = guide.Target{Exception: "java.lang.IllegalStateException",
		Message: "Can not perform this action after onSaveInstanceState"}
	if r := newRelevance(g); r.wanted[event.Home] <= 1 {
		t.Error("a state loss does not raise Home")
	}
	g.Target = guide.Target{Exception: "java.net.UnknownHostException", Message: "x"}
	r := newRelevance(g)
	if !slices.ContainsFunc(r.outside, func(c gen.Candidate) bool { return c.Event.Arg == "network" }) {
		t.Error("an unknown host does not take the network away")
	}
	for message, want := range map[string]bool{
		"Index 0 requested, with a size of 0": true, "Invalid index 0, size is 0": true, "length=0; index=-1": true,
		"Index: 2, Size: 10": false, "length=10; index=10": false, "": false,
	} {
		g.Target.Message = message
		if got := wantsEmpty(g); got != want {
			t.Errorf("%q wants empty data: %v", message, got)
		}
	}
}
