package shellword_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"talpa/internal/need"
	"talpa/internal/shellword"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"": "''", "a": "a", "app.apk": "app.apk", "/a_b-c/1.txt": "/a_b-c/1.txt", "a b": "'a b'", "it's": `'it'\''s'`,
		"$HOME": "'$HOME'", "~": "'~'", "a\x00b": "ab", "\x00": "''", "ä": "'ä'", "k=v,w": "k=v,w", "%s": "%s",
	} {
		if got := shellword.Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}

// TestShell has a real shell read every ASCII character, alone and in a word.
func TestShell(t *testing.T) {
	sh := need.Program(t, "sh", "any POSIX shell")
	words := []string{"", "it's", "'", "''", "-n", "a\nb", "\\", "日本", "*", "~root"}
	for c := rune(1); c < 128; c++ {
		words = append(words, string(c), "x"+string(c)+"y")
	}
	out, err := exec.Command(sh, "-c", "printf '%s\\0' "+shellword.Join(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, words) {
		t.Errorf("a shell reads %q\nof %q", got, words)
	}
}

// TestCommandNames has a real shell look for commands of names that mean something to it.
func TestCommandNames(t *testing.T) {
	sh := need.Program(t, "sh", "any POSIX shell")
	for _, name := range []string{"a=b", "if", "for", "while", "case", "until", "then", "done", "{", "!"} {
		out, err := exec.Command(sh, "-c", shellword.Join([]string{name, "x"})).CombinedOutput()
		if !strings.Contains(string(out), name+": ") || !strings.Contains(string(out), "not found") {
			t.Errorf("%s is no name of a command: %q, %v", name, out, err)
		}
	}
	if got := shellword.Join(nil); got != "" {
		t.Errorf("no words are %q", got)
	}
}
